"""Memory for one search: blocks that are taken one after the other and given back together."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

cdef enum:
    OWN_WORDS = 512         # of a store itself: most searches need no more

cdef struct Store:
    uint64_t *at            # where the next block begins
    uint64_t *end
    uint64_t *chunk         # the last one taken from the system; its first word is the one before
    # of the next chunk, four times the one before: where memory goes back to the system when the
    # end that is free exceeds twice the largest block, as with glibc, chunks stay at hand
    size_t words
    uint64_t own[OWN_WORDS]


cdef inline void open_store(Store *s) noexcept nogil:
    s.at = s.own
    s.end = s.own + OWN_WORDS
    s.chunk = NULL
    s.words = 8 * OWN_WORDS


cdef inline void *take(Store *s, size_t size) noexcept nogil:
    """A block of so many bytes, for words; NULL if there is no memory."""
    cdef size_t words = (size + 7) // 8
    cdef uint64_t *block
    if words > <size_t> (s.end - s.at):
        while s.words <= words:
            s.words *= 4
        block = <uint64_t *> malloc(s.words * sizeof(uint64_t))
        if block == NULL:
            return NULL
        block[0] = <uint64_t> s.chunk
        s.chunk = block
        s.at = block + 1
        s.end = block + s.words
        s.words *= 4
    block = s.at
    s.at += words
    return block


cdef inline void *enlarge(Store *s, void *block, size_t size, size_t new_size) noexcept nogil:
    """A block of more bytes with the contents of another; NULL if there is no memory."""
    cdef void *larger = take(s, new_size)
    if larger != NULL and size:
        memcpy(larger, block, size)
    return larger


cdef inline void close_store(Store *s) noexcept nogil:
    cdef uint64_t *chunk = s.chunk
    while chunk != NULL:
        s.chunk = <uint64_t *> chunk[0]
        free(chunk)
        chunk = s.chunk
