"""What becomes of a lead against the hands of a deal."""
from libc.stdint cimport int16_t

from tractor_core.cards cimport Planes
from tractor_core.gauges cimport Gauge, Led
from tractor_core.trump cimport Order
from tractor_core.units cimport Run


cdef void set_led(
    const Order *o, int s, Planes cards, const Run *units, int n, Led *led
) noexcept nogil
cdef void gauge_fates(
    const Gauge *g, const Planes *deals, int n, int16_t *numbers
) noexcept nogil
