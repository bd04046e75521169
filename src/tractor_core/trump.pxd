"""The order of cards of one round as a plain C struct (rules O).

Within a suit a card stands on a *step*; steps rise with strength, and two steps are
adjacent (O5) exactly when their numbers differ by one.  A *chain* is one plane of one suit
with a bit a step.  Of the trumps, with T the trump suit and L the level:

    bits of a chain    2 3 .. K A of T without L | other L's | L of T | SJ | BJ
    permanent twos       3 .. K A of T without L | other 2's | 2 of T | other L's | L of T | SJ | BJ

Kinds that share a step (the *ties*: other L's, other 2's) are folded into its one bit.
"""
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport KINDS, Planes

cdef enum:
    DIAMONDS = 0
    CLUBS = 1
    HEARTS = 2
    SPADES = 3
    TRUMPS = 4
    SUITS = 5
    MAX_STEPS = 24  # more than any suit has
    TIED = 255      # stands for the kind of a step that several kinds share,
    GAP = 254       # and for that of a step left empty to part its neighbours

cdef struct Spread:
    # All suits of a plane side by side in one word, for counting runs: the suits that stay in
    # place, the spades in the place of the trump suit, and from bit 39 on the trumps.
    uint64_t joint                  # bits whose step is adjacent to that of the next bit
    uint64_t stay_low
    uint64_t stay_high              # ranks above the level's gap, one place down
    uint64_t moved_low
    uint64_t moved_high
    uint64_t own_low
    uint64_t own_high
    uint64_t first_tie
    uint64_t second_tie
    uint64_t first_own
    uint64_t second_own
    uint8_t move                    # places down for the spades
    uint8_t lift                    # and up for the trump suit
    uint8_t first_tie_at
    uint8_t second_tie_at
    uint8_t first_own_at
    uint8_t second_own_at
    uint8_t jokers_at
    uint8_t close                   # 1 where a gap is closed, else 0

cdef struct Order:
    uint64_t suit[SUITS]            # the kinds of each effective suit
    uint64_t low[SUITS]             # its plain ranks below the level's gap, and above:
    uint64_t high[SUITS]            # two shifts bring them together
    uint8_t shift_low[SUITS]
    uint8_t shift_high[SUITS]
    uint64_t tie[2]                 # trumps that share a step, lower step first; 0: none
    uint8_t tie_step[2]
    uint64_t own[2]                 # the two and the level of the trump suit; 0: none
    uint8_t own_step[2]
    uint8_t joker_step              # of the small joker; the big one is next
    uint8_t steps[SUITS]            # how many steps the suit has
    bint ties_adjacent              # two tied steps follow each other (NT, permanent twos)
    uint8_t suit_of[KINDS]
    uint8_t step_of[KINDS]
    uint8_t kind_at[SUITS][MAX_STEPS]
    Spread spread

cdef struct Chain:
    uint32_t one
    uint32_t two
    uint32_t three


cdef inline uint32_t fold(const Order *o, int s, uint64_t plane) noexcept nogil:
    """One plane of suit s, a bit a step."""
    cdef uint64_t c = (plane & o.low[s]) >> o.shift_low[s]
    c |= (plane & o.high[s]) >> o.shift_high[s]
    if s == TRUMPS:
        c |= <uint64_t> ((plane & o.tie[0]) != 0) << o.tie_step[0]
        c |= <uint64_t> ((plane & o.tie[1]) != 0) << o.tie_step[1]
        c |= <uint64_t> ((plane & o.own[0]) != 0) << o.own_step[0]
        c |= <uint64_t> ((plane & o.own[1]) != 0) << o.own_step[1]
        c |= (plane >> 52) << o.joker_step
    return <uint32_t> c


cdef inline Chain chain(const Order *o, int s, Planes x) noexcept nogil:
    """The three planes of suit s, a bit a step."""
    cdef Chain c
    c.one = fold(o, s, x.one)
    c.two = fold(o, s, x.two)
    c.three = fold(o, s, x.three) if x.three else 0
    return c


cdef inline uint64_t spread_out(const Spread *w, uint64_t plane) noexcept nogil:
    """One plane of all suits, a bit a step."""
    cdef uint64_t x = (plane & w.stay_low) | ((plane & w.stay_high) >> w.close)
    x |= ((plane & w.moved_low) >> w.move) | ((plane & w.moved_high) >> w.move >> w.close)
    x |= ((plane & w.own_low) << w.lift) | ((plane & w.own_high) << w.lift >> w.close)
    x |= <uint64_t> ((plane & w.first_tie) != 0) << w.first_tie_at
    x |= <uint64_t> ((plane & w.second_tie) != 0) << w.second_tie_at
    x |= <uint64_t> ((plane & w.first_own) != 0) << w.first_own_at
    x |= <uint64_t> ((plane & w.second_own) != 0) << w.second_own_at
    return x | (plane >> 52 << w.jokers_at)


cdef inline uint64_t kinds_on(const Order *o, int s, int step) noexcept nogil:
    """The kinds that stand on a step of suit s."""
    cdef int kind = o.kind_at[s][step]
    if kind < KINDS:
        return bit(kind)
    if kind == GAP:
        return 0
    return o.tie[0] if step == o.tie_step[0] else o.tie[1]


cdef inline int suit_in(const Order *o, uint64_t kinds) noexcept nogil:
    """The one suit of the kinds, -1 if they are of several (or none)."""
    cdef int s
    if kinds == 0:
        return -1
    s = o.suit_of[lowest(kinds)]
    return s if kinds & ~o.suit[s] == 0 else -1


cdef void fill_order(
    Order *o,
    int level,
    int suit,
    bint twos,
    bint plain_levels,
    bint gap_adjacent,
    bint chain_levels,
) noexcept nogil


cdef class Trump:
    cdef Order order
    cdef readonly str level
    cdef readonly str suit
    cdef readonly bint permanent_twos
    cdef readonly str no_trump_levels
    cdef readonly bint gap_adjacent
    cdef readonly bint level_tractors
    cdef tuple key(self)

cdef tuple SUIT_NAMES
