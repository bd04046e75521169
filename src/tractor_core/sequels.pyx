"""Sequels: a position played on to the end of the round, in many deals of the hidden cards."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.string cimport memset

from tractor_core.answers cimport EMPTY, LEGAL, MIXED_SUITS, NOT_HELD, WRONG_COUNT
from tractor_core.arrays cimport cards_at, plain, read_planes
from tractor_core.cards cimport Cards, Planes, contains, new_cards, size
from tractor_core.courses cimport (
    CALLED, Course, Values, answer_trick, close_trick, fill_values, open_trick, write_cards,
    write_lead
)
from tractor_core.dealing cimport HANDS
from tractor_core.follows cimport refusal
from tractor_core.options cimport Options, Rulebook, rulebook
from tractor_core.playouts cimport (
    CHUNK, Manner, Results, Seats, call_policy, open_record, play_course, read_count, read_key,
    read_policy, read_seats, record_arrays, result_arrays, seat_at, write_end, write_round
)
from tractor_core.positions cimport (
    FITS, Fit, Position, fit, misfit, points_of_position, read_partners_of, read_position
)
from tractor_core.protection cimport NO_MEMORY, verdict_why
from tractor_core.randomness cimport Sfc64, open_sfc64
from tractor_core.tables cimport NO_SEAT, SEATS
from tractor_core.trump cimport Trump, suit_in

import numpy as np

from tractor_core.deals import Deals
from tractor_core.errors import CardsError, RulesError
from tractor_core.outcomes import Playouts
from tractor_core.rounds import Round

__all__ = ["play_on"]

cdef struct Job:
    Position position
    const Planes *worlds
    Py_ssize_t n
    const Planes *candidates
    Py_ssize_t many         # candidates; 0: the policy makes the first play too
    Seats partners
    const Rulebook *book
    Manner manner
    uint64_t key[3]         # world i plays from SFC64 of key[0], key[1], key[2] + i
    Results results


# --- kernels --------------------------------------------------------------------------------


cdef void open_sequel(
    Course *c, const Position *p, const Planes *deal, int partner, const Rulebook *book
) noexcept nogil:
    """Begin where a position stands; where plays go stays."""
    cdef int seat
    cdef int i
    for seat in range(SEATS):
        c.hand[seat] = deal[seat]
        c.defends[seat] = seat == p.dealer or seat == partner
        c.voids[seat] = p.voids[seat]
    c.kitty = deal[SEATS]
    c.points = points_of_position(p, partner, book)
    c.factor = 0
    c.held = p.held
    c.tricks = 0
    c.leader = p.leader
    c.dealer = p.dealer
    c.down = 0
    c.place = p.place
    c.led = p.led
    c.tops = p.tops
    c.unit = p.unit
    c.units = p.units
    for i in range(p.place):
        c.plays[i] = p.plays[i]
    if c.kinds != NULL and p.place:
        write_lead(c, p.led.shape.cards)
        c.returned[0] = p.returned
        for i in range(p.place):
            write_cards(c, p.plays[i])


cdef void play_first(
    Course *c, const Values *v, const Rulebook *book, Planes cards
) noexcept nogil:
    """Make a play for the seat on turn."""
    if c.place == 0:
        open_trick(c, v, book, cards)
        c.place = 1
        return
    if cards.one & ~v.order.suit[c.led.suit]:
        c.voids[(c.leader + c.place) % SEATS] |= 1 << c.led.suit
    answer_trick(c, c.place, cards)
    c.place += 1
    if c.place == SEATS:
        close_trick(c, v, book)
        c.place = 0


cdef bint lay_out(const Job *job, Py_ssize_t i, Planes *deal) noexcept nogil:
    """World i; False if it was written to since it was checked."""
    cdef int k
    for k in range(HANDS):
        deal[k] = cards_at(job.worlds + i * HANDS + k)
    return fit(&job.position, deal) == FITS


cdef int play_world(
    const Job *job, Py_ssize_t i, Py_ssize_t number, const Values *v
) noexcept nogil:
    """Play world i on from the candidate of that number; NO_MEMORY or 0."""
    cdef Planes deal[HANDS]
    cdef Course c
    cdef Sfc64 random
    cdef Py_ssize_t row = number * job.n + i
    cdef int done
    if not lay_out(job, i, deal):
        return 0
    open_record(&c, &job.results, row)
    open_sequel(&c, &job.position, deal, seat_at(&job.partners, i), job.book)
    if job.many:
        play_first(&c, v, job.book, job.candidates[number])
    open_sfc64(&random, job.key[0], job.key[1], job.key[2] + <uint64_t> i)
    done = play_course(v, job.book, &job.manner, &random, &c)
    if done < 0:
        return done
    write_end(&c, &job.results, row)
    return 0


# --- arguments ------------------------------------------------------------------------------


cdef object read_candidates(object candidates):
    """Planes of candidate plays; None for none."""
    if candidates is None or isinstance(candidates, np.ndarray):
        return plain("candidates", candidates) if candidates is not None else None
    if isinstance(candidates, Cards):
        candidates = (candidates,)
    elif isinstance(candidates, (str, bytes)) or not hasattr(candidates, "__iter__"):
        raise TypeError(
            "candidates are Cards, several of them or an array uint64[k, 3], not "
            f"{type(candidates).__name__}"
        )
    candidates = list(candidates)
    for cards in candidates:
        if not isinstance(cards, Cards):
            raise TypeError(f"a candidate is Cards, not {type(cards).__name__}")
    return np.array([cards.planes for cards in candidates], np.uint64).reshape(-1, 3)


cdef int judge(const Position *p, Trump trump, Planes cards, const Rulebook *book) except -1:
    """The verdict on a play of the seat on turn, which sees the position."""
    cdef int found
    if cards.one == 0:
        return EMPTY
    if p.place and size(cards) != p.led.shape.cards:
        return WRONG_COUNT
    if not contains(p.hand, cards):
        return NOT_HELD
    if p.place == 0:
        return LEGAL if suit_in(&trump.order, cards.one) >= 0 else MIXED_SUITS
    found = verdict_why(&trump.order, p.led.suit, &p.led.shape, p.hand, cards, book)
    if found == NO_MEMORY:
        raise MemoryError
    return found


cdef int check_candidates(const Job *job, Trump trump) except -1:
    """Refuse candidates that may not be played."""
    cdef const Position *p = &job.position
    cdef Py_ssize_t i
    cdef int found
    if p.turn != p.seat:
        raise RulesError(
            f"candidates are plays of seat {p.seat}, whose view it is; it is the turn of {p.turn}"
        )
    for i in range(job.many):
        found = judge(p, trump, job.candidates[i], job.book)
        if found != LEGAL:
            error = refusal(
                found, new_cards(job.candidates[i]), new_cards(p.hand),
                new_cards(p.plays[0]) if p.place else None,
            )
            error.add_note(f"candidates[{i}]")
            raise error
    return 0


# --- a policy of the caller's ---------------------------------------------------------------


cdef int call_worlds(Job *job, object view, object policy, Trump trump, int first) except -1:
    """Play every world on by asking the policy for every play."""
    cdef Planes deal[HANDS]
    cdef Values here
    cdef Py_ssize_t number
    cdef Py_ssize_t i
    fill_values(&here, &trump.order)
    for number in range(max(job.many, 1)):
        for i in range(job.n):
            if not lay_out(job, i, deal):
                raise CardsError(f"worlds[{i}] was written to before it was played on")
            played = Round.from_view(
                view,
                ([new_cards(deal[k]) for k in range(SEATS)], new_cards(deal[SEATS])),
                partner=seat_at(&job.partners, i),
            )
            try:
                if job.many:
                    played.play(new_cards(job.candidates[number]))
                call_policy(policy, played)
            except Exception as error:
                error.add_note(f"in the round of worlds[{i}]")
                raise
            write_round(&job.results, number * job.n + i, played, first, &here, job.book)
    return 0


def play_on(
    view,
    worlds,
    policy="random",
    rng=None,
    *,
    candidates=None,
    partner=None,
    first=0,
    plays=False,
    out=None,
):
    """Play the rest of a round from a view, in many deals of what it hides, world by world.

    Parameters
    ----------
    view : View or MatchView
        Where the round stands, as a seat sees it. Its rules are those of the round.
    worlds : Deals or ndarray of uint64, shape (n, 5, 3)
        Hands and kitty as they are now, such as `sample_hidden` draws them; each has to fit the
        view, as for `Round.from_view`.
    policy : str, tuple of two str, or callable
        How seats play, as in `playouts`; what the view's seat and the others have seen counts.
    rng : int, SeedSequence, Generator or None
        World i plays from the stream of row ``first + i`` of `playouts`. A callable draws for
        itself: None.
    candidates : Cards, iterable of Cards, or ndarray of uint64, shape (k, 3), optional
        Plays of the view's seat, whose turn it is: the first play of every world instead of the
        policy's. Each of several is made in every world, and a world has the same stream for
        all: differences between candidates are due to them. A throw is judged by the hands of the
        world: where it fails, it is replaced (T4, T5).
    partner : int or ndarray of int8, shape (n,), optional
        The dealer's partner, wanted where the view keeps him secret (B7). The view of a match
        that has a card named tells him by the world.
    first : int
        Number of the first world: worlds cut in pieces are played on the same.
    plays : bool
        Whether all plays are returned as well, from the lead of the trick in play on.
    out : Playouts, optional
        Its first four arrays are written to and returned.

    Returns
    -------
    Playouts
        Arrays of shape (n,), or (k, n) for an iterable or an array of candidates. ``points`` are
        those of the whole round, ``tricks`` and ``plays`` begin with the trick in play.

    Raises
    ------
    CardsError
        A world that does not fit the view.
    IllegalPlay
        A candidate, or a play of a callable, that may not be made; a note says which.
    RulesError
        A round that is over, candidates for another seat's turn, or a partner missing or given
        where the view says otherwise.
    ValueError
        As for `playouts`.

    See Also
    --------
    playouts : whole rounds.

    Examples
    --------
    >>> from tractor_core.deals import deal
    >>> from tractor_core.insight import sample_hidden
    >>> from tractor_core.rounds import Round
    >>> from tractor_core.trump import Trump
    >>> hands, kitty = deal(1, rng=1)[0]
    >>> round = Round(hands, kitty, 0, Trump("2", "h"))
    >>> view = round.view(0)
    >>> worlds = sample_hidden(view, 500, rng=1)
    >>> ended = play_on(view, worlds, "greedy", 1, candidates=[Cards("Ad"), Cards("Td")])
    >>> ended.points.shape
    (2, 500)
    >>> means = ended.points.mean(axis=1)
    >>> bool(means[0] < means[1])
    True
    """
    cdef Job job
    cdef Options rules
    cdef Trump trump
    cdef Values here
    cdef Planes deal[HANDS]
    cdef Fit found = FITS
    cdef Py_ssize_t number
    cdef Py_ssize_t begin
    cdef Py_ssize_t i
    cdef Py_ssize_t n
    cdef int done = 0
    if not isinstance(plays, bool):
        raise TypeError(f"plays must be a bool, not {type(plays).__name__}")
    memset(&job, 0, sizeof(Job))
    play = read_position(view, &job.position)
    if job.position.turn == NO_SEAT:
        raise RulesError("the round of the view is over: nothing is left to be played")
    rules = play.rules
    trump = play.trump
    job.book = rulebook(rules)
    worlds = plain("worlds", worlds.planes if isinstance(worlds, Deals) else worlds)
    job.worlds = read_planes("worlds", worlds, (None, HANDS, 3))
    job.n = n = worlds.shape[0]
    for i in range(n):
        found = fit(&job.position, job.worlds + i * HANDS)
        if found != FITS:
            for k in range(HANDS):
                deal[k] = job.worlds[i * HANDS + k]
            raise misfit(found, &job.position, deal, f"worlds[{i}]", trump)
    partners = read_partners_of(view, &job.position, job.worlds, n, partner)
    job.partners = read_seats("partner", partners, n)
    read_policy(policy, &job.manner)
    if job.manner.defending == CALLED and not (rng is None and read_count("first", first) == 0):
        raise ValueError("a callable draws for itself: rng and first are for named policies")
    read_key(rng, job.key)
    job.key[2] += read_count("first", first)
    shape = (n,)
    tried = read_candidates(candidates)
    if tried is not None:
        job.candidates = read_planes("candidates", tried, (None, 3))
        tried = tried.copy()  # nobody else writes to this
        job.candidates = read_planes("candidates", tried, (None, 3))
        job.many = tried.shape[0]
        check_candidates(&job, trump)
        if not isinstance(candidates, Cards):
            shape = (job.many, n)
    made = result_arrays(out, shape, (worlds, partner, candidates), &job.results)
    record = record_arrays(shape, job.position.held, &job.results) if plays else None
    if tried is None or job.many:
        if job.manner.defending == CALLED:
            call_worlds(
                &job, view, policy, trump, len(play.tricks) - (job.position.place > 0)
            )
        else:
            fill_values(&here, &trump.order)
            for number in range(max(job.many, 1)):
                for begin in range(0, n, CHUNK):
                    with nogil:
                        for i in range(begin, min(begin + CHUNK, n)):
                            done = play_world(&job, i, number, &here)
                            if done < 0:
                                break
                    if done < 0:
                        raise MemoryError
                    PyErr_CheckSignals()
    return Playouts(*made, record) if out is None else out._replace(plays=record)
