"""Hidden cards for Python."""
from tractor_core.clues cimport Known
from tractor_core.draws cimport Chance
from tractor_core.partings cimport Parting


cdef class Hidden:
    cdef Known known
    cdef Parting parting
    cdef tuple given        # the arguments, for pickle
    cdef Chance chance      # but for the source
    cdef list exact         # the ways, once they have been asked for
    cdef list ways(self)
