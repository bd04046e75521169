"""Plans: how hidden cards are dealt, laid out from what is known."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport KINDS, copies_of
from tractor_core.classes cimport (
    ODD_CLASSES, OPENINGS, Class, Loose, find_chain, gather_loose, gather_odd, loosen, set_slots
)
from tractor_core.clues cimport PLACES
from tractor_core.grids cimport choose_dimensions
from tractor_core.layers cimport Layer, Move, add_alone, add_blocks, add_whole, bound_lacks
from tractor_core.slots cimport POOL, SLOTS, Slots, count_numbers, lay_fast, read_slots

cdef enum:
    MOST_WORK = 1 << 18     # terms added up for a class that is dealt whole, by a rough guess
    MUCH_WORK = 1 << 19     # terms in all: then blocks may be less


cdef int add_kind(
    Parting *p, const Known *known, int kind, int plane, int copies
) noexcept nogil:
    """Give the copies of a kind of which something is known; returns the number of moves."""
    cdef int least[SLOTS]
    cdef int most[SLOTS]
    cdef int place
    cdef int i
    for i in range(SLOTS):
        least[i] = 0
        most[i] = copies if i < p.slots.n else 0
        place = p.slots.place[i] if i < p.slots.n else POOL
        if place == POOL:
            continue
        if (known.lacks[place] >> kind) & 1:
            most[i] = 0
        elif (known.single[place] >> kind) & 1:
            most[i] = min(most[i], 1)
        least[i] = copies_of(known.holds[place], kind)
    return add_alone(&p.layers, &p.slots, kind, plane, copies, least, most, 0, 1)


cdef void add_odd(
    Parting *p, int kind, int plane, int open, int odd, int ways
) noexcept nogil:
    """Give an odd card in a layer of its own."""
    cdef int least[SLOTS]
    cdef int most[SLOTS]
    cdef int i
    for i in range(SLOTS):
        least[i] = 0
        most[i] = (open >> i) & 1
    add_alone(&p.layers, &p.slots, kind, plane, 1, least, most, odd, ways)


cdef void add_layers(Parting *p, Class *cls, double *states) noexcept nogil:
    """Deal the last class, this one, in layers, after others that have so many states."""
    cdef int number = p.classes.n - 1
    cdef double moves = count_numbers(&p.slots, cls.open, cls.cards)
    set_slots(cls, &p.slots, cls.open)
    if p.whole and popcount(cls.open) <= 3 and states[0] * moves <= MOST_WORK:
        add_whole(&p.layers, &p.slots, cls, number)
    else:
        add_blocks(&p.layers, cls, number)
    states[0] *= moves


cdef void add_odd_cards(
    Parting *p, const Known *known, const Loose *loose, double *states
) noexcept nogil:
    """Lay out the odd cards: classes of those alike, where they can be dealt whole."""
    cdef uint64_t left = loose.odd
    cdef uint64_t alike
    cdef uint64_t others
    cdef int open
    cdef int odd
    cdef int ways
    cdef int kind
    while left:
        kind = lowest(left)
        open = loose.odd_open[kind]
        odd = loose.odd_slot[kind]
        ways = copies_of(known.unseen, kind)
        others = left
        alike = 0
        while others:
            kind = lowest(others)
            others &= others - 1
            if (
                loose.odd_open[kind] == open and loose.odd_slot[kind] == odd
                and copies_of(known.unseen, kind) == ways
            ):
                alike |= bit(kind)
        left &= ~alike
        if (
            p.whole and popcount(open) <= 3 and p.classes.n < ODD_CLASSES
            and states[0] * count_numbers(&p.slots, open, popcount(alike)) <= MOST_WORK
        ):
            add_layers(p, gather_odd(&p.classes, loose, alike, ways), states)
            continue
        while alike:
            kind = lowest(alike)
            alike &= alike - 1
            add_odd(p, kind, loose.plane[kind], open, odd, ways)


cdef void add_classes(Parting *p, const Known *known, const Loose *loose) noexcept nogil:
    """Lay out the classes: in layers, those of few moves first, then odd cards, and the chain."""
    cdef const int *many = &loose.many[0]
    cdef uint32_t chain = <uint32_t> find_chain(loose, &p.slots)
    cdef uint32_t left = 0
    cdef double moves[OPENINGS]
    cdef double states = 1.0
    cdef int next
    cdef int i
    for i in range(1, OPENINGS):
        if many[i] and not (chain >> i) & 1:
            left |= (<uint32_t> 1) << i
            moves[i] = count_numbers(&p.slots, i, many[i])
    while left:
        next = lowest(left)
        for i in range(next + 1, OPENINGS):
            if (left >> i) & 1 and moves[i] < moves[next]:
                next = i
        left &= ~((<uint32_t> 1) << next)
        add_layers(p, gather_loose(&p.classes, known, loose, next), &states)
    add_odd_cards(p, known, loose, &states)
    p.classes.chain = p.classes.n
    for i in range(OPENINGS - 1, 0, -1):
        if (chain >> i) & 1:
            gather_loose(&p.classes, known, loose, i)
    for i in range(p.classes.chain, p.classes.n):
        next = p.classes.cls[i + 1].open if i + 1 < p.classes.n else 0
        set_slots(&p.classes.cls[i], &p.slots, p.classes.cls[i].open & ~next)


cdef bint lay_known(
    Slots *slots, const Known *known, uint8_t *plane, uint64_t *fast
) noexcept nogil:
    """Lay the cards seen, and kinds of which all places are known; where the other copies of each
    kind begin. False: more are known than there are."""
    cdef int kind
    cdef int copies
    cdef int copy
    cdef int held
    cdef int i
    fast[0] = 0
    for kind in range(KINDS):
        copy = held = 0
        for i in range(PLACES):
            copies = copies_of(known.seen[i], kind)
            lay_fast(slots, i, kind, copy, copies)
            copy += copies
            held += copies_of(known.holds[i], kind)
        plane[kind] = copy
        if held > copies_of(known.unseen, kind):
            return False
        if held and held == copies_of(known.unseen, kind):
            fast[0] |= bit(kind)
            for i in range(PLACES):
                copies = copies_of(known.holds[i], kind)
                lay_fast(slots, i, kind, copy, copies)
                copy += copies
    return True


cdef bint part_kinds(Parting *p, const Known *known) noexcept nogil:
    """Lay cards fast, in layers, or in the chain. False: no deal is possible."""
    cdef Loose loose
    cdef uint64_t fast
    cdef uint64_t alone = 0
    cdef int single         # slots that may hold one copy at most
    cdef int kind
    cdef int copies
    cdef int open
    cdef int i
    cdef int j
    cdef bint wanted
    memset(&loose, 0, sizeof(Loose))
    if not (
        lay_known(&p.slots, known, loose.plane, &fast) and read_slots(&p.slots, known, fast)
    ):
        return False
    for kind in range(KINDS):
        copies = copies_of(known.unseen, kind)
        if copies == 0 or (fast >> kind) & 1:
            continue
        wanted = False
        open = single = 0
        for i in range(p.slots.n):
            j = p.slots.place[i]
            if j == POOL:
                open |= 1 << i
                continue
            if not (known.lacks[j] >> kind) & 1:
                open |= 1 << i
                if copies > 1 and (known.single[j] >> kind) & 1:
                    single |= 1 << i
            if (known.holds[j].one >> kind) & 1:
                wanted = True
        if wanted or single & (single - 1):
            alone |= bit(kind)
        elif single == 0:
            if not loosen(&loose, &p.slots, kind, loose.plane[kind], copies, open):
                return False
        else:
            if not loosen(
                &loose, &p.slots, kind, loose.plane[kind] + 1, copies - 1, open & ~single
            ):
                return False
            loose.odd |= bit(kind)
            loose.odd_open[kind] = open
            loose.odd_slot[kind] = lowest(single)
    add_classes(p, known, &loose)
    while alone:
        kind = lowest(alone)
        alone &= alone - 1
        if add_kind(p, known, kind, loose.plane[kind], copies_of(known.unseen, kind)) == 0:
            return False
    return True


cdef double lay_layers(Parting *p, const Known *known, bint whole) noexcept nogil:
    """Lay out the layers, with whole classes or without; the work, negative if no deal fits."""
    cdef Layer *layer = p.layers.layer
    cdef Move *moves = p.layers.moves
    memset(p, 0, sizeof(Parting))
    p.layers.layer = layer
    p.layers.moves = moves
    p.whole = whole
    if not part_kinds(p, known):
        return -1.0
    memset(&layer[p.layers.n], 0, sizeof(Layer))
    if not bound_lacks(&p.layers, &p.slots, &p.classes):
        return -1.0
    return choose_dimensions(&p.grid, &p.slots, &p.classes, &p.layers)


cdef bint plan(Parting *p, const Known *known) noexcept nogil:
    """Lay out the layers in the way of less work; false if no deal fits."""
    cdef double terms = lay_layers(p, known, True)
    if terms > MUCH_WORK and lay_layers(p, known, False) > terms:
        lay_layers(p, known, True)
    return terms >= 0.0
