"""Hidden cards for Python."""
from tractor_core.draws cimport Chance, Walk
from tractor_core.partings cimport Known, Layer, Parting
from tractor_core.randomness cimport BitGenerator


cdef class Hidden:
    cdef Known known
    cdef Parting parting
    cdef tuple given        # the arguments, for pickle
    cdef Chance chance      # but for the source
    cdef list exact         # the ways as whole numbers, once they have been asked for
    cdef list moves_of(self, const Layer *layer)
    cdef object chain_ways(self, list lacks)
    cdef list exact_ways(self)
    cdef int settle(self, Walk *walk, BitGenerator *source) except -1
