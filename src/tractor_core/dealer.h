/* Dealing one or two decks to four hands and a kitty, 64 deals at a time.

   The cards still to deal are two words: bit k of the first is the first copy of kind k, of the
   second its second copy.  The kitty is a random subset; the rest is split in two sides, and each
   of those in two hands, by random bits, and what one has too many, a random subset of it, is moved
   over.  Which cards go where never depends on the cards themselves, so every deal is as likely.

   Four generators run side by side, deal i draws from generator i % 4, and every step draws a
   fixed number of words; the few deals that need more draw them from a fifth generator, in their
   order.  So the cards are the same whatever the instructions they are dealt with. */
#ifndef TRACTOR_DEALER
#define TRACTOR_DEALER

#include <string.h>

#include "processor.h"
#include "select.h"
#include "splits.h"

#define TR_DEALS 64
#define TR_HALF_MOVES 12     /* most cards moved between two sides, and between two hands: */
#define TR_QUARTER_MOVES 8   /* a split that is more uneven is thrown again */
#define TR_KITTY 12          /* most cards of a kitty dealt here */

/* Twelve words seed the four generators, three the fifth. */
static inline void tr_open(tr_stream *s, const uint64_t *words) {
    int i;
    for (i = 0; i < 4; i++, words += 3) {
        tr_sfc64 one;
        tr_seed(&one, words[0], words[1], words[2]);
        s->a[i] = one.a; s->b[i] = one.b; s->c[i] = one.c; s->counter[i] = one.counter;
    }
    tr_seed(&s->spare, words[0], words[1], words[2]);
}

/* ---- what is dealt, and how ---- */

/* The chance of the first of two sides, in eighths, that comes nearest to its share. */
TR_INLINE int tr_eighths(const int sizes[2]) {
    const int both = sizes[0] + sizes[1];
    int eighths;
    if (sizes[0] == 0) return 0;
    if (sizes[1] == 0) return 8;
    eighths = (16 * sizes[0] + both) / (2 * both);
    return eighths < 1 ? 1 : eighths > 7 ? 7 : eighths;
}

/* Fill in how a plan is dealt; 0 if it cannot be dealt here. */
static inline int tr_set_plan(
    tr_plan *plan, uint64_t first, uint64_t second, const uint64_t *known, const int *take
) {
    int i, k;
    memset(plan, 0, sizeof *plan);
    plan->stock[0] = first;
    plan->stock[1] = second;
    for (i = 0; i < 15; i++) plan->known[i] = known[i];
    for (i = 0; i < 5; i++) {
        plan->take[i] = take[i];
        plan->place[i] = i;
    }
    /* a split leaves its first hand where hand + 2 is, and its other where it was */
    plan->halves[0] = take[1] + take[3];
    plan->halves[1] = take[0] + take[2];
    plan->quarters[0][0] = take[2];
    plan->quarters[0][1] = take[0];
    plan->quarters[1][0] = take[3];
    plan->quarters[1][1] = take[1];
    plan->eighths[0] = tr_eighths(plan->halves);
    for (k = 0; k < 2; k++) plan->eighths[k + 1] = tr_eighths(plan->quarters[k]);
    return take[4] <= TR_KITTY && plan->halves[0] + TR_HALF_MOVES <= 64
        && plan->halves[1] + TR_HALF_MOVES <= 64;
}

/* ---- the few deals that need another throw ---- */

/* A random subset of `many` of first + many ranks, the first `singles` of them in a (Floyd). */
TR_RARE void tr_subset(
    tr_sfc64 *spare, int first, int many, int singles, uint64_t *a, uint64_t *b
) {
    int i;
    *a = *b = 0;
    for (i = 0; i < many; i++) {
        int t = (int)tr_below(spare, (uint32_t)(first + i + 1));
        if ((t < singles ? *a >> t : *b >> (t - singles)) & 1) t = first + i;
        if (t < singles) *a |= 1ULL << t; else *b |= 1ULL << (t - singles);
    }
}

TR_INLINE uint64_t tr_some(tr_sfc64 *spare, int eighths) {
    const uint64_t x = tr_next(spare), y = tr_next(spare), z = tr_next(spare);
    switch (eighths) {
        case 1: return x & y & z;
        case 2: return x & y;
        case 3: return x & (y | z);
        case 4: return x;
        case 5: return x | (y & z);
        case 6: return x | y;
        default: return x | y | z;
    }
}

