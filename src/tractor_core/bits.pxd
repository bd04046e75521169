"""Bit operations that C says better: population count, lowest and highest bit."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef TRACTOR_BITS
    #define TRACTOR_BITS
    #if defined(_MSC_VER)
      #include <intrin.h>
      static __forceinline int tr_popcount(unsigned long long x) {
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
        return (int)((x * 0x0101010101010101ULL) >> 56);
      }
      static __forceinline int tr_lowest(unsigned long long x) {
        unsigned long i; _BitScanForward64(&i, x); return (int)i;
      }
      static __forceinline int tr_highest(unsigned long long x) {
        unsigned long i; _BitScanReverse64(&i, x); return (int)i;
      }
    #else
      #define tr_popcount(x) __builtin_popcountll(x)
      #define tr_lowest(x) __builtin_ctzll(x)
      #define tr_highest(x) (63 - __builtin_clzll(x))
    #endif
    #endif
    """
    int popcount "tr_popcount"(uint64_t x) noexcept nogil
    # lowest and highest set bit; x must not be 0
    int lowest "tr_lowest"(uint64_t x) noexcept nogil
    int highest "tr_highest"(uint64_t x) noexcept nogil


cdef inline uint64_t bit(int i) noexcept nogil:
    return (<uint64_t> 1) << i
