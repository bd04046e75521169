"""What the places of a deal hold: units, cards, a declaration."""
from libc.stdint cimport int16_t

from tractor_core.cards cimport Planes
from tractor_core.gauges cimport Gauge


cdef void gauge_holdings(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil
