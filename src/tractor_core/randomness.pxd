"""Whole numbers from the caller's NumPy generator."""
from libc.stdint cimport uint32_t, uint64_t

cdef struct BitGenerator:   # NumPy's bitgen_t
    void *state
    uint64_t (*next_uint64)(void *state) noexcept nogil
    uint32_t (*next_uint32)(void *state) noexcept nogil
    double (*next_double)(void *state) noexcept nogil
    uint64_t (*next_raw)(void *state) noexcept nogil


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
cdef BitGenerator *source_of(object bit_generator) except NULL
