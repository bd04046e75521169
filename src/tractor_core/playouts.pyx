"""Playouts: whole rounds by a policy, a row each, without the GIL."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

from tractor_core.arrays cimport (
    Trumps, cards_at, check_array, make_out, order_of, plain, read_planes, read_trumps
)
from tractor_core.bits cimport bit
from tractor_core.cards cimport (
    KINDS, MAX_CARDS, Cards, Planes, as_number, contains, minus, new_cards, overflow, plus,
    repeated, size
)
from tractor_core.chance cimport chance_round
from tractor_core.courses cimport (
    CALLED, GREEDY, RANDOM, RANDOM_THROWS, factor_by, fill_values, open_course, points_at_end
)
from tractor_core.dealing cimport HANDS
from tractor_core.discards cimport choose_kitty
from tractor_core.greedy cimport greedy_round
from tractor_core.options cimport Options, Rulebook, rulebook
from tractor_core.randomness cimport (
    BitGenerator, Sfc64, next_word, open_sfc64, read_generator, source_of
)
from tractor_core.tables cimport SEATS
from tractor_core.trump cimport SUIT_NAMES, Order, Trump
from tractor_core.units cimport MAX_UNITS, Run, Unit

import numpy as np

from tractor_core.deals import Deals
from tractor_core.errors import CardsError, RulesError
from tractor_core.outcomes import Playouts, Plays
from tractor_core.rounds import Round

__all__ = ["bury", "playouts"]

cdef enum:
    NO_CARD = 255

cdef dict POLICIES = {"random": RANDOM, "random_throws": RANDOM_THROWS, "greedy": GREEDY}
cdef uint64_t EVERY_KIND = bit(KINDS) - 1

cdef struct Job:
    const Planes *deals
    Py_ssize_t n
    Trumps trumps
    Seats dealers
    Seats partners          # one is -1: opposite
    const Rulebook *book
    Manner manner
    uint64_t key[3]         # row i plays from SFC64 of key[0], key[1], key[2] + i
    Results results


# --- arguments ------------------------------------------------------------------------------


cdef Seats read_seats(str name, object seats, Py_ssize_t n) except *:
    cdef Seats found
    cdef const int8_t[::1] rows
    cdef Py_ssize_t i
    found.one = 0
    found.row = NULL
    if isinstance(seats, np.ndarray):
        seats = plain(name, seats)
        check_array(name, seats, "int8", (n,))
        rows = seats
        if n:
            found.row = &rows[0]
        for i in range(n):
            if not 0 <= rows[i] < SEATS:
                raise RulesError(f"{name}[{i}] is a seat from 0 to 3, not {rows[i]}")
        return found
    number = as_number(seats, f"{name} is a seat from 0 to 3 or an array int8[n]")
    if not 0 <= number < SEATS:
        raise RulesError(f"{name} is a seat from 0 to 3, not {number}")
    found.one = number
    return found


cdef inline int partner_of(const Job *job, Py_ssize_t i) noexcept nogil:
    if job.partners.row == NULL and job.partners.one < 0:
        return (seat_at(&job.dealers, i) + 2) % SEATS
    return seat_at(&job.partners, i)


cdef Seats read_partners(object partner, const Seats *dealers, Py_ssize_t n, object rules) except *:
    cdef Seats found
    cdef Py_ssize_t i
    found.one = -1
    found.row = NULL
    if rules is not None and rules.find_partner:
        if partner is None:
            raise RulesError("find_partner=True needs partner, a seat from 0 to 3 or int8[n]")
        return read_seats("partner", partner, n)
    if partner is not None:
        found = read_seats("partner", partner, n)
        for i in range(n):
            if seat_at(&found, i) != (seat_at(dealers, i) + 2) % SEATS:
                raise RulesError(
                    f"the partner of dealer {seat_at(dealers, i)} is "
                    f"{(seat_at(dealers, i) + 2) % SEATS}, not {seat_at(&found, i)}"
                )
    return found


cdef int read_key(object rng, uint64_t *key) except -1:
    """Three words: of a SeedSequence, or drawn from a Generator."""
    cdef BitGenerator *source
    cdef int i
    if isinstance(rng, np.random.Generator):
        bit_generator = rng.bit_generator
        source = source_of(bit_generator)
        with bit_generator.lock:
            for i in range(3):
                key[i] = source.next_uint64(source.state)
        return 0
    if rng is None:
        rng = np.random.SeedSequence()
    elif not isinstance(rng, np.random.SeedSequence):
        read_generator(rng)  # refuses what is no seed
        rng = np.random.SeedSequence(as_number(rng, "rng"))
    words = rng.generate_state(3, np.uint64)
    for i in range(3):
        key[i] = words[i]
    return 0


cdef Py_ssize_t read_count(str name, object value) except -1:
    number = as_number(value, f"{name} is an int")
    if not 0 <= number < 1 << 62:
        raise ValueError(f"{name} is from 0 to 2**62 - 1, not {number}")
    return number


cdef inline bint is_deal(const Planes *deal, int decks) noexcept nogil:
    """Whether a row is four equal hands and a kitty from so many decks."""
    cdef Planes every = repeated(EVERY_KIND, decks)
    cdef Planes total = deal[0]
    cdef int held = size(deal[0])
    cdef bint sound = held > 0
    cdef int i
    for i in range(1, HANDS):
        sound &= overflow(total, deal[i]) == 0 and (i == SEATS or size(deal[i]) == held)
        total = plus(total, deal[i])
    return sound and contains(every, total)


cdef refuse_deal(Py_ssize_t row, const Planes *deal, int decks):
    """Say what is wrong with a row."""
    sizes = [size(deal[seat]) for seat in range(SEATS)]
    if max(sizes) != min(sizes):
        return CardsError(
            f"deals[{row}]: hands are of equal size, not of {', '.join(map(str, sizes))} cards"
        )
    if sizes[0] == 0:
        return CardsError(f"deals[{row}]: a hand holds one card or more")
    return CardsError(
        f"deals[{row}]: hands and kitty hold more than {decks} copies of a kind"
    )


cdef int policy_named(object name) except -1:
    if not isinstance(name, str):
        raise TypeError(f"a policy is named by a str, not {type(name).__name__}")
    if name not in POLICIES:
        raise ValueError(f"policy is one of {', '.join(map(repr, POLICIES))}, not {name!r}")
    return POLICIES[name]


cdef int read_policy(object policy, Manner *manner) except -1:
    """Set the policies of both sides."""
    if isinstance(policy, tuple):
        if len(policy) != 2:
            raise ValueError(
                "policy is two names, the dealer's side's and the attackers', not "
                f"{len(policy)}"
            )
        manner.defending = policy_named(policy[0])
        manner.attacking = policy_named(policy[1])
    elif callable(policy):
        manner.defending = manner.attacking = CALLED
    elif isinstance(policy, str):
        manner.defending = manner.attacking = policy_named(policy)
    else:
        raise TypeError(
            f"policy is a name, a tuple of two or a callable, not {type(policy).__name__}"
        )
    return 0


cdef object result_arrays(object out, tuple shape, tuple inputs, Results *results):
    """The arrays of points, last tricks, multipliers and numbers of tricks, and where they are."""
    cdef int32_t[::1] points
    cdef int8_t[::1] last_trick
    cdef int32_t[::1] multiplier
    cdef int8_t[::1] tricks
    given = (None,) * 4
    if out is not None:
        if not isinstance(out, Playouts):
            raise TypeError(f"out is Playouts, not {type(out).__name__}")
        given = out[:4]
        for name, array in zip(Playouts._fields, given):
            if not isinstance(array, np.ndarray):
                raise TypeError(f"out.{name} is a NumPy array, not {type(array).__name__}")
    made = [
        make_out(array, dtype, shape, inputs)
        for array, dtype in zip(given, ("int32", "int8", "int32", "int8"))
    ]
    if out is not None:
        for i in range(4):
            for j in range(i):
                if np.may_share_memory(made[i], made[j]):
                    raise ValueError("the arrays of out must not share memory")
    memset(results, 0, sizeof(Results))
    points, last_trick, multiplier, tricks = [array.reshape(-1) for array in made]
    if points.shape[0]:
        results.points = &points[0]
        results.last_trick = &last_trick[0]
        results.multiplier = &multiplier[0]
        results.tricks = &tricks[0]
    return made


cdef object record_arrays(tuple shape, int most, Results *results):
    """The arrays of the plays, and where they are."""
    cdef uint8_t[::1] kinds
    cdef uint8_t[::1] sizes
    cdef int8_t[::1] leaders
    cdef uint64_t[::1] returned
    record = Plays(
        np.full((*shape, SEATS * most), NO_CARD, np.uint8),
        np.zeros((*shape, most), np.uint8),
        np.full((*shape, most), -1, np.int8),
        np.zeros((*shape, most, 3), np.uint64),
    )
    kinds, sizes, leaders, returned = [array.reshape(-1) for array in record]
    if sizes.shape[0]:
        results.most = most
        results.kinds = &kinds[0]
        results.sizes = &sizes[0]
        results.leaders = &leaders[0]
        results.returned = <Planes *> &returned[0]
    return record


# --- rows -----------------------------------------------------------------------------------


cdef int play_deal(
    const Planes *deal, int dealer, int partner, const Values *v, const Rulebook *book,
    const Manner *manner, Sfc64 *random, Course *c
) noexcept nogil:
    """Play a deal, hands of equal size and a kitty, to its end; NO_MEMORY or 0.

    The course given tells how it ended. Its plays are written where its arrays say: kinds is NULL
    for nowhere.
    """
    cdef Planes buried[HANDS]
    if manner.exchange:
        exchange_kitty(deal, dealer, v, manner, buried)
        deal = buried
    open_course(c, deal, dealer, partner)
    return play_course(v, book, manner, random, c)


cdef int play_course(
    const Values *v, const Rulebook *book, const Manner *manner, Sfc64 *random, Course *c
) noexcept nogil:
    """Play a course that has begun to its end; NO_MEMORY or 0."""
    cdef int seat
    for seat in range(SEATS):
        c.policy[seat] = manner.defending if c.defends[seat] else manner.attacking
    if manner.defending == manner.attacking != GREEDY:
        return chance_round(c, v, book, random)
    return greedy_round(c, v, book, random)


cdef void open_record(Course *c, const Results *results, Py_ssize_t i) noexcept nogil:
    """Have the plays of a course written to a row."""
    c.kinds = NULL
    if results.most:
        c.kinds = results.kinds + i * SEATS * results.most
        c.sizes = results.sizes + i * results.most
        c.leaders = results.leaders + i * results.most
        c.returned = results.returned + i * results.most


cdef void write_end(const Course *c, const Results *results, Py_ssize_t i) noexcept nogil:
    """Write how a course has ended."""
    results.points[i] = points_at_end(c)
    results.last_trick[i] = c.leader
    results.multiplier[i] = c.factor
    results.tricks[i] = c.tricks


cdef void exchange_kitty(
    const Planes *deal, int dealer, const Values *v, const Manner *manner, Planes *out
) noexcept nogil:
    """The deal once the dealer has taken the kitty up and buried as many cards."""
    cdef Planes held = plus(deal[dealer], deal[SEATS])
    cdef int k
    for k in range(SEATS):
        out[k] = deal[k]
    out[SEATS] = choose_kitty(v, held, size(deal[SEATS]), manner.bury_points)
    out[dealer] = minus(held, out[SEATS])


cdef bint lay_out(const Job *job, Py_ssize_t i, Planes *deal) noexcept nogil:
    """The hands and the kitty of row i; False if they were written to since they were checked."""
    cdef int k
    for k in range(HANDS):
        deal[k] = cards_at(job.deals + i * HANDS + k)
    return is_deal(deal, job.book.decks) and (
        job.results.most == 0 or size(deal[0]) <= job.results.most
    )


cdef int play_row(const Job *job, Py_ssize_t i, const Values *v) noexcept nogil:
    """Play row i and write how it ended; NO_MEMORY or 0."""
    cdef Planes deal[HANDS]
    cdef Course c
    cdef Sfc64 random
    cdef int done
    if not lay_out(job, i, deal):
        return 0
    open_record(&c, &job.results, i)
    open_sfc64(&random, job.key[0], job.key[1], job.key[2] + <uint64_t> i)
    done = play_deal(
        deal, seat_at(&job.dealers, i), partner_of(job, i), v, job.book, &job.manner, &random, &c
    )
    if done < 0:
        return done
    write_end(&c, &job.results, i)
    return 0


cdef int play_rows(const Job *job, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    cdef Values here
    cdef const Order *o = NULL
    cdef Py_ssize_t i
    cdef int done
    for i in range(begin, end):
        if order_of(&job.trumps, i) != o:
            o = order_of(&job.trumps, i)
            fill_values(&here, o)
        done = play_row(job, i, &here)
        if done < 0:
            return done
    return 0


# --- a policy of the caller's ---------------------------------------------------------------


cdef int write_round(
    const Results *results, Py_ssize_t i, object played, int first, const Values *v,
    const Rulebook *book
) except -1:
    """Write what became of a round from its trick of number first on."""
    cdef Run units[MAX_UNITS]
    cdef Cards play
    cdef Cards lead
    cdef int down = 0
    cdef int number = 0
    cdef int n = 0
    cdef int kind
    tricks = played.tricks[first:]
    for trick in tricks:
        if results.most:
            results.sizes[i * results.most + number] = len(trick.plays[0])
            results.leaders[i * results.most + number] = trick.leader
            play = trick.returned
            results.returned[i * results.most + number] = play.p
            for cards in trick.plays:
                for kind in cards.kinds():
                    results.kinds[i * SEATS * results.most + down] = kind
                    down += 1
        number += 1
    trick = tricks[number - 1]
    lead = trick.plays[0]
    play = trick.plays[(trick.winner - trick.leader) % SEATS]
    for unit in trick.units:
        units[n] = (<Unit?> unit).run
        n += 1
    results.points[i] = played.result.points
    results.last_trick[i] = trick.winner
    results.multiplier[i] = factor_by(v, book, play.p, lead.p, units, n)
    results.tricks[i] = number
    return 0


cdef int call_policy(object policy, object played) except -1:
    """Play a round to its end by asking the policy for every play."""
    while not played.over:
        plies = played.plies
        cards = policy(played)
        if not isinstance(cards, Cards):
            raise TypeError(f"the policy gives Cards, not {type(cards).__name__}")
        if played.plies != plies:
            raise ValueError("the policy must not play on the round it is given, but on a copy")
        played.check_play(cards)  # where a revoke would stand (P1) too
        played.play(cards)
    return 0


cdef int call_row(
    Job *job, Py_ssize_t i, object policy, Trump trump, object rules, const Values *v
) except -1:
    """Play row i by asking the policy for every play."""
    cdef Planes deal[HANDS]
    cdef int k
    cdef Planes buried[HANDS]
    if not lay_out(job, i, deal):
        raise CardsError(f"deals[{i}] was written to before its round was played")
    if job.manner.exchange:
        exchange_kitty(deal, seat_at(&job.dealers, i), v, &job.manner, buried)
        for k in range(HANDS):
            deal[k] = buried[k]
    played = Round(
        [new_cards(deal[k]) for k in range(SEATS)],
        new_cards(deal[SEATS]),
        seat_at(&job.dealers, i),
        trump,
        rules,
        partner=partner_of(job, i),
        partial=sum([size(deal[k]) for k in range(HANDS)]) != 54 * job.book.decks,
    )
    call_policy(policy, played)
    return write_round(&job.results, i, played, 0, v, job.book)


cdef int call_rows(Job *job, object policy, object trump, object rules) except -1:
    cdef Values here
    cdef Trump order
    cdef Py_ssize_t i
    cdef int suit
    cdef dict trumps = {}
    for i in range(job.n):
        if job.trumps.row == NULL:
            order = trump
        else:
            suit = job.trumps.row[2 * i + 1]
            key = job.trumps.row[2 * i], None if suit < 0 else SUIT_NAMES[suit]
            if key not in trumps:
                trumps[key] = Trump(*key)
            order = trumps[key]
        fill_values(&here, &order.order)
        try:
            call_row(job, i, policy, order, rules, &here)
        except Exception as error:
            error.add_note(f"in the round of deals[{i}]")
            raise
    return 0


def playouts(
    deals,
    trump,
    dealer,
    policy="random",
    rng=None,
    *,
    Options rules=None,
    partner=None,
    exchange=False,
    first=0,
    plays=False,
    out=None,
):
    """Play rounds to their ends, row by row.

    Parameters
    ----------
    deals : Deals or ndarray of uint64, shape (n, 5, 3)
        The hands of seats 0 to 3, then the kitty buried. The hands of a row are of equal size and
        need not be whole decks; no kind comes more often than the rules have decks.
    trump : Trump or ndarray of int8, shape (n, 2)
    dealer : int or ndarray of int8, shape (n,)
        The seat that leads first; his side defends.
    policy : str, tuple of two str, or callable
        How seats play: ``"random"`` leads any unit of the hand and follows with any legal play,
        each as likely as any other; ``"random_throws"`` leads any cards of one suit, so that most
        leads are throws that fail (T4, T5); ``"greedy"`` plays and buries by the advice of
        docs/playouts.md. A tuple names the policies of the dealer's side and of the attackers. A
        callable is given the `Round` and returns the Cards to be played; it must not play on that
        round, but may on a copy. It is slow: some 100 microseconds a round and more.
    rng : int, SeedSequence, Generator or None
        Row i plays from the stream of SFC64 whose state NumPy makes of three words, the last one
        plus ``first + i``. They are ``SeedSequence(rng).generate_state(3, uint64)``, or drawn
        from the Generator. So a row depends on the seed, its number and its deal alone, whatever
        the other rows, the number of threads and the CPU. A callable draws for itself: None.
    rules : Rules, optional
    partner : int or ndarray of int8, shape (n,), optional
        The dealer's partner under `find_partner` (B7), the dealer himself if he plays alone.
    exchange : bool
        Whether the dealer first takes the kitty up and buries as `bury` says.
    first : int
        Number of the first row: a batch cut in pieces plays the same rounds.
    plays : bool
        Whether all plays are returned as well.
    out : Playouts, optional
        Its first four arrays are written to and returned.

    Returns
    -------
    Playouts
        ``points`` int32[n] (the attackers', the kitty included), ``last_trick`` int8[n] (a seat),
        ``multiplier`` int32[n] (of the kitty, by the play that won the last trick), ``tricks``
        int8[n], and ``plays``, a `Plays` or None.

    Raises
    ------
    CardsError
        A row is no deal.
    RulesError
        A seat or trump out of range, or a partner missing or given where the rules say otherwise.
    IllegalPlay
        A callable gave cards that may not be played; a note says in which row.
    ValueError
        A policy of another name, a negative seed or first row, or a callable that played on.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> deal = [Cards(text).planes for text in ("Ac 3d", "Kc 4d", "5c 6d", "9c 7d", "Td")]
    >>> deals = np.array([deal] * 1000, np.uint64)
    >>> ended = playouts(deals, Trump("2", "h"), 0, rng=1)
    >>> sorted(set(ended.points.tolist())), ended.tricks[0]
    ([0, 20], np.int8(2))
    >>> playouts(deals[:1], Trump("2", "h"), 0, "greedy").last_trick
    array([3], dtype=int8)
    """
    cdef Job job
    cdef Py_ssize_t n
    cdef Py_ssize_t i
    cdef int most = 0
    cdef int done = 0
    for name, flag in (("exchange", exchange), ("plays", plays)):
        if not isinstance(flag, bool):
            raise TypeError(f"{name} must be a bool, not {type(flag).__name__}")
    deals = plain("deals", deals.planes if isinstance(deals, Deals) else deals)
    job.deals = read_planes("deals", deals, (None, HANDS, 3))
    job.n = n = deals.shape[0]
    job.trumps = read_trumps(trump, n)
    job.dealers = read_seats("dealer", dealer, n)
    job.partners = read_partners(partner, &job.dealers, n, rules)
    job.book = rulebook(rules)
    read_policy(policy, &job.manner)
    job.manner.exchange = exchange
    job.manner.bury_points = rules is None or rules.bury_points
    if job.manner.defending == CALLED and not (rng is None and read_count("first", first) == 0):
        raise ValueError("a callable draws for itself: rng and first are for named policies")
    read_key(rng, job.key)
    job.key[2] += read_count("first", first)
    for i in range(n):
        if not is_deal(job.deals + i * HANDS, job.book.decks):
            raise refuse_deal(i, job.deals + i * HANDS, job.book.decks)
    made = result_arrays(out, (n,), (deals, trump, dealer, partner), &job.results)
    record = None
    if plays:
        for i in range(n):
            most = max(most, size(job.deals[i * HANDS]))
        record = record_arrays((n,), most, &job.results)
    if job.manner.defending == CALLED:
        call_rows(&job, policy, trump, rules)
        return Playouts(*made, record) if out is None else out._replace(plays=record)
    for i in range(0, n, CHUNK):
        with nogil:
            done = play_rows(&job, i, min(i + CHUNK, n))
        if done < 0:
            raise MemoryError
        PyErr_CheckSignals()
    return Playouts(*made, record) if out is None else out._replace(plays=record)


def bury(hands, trump, cards, *, Options rules=None, out=None):
    """Return what a dealer buries by the policy `greedy`, row by row.

    Loose low cards go first, and all of a side suit where that leaves it void; points, aces, pairs
    and trumps as late as can be (docs/playouts.md). Trumps are those of the round.

    Parameters
    ----------
    hands : ndarray of uint64, shape (n, 3)
        The dealers' hands, the kitty in them.
    trump : Trump or ndarray of int8, shape (n, 2)
    cards : int
        How many cards are buried.
    rules : Rules, optional
        `bury_points` matters (B6).
    out : ndarray of uint64, shape (n, 3), optional

    Returns
    -------
    ndarray of uint64, shape (n, 3)

    Raises
    ------
    CardsError
        A hand with fewer cards than are buried, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> hand = Cards("Ac Ac Qc 3c 9d 6d 4d Ks 9s 3h 3h SJ")
    >>> kitty = bury(np.array([hand.planes], np.uint64), Trump("2", "h"), 4)
    >>> print(Cards.from_planes(*kitty[0].tolist()))
    4d 6d 9d 9s
    """
    hands = plain("hands", hands)
    cdef const Planes *x = read_planes("hands", hands, (None, 3))
    cdef Trumps trumps = read_trumps(trump, hands.shape[0])
    cdef int buried
    cdef bint points = rules is None or rules.bury_points
    cdef uint64_t[:, ::1] result
    cdef Planes *kitties
    cdef Planes held
    cdef Values here
    cdef const Order *o = NULL
    cdef Py_ssize_t begin
    cdef Py_ssize_t i
    number = as_number(cards, "cards is an int")
    if not 0 <= number <= MAX_CARDS:
        raise CardsError(f"cards is from 0 to {MAX_CARDS}, not {number}")
    buried = number
    for i in range(hands.shape[0]):
        if size(x[i]) < buried:
            raise CardsError(f"hands[{i}] has {size(x[i])} cards, fewer than {buried}")
    made = make_out(out, "uint64", (hands.shape[0], 3), (hands, trump))
    result = made
    if hands.shape[0]:
        kitties = <Planes *> &result[0, 0]
        for begin in range(0, result.shape[0], CHUNK):
            if begin:
                PyErr_CheckSignals()
            with nogil:
                for i in range(begin, min(begin + CHUNK, result.shape[0])):
                    if order_of(&trumps, i) != o:
                        o = order_of(&trumps, i)
                        fill_values(&here, o)
                    held = cards_at(x + i)
                    if size(held) >= buried:
                        kitties[i] = choose_kitty(&here, held, buried, points)
    return made if out is None else out


def _words(rng, row, count):
    """The words that a row of the seed plays from, for tests: uint64[count]."""
    cdef Sfc64 random
    cdef uint64_t key[3]
    read_key(rng, key)
    open_sfc64(&random, key[0], key[1], key[2] + read_count("row", row))
    return np.array([next_word(&random) for _ in range(count)], np.uint64)
