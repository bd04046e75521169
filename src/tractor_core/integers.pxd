"""The ways of dealing as whole numbers, where floating point does not do."""
from tractor_core.draws cimport Walk
from tractor_core.partings cimport Parting
from tractor_core.randomness cimport BitGenerator


cdef list exact_ways(const Parting *p)
cdef int settle(const Parting *p, list exact, Walk *walk, BitGenerator *source) except -1