/* Split a, b anew by random bits, until the first side is over, or short, by `most` at most;
   returns by how many it is over. */
TR_RARE int tr_resplit(
    tr_sfc64 *spare, uint64_t a, uint64_t b, int due, int eighths, int most,
    uint64_t *first_a, uint64_t *first_b
) {
    int over;
    do {
        *first_a = a & tr_some(spare, eighths);
        *first_b = b & tr_some(spare, eighths);
        over = tr_ones(*first_a) + tr_ones(*first_b) - due;
    } while (over > most || over < -most);
    return over;
}

/* The ranks moved, one word: for a side of at most 63 cards. */
TR_RARE uint64_t tr_ranks(tr_sfc64 *spare, int first, int many) {
    uint64_t s = 0;
    int i;
    for (i = 0; i < many; i++) {
        int t = (int)tr_below(spare, (uint32_t)(first + i + 1));
        if ((s >> t) & 1) t = first + i;
        s |= 1ULL << t;
    }
    return s;
}

/* The least fraction a chain of dice may end with: 2**32 modulo the product of the bounds. */
TR_INLINE uint32_t tr_least(int first, int dice) {
    uint32_t product = 1;
    int i;
    for (i = 0; i < dice; i++) product *= (uint32_t)(first + i + 1);
    return (0u - product) % product;
}

/* ---- the same dealer in several instruction sets ---- */

typedef struct { uint64_t w[4]; } tr_four;

#define TR_AS(name) name##_plain
#define TR_TARGET
#define TR_V tr_four
#define TR_DEPOSIT tr_deposit
TR_INLINE tr_four tr_load_plain(const uint64_t *p) { tr_four r; memcpy(&r, p, 32); return r; }
TR_INLINE void tr_save_plain(uint64_t *p, tr_four x) { memcpy(p, &x, 32); }
#define TR_EACH(expression) \
    tr_four r; int i; for (i = 0; i < 4; i++) r.w[i] = (expression); return r
TR_INLINE tr_four tr_set_plain(uint64_t x) { TR_EACH(x); }
TR_INLINE tr_four tr_add_plain(tr_four x, tr_four y) { TR_EACH(x.w[i] + y.w[i]); }
TR_INLINE tr_four tr_sub_plain(tr_four x, tr_four y) { TR_EACH(x.w[i] - y.w[i]); }
TR_INLINE tr_four tr_and_plain(tr_four x, tr_four y) { TR_EACH(x.w[i] & y.w[i]); }
TR_INLINE tr_four tr_or_plain(tr_four x, tr_four y) { TR_EACH(x.w[i] | y.w[i]); }
TR_INLINE tr_four tr_xor_plain(tr_four x, tr_four y) { TR_EACH(x.w[i] ^ y.w[i]); }
TR_INLINE tr_four tr_less_plain(tr_four x, tr_four y) {    /* below 2**63; all bits, or none */
    TR_EACH(0 - (uint64_t)(x.w[i] < y.w[i]));
}
TR_INLINE tr_four tr_same_plain(tr_four x, tr_four y) {
    TR_EACH(0 - (uint64_t)(x.w[i] == y.w[i]));
}
TR_INLINE tr_four tr_choose_plain(tr_four x, tr_four y, tr_four second) {
    TR_EACH(x.w[i] ^ ((x.w[i] ^ y.w[i]) & second.w[i]));
}
TR_INLINE tr_four tr_mul_plain(tr_four x, tr_four y) {     /* of the low halves */
    TR_EACH((uint64_t)(uint32_t)x.w[i] * (uint32_t)y.w[i]);
}
TR_INLINE tr_four tr_up_plain(tr_four x, tr_four n) {      /* none left from 64 on */
    TR_EACH(n.w[i] < 64 ? x.w[i] << n.w[i] : 0);
}
TR_INLINE tr_four tr_down_plain(tr_four x, tr_four n) {
    TR_EACH(n.w[i] < 64 ? x.w[i] >> n.w[i] : 0);
}
TR_INLINE tr_four tr_shl_plain(tr_four x, int n) { TR_EACH(x.w[i] << n); }
TR_INLINE tr_four tr_shr_plain(tr_four x, int n) { TR_EACH(x.w[i] >> n); }
TR_INLINE int tr_any_plain(tr_four x) { return (x.w[0] | x.w[1] | x.w[2] | x.w[3]) != 0; }
#include "dealer_block.h"
#undef TR_AS
#undef TR_TARGET
#undef TR_V
#undef TR_DEPOSIT

