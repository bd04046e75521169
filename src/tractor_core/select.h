/* Set bits by their number, counted from 0 at the lowest. */
#ifndef TRACTOR_SELECT
#define TRACTOR_SELECT

#include "bits.h"

/* where bit number n of a byte is: tr_place[byte][n] */
static const uint8_t tr_place[256][8] = {
#define R1(b) { \
    TR_NTH(b, 0), TR_NTH(b, 1), TR_NTH(b, 2), TR_NTH(b, 3), \
    TR_NTH(b, 4), TR_NTH(b, 5), TR_NTH(b, 6), TR_NTH(b, 7) }
#define TR_BIT(b, i) (((b) >> (i)) & 1)
#define TR_UPTO(b, i) (TR_BIT(b, 0) * ((i) > 0) + TR_BIT(b, 1) * ((i) > 1) \
    + TR_BIT(b, 2) * ((i) > 2) + TR_BIT(b, 3) * ((i) > 3) + TR_BIT(b, 4) * ((i) > 4) \
    + TR_BIT(b, 5) * ((i) > 5) + TR_BIT(b, 6) * ((i) > 6))
#define TR_IS(b, n, i) ((TR_BIT(b, i) && TR_UPTO(b, i) == (n)) * (i))
#define TR_NTH(b, n) (TR_IS(b, n, 1) + TR_IS(b, n, 2) + TR_IS(b, n, 3) + TR_IS(b, n, 4) \
    + TR_IS(b, n, 5) + TR_IS(b, n, 6) + TR_IS(b, n, 7))
#define R4(b) R1(b), R1((b) + 1), R1((b) + 2), R1((b) + 3)
#define R16(b) R4(b), R4((b) + 4), R4((b) + 8), R4((b) + 12)
#define R64(b) R16(b), R16((b) + 16), R16((b) + 32), R16((b) + 48)
    R64(0), R64(64), R64(128), R64(192)
#undef R1
#undef R4
#undef R16
#undef R64
};

/* In each byte, how many bits are set in it and in those below. */
TR_INLINE uint64_t tr_sums(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    return ((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL;
}

/* The position of set bit number n of x, which must have it. */
TR_INLINE int tr_nth(uint64_t x, uint64_t sums, uint64_t n) {
    const uint64_t each = 0x0101010101010101ULL, high = 0x8080808080808080ULL;
    /* a byte's top bit stays where the bits up to it are at most as many as n */
    const int at = 8 * tr_ones((((n * each) | high) - sums) & high);
    return at + tr_place[(x >> at) & 255][n - (((sums << 8) >> at) & 255)];
}

TR_INLINE int tr_select(uint64_t x, uint32_t n) { return tr_nth(x, tr_sums(x), n); }

/* Put the lowest bits of x on the bits of mask, lowest first (pdep). */
TR_INLINE uint64_t tr_deposit(uint64_t x, uint64_t mask) {
    const uint64_t sums = tr_sums(mask);
    uint64_t out = 0;
    x &= (1ULL << (sums >> 56)) - 1;
    for (; x; x &= x - 1) out |= 1ULL << tr_nth(mask, sums, (uint64_t)tr_first(x));
    return out;
}

#endif
