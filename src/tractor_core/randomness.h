/* Random words: NumPy's interface of generators, and its SFC64 where calls cost too much. */
#ifndef TRACTOR_RANDOMNESS
#define TRACTOR_RANDOMNESS

#include "bits.h"

typedef struct {            /* NumPy's bitgen_t */
    void *state;
    uint64_t (*next_uint64)(void *);
    uint32_t (*next_uint32)(void *);
    double (*next_double)(void *);
    uint64_t (*next_raw)(void *);
} tr_bitgen;

typedef struct { uint64_t a, b, c, counter; } tr_sfc64;

TR_INLINE uint64_t tr_next(tr_sfc64 *s) {
    const uint64_t word = s->a + s->b + s->counter++;
    s->a = s->b ^ (s->b >> 11);
    s->b = s->c + (s->c << 3);
    s->c = ((s->c << 24) | (s->c >> 40)) + word;
    return word;
}

/* The state that NumPy's SFC64 makes of three words of a SeedSequence. */
TR_INLINE void tr_seed(tr_sfc64 *s, uint64_t a, uint64_t b, uint64_t c) {
    int i;
    s->a = a;
    s->b = b;
    s->c = c;
    s->counter = 1;
    for (i = 0; i < 12; i++) tr_next(s);
}

/* A number from 0 up to, not including, the bound, every one as likely; 0 for no bound.

   The upper half of a word times the bound: its upper half is the number, its lower half tells the
   few words that would favour some numbers, which are drawn again. */
TR_INLINE uint32_t tr_below(tr_sfc64 *s, uint32_t bound) {
    uint64_t product = (tr_next(s) >> 32) * bound;
    if (TR_SELDOM((uint32_t)product < bound)) {
        const uint32_t few = (0u - bound) % bound;
        while ((uint32_t)product < few) product = (tr_next(s) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
