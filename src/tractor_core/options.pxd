# The options of a profile that the kernels read, as a C struct of small ints. Those of the match
# and of bidding are in no struct. The names of the values stand beside these codes in options.pyx,
# which checks their order.

from libc.stdint cimport int16_t, uint8_t


cdef enum:
    DECKS_MOST = 3
    PENALTY_MOST = 100
    FLAT_MOST = 100


cdef enum ThrowAgainst:  # T3
    THROW_OTHERS
    THROW_OPPONENTS


cdef enum FailedThrow:  # T4
    FAILED_LOWEST
    FAILED_FEWEST
    FAILED_SMALLEST


cdef enum TitanicAnswer:  # F7
    TITANIC_TRACTOR_FIRST
    TITANIC_TRIPLES_FIRST


cdef enum FollowTractor:  # F7
    FOLLOW_FULL
    FOLLOW_PAIRS


cdef enum ShortTractor:  # F7
    SHORT_OWED
    SHORT_FREE


cdef enum ThrowAnswer:  # F7
    ANSWER_FULL
    ANSWER_PAIRS


cdef enum Draw:  # F8
    DRAW_ALL
    DRAW_PROTECT_TRIPLES
    DRAW_PROTECT_RUNS
    DRAW_PROTECT_BOTH
    DRAW_SUIT_ONLY


cdef enum RuffCompare:  # R4
    COMPARE_FIRST_UNIT
    COMPARE_EVERY_UNIT
    COMPARE_EACH_SHAPE
    COMPARE_NEXT_UNIT
    COMPARE_TOP_CARD


cdef enum RuffCover:  # R4
    COVER_SPLIT
    COVER_EXACT


cdef enum KittyUnits:  # K1
    UNITS_PLAYED
    UNITS_LED


cdef enum Kitty:  # K2-K6
    KITTY_POWER_OF_CARDS
    KITTY_PER_PAIR
    KITTY_PER_LINKED_PAIR
    KITTY_BY_LENGTH
    KITTY_BY_LENGTH_LITERAL
    KITTY_FLAT
    KITTY_TWICE_CARDS
    KITTY_TWICE_LONGEST
    KITTY_NONE


cdef enum LevelTable:  # L1-L8
    TABLE_EIGHTY
    TABLE_EIGHTY_UP
    TABLE_FORTY
    TABLE_HUNDRED
    TABLE_TITANIC
    TABLE_COMPETITION
    TABLE_EIGHTY_BASE
    TABLE_FORTY_FIVE
    TABLE_FORTY_FIVE_POINTS


cdef struct Rulebook:
    uint8_t decks
    uint8_t throw_against
    uint8_t failed_throw
    uint8_t titanic_answer
    uint8_t follow_tractor
    uint8_t short_tractor
    uint8_t throw_answer
    uint8_t draw
    uint8_t ruff_compare
    uint8_t ruff_cover
    uint8_t kitty_units
    uint8_t kitty
    uint8_t level_table  # the table in force: never "by decks"
    int16_t throw_penalty
    int16_t kitty_flat[3]  # single, pair, tractor


cdef class Options:
    # both written by __cinit__ alone
    cdef Rulebook book
    cdef tuple held         # by the numbers of OPTIONS


cdef Rulebook DEFAULT_BOOK  # written once, when the module is imported


# The book of a profile; of the default profile for None. It lives as long as the profile does.
cdef inline const Rulebook* rulebook(Options rules) noexcept:
    if rules is None:
        return &DEFAULT_BOOK
    return &rules.book
