"""What is counted in a deal, as a plain C struct of small ints.

A deal is five Planes: the four hands, then the kitty.  A gauge gives each deal `copies` whole
numbers, one for each of its symmetric copies; -1 says that a copy does not apply.  Numbers of
a block of deals lie copy by copy, GROUP apart, so that what follows is done on whole vectors.
"""
from libc.stdint cimport int16_t, uint8_t, uint64_t

from tractor_core.cards cimport Planes
from tractor_core.trump cimport Order

cdef enum:
    GROUP = 64          # deals gauged at once
    PLACES = 5          # four hands and the kitty
    MOST_COPIES = 20    # four hands by five suits
    MOST_LEADS = 4      # one a side suit
    MOST_TESTS = 9      # shapes of the units of one lead: a suit has 21 kinds at most
    MOST_BINS = 4096
    ANYTHING = -1

cdef enum Quantity:
    KINDS_HELD          # kinds held so often
    RUNS_HELD           # maximal runs of at least a length
    LONGEST_RUN
    CARDS_HELD          # cards of some kinds, of others twice
    DECLARATION
    STANDS              # of a lead: no hand looked at beats any of its units
    BEATEN
    RUFFED
    ESCAPES

cdef enum Join:
    EACH                # every place by itself
    SIDES               # two places together: those that are two apart in the list
    MOST                # the greatest of all places

cdef struct Test:
    # a unit of a lead, and the kinds above it
    uint64_t above
    uint8_t copies
    uint8_t length
    uint8_t step

cdef struct Led:
    Planes cards        # the leader holds them, or the copy does not apply
    uint64_t without    # and neither he nor, if looked at, the kitty holds any of these
    int suit
    int tests
    Test test[MOST_TESTS]

cdef struct Gauge:
    Order order
    int quantity
    int copies
    int places
    uint8_t place[PLACES]   # seats, or 4 for the kitty; of a lead the leaders
    int join
    int masks
    uint64_t mask[PLACES]   # a copy each: of kinds, for runs of the suits spread out
    uint64_t twice          # kinds that count twice
    int times               # copies of the kinds held, of the kinds in a run
    int length              # of a run at least
    bint yes_or_no          # the number is whether it lies between
    int least
    int most
    uint64_t level[4]       # level card of each suit, for declarations
    bint by_jokers
    bint by_colour
    int leads
    Led lead[MOST_LEADS]
    int seen                # hands that a lead is judged by,
    uint8_t after[3]        # counted from the leader
    int held                # cards of the suit in the leader's hand, or ANYTHING
    bint buried             # the kitty is the leader's
    int ruffs               # bit k: the k-th hand after the leader ruffs
