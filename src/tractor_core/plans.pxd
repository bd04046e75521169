"""What lies fast, what is dealt in layers, and what is the chain."""
from tractor_core.clues cimport Known
from tractor_core.partings cimport Parting


cdef bint plan(Parting *p, const Known *known) noexcept nogil
