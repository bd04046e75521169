"""Protected cards (F8): duties that may not draw on some triples or runs.

The answers are found by dues.  Only where two tied steps are side by side, in the four steps of
no trump with permanent twos, they are found as F3 defines them: the states that the choices so
far can have led to are kept, and each duty takes the best outcome that some of them allows.  A
state is the set of kinds still held at least twice.
"""
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport malloc, qsort
from libc.string cimport memset

from tractor_core.answers cimport (
    LEGAL, MUST_PLAY_PAIR, MUST_PLAY_TITANIC, MUST_PLAY_TRACTOR, MUST_PLAY_TRIPLE, answer, pairs_in
)
from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport copies_of, plus, repeated, within
from tractor_core.counting cimport Choice, choice_at, choice_of, count_choices
from tractor_core.dues cimport Ground, answer_guarded, gives_guarded, ground_of
from tractor_core.guards cimport spares_runs, spares_triples
from tractor_core.listings cimport TOO_MANY, by_kinds
from tractor_core.meetings cimport count_packed, draw_packed
from tractor_core.options cimport (
    ANSWER_PAIRS, FOLLOW_PAIRS, SHORT_FREE, TITANIC_TRIPLES_FIRST
)
from tractor_core.packing cimport empty
from tractor_core.randomness cimport BitGenerator, below
from tractor_core.trump cimport MAX_STEPS, TRUMPS

cdef enum:
    MAX_KINDS = 10      # the twos, the level cards and the jokers
    STATE_WORDS = 16    # a bit for each set of those
    MAX_DUTIES = 128
    # shapes in their order; these are the origins of duties and the outcomes as well
    NOTHING = 0
    PAIR = 1
    TRIPLE = 2
    TRACTOR = 3
    TITANIC = 4

cdef struct Suit:
    # The kinds of the suit that the hand holds at least twice, and what the play has of them.
    int n
    int steps
    uint8_t kind[MAX_KINDS]
    uint8_t step[MAX_KINDS]
    uint8_t held[MAX_KINDS]
    uint8_t have[MAX_KINDS]
    uint32_t on[MAX_STEPS + 2]  # the kinds of a step, from number 1: 0 and the last are empty

cdef struct Duty:
    uint8_t copies
    uint8_t length
    uint8_t origin

cdef struct Duties:
    int n
    Duty duty[MAX_DUTIES]

cdef struct Outcomes:
    int n
    int rank[MAX_DUTIES]        # 32 * shape + length

cdef struct States:
    uint64_t word[STATE_WORDS]


cdef int shape_rank(int copies, int length) noexcept nogil:
    if length > 1:
        return TITANIC if copies == 3 else TRACTOR
    return TRIPLE if copies == 3 else PAIR


cdef void ask(Duties *duties, int copies, int length, int origin) noexcept nogil:
    """Put a duty in its place: Titanics, tractors, triples, pairs; longest first; equals wait."""
    cdef int i = duties.n
    cdef int rank = shape_rank(copies, length)
    cdef int before
    while i > 0:
        before = shape_rank(duties.duty[i - 1].copies, duties.duty[i - 1].length)
        if before > rank or before == rank and duties.duty[i - 1].length >= length:
            break
        duties.duty[i] = duties.duty[i - 1]
        i -= 1
    duties.duty[i].copies = copies
    duties.duty[i].length = length
    duties.duty[i].origin = origin
    duties.n += 1


cdef void ask_rest(Duties *duties, int copies, int length, int origin) noexcept nogil:
    if length > 0:
        ask(duties, copies, length, origin)


cdef void take_run(
    const Suit *suit, uint32_t left, uint32_t able, int step, int length, uint32_t taken,
    States *out
) noexcept nogil:
    """Add every state after a run from a step up is taken out of the kinds able to serve."""
    cdef uint32_t here
    if length == 0:
        left &= ~taken
        out.word[left >> 6] |= bit(left & 63)
        return
    if step >= suit.steps:
        return
    here = suit.on[step + 1] & able
    while here:
        take_run(suit, left, able, step + 1, length - 1, taken | (here & -here), out)
        here &= here - 1


cdef uint32_t able_to_serve(
    const Suit *suit, uint32_t left, int copies, bint spare_triples, bint spare_runs
) noexcept nogil:
    """The kinds left that a unit of so many copies may be drawn from."""
    cdef uint32_t able = 0
    cdef int k
    for k in range(suit.n):
        if not (left >> k) & 1 or suit.have[k] < copies:
            continue
        if spare_triples and suit.held[k] == 3:
            continue
        if spare_runs and left & (suit.on[suit.step[k]] | suit.on[suit.step[k] + 2]):
            continue
        able |= <uint32_t> 1 << k
    return able


