"""What a seat of a round may know."""
from tractor_core.options cimport Options
from tractor_core.tables cimport Table
from tractor_core.trump cimport Trump


cdef int read_seat(str name, object seat) except -1
cdef view_of(
    const Table *t, Trump trump, Options rules, bint partial, tuple tricks, object earlier, int me
)
