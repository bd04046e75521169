"""Deals of hidden cards, drawn layer by layer from the ways that were counted."""
from libc.stdint cimport int64_t, uint8_t, uint64_t

from tractor_core.cards cimport MAX_CARDS, Planes
from tractor_core.choices cimport COPIES
from tractor_core.classes cimport CLASSES
from tractor_core.clues cimport PLACES
from tractor_core.partings cimport Outcome, Parting
from tractor_core.randomness cimport BitGenerator
from tractor_core.slots cimport SLOTS

# as in picker.h
ctypedef void (*Picker)(
    const BitGenerator *, uint64_t *pool, int n, int many, int few, uint64_t *to
) noexcept nogil
# and sums.h
ctypedef void (*Chooser)(
    const double *const *to, const double *low, const double *high, const double *weight,
    const Py_ssize_t *back, int moves, int64_t *found, int64_t *beyond
) noexcept nogil

cdef enum:
    BATCH = 8   # as TR_ROWS: rows dealt side by side, so that one need not wait for another's cells

cdef struct Chance:
    # What deals are drawn with.
    BitGenerator *source
    Picker pick
    Chooser choose
    double doubt                # how near to a limit, of all ways, a draw is doubtful
    int few

cdef struct Walk:
    # Where a batch of samples stands: it draws the words for the layers of all its rows, then goes
    # layer by layer, and in the end, row by row, draws what parts the cards.
    Py_ssize_t row              # the first
    int batch                   # how many
    bint begun
    int layer
    int next                    # in the batch, the first that has not drawn its move
    uint64_t lanes[BATCH]       # what the slots lack,
    Py_ssize_t at[BATCH]        # and that in cells
    uint8_t given[BATCH][CLASSES][SLOTS]
    uint64_t hand[BATCH][PLACES + 1][COPIES]
    uint64_t word[BATCH][MAX_CARDS]


cdef Chance chance_of(int path) noexcept nogil
cdef void give(const Parting *p, Walk *w, int one, const uint8_t *given) noexcept nogil
cdef Outcome deal_on(
    const Parting *p, Walk *w, const Chance *chance, Planes *out, Py_ssize_t n
) noexcept nogil