cdef bint take(
    const Suit *suit, States *states, const Duty *duty, int copies, int length,
    const Rulebook *book
) noexcept nogil:
    """Take a unit of this shape for a duty, in every way; False, and nothing done, if none is."""
    cdef bint spare_triples = spares_triples(book) and (
        duty.origin == PAIR or duty.origin == TRACTOR
    )
    cdef bint spare_runs = spares_runs(book) and duty.copies == 2 and duty.length == 1 and (
        duty.origin == PAIR or duty.origin == TRIPLE
    )
    cdef States out
    cdef uint64_t states_left
    cdef uint32_t left
    cdef uint32_t able
    cdef int w
    cdef int step
    memset(&out, 0, sizeof(States))
    for w in range(STATE_WORDS):
        states_left = states.word[w]
        while states_left:
            left = 64 * w + lowest(states_left)
            states_left &= states_left - 1
            able = able_to_serve(suit, left, copies, spare_triples, spare_runs)
            for step in range(suit.steps if able else 0):
                take_run(suit, left, able, step, length, 0, &out)
    if empty(STATE_WORDS, out.word):
        return False
    states[0] = out
    return True


cdef void serve(
    const Suit *suit, Duties *duties, const Rulebook *book, States *states, Outcomes *out
) noexcept nogil:
    """Serve the first duty as well as can be."""
    cdef Duty duty = duties.duty[0]
    cdef int rank = shape_rank(duty.copies, duty.length)
    cdef int length
    cdef int got = 0
    cdef int copies
    cdef int i
    cdef int _i
    cdef bint short_free = book.short_tractor == SHORT_FREE and duty.origin == TRACTOR
    duties.n -= 1
    for i in range(duties.n):
        duties.duty[i] = duties.duty[i + 1]
    out.rank[out.n] = NOTHING
    out.n += 1
    if duty.length == 1:
        if take(suit, states, &duty, duty.copies, 1, book):
            out.rank[out.n - 1] = 32 * rank + 1
        elif duty.copies == 3:
            ask(duties, 2, 1, duty.origin)
        return
    for copies in range(duty.copies, 1, -1):
        if copies < duty.copies and book.titanic_answer == TITANIC_TRIPLES_FIRST:
            break
        for length in range(duty.length, 1, -1):
            if copies == 2 and rank == TRACTOR and short_free and length < duty.length:
                break
            if take(suit, states, &duty, copies, length, book):
                out.rank[out.n - 1] = 32 * shape_rank(copies, length) + length
                ask_rest(duties, duty.copies, duty.length - length, duty.origin)
                return
    if rank == TITANIC and book.titanic_answer == TITANIC_TRIPLES_FIRST:
        while got < duty.length and take(suit, states, &duty, 3, 1, book):
            got += 1
        if got:
            out.rank[out.n - 1] = 32 * TRIPLE + got
        ask_rest(duties, 2, duty.length - got, duty.origin)
        return
    for _i in range(duty.length):
        ask(duties, duty.copies, 1, duty.origin)


cdef void outcomes(
    const Suit *suit, const Shape *led, const Rulebook *book, Outcomes *out
) noexcept nogil:
    """The answer as a sequence of outcomes."""
    cdef Duties duties
    cdef States states
    cdef uint32_t every = (<uint32_t> 1 << suit.n) - 1
    cdef int i
    cdef int _i
    cdef bint only_pairs = book.follow_tractor == FOLLOW_PAIRS or (
        book.throw_answer == ANSWER_PAIRS
        and led.runs + led.triples + led.pairs + led.singles > 1
    )
    duties.n = 0
    for i in range(led.runs):
        if led.copies[i] == 2 and only_pairs:
            for _i in range(led.length[i]):
                ask(&duties, 2, 1, TRACTOR)
        else:
            ask(&duties, led.copies[i], led.length[i], TITANIC if led.copies[i] == 3 else TRACTOR)
    for _i in range(led.triples):
        ask(&duties, 3, 1, TRIPLE)
    for _i in range(led.pairs):
        ask(&duties, 2, 1, PAIR)
    memset(&states, 0, sizeof(States))
    states.word[every >> 6] = bit(every & 63)
    out.n = 0
    while duties.n:
        serve(suit, &duties, book, &states, out)


