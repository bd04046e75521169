/* What C does not say of bits, and of functions and branches: compilers' own words. */
#ifndef TRACTOR_BITS
#define TRACTOR_BITS

#include <stdint.h>

/* tr_ones: how many bits are set; tr_first, tr_last: the lowest and the highest, x not 0. */
#if defined(__GNUC__) || defined(__clang__)
  #define TR_INLINE static inline __attribute__((always_inline, unused))
  #define TR_RARE static __attribute__((noinline, cold))
  #define TR_SELDOM(x) __builtin_expect(!!(x), 0)
  #define tr_ones(x) __builtin_popcountll(x)
  #define tr_first(x) __builtin_ctzll(x)
  #define tr_last(x) (63 - __builtin_clzll(x))
#else
  #include <intrin.h>
  #define TR_INLINE static __forceinline
  #define TR_RARE static __declspec(noinline)
  #define TR_SELDOM(x) (x)
  TR_INLINE int tr_ones(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((x * 0x0101010101010101ULL) >> 56);
  }
  TR_INLINE int tr_first(uint64_t x) {
    unsigned long i; _BitScanForward64(&i, x); return (int)i;
  }
  TR_INLINE int tr_last(uint64_t x) {
    unsigned long i; _BitScanReverse64(&i, x); return (int)i;
  }
#endif

#endif
