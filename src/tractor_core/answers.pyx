"""Answers: the duties that a lead lays on a hand (F1-F4, F7).

The answer of a hand is a shape: the runs it owes in the order in which they are taken, then how
many triples and pairs.  The longest run that still fits beside those already owed is taken at
each step, so the answer is the greatest over every choice of cards (F3).
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from tractor_core.bits cimport popcount
from tractor_core.cards cimport contains, size, within
from tractor_core.options cimport (
    ANSWER_PAIRS, DRAW_SUIT_ONLY, FOLLOW_PAIRS, SHORT_FREE, TITANIC_TRIPLES_FIRST
)
from tractor_core.packing cimport Room, fits, room_of
from tractor_core.trump cimport fold
from tractor_core.units cimport longest_run, runs_of


cdef void ask(Duties *duties, int length, bint led) noexcept nogil:
    """Add a run in its place: longest first, a joining one after its equals."""
    cdef int i = duties.n
    while i > 0 and duties.length[i - 1] < length:
        duties.length[i] = duties.length[i - 1]
        duties.led[i] = duties.led[i - 1]
        i -= 1
    duties.length[i] = length
    duties.led[i] = led
    duties.n += 1


cdef int take(Duties *duties, bint *led) noexcept nogil:
    """Remove the longest run asked for."""
    cdef int length = duties.length[0]
    cdef int i
    led[0] = duties.led[0]
    duties.n -= 1
    for i in range(duties.n):
        duties.length[i] = duties.length[i + 1]
        duties.led[i] = duties.led[i + 1]
    return length


cdef struct Ground:
    # Cards of a suit, and the room they give once it is needed.
    const Order *o
    int s
    Planes x
    bint known
    Room room


cdef const Room *room_in(Ground *ground) noexcept nogil:
    if not ground.known:
        ground.room = room_of(ground.o, ground.s, ground.x)
        ground.known = True
    return &ground.room


cdef int owe(
    Shape *owed, Ground *ground, int copies, int most, int least, int *longest
) noexcept nogil:
    """Add the longest run of least..most steps that still fits; returns its length, 0 if none.

    No run longer than `longest` fits, nor will one later; by itself one that long does.
    """
    cdef int length
    owed.copies[owed.runs] = copies
    for length in range(min(most, longest[0]), least - 1, -1):
        owed.length[owed.runs] = length
        owed.runs += 1
        if owed.runs == 1 and owed.early == 0:
            return length
        if fits(room_in(ground), owed, owed.early) >= owed.early:
            return length
        owed.runs -= 1
        longest[0] = length - 1
    return 0


cdef int runs_length(const Shape *shape) noexcept nogil:
    cdef int total = 0
    cdef int i
    for i in range(shape.runs):
        total += shape.length[i]
    return total


cdef int pairs_in(const Shape *owed) noexcept nogil:
    """How many kinds an answer needs at least twice."""
    return runs_length(owed) + owed.triples + owed.pairs


cdef void answer_runs(
    const Order *o, int s, Planes x, const Shape *led, const Rulebook *book, Shape *owed,
    int *triples, int *pairs
) noexcept nogil:
    """The runs owed; adds to the triples and pairs asked for what runs become without cards."""
    cdef Duties titanics
    cdef Duties tractors
    cdef Ground ground
    cdef uint32_t bottoms
    cdef int longest = longest_run(fold(o, s, x.two), &bottoms)
    cdef int longest_titanic = longest_run(fold(o, s, x.three), &bottoms)
    cdef bint only_pairs = book.follow_tractor == FOLLOW_PAIRS or (
        book.throw_answer == ANSWER_PAIRS
        and led.runs + led.triples + led.pairs + led.singles > 1
    )
    cdef bint is_led
    cdef int i
    cdef int length
    cdef int got
    titanics.n = tractors.n = 0
    ground.o = o
    ground.s = s
    ground.x = x
    ground.known = False
    for i in range(led.runs):
        if led.copies[i] == 3:
            ask(&titanics, led.length[i], True)
        elif only_pairs:
            pairs[0] += led.length[i]
        else:
            ask(&tractors, led.length[i], True)
    while titanics.n:
        length = take(&titanics, &is_led)
        got = owe(owed, &ground, 3, length, 2, &longest_titanic)
        if got == 0:
            if book.titanic_answer == TITANIC_TRIPLES_FIRST:
                got = min(length, fits(room_in(&ground), owed, owed.early + length) - owed.early)
                owed.early += got
                if length - got == 1:
                    pairs[0] += 1
                elif length > got:
                    ask(&tractors, length - got, False)
                continue
            got = owe(owed, &ground, 2, length, 2, &longest)
            if got == 0:
                triples[0] += length
                continue
        if length - got == 1:
            triples[0] += 1
        elif length > got:
            ask(&titanics, length - got, True)
    while tractors.n:
        length = take(&tractors, &is_led)
        got = owe(owed, &ground, 2, length,
                  length if is_led and book.short_tractor == SHORT_FREE else 2, &longest)
        if got == 0:
            pairs[0] += length
        elif length - got == 1:
            pairs[0] += 1
        elif length > got:
            ask(&tractors, length - got, is_led)
    owed.triples = owed.early
    if triples[0]:
        owed.triples = fits(room_in(&ground), owed, owed.early + triples[0])
        pairs[0] += triples[0] - (owed.triples - owed.early)


cdef Shape answer(
    const Order *o, int s, Planes x, const Shape *led, const Rulebook *book
) noexcept nogil:
    """The answer of cards of suit s to a lead (F2, F3)."""
    cdef Shape owed
    cdef int triples = led.triples
    cdef int pairs = led.pairs
    cdef int held
    memset(&owed, 0, sizeof(Shape))
    if led.runs:
        answer_runs(o, s, x, led, book, &owed, &triples, &pairs)
    else:
        owed.triples = min(triples, popcount(x.three))
        pairs += triples - owed.triples
    held = popcount(x.two) - runs_length(&owed) - owed.triples
    owed.pairs = min(pairs, held)
    return owed


cdef bint gives(const Order *o, int s, Planes play, const Shape *owed) noexcept nogil:
    """Whether a play in the suit contains what is owed."""
    cdef Room room
    if popcount(play.two) < pairs_in(owed):
        return False
    if owed.runs == 0:
        return popcount(play.three) >= owed.triples
    if owed.runs == 1 and owed.triples == 0:
        return runs_of(fold(o, s, play.two if owed.copies[0] == 2 else play.three),
                       owed.length[0]) != 0
    room = room_of(o, s, play)
    return fits(&room, owed, owed.triples) >= owed.triples


cdef int judge(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book
) noexcept nogil:
    """Whether a play may follow a lead of suit s; any MUST_PLAY verdict stands for all four."""
    cdef uint64_t suit = o.suit[s]
    cdef Planes held
    cdef Shape owed
    cdef int in_suit
    if play.one == 0:
        return EMPTY
    if size(play) != led.cards:
        return WRONG_COUNT
    if not contains(hand, play):
        return NOT_HELD
    held = within(hand, suit)
    in_suit = size(held)
    if in_suit <= led.cards:
        # all of the suit must go, and then the play answers as the hand does
        return LEGAL if contains(play, held) else MUST_FOLLOW_SUIT
    if play.one & ~suit:
        return MUST_FOLLOW_SUIT
    if led.singles == led.cards or held.two == 0 or book.draw == DRAW_SUIT_ONLY:
        return LEGAL
    owed = answer(o, s, held, led, book)
    return LEGAL if gives(o, s, play, &owed) else MUST_PLAY_PAIR


cdef int why(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book
) noexcept nogil:
    """judge(), telling which of the four MUST_PLAY verdicts it is."""
    cdef int verdict = judge(o, s, led, hand, play, book)
    cdef Shape owed
    cdef Shape given
    cdef bint same
    cdef int i
    if verdict != MUST_PLAY_PAIR:
        return verdict
    owed = answer(o, s, within(hand, o.suit[s]), led, book)
    given = answer(o, s, play, led, book)
    for i in range(owed.runs):
        if owed.copies[i] == 2 and given.early < owed.early:
            return MUST_PLAY_TRIPLE
        if i < given.runs and given.copies[i] == owed.copies[i]:
            same = given.length[i] == owed.length[i]
        else:
            same = False
        if not same:
            return MUST_PLAY_TITANIC if owed.copies[i] == 3 else MUST_PLAY_TRACTOR
    return MUST_PLAY_TRIPLE if given.triples < owed.triples else MUST_PLAY_PAIR