cdef void read_suit(
    Suit *suit, const Order *o, Planes held, Planes have
) noexcept nogil:
    """Read cards held, all of one suit, and those of them that are played."""
    cdef uint64_t left = held.two
    cdef int i
    for i in range(MAX_STEPS + 2):
        suit.on[i] = 0
    suit.n = 0
    suit.steps = o.steps[TRUMPS]
    while left:
        i = lowest(left)
        left &= left - 1
        suit.kind[suit.n] = i
        suit.step[suit.n] = o.step_of[i]
        suit.held[suit.n] = copies_of(held, i)
        suit.have[suit.n] = copies_of(have, i)
        suit.on[suit.step[suit.n] + 1] |= <uint32_t> 1 << suit.n
        suit.n += 1


cdef int falls_short(
    const Suit *suit, const Shape *led, const Outcomes *owed, const Rulebook *book
) noexcept nogil:
    """The verdict of a play of the suit against what the hand owes."""
    cdef Outcomes given
    cdef int i
    outcomes(suit, led, book, &given)
    for i in range(min(owed.n, given.n)):
        if given.rank[i] > owed.rank[i]:
            return LEGAL
        if given.rank[i] < owed.rank[i]:
            i = owed.rank[i] // 32
            if i == TITANIC:
                return MUST_PLAY_TITANIC
            if i == TRACTOR:
                return MUST_PLAY_TRACTOR
            return MUST_PLAY_TRIPLE if i == TRIPLE else MUST_PLAY_PAIR
    return LEGAL


cdef bint kept_as_states(const Order *o, int s) noexcept nogil:
    """Whether the suit has two tied steps side by side."""
    return s == TRUMPS and o.ties_adjacent


cdef int judge_protected(
    const Order *o, int s, const Shape *led, Planes hand, Planes play, const Rulebook *book,
    bint tell
) noexcept nogil:
    """The verdict on a play where the draw protects cards; NO_MEMORY or a Verdict.

    Unless told to tell, any MUST_PLAY verdict stands for all four.
    """
    cdef Rulebook plain = book[0]
    cdef Planes held = within(hand, o.suit[s])
    cdef Suit suit
    cdef Outcomes outcomes_owed
    cdef Ground ground
    cdef Owed owed
    cdef Owed given
    cdef int found
    cdef int i
    plain.draw = DRAW_ALL
    found = judge(o, s, led, hand, play, &plain)
    if found != MUST_PLAY_PAIR:
        return found  # legal under "all", or refused for another reason
    if kept_as_states(o, s):
        read_suit(&suit, o, held, held)
        outcomes(&suit, led, book, &outcomes_owed)
        read_suit(&suit, o, held, play)
        return falls_short(&suit, led, &outcomes_owed, book)
    ground = ground_of(o, s, held, held, book)
    if answer_guarded(&ground, led, book, &owed) < 0:
        return NO_MEMORY
    ground = ground_of(o, s, held, play, book)
    found = gives_guarded(&ground, &owed, book)
    if found == NO_MEMORY:
        return NO_MEMORY
    if found or not tell:
        return LEGAL if found else MUST_PLAY_PAIR
    if answer_guarded(&ground, led, book, &given) < 0:
        return NO_MEMORY
    for i in range(owed.runs):
        if owed.copies[i] == 2 and given.early < owed.early:
            return MUST_PLAY_TRIPLE
        if (
            i >= given.runs
            or given.copies[i] != owed.copies[i]
            or given.length[i] != owed.length[i]
        ):
            return MUST_PLAY_TITANIC if owed.copies[i] == 3 else MUST_PLAY_TRACTOR
    return MUST_PLAY_TRIPLE if given.triples < owed.triples else MUST_PLAY_PAIR


cdef int owed_under_all(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book, Choice *c,
    Shape *owed, Owed *guarded
) noexcept nogil:
    """What cards held owe if nothing is protected, with the choice they give, and as it is.

    NO_MEMORY or 0.
    """
    cdef Ground ground = ground_of(o, s, held, held, book)
    owed[0] = answer(o, s, held, led, book)
    c[0] = choice_of(held, led.cards, pairs_in(owed), owed.triples)
    return answer_guarded(&ground, led, book, guarded)


# --- counting -------------------------------------------------------------------------------

