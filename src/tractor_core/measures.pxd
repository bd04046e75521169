"""What an odds study counts in a deal."""
from libc.stdint cimport int16_t

from tractor_core.cards cimport Planes
from tractor_core.gauges cimport Gauge


cdef void gauge_group(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil


cdef class Measure:
    # both written when it is made
    cdef Gauge gauge
    cdef int most       # bins
