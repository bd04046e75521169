"""Hidden cards for Python."""
from tractor_core.draws cimport Walk
from tractor_core.partings cimport Known, Parting
from tractor_core.randomness cimport BitGenerator


cdef class Hidden:
    cdef Known known
    cdef Parting parting
    cdef tuple given        # the arguments, for pickle
    cdef double doubt       # how near to a limit a draw is settled by whole numbers
    cdef list exact         # the ways as whole numbers, once they have been asked for
    cdef list exact_ways(self)
    cdef list ways_of_moves(self, const Walk *walk)
    cdef int settle(self, Walk *walk, BitGenerator *source) except -1