cdef struct Search:
    # A walk through what the play may have of the kinds held twice or more.
    const Order *order
    int s
    const Shape *led
    const Rulebook *book
    Rulebook plain
    Planes held
    Suit suit
    Outcomes owed
    Choice singles          # the kinds that no group is taken of, one copy each
    uint64_t total
    uint64_t number         # the play looked for
    bint looking
    bint found
    Planes *listed          # room for all plays, or NULL
    Planes groups           # the groups taken
    Planes play


cdef void visit(Search *w, int i, int cards) noexcept nogil:
    """Go through the groups that may be taken of kinds number i and on."""
    cdef int copies
    cdef int taken
    cdef uint64_t ways
    cdef Planes before
    if i == w.suit.n:
        w.singles = choice_of(repeated(w.held.one & ~w.groups.two, 1), cards, 0, 0)
        ways = count_choices(&w.singles)
        if ways == 0:
            return
        if falls_short(&w.suit, w.led, &w.owed, w.book) != LEGAL and judge(
            w.order, w.s, w.led, w.held, plus(w.groups, choice_at(&w.singles, 0)), &w.plain
        ) != LEGAL:
            return
        if w.looking and w.number - w.total < ways:
            w.play = plus(w.groups, choice_at(&w.singles, w.number - w.total))
            w.found = True
        if w.listed != NULL:
            for copies in range(<int> ways):
                w.listed[w.total + copies] = plus(w.groups, choice_at(&w.singles, copies))
        w.total += ways
        return
    before = w.groups
    for copies in range(1, w.suit.held[i] + 1):
        taken = copies if copies > 1 else 0
        if taken > cards:
            break
        w.suit.have[i] = taken
        if taken:
            w.groups = plus(before, repeated(bit(w.suit.kind[i]), taken))
        visit(w, i + 1, cards - taken)
        if w.found:
            return
    w.suit.have[i] = 0
    w.groups = before


cdef void search(
    Search *w, const Order *o, int s, const Shape *led, Planes held, const Rulebook *book
) noexcept nogil:
    w.order = o
    w.s = s
    w.led = led
    w.book = book
    w.plain = book[0]
    w.plain.draw = DRAW_ALL
    w.held = held
    w.total = 0
    w.found = False
    w.groups.one = w.groups.two = w.groups.three = 0
    read_suit(&w.suit, o, held, held)
    outcomes(&w.suit, led, book, &w.owed)
    visit(w, 0, led.cards)


cdef int count_protected(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book, uint64_t *total
) noexcept nogil:
    """How many plays of cards held, more than were led, are legal; NO_MEMORY or 0."""
    cdef Search w
    cdef Choice c
    cdef Shape owed
    cdef Owed guarded
    if not kept_as_states(o, s):
        if owed_under_all(o, s, led, held, book, &c, &owed, &guarded) < 0:
            return NO_MEMORY
        return count_packed(o, s, &c, &owed, &guarded, book, total)
    w.looking = False
    w.listed = NULL
    search(&w, o, s, led, held, book)
    total[0] = w.total
    return 0


cdef int draw_protected(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book,
    BitGenerator *source, Planes *out
) noexcept nogil:
    """One of these plays, drawn uniformly; NO_MEMORY or 0."""
    cdef Search w
    cdef Choice c
    cdef Shape owed
    cdef Owed guarded
    if not kept_as_states(o, s):
        if owed_under_all(o, s, led, held, book, &c, &owed, &guarded) < 0:
            return NO_MEMORY
        return draw_packed(o, s, &c, &owed, &guarded, book, source, out)
    w.looking = False
    w.listed = NULL
    search(&w, o, s, led, held, book)
    w.looking = True
    w.number = below(source, w.total)
    search(&w, o, s, led, held, book)
    out[0] = w.play
    return 0


cdef int all_states(
    const Order *o, int s, const Shape *led, Planes held, const Rulebook *book, int most,
    Planes **out
) noexcept nogil:
    """All plays of such a suit, ascending, in memory to be freed.

    How many, NO_MEMORY, or TOO_MANY.
    """
    cdef Search w
    w.looking = False
    w.listed = NULL
    out[0] = NULL
    search(&w, o, s, led, held, book)
    if w.total > <uint64_t> most:
        return TOO_MANY
    out[0] = w.listed = <Planes *> malloc((w.total + 1) * sizeof(Planes))
    if out[0] == NULL:
        return NO_MEMORY
    search(&w, o, s, led, held, book)
    qsort(out[0], w.total, sizeof(Planes), by_kinds)
    return <int> w.total
