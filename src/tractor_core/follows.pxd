"""The lead as the kernels of following see it."""
from tractor_core.cards cimport Cards, Planes
from tractor_core.packing cimport Shape
from tractor_core.trump cimport Trump

cdef struct Lead:
    int suit
    Shape shape


cdef int read_lead(Cards lead, Trump trump, object units, Lead *out) except -1
