"""Arrays: what batches take and give, checked once before the kernels run."""
from libc.stdint cimport int8_t, uint64_t

from tractor_core.bits cimport popcount
from tractor_core.cards cimport KINDS, size
from tractor_core.counting cimport MOST_COUNTED
from tractor_core.packing cimport shape_of
from tractor_core.trump cimport Trump, fill_order, suit_in
from tractor_core.units cimport MAX_UNITS, Run, decompose_suit

import numpy as np

from tractor_core.errors import CardsError, RulesError

EVERY_KIND = (<uint64_t> 1 << KINDS) - 1


cdef void fill_orders() noexcept:
    cdef int level
    cdef int suit
    for level in range(13):
        for suit in range(-1, 4):
            fill_order(&ORDERS[5 * level + suit + 1], level, suit, False, False, True, True)


fill_orders()


cdef plain(str name, object array):
    """The array without what a subclass may say of itself."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is a NumPy array, not {type(array).__name__}")
    return np.asarray(array)


cdef check_array(str name, object array, object dtype, tuple shape):
    """Refuse a plain array of another kind; None in a shape is any length."""
    wanted = f"{dtype}[{', '.join(['n' if length is None else str(length) for length in shape])}]"
    if array.dtype != np.dtype(dtype):
        raise TypeError(f"{name} is {wanted}, not of dtype {array.dtype}")
    if array.ndim != len(shape) or any([
        wanted_length is not None and wanted_length != length
        for wanted_length, length in zip(shape, array.shape)
    ]):
        raise ValueError(f"{name} is {wanted}, not of shape {array.shape}")
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} must be C-contiguous (numpy.ascontiguousarray makes a copy)")
    if not array.flags.aligned:
        raise ValueError(f"{name} must be aligned")


cdef make_out(object out, object dtype, tuple shape, tuple inputs):
    """The plain array of results: that of out, if it can be written, or a new one."""
    if out is None:
        return np.empty(shape, dtype)
    out = plain("out", out)
    check_array("out", out, dtype, shape)
    if not out.flags.writeable:
        raise ValueError("out must be writeable")
    for array in inputs:
        if isinstance(array, np.ndarray) and np.may_share_memory(out, array):
            raise ValueError("out must not share memory with the inputs")
    return out


cdef Py_ssize_t first_bad(const Planes *x, Py_ssize_t n) noexcept nogil:
    """Number of the first row that is no cards; n if all are."""
    cdef Py_ssize_t i
    cdef uint64_t bad = 0
    for i in range(n):
        bad |= (x[i].one >> KINDS) | (x[i].two & ~x[i].one) | (x[i].three & ~x[i].two)
    if bad == 0:
        return n
    for i in range(n):
        if (x[i].one >> KINDS) | (x[i].two & ~x[i].one) | (x[i].three & ~x[i].two):
            return i
    return n


cdef const Planes *data_of(object array) except? NULL:
    """Where the planes of a checked array are; NULL for an empty one."""
    cdef const uint64_t[::1] flat = array.reshape(-1)
    return <const Planes *> &flat[0] if flat.shape[0] else NULL


cdef const Planes *read_planes(str name, object array, tuple shape) except? NULL:
    """Check an array of planes and its cards."""
    cdef const Planes *data
    cdef Py_ssize_t n
    cdef Py_ssize_t bad
    check_array(name, array, "uint64", shape)
    data = data_of(array)
    n = array.size // 3
    with nogil:
        bad = first_bad(data, n)
    if bad < n:
        where = np.unravel_index(bad, array.shape[:array.ndim - 1])
        raise CardsError(
            f"{name}[{', '.join([str(int(index)) for index in where])}] is no cards: planes have "
            "bits 0 to 53, plane two lies inside plane one, plane three inside plane two"
        )
    return data


cdef Trumps read_trumps(object trump, Py_ssize_t n) except *:
    cdef Trumps t
    cdef const int8_t[:, ::1] rows
    cdef Py_ssize_t i
    t.one = NULL
    t.row = NULL
    if isinstance(trump, Trump):
        t.one = &(<Trump> trump).order
        return t
    if not isinstance(trump, np.ndarray):
        raise TypeError(f"trump is a Trump or an array int8[n, 2], not {type(trump).__name__}")
    trump = plain("trump", trump)
    check_array("trump", trump, "int8", (n, 2))
    rows = trump
    if n:
        t.row = &rows[0, 0]
    for i in range(n):
        if not (2 <= rows[i, 0] <= 14 and -1 <= rows[i, 1] <= 3):
            raise RulesError(
                f"trump[{i}] is a level from 2 to 14 and a suit from -1 to 3, not "
                f"{rows[i, 0]} and {rows[i, 1]}"
            )
    return t


cdef int check_leads(
    str name, const Planes *leads, Py_ssize_t n, Py_ssize_t stride, const Trumps *trumps
) except -1:
    """Refuse a lead that is empty or of several suits."""
    cdef Py_ssize_t i
    with nogil:
        for i in range(n):
            if suit_in(order_of(trumps, i), leads[i * stride].one) < 0:
                break
        else:
            i = n
    if i < n:
        raise CardsError(f"{name}[{i}] must be one card or more of one suit")
    return 0


cdef int check_sizes(const Planes *hands, Py_ssize_t n) except -1:
    cdef Py_ssize_t i
    for i in range(n):
        if size(hands[i]) > MOST_COUNTED:
            raise CardsError(f"hands[{i}] has more than {MOST_COUNTED} cards")
    return 0


cdef bint set_lead(const Order *o, Planes x, Lead *led) noexcept nogil:
    """Set the suit and the shape of a lead by its canonical units, the common ones at once.

    False if it is no lead, which check_leads() has refused.
    """
    cdef Run units[MAX_UNITS]
    cdef int n
    led.suit = suit_in(o, x.one)
    if led.suit < 0:
        return False
    if x.two == 0:
        n = popcount(x.one)
    elif x.two == x.one and x.two & (x.two - 1) == 0:
        n = 0
    else:
        led.shape = shape_of(units, decompose_suit(o, led.suit, x, units))
        return True
    led.shape.runs = 0
    led.shape.early = 0
    led.shape.singles = n
    led.shape.triples = n == 0 and x.three != 0
    led.shape.pairs = n == 0 and x.three == 0
    led.shape.cards = n + 3 * led.shape.triples + 2 * led.shape.pairs
    return True
