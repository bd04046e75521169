/* The vector and bit instructions of a processor, and which of them this one has. */
#ifndef TRACTOR_PROCESSOR
#define TRACTOR_PROCESSOR

#include "bits.h"

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
