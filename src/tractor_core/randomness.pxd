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


cdef struct Sfc64:          # NumPy's SFC64, inline
    uint64_t a
    uint64_t b
    uint64_t c
    uint64_t counter


cdef inline uint64_t next_word(Sfc64 *s) noexcept nogil:
    cdef uint64_t word = s.a + s.b + s.counter
    s.counter += 1
    s.a = s.b ^ (s.b >> 11)
    s.b = s.c + (s.c << 3)
    s.c = ((s.c << 24) | (s.c >> 40)) + word
    return word


cdef inline void open_sfc64(Sfc64 *s, uint64_t a, uint64_t b, uint64_t c) noexcept nogil:
    """The state that NumPy's SFC64 makes of three words of a SeedSequence."""
    cdef int _i
    s.a = a
    s.b = b
    s.c = c
    s.counter = 1
    for _i in range(12):
        next_word(s)


cdef inline uint32_t few_below(Sfc64 *s, uint32_t bound) noexcept nogil:
    """A number from 0 up to, not including, the bound, every one as likely; 0 for no bound.

    The upper half of a word times the bound: its upper half is the number, its lower half tells
    the few words that would favour some numbers, which are drawn again.
    """
    cdef uint64_t product = (next_word(s) >> 32) * bound
    if <uint32_t> product < bound:
        while <uint32_t> product < (0 - bound) % bound:
            product = (next_word(s) >> 32) * bound
    return <uint32_t> (product >> 32)


cdef object read_generator(object rng)
cdef BitGenerator bits_of(Sfc64 *s) noexcept nogil
cdef BitGenerator *source_of(object bit_generator) except NULL
