"""What a module compiled against these headers must find when it is loaded.

Cython compares the size of classes and the signature of functions by itself, but not the inside of
structs.  A module that cimports from tractor_core calls `check_abi()` once, at its top: what it was
compiled with is then compared with what is installed.
"""
from tractor_core.cards cimport Planes
from tractor_core.follows cimport Lead
from tractor_core.options cimport Rulebook
from tractor_core.packing cimport Shape
from tractor_core.randomness cimport BitGenerator
from tractor_core.trump cimport Chain, Order, Spread
from tractor_core.units cimport Run

cdef enum:
    # Raised with every change of a header that recompiling alone makes good and that the sizes
    # below do not show: fields of one size that change places, constants, what a kernel expects.
    ABI = 1
    LAYOUTS = 14


cdef inline void fill_layouts(size_t *sizes) noexcept nogil:
    """Sizes and offsets as they are where this is compiled; abi.pyx names them."""
    cdef Order order
    cdef Rulebook book
    cdef Shape shape
    sizes[0] = sizeof(Planes)
    sizes[1] = sizeof(Chain)
    sizes[2] = sizeof(Spread)
    sizes[3] = sizeof(Order)
    sizes[4] = <char *> &order.tie - <char *> &order
    sizes[5] = <char *> &order.steps - <char *> &order
    sizes[6] = <char *> &order.kind_at - <char *> &order
    sizes[7] = sizeof(Run)
    sizes[8] = sizeof(Shape)
    sizes[9] = <char *> &shape.triples - <char *> &shape
    sizes[10] = sizeof(Lead)
    sizes[11] = sizeof(Rulebook)
    sizes[12] = <char *> &book.throw_penalty - <char *> &book
    sizes[13] = sizeof(BitGenerator)


cdef int compare_abi(int version, const size_t *sizes, int n) except -1


cdef inline int check_abi() except -1:
    """Raise ImportError unless the module was compiled for the tractor_core that is installed."""
    cdef size_t sizes[LAYOUTS]
    fill_layouts(sizes)
    return compare_abi(ABI, sizes, LAYOUTS)
