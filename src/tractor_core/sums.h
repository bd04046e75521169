/* Sums over moves, for many states side by side; the same sums with all instruction sets. */
#ifndef TRACTOR_SUMS
#define TRACTOR_SUMS

#include <stddef.h>

#include "processor.h"

/* to[i] becomes the sum of weight[j] * from[i - back[j]], added up in the order of j. */
typedef void (*tr_adder)(
    double *to, const double *from, const double *weight, const ptrdiff_t *back, int moves, int n
);

static void tr_add_plain(
    double *to, const double *from, const double *weight, const ptrdiff_t *back, int moves, int n
) {
    int i = 0, j;
    for (; i + 4 <= n; i += 4) {
        double a = 0, b = 0, c = 0, d = 0;
        for (j = 0; j < moves; j++) {
            const double *x = from + (i - back[j]);
            a += weight[j] * x[0];
            b += weight[j] * x[1];
            c += weight[j] * x[2];
            d += weight[j] * x[3];
        }
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
    }
    for (; i < n; i++) {
        double sum = 0;
        for (j = 0; j < moves; j++) sum += weight[j] * from[i - back[j]];
        to[i] = sum;
    }
}

#if defined(TR_X86)
static TR_AVX2 void tr_add_avx2(
    double *to, const double *from, const double *weight, const ptrdiff_t *back, int moves, int n
) {
    int i = 0, j;
    for (; i + 8 <= n; i += 8) {
        __m256d a = _mm256_setzero_pd(), b = a;
        for (j = 0; j < moves; j++) {
            const double *x = from + (i - back[j]);
            const __m256d w = _mm256_broadcast_sd(weight + j);
            a = _mm256_add_pd(a, _mm256_mul_pd(w, _mm256_loadu_pd(x)));
            b = _mm256_add_pd(b, _mm256_mul_pd(w, _mm256_loadu_pd(x + 4)));
        }
        _mm256_storeu_pd(to + i, a);
        _mm256_storeu_pd(to + i + 4, b);
    }
    for (; i < n; i += 4) {     /* the lanes beyond n are neither read nor written */
        const __m256i lanes = _mm256_cmpgt_epi64(
            _mm256_set1_epi64x(n - i), _mm256_set_epi64x(3, 2, 1, 0));
        __m256d a = _mm256_setzero_pd();
        for (j = 0; j < moves; j++) {
            const __m256d x = _mm256_maskload_pd(from + (i - back[j]), lanes);
            a = _mm256_add_pd(a, _mm256_mul_pd(_mm256_broadcast_sd(weight + j), x));
        }
        _mm256_maskstore_pd(to + i, lanes, a);
    }
}
#endif

/* In each of TR_ROWS rows, how many of the sums of the first terms weight[j] * to[-back[j]] are no
   greater than `low`, and than `high`. */
#define TR_ROWS 8

typedef void (*tr_chooser)(
    const double *const *to, const double *low, const double *high, const double *weight,
    const ptrdiff_t *back, int moves, int64_t *found, int64_t *beyond
);

static inline void tr_choose_one(
    const double *to, double low, double high, const double *weight, const ptrdiff_t *back,
    int moves, int64_t *found, int64_t *beyond
) {
    int64_t less = 0, more = 0;
    double sum = 0;
    int j;
    for (j = 0; j < moves; j++) {   /* all of them: a jump out of the loop would be guessed */
        sum += weight[j] * to[-back[j]];
        less += sum <= low;
        more += sum <= high;
    }
    *found = less;
    *beyond = more;
}

static void tr_choose_plain(
    const double *const *to, const double *low, const double *high, const double *weight,
    const ptrdiff_t *back, int moves, int64_t *found, int64_t *beyond
) {
    int i;
    for (i = 0; i < TR_ROWS; i++)
        tr_choose_one(to[i], low[i], high[i], weight, back, moves, found + i, beyond + i);
}

#if defined(TR_X86)
static TR_AVX2 void tr_choose_avx2(
    const double *const *to, const double *low, const double *high, const double *weight,
    const ptrdiff_t *back, int moves, int64_t *found, int64_t *beyond
) {
    const double *a = to[0], *b = to[1], *c = to[2], *d = to[3];
    const double *e = to[4], *f = to[5], *g = to[6], *h = to[7];
    __m256d sum[2];
    __m256i less[2], more[2];
    int j;
    sum[0] = sum[1] = _mm256_setzero_pd();
    less[0] = less[1] = more[0] = more[1] = _mm256_setzero_si256();
    for (j = 0; j < moves; j++) {
        const ptrdiff_t at = -back[j];
        const __m256d w = _mm256_broadcast_sd(weight + j);
        sum[0] = _mm256_add_pd(sum[0], _mm256_mul_pd(w, _mm256_set_pd(d[at], c[at], b[at], a[at])));
        sum[1] = _mm256_add_pd(sum[1], _mm256_mul_pd(w, _mm256_set_pd(h[at], g[at], f[at], e[at])));
#define TR_COUNT(counts, i, limit) counts[i] = _mm256_sub_epi64(counts[i], _mm256_castpd_si256( \
            _mm256_cmp_pd(sum[i], _mm256_loadu_pd(limit + 4 * i), _CMP_LE_OQ)))
        TR_COUNT(less, 0, low);
        TR_COUNT(less, 1, low);
        TR_COUNT(more, 0, high);
        TR_COUNT(more, 1, high);
#undef TR_COUNT
    }
    for (j = 0; j < 2; j++) {
        _mm256_storeu_si256((__m256i *)(found + 4 * j), less[j]);
        _mm256_storeu_si256((__m256i *)(beyond + 4 * j), more[j]);
    }
}
#endif

static inline tr_adder tr_adder_of(int path) {
#if defined(TR_X86)
    if (path != TR_PLAIN) return tr_add_avx2;
#endif
    (void)path;
    return tr_add_plain;
}

static inline tr_chooser tr_chooser_of(int path) {
#if defined(TR_X86)
    if (path != TR_PLAIN) return tr_choose_avx2;
#endif
    (void)path;
    return tr_choose_plain;
}

#endif
