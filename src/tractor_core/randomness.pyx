"""Randomness: a seed or a NumPy generator of the caller's, and draws from it."""
from cpython.pycapsule cimport PyCapsule_GetPointer

from tractor_core.cards cimport as_number

import numpy as np


cdef object read_generator(object rng):
    """The Generator given, or one made from the seed given."""
    if isinstance(rng, np.random.Generator):
        return rng
    if rng is None or isinstance(rng, np.random.SeedSequence):
        return np.random.default_rng(rng)
    seed = as_number(rng, "rng is an int, a SeedSequence or a numpy.random.Generator")
    if seed < 0:
        raise ValueError(f"rng is a seed that is not negative, not {seed}")
    return np.random.default_rng(seed)


cdef BitGenerator *source_of(object bit_generator) except NULL:
    """The C side of a bit generator; hold its lock while drawing."""
    return <BitGenerator *> PyCapsule_GetPointer(bit_generator.capsule, "BitGenerator")


cdef uint64_t word_of(void *state) noexcept nogil:
    return next_word(<Sfc64 *> state)


cdef BitGenerator bits_of(Sfc64 *s) noexcept nogil:
    """An SFC64 for the kernels that draw whole words from a NumPy generator."""
    cdef BitGenerator source
    source.state = s
    source.next_uint64 = source.next_raw = word_of
    source.next_uint32 = NULL
    source.next_double = NULL
    return source
