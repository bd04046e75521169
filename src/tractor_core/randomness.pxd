"""Whole numbers from the caller's NumPy generator."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "randomness.h" nogil:
    ctypedef struct BitGenerator "tr_bitgen":   # NumPy's bitgen_t
        void *state
        uint64_t (*next_uint64)(void *state) noexcept nogil
        uint32_t (*next_uint32)(void *state) noexcept nogil
        double (*next_double)(void *state) noexcept nogil
        uint64_t (*next_raw)(void *state) noexcept nogil
    ctypedef struct Sfc64 "tr_sfc64":           # NumPy's SFC64, inline
        pass
    uint64_t next_word "tr_next"(Sfc64 *s) noexcept
    void open_sfc64 "tr_seed"(Sfc64 *s, uint64_t a, uint64_t b, uint64_t c) noexcept
    uint32_t few_below "tr_below"(Sfc64 *s, uint32_t bound) noexcept


cdef inline uint64_t below(BitGenerator *source, uint64_t bound) noexcept nogil:
    """A number from 0 up to, not including, the bound, every one as likely; 0 for no bound."""
    cdef uint64_t last
    cdef uint64_t word
    if bound == 0:
        return 0
    # the words beyond the last whole multiple of the bound would favour the low numbers
    last = 0 - ((0 - bound) % bound) - 1
    word = source.next_uint64(source.state)
    while word > last:
        word = source.next_uint64(source.state)
    return word % bound


cdef object read_generator(object rng)
cdef BitGenerator bits_of(Sfc64 *s) noexcept nogil
cdef BitGenerator *source_of(object bit_generator) except NULL