#if defined(TR_X86)
#define TR_TARGET TR_AVX2
#define TR_V __m256i
TR_INLINE TR_AVX2 __m256i tr_load_avx2(const uint64_t *p) {
    return _mm256_loadu_si256((const __m256i *)p);
}
TR_INLINE TR_AVX2 void tr_save_avx2(uint64_t *p, __m256i x) {
    _mm256_storeu_si256((__m256i *)p, x);
}
TR_INLINE TR_AVX2 __m256i tr_set_avx2(uint64_t x) { return _mm256_set1_epi64x((long long)x); }
TR_INLINE TR_AVX2 __m256i tr_add_avx2(__m256i x, __m256i y) { return _mm256_add_epi64(x, y); }
TR_INLINE TR_AVX2 __m256i tr_sub_avx2(__m256i x, __m256i y) { return _mm256_sub_epi64(x, y); }
TR_INLINE TR_AVX2 __m256i tr_and_avx2(__m256i x, __m256i y) { return _mm256_and_si256(x, y); }
TR_INLINE TR_AVX2 __m256i tr_or_avx2(__m256i x, __m256i y) { return _mm256_or_si256(x, y); }
TR_INLINE TR_AVX2 __m256i tr_xor_avx2(__m256i x, __m256i y) { return _mm256_xor_si256(x, y); }
TR_INLINE TR_AVX2 __m256i tr_less_avx2(__m256i x, __m256i y) { return _mm256_cmpgt_epi64(y, x); }
TR_INLINE TR_AVX2 __m256i tr_same_avx2(__m256i x, __m256i y) { return _mm256_cmpeq_epi64(x, y); }
TR_INLINE TR_AVX2 __m256i tr_choose_avx2(__m256i x, __m256i y, __m256i second) {
    return _mm256_blendv_epi8(x, y, second);
}
TR_INLINE TR_AVX2 __m256i tr_mul_avx2(__m256i x, __m256i y) { return _mm256_mul_epu32(x, y); }
TR_INLINE TR_AVX2 __m256i tr_up_avx2(__m256i x, __m256i n) { return _mm256_sllv_epi64(x, n); }
TR_INLINE TR_AVX2 __m256i tr_down_avx2(__m256i x, __m256i n) { return _mm256_srlv_epi64(x, n); }
TR_INLINE TR_AVX2 __m256i tr_shl_avx2(__m256i x, int n) { return _mm256_slli_epi64(x, n); }
TR_INLINE TR_AVX2 __m256i tr_shr_avx2(__m256i x, int n) { return _mm256_srli_epi64(x, n); }
TR_INLINE TR_AVX2 int tr_any_avx2(__m256i x) { return !_mm256_testz_si256(x, x); }

#define TR_AS(name) name##_avx2
#define TR_DEPOSIT tr_deposit
#include "dealer_block.h"
#undef TR_AS
#undef TR_DEPOSIT

#define tr_load_bmi2 tr_load_avx2
#define tr_save_bmi2 tr_save_avx2
#define tr_set_bmi2 tr_set_avx2
#define tr_add_bmi2 tr_add_avx2
#define tr_sub_bmi2 tr_sub_avx2
#define tr_and_bmi2 tr_and_avx2
#define tr_or_bmi2 tr_or_avx2
#define tr_xor_bmi2 tr_xor_avx2
#define tr_less_bmi2 tr_less_avx2
#define tr_same_bmi2 tr_same_avx2
#define tr_choose_bmi2 tr_choose_avx2
#define tr_mul_bmi2 tr_mul_avx2
#define tr_up_bmi2 tr_up_avx2
#define tr_down_bmi2 tr_down_avx2
#define tr_shl_bmi2 tr_shl_avx2
#define tr_shr_bmi2 tr_shr_avx2
#define tr_any_bmi2 tr_any_avx2
#define TR_AS(name) name##_bmi2
#define TR_DEPOSIT _pdep_u64
#include "dealer_block.h"
#undef TR_AS
#undef TR_DEPOSIT
#undef TR_TARGET
#undef TR_V
#endif

/* ---- which of them is wanted ---- */

static inline tr_dealer tr_dealer_of(int path) {
#if defined(TR_X86)
    if (path == TR_WITH_BMI2) return tr_deal_bmi2;
    if (path == TR_WITH_AVX2) return tr_deal_avx2;
#endif
    (void)path;
    return tr_deal_plain;
}

#endif
