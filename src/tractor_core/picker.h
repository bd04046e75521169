/* Moving cards drawn evenly out of a pool, without a list of them.

   A pool is three words: bit k of word i is copy i of kind k.  A few cards are drawn as ranks in
   the pool (Floyd).  Of many, random bits split the pool near their share, and what they hold too many
   or too few, drawn evenly again, is moved back or over: which cards go where never depends on the
   cards, so every set of that size is as likely.  The words drawn are the same with all
   instruction sets. */
#ifndef TRACTOR_PICKER
#define TRACTOR_PICKER

#include <string.h>

#include "processor.h"
#include "randomness.h"
#include "select.h"

#define TR_FRACTION 56      /* bits of a word that dice are thrown with */
#define TR_DICE 8           /* of at most 64 sides: their product stays below 2**49 */
#define TR_BIG_DICE 6       /* of at most 162 sides: below 2**45 */

typedef struct { uint64_t a, b, c; } tr_pool;

/* Move `many` of the n cards of a pool; up to `few` are drawn one by one. */
typedef void (*tr_picker)(
    const tr_bitgen *, uint64_t *pool, int n, int many, int few, uint64_t *to
);

/* Dice of `sides`, sides + 1, ...  A fraction times the sides of a die is the die and the fraction
   of the next one; the first fractions of a whole turn would favour some throws (Lemire,
   Brackett-Rozinsky). */
TR_INLINE void tr_throw(const tr_bitgen *words, uint64_t sides, int dice, uint8_t *die) {
    const uint64_t mask = (1ULL << TR_FRACTION) - 1;
    uint64_t fraction, throws;
    int i;
    do {
        fraction = words->next_uint64(words->state) >> (64 - TR_FRACTION);
        throws = 1;
        for (i = 0; i < dice; i++) {
            fraction *= sides + (uint64_t)i;
            throws *= sides + (uint64_t)i;
            die[i] = (uint8_t)(fraction >> TR_FRACTION);
            fraction &= mask;
        }
    } while (TR_SELDOM(fraction < throws) && fraction < (mask + 1) % throws);
}

/* 64 ranks from one on. */
TR_INLINE uint64_t tr_window(const uint64_t *ranks, int from) {
    const int word = from >> 6, skip = from & 63;
    return skip ? (ranks[word] >> skip) | (ranks[word + 1] << (64 - skip)) : ranks[word];
}

#define TR_AS(name) name##_plain
#define TR_TARGET
#define TR_DEPOSIT tr_deposit
#include "picker_block.h"
#undef TR_AS
#undef TR_TARGET
#undef TR_DEPOSIT

#if defined(TR_X86)
#define TR_AS(name) name##_bmi2
#define TR_TARGET TR_AVX2
#define TR_DEPOSIT _pdep_u64
#include "picker_block.h"
#undef TR_AS
#undef TR_TARGET
#undef TR_DEPOSIT
#endif

static inline tr_picker tr_picker_of(int path) {
#if defined(TR_X86)
    if (path == TR_WITH_BMI2) return tr_pick_bmi2;
#endif
    (void)path;
    return tr_pick_plain;
}

#endif
