"""In how many ways hidden cards can lie, counted from the last layer back."""
from tractor_core.clues cimport Known
from tractor_core.partings cimport Outcome, Parting


cdef Outcome lay_out(Parting *p, const Known *known, int path) noexcept nogil
cdef void clear(Parting *p) noexcept nogil
