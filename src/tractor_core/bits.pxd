"""Bit operations that C says better: population count, lowest and highest bit."""
from libc.stdint cimport uint64_t

cdef extern from "bits.h" nogil:
    int popcount "tr_ones"(uint64_t x) noexcept
    # lowest and highest set bit; x must not be 0
    int lowest "tr_first"(uint64_t x) noexcept
    int highest "tr_last"(uint64_t x) noexcept


cdef inline uint64_t bit(int i) noexcept nogil:
    return (<uint64_t> 1) << i
