/* What C does not say of a processor: its bit instructions, and which of them this one has. */
#ifndef TRACTOR_PROCESSOR
#define TRACTOR_PROCESSOR

#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
  #define TR_INLINE static inline __attribute__((always_inline, unused))
  #define TR_RARE static __attribute__((noinline, cold))
  #define TR_SELDOM(x) __builtin_expect(!!(x), 0)
  #define tr_ones(x) __builtin_popcountll(x)
  #define tr_first(x) __builtin_ctzll(x)
#else
  #include <intrin.h>
  #define TR_INLINE static __forceinline
  #define TR_RARE static __declspec(noinline)
  #define TR_SELDOM(x) (x)
  static __forceinline int tr_ones(unsigned long long x) {
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (int)((x * 0x0101010101010101ULL) >> 56);
  }
  static __forceinline int tr_first(unsigned long long x) {
    unsigned long i; _BitScanForward64(&i, x); return (int)i;
  }
#endif

#if (defined(__x86_64__) || defined(_M_X64)) && !defined(TRACTOR_NO_SIMD)
#define TR_X86 1
#include <immintrin.h>
#if defined(__GNUC__) || defined(__clang__)
  #define TR_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
  #include <cpuid.h>
#else
  #define TR_AVX2
#endif
#endif

/* ---- putting the bits of x on the bits of mask, lowest first (pdep) ---- */

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

TR_INLINE uint64_t tr_deposit(uint64_t x, uint64_t mask) {
    const uint64_t each = 0x0101010101010101ULL, high = 0x8080808080808080ULL;
    uint64_t sums = mask - ((mask >> 1) & 0x5555555555555555ULL), out = 0;
    sums = (sums & 0x3333333333333333ULL) + ((sums >> 2) & 0x3333333333333333ULL);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * each;  /* bits up to each byte */
    x &= (1ULL << (sums >> 56)) - 1;
    while (x) {
        uint64_t rank = (uint64_t)tr_first(x);
        /* a byte's top bit stays where the bits up to it are at most as many as the rank */
        uint64_t before = ((((rank * each) | high) - sums) & high) >> 7;
        int at = 8 * (int)((before * each) >> 56);
        int skip = (int)(((sums << 8) >> at) & 255);
        out |= 1ULL << (at + tr_place[(mask >> at) & 255][rank - skip]);
        x &= x - 1;
    }
    return out;
}

/* ---- which of them this processor runs ---- */

enum { TR_PLAIN, TR_WITH_AVX2, TR_WITH_BMI2 };

#if defined(TR_X86)
static inline void tr_cpuid(unsigned leaf, unsigned r[4]) {
#if defined(_MSC_VER) && !defined(__clang__)
    __cpuidex((int *)r, (int)leaf, 0);
#else
    r[0] = r[1] = r[2] = r[3] = 0;
    __get_cpuid_count(leaf, 0, &r[0], &r[1], &r[2], &r[3]);
#endif
}

static inline unsigned long long tr_saved_registers(void) {
#if defined(_MSC_VER) && !defined(__clang__)
    return _xgetbv(0);
#else
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return ((unsigned long long)high << 32) | low;
#endif
}
#endif

/* The best that the processor and the system can do; pdep is slow on AMD's Zen 1 and 2. */
static inline int tr_best_path(void) {
#if defined(TR_X86)
    unsigned r[4], family;
    int amd;
    tr_cpuid(0, r);
    if (r[0] < 7) return TR_PLAIN;
    amd = r[1] == 0x68747541 || r[1] == 0x6f677948;   /* Auth.., Hygo.. */
    tr_cpuid(1, r);
    family = ((r[0] >> 8) & 15) + ((r[0] >> 20) & 255);
    if ((r[2] & (1u << 27)) == 0 || (tr_saved_registers() & 6) != 6) return TR_PLAIN;
    if ((r[2] & (1u << 23)) == 0) return TR_PLAIN;    /* popcnt */
    tr_cpuid(7, r);
    if ((r[1] & (1u << 5)) == 0 || (r[1] & (1u << 8)) == 0 || (r[1] & (1u << 3)) == 0)
        return TR_PLAIN;                              /* AVX2, BMI2, BMI1 */
    return amd && family < 0x19 ? TR_WITH_AVX2 : TR_WITH_BMI2;
#else
    return TR_PLAIN;
#endif
}

#endif
