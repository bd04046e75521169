"""Partings: the ways in which hidden cards can lie, counted."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport KINDS, copies_of, size

cdef enum:
    MOST_CELLS = 1 << 26    # half a gigabyte, of which gaps between the cells in use are not
    MOST_WORK = 1 << 18     # terms added up for a class that is dealt whole, by a rough guess
    MUCH_WORK = 1 << 19     # terms in all: then blocks may be less
    WHOLE_TERM = 4          # what one of a class dealt whole costs
    MOST_LAYERS = 2 * KINDS + CLASSES   # blocks hold three cards or are the last of a class

cdef double FACTORIAL[MAX_CARDS + 1]
cdef double INVERSE[MAX_CARDS + 1]


cdef void fill_tables() noexcept:
    """Factorials and choices, right to 2 ** -44: at most 162 products and two quotients."""
    cdef int n
    cdef int k
    for k in range(COPIES + 1):
        for n in range(MAX_CARDS + 1):
            POWER[k][n] = POWER[k][n - 1] * k if n else 1.0
    FACTORIAL[0] = INVERSE[0] = 1.0
    for n in range(1, MAX_CARDS + 1):
        FACTORIAL[n] = FACTORIAL[n - 1] * n
        INVERSE[n] = 1.0 / FACTORIAL[n]
    for n in range(MAX_CARDS + 1):
        for k in range(MAX_CARDS + 1):
            CHOOSE[n][k] = FACTORIAL[n] / FACTORIAL[k] / FACTORIAL[n - k] if k <= n else 0.0


fill_tables()


# --- what lies fast, what is dealt in layers, what is the chain ---

cdef void lay_fast(uint64_t *hand, int kind, int plane, int copies) noexcept nogil:
    cdef int i
    for i in range(copies):
        hand[plane + i] |= bit(kind)


cdef double choose(int n, int k) noexcept nogil:
    """n over k, for an n of which it is exact."""
    cdef uint64_t ways = 1
    cdef int i
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


cdef int list_moves(
    int cards, const int *least, const int *most, Move *out
) noexcept nogil:
    """Every way of giving so many cards to slots within limits; returns how many."""
    cdef int n = 0
    cdef int a
    cdef int b
    cdef int c
    cdef int d
    cdef int left
    cdef int i
    for a in range(least[0], min(most[0], cards) + 1):
        for b in range(least[1], min(most[1], cards - a) + 1):
            for c in range(least[2], min(most[2], cards - a - b) + 1):
                for d in range(least[3], min(most[3], cards - a - b - c) + 1):
                    left = cards - a - b - c - d
                    if not least[4] <= left <= most[4]:
                        continue
                    out[n].given[0] = a
                    out[n].given[1] = b
                    out[n].given[2] = c
                    out[n].given[3] = d
                    out[n].given[4] = left
                    out[n].weight = 1.0
                    left = cards
                    for i in range(SLOTS):
                        out[n].weight *= choose(left, out[n].given[i])
                        left -= out[n].given[i]
                    n += 1
    return n


cdef Layer *new_layer(Parting *p, int cls, int cards) noexcept nogil:
    cdef Layer *layer = &p.layer[p.layers]
    memset(layer, 0, sizeof(Layer))
    layer.cls = cls
    layer.cards = cards
    layer.ways = 1
    p.layers += 1
    return layer


cdef bint set_moves(
    Parting *p, Layer *layer, const int *least, const int *most
) noexcept nogil:
    """Find the moves within limits; false if a layer has them already, which then share them."""
    cdef const Layer *other
    cdef bint same
    cdef int i
    cdef int j
    for i in range(SLOTS):
        layer.least[i] = least[i]
        layer.most[i] = most[i]
    for i in range(p.layers - 2, -1, -1):
        other = &p.layer[i]
        same = (
            other.moves > 0 and other.cards == layer.cards
            and (other.cls == ALONE) == (layer.cls == ALONE)
            and other.odd == layer.odd and other.ways == layer.ways
        )
        for j in range(SLOTS):
            same = same and other.least[j] == least[j] and other.most[j] == most[j]
        if same:
            layer.move = other.move
            layer.moves = other.moves
            return False
    layer.move = p.moves + p.listed
    layer.moves = list_moves(layer.cards, least, most, layer.move)
    for i in range(layer.moves):
        layer.move[i].weight *= POWER[layer.ways][layer.move[i].given[layer.odd]]
    p.listed += layer.moves
    return True


cdef void sort_moves(const Parting *p, Layer *layer) noexcept nogil:
    """The likely moves first, as drawing a hand at a time would have it."""
    cdef double share[MOVES]
    cdef double likely
    cdef Move move
    cdef int i
    cdef int j
    cdef int k
    cdef int _g
    for i in range(layer.moves):
        move = layer.move[i]
        likely = move.weight
        for k in range(p.slots):
            for _g in range(move.given[k]):
                likely *= p.lack[k]
        j = i
        while j and share[j - 1] < likely:
            share[j] = share[j - 1]
            layer.move[j] = layer.move[j - 1]
            j -= 1
        share[j] = likely
        layer.move[j] = move


cdef int add_alone(
    Parting *p, int kind, int plane, int copies, const int *least, const int *most, int odd,
    int ways
) noexcept nogil:
    """Give copies of a kind in a layer of their own; returns the number of moves."""
    cdef Layer *layer = new_layer(p, ALONE, copies)
    cdef int i
    cdef int j
    cdef int k
    cdef int _g
    layer.kind = kind
    layer.plane = plane
    layer.odd = odd
    layer.ways = ways
    if not set_moves(p, layer, least, most):
        return layer.moves
    sort_moves(p, layer)
    for i in range(layer.moves):
        k = 0
        for j in range(p.slots):
            for _g in range(layer.move[i].given[j]):
                layer.move[i].word[k] = COPIES * p.place[j] + k
                k += 1
    return layer.moves


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
        most[i] = copies if i < p.slots else 0
        place = p.place[i] if i < p.slots else POOL
        if place == POOL:
            continue
        if (known.lacks[place] >> kind) & 1:
            most[i] = 0
        elif (known.single[place] >> kind) & 1:
            most[i] = min(most[i], 1)
        least[i] = copies_of(known.holds[place], kind)
    return add_alone(p, kind, plane, copies, least, most, 0, 1)


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
    add_alone(p, kind, plane, 1, least, most, odd, ways)


cdef void add_blocks(Parting *p, int number) noexcept nogil:
    """Give the cards of a class in blocks of so many that few moves arise."""
    cdef const Class *cls = &p.cls[number]
    cdef int block = 34     # 35 moves to two slots,
    cdef int left = cls.cards
    cdef int many = popcount(cls.open)
    cdef int least[SLOTS]
    cdef int most[SLOTS]
    cdef int i
    cdef Layer *layer
    if many == 3:
        block = 6           # 28,
    elif many == 4:
        block = 4           # 35,
    elif many == 5:
        block = 3           # 35
    while left:
        layer = new_layer(p, number, min(block, left))
        for i in range(SLOTS):
            least[i] = 0
            most[i] = layer.cards if (cls.open >> i) & 1 else 0
        set_moves(p, layer, least, most)
        left -= layer.cards


cdef void add_whole(Parting *p, int number) noexcept nogil:
    """Give the cards of a class of two or three slots in one layer."""
    cdef const Class *cls = &p.cls[number]
    cdef Layer *layer = new_layer(p, number, cls.cards)
    cdef int i
    layer.odd = cls.odd
    layer.ways = cls.ways
    layer.row_slot = NONE
    if cls.slots == 3:
        layer.row_slot = cls.slot[0]
        layer.rows = min(<int> cls.cards, <int> p.lack[cls.slot[0]]) + 1
    layer.second = cls.slot[cls.slots - 2]
    layer.last = cls.slot[cls.slots - 1]
    for i in range(SLOTS):
        layer.most[i] = cls.cards if (cls.open >> i) & 1 else 0


cdef bint read_slots(const Known *known, uint64_t fast, Parting *p) noexcept nogil:
    """Find the slots and what each lacks; false where a place is asked for too much."""
    cdef uint64_t open = known.unseen.one & ~fast
    cdef int lack
    cdef int i
    cdef int j
    cdef uint8_t place
    for i in range(PLACES):
        lack = known.size[i] - popcount(known.holds[i].one & fast)
        lack -= popcount(known.holds[i].two & fast) + popcount(known.holds[i].three & fast)
        if lack < 0:
            return False
        if lack == 0:
            continue
        if (
            known.lacks[i] & open
            or known.single[i] & open & known.unseen.two
            or known.holds[i].one & open
        ):
            p.place[p.slots] = i
            p.lack[p.slots] = lack
            p.slots += 1
        else:
            p.pool_place[p.pooled] = i
            p.pool_size[p.pooled] = lack
            p.pooled += 1
            p.pool += lack
    for i in range(1, p.pooled):  # by size
        j = i
        while j and p.pool_size[j - 1] > p.pool_size[j]:
            place = p.pool_place[j]
            p.pool_place[j] = p.pool_place[j - 1]
            p.pool_place[j - 1] = place
            place = p.pool_size[j]
            p.pool_size[j] = p.pool_size[j - 1]
            p.pool_size[j - 1] = place
            j -= 1
    if p.pooled:
        p.place[p.slots] = POOL
        p.lack[p.slots] = p.pool
        p.slots += 1
    return True


cdef struct Loose:
    # Cards of a kind of which nothing is known but the slots that may hold them, and the odd card.
    uint64_t kinds          # that have any
    uint64_t odd
    uint8_t open[KINDS]     # slots for the loose copies, the last ones
    uint8_t copies[KINDS]
    uint8_t plane[KINDS]    # of the first copy of all
    uint8_t odd_open[KINDS]
    uint8_t odd_slot[KINDS]
    int many[1 << SLOTS]    # loose cards by the slots open to them


cdef void set_class(Parting *p, const Known *known, const Loose *loose, int open) noexcept nogil:
    """Gather the cards that the same slots may hold."""
    cdef Class *cls = &p.cls[p.classes]
    cdef uint64_t left = loose.kinds
    cdef int kind
    cdef int end
    cdef int i
    cls.open = open
    cls.ways = 1
    while left:
        kind = lowest(left)
        left &= left - 1
        if loose.open[kind] != open:
            continue
        end = loose.plane[kind] + copies_of(known.unseen, kind)
        for i in range(end - loose.copies[kind], end):
            cls.planes[i] |= bit(kind)
            cls.cards += 1
    p.classes += 1


cdef void set_slots(const Parting *p, Class *cls, int slots) noexcept nogil:
    """The slots of a mask, by what they lack, but the one that has odd cards first."""
    cdef int first = 0
    cdef int i
    cdef int j
    cls.slots = 0
    if cls.ways > 1:
        cls.slot[0] = cls.odd
        cls.slots = first = 1
        slots &= ~(1 << cls.odd)
    for i in range(p.slots):
        if not (slots >> i) & 1:
            continue
        j = cls.slots
        while j > first and p.lack[cls.slot[j - 1]] > p.lack[i]:
            cls.slot[j] = cls.slot[j - 1]
            j -= 1
        cls.slot[j] = i
        cls.slots += 1


cdef double moves_of(const Parting *p, int open, int cards) noexcept nogil:
    """In how many ways the numbers of a class can be, at most."""
    cdef double moves = 1.0
    cdef int most = 0
    cdef int i
    for i in range(p.slots):
        if (open >> i) & 1:
            moves *= min(cards, <int> p.lack[i]) + 1
            most = max(most, min(cards, <int> p.lack[i]) + 1)
    return moves / max(most, 1)


cdef int find_chain(const Parting *p, const int *many) noexcept nogil:
    """The chain of classes that would be the dearest to deal in layers; a bit for each class."""
    cdef double value[1 << SLOTS]
    cdef uint32_t chain[1 << SLOTS]
    cdef int best = 0
    cdef int i
    cdef int j
    value[0] = 0.0
    chain[0] = 0
    for i in range(1, 1 << SLOTS):
        value[i] = 0.0
        chain[i] = 0
        if many[i] == 0:
            continue
        for j in range(1, i):
            if j & ~i == 0 and value[j] > value[i]:
                value[i] = value[j]
                chain[i] = chain[j]
        value[i] += moves_of(p, i, many[i])
        chain[i] |= (<uint32_t> 1) << i
        if value[i] > value[best]:
            best = i
    return <int> chain[best]


cdef void add_layers(Parting *p, double *states) noexcept nogil:
    """Deal the last class in layers, after others that have so many states."""
    cdef Class *cls = &p.cls[p.classes - 1]
    cdef double moves = moves_of(p, cls.open, cls.cards)
    set_slots(p, cls, cls.open)
    if p.whole and popcount(cls.open) <= 3 and states[0] * moves <= MOST_WORK:
        add_whole(p, p.classes - 1)
    else:
        add_blocks(p, p.classes - 1)
    states[0] *= moves


cdef void add_odd_cards(
    Parting *p, const Known *known, const Loose *loose, double *states
) noexcept nogil:
    """Lay out the odd cards: classes of those alike, where they can be dealt whole."""
    cdef uint64_t left = loose.odd
    cdef uint64_t alike
    cdef uint64_t others
    cdef Class *cls
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
            p.whole and popcount(open) <= 3 and p.classes < ODD_CLASSES
            and states[0] * moves_of(p, open, popcount(alike)) <= MOST_WORK
        ):
            cls = &p.cls[p.classes]
            cls.open = open
            cls.odd = odd
            cls.ways = ways
            cls.cards = popcount(alike)
            while alike:
                kind = lowest(alike)
                alike &= alike - 1
                cls.planes[loose.plane[kind]] |= bit(kind)
            p.classes += 1
            add_layers(p, states)
        while alike:
            kind = lowest(alike)
            alike &= alike - 1
            add_odd(p, kind, loose.plane[kind], open, odd, ways)


cdef void add_classes(Parting *p, const Known *known, const Loose *loose) noexcept nogil:
    """Lay out the classes: in layers, those of few moves first, then odd cards, and the chain."""
    cdef const int *many = &loose.many[0]
    cdef uint32_t chain = <uint32_t> find_chain(p, many)
    cdef uint32_t left = 0
    cdef double states = 1.0
    cdef int next
    cdef int i
    for i in range(1, 1 << SLOTS):
        if many[i] and not (chain >> i) & 1:
            left |= (<uint32_t> 1) << i
    while left:
        next = lowest(left)
        for i in range(next + 1, 1 << SLOTS):
            if (left >> i) & 1 and moves_of(p, i, many[i]) < moves_of(p, next, many[next]):
                next = i
        left &= ~((<uint32_t> 1) << next)
        set_class(p, known, loose, next)
        add_layers(p, &states)
    add_odd_cards(p, known, loose, &states)
    p.chain = p.classes
    for i in range((1 << SLOTS) - 1, 0, -1):
        if (chain >> i) & 1:
            set_class(p, known, loose, i)
    for i in range(p.chain, p.classes):
        next = p.cls[i + 1].open if i + 1 < p.classes else 0
        set_slots(p, &p.cls[i], p.cls[i].open & ~next)


cdef bint lay_loose(
    Parting *p, Loose *loose, int kind, int plane, int copies, int open
) noexcept nogil:
    """Let cards lie fast, if only one slot may hold them, or be loose; false if none may."""
    cdef int i
    if open & (open - 1):
        loose.kinds |= bit(kind)
        loose.open[kind] = open
        loose.copies[kind] = copies
        loose.many[open] += copies
        return True
    if open == 0:
        return False
    i = lowest(open)
    lay_fast(p.base[p.place[i]], kind, plane, copies)
    p.lack[i] -= copies
    return p.lack[i] >= 0


cdef bint part_kinds(const Known *known, Parting *p) noexcept nogil:
    """Lay cards fast, in layers, or in the chain. False: no deal is possible."""
    cdef Loose loose
    cdef uint64_t fast = 0
    cdef uint64_t alone = 0
    cdef int single         # slots that may hold one copy at most
    cdef int kind
    cdef int copies
    cdef int held
    cdef int open
    cdef int i
    cdef int j
    cdef bint wanted
    memset(&loose, 0, sizeof(Loose))
    for kind in range(KINDS):
        held = 0
        for i in range(PLACES):
            copies = copies_of(known.seen[i], kind)
            lay_fast(p.base[i], kind, loose.plane[kind], copies)
            loose.plane[kind] += copies
            held += copies_of(known.holds[i], kind)
        copies = copies_of(known.unseen, kind)
        if held > copies:
            return False
        if held and held == copies:
            fast |= bit(kind)
            held = loose.plane[kind]
            for i in range(PLACES):
                lay_fast(p.base[i], kind, held, copies_of(known.holds[i], kind))
                held += copies_of(known.holds[i], kind)
    if not read_slots(known, fast, p):
        return False
    for kind in range(KINDS):
        copies = copies_of(known.unseen, kind)
        if copies == 0 or (fast >> kind) & 1:
            continue
        wanted = False
        open = single = 0
        for i in range(p.slots):
            j = p.place[i]
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
            if not lay_loose(p, &loose, kind, loose.plane[kind], copies, open):
                return False
        else:
            if not lay_loose(
                p, &loose, kind, loose.plane[kind] + 1, copies - 1, open & ~single
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


# --- counting ---

cdef int chain_cards(const Parting *p) noexcept nogil:
    cdef int cards = 0
    cdef int i
    for i in range(p.chain, p.classes):
        cards += p.cls[i].cards
    return cards


cdef bint bound_lacks(Parting *p) noexcept nogil:
    """Which lacks each layer can meet; false if it can meet none."""
    cdef int given[SLOTS]   # the most that a slot can have got before a layer,
    cdef int kept[SLOTS]    # the least,
    cdef int ahead[SLOTS]   # and the most that it can get from it on
    cdef Layer *layer
    cdef int i
    cdef int s
    p.layer[p.layers].left = chain_cards(p)
    for i in range(p.layers - 1, -1, -1):
        p.layer[i].left = p.layer[i + 1].left + p.layer[i].cards
    for s in range(SLOTS):
        given[s] = kept[s] = ahead[s] = 0
        if p.chain < p.classes and (p.cls[p.chain].open >> s) & 1:
            ahead[s] = p.layer[p.layers].left
    for i in range(p.layers, -1, -1):
        layer = &p.layer[i]
        for s in range(SLOTS):
            if i < p.layers:
                ahead[s] += layer.most[s]
            layer.high[s] = min(<int> p.lack[s], ahead[s])
    for i in range(p.layers + 1):
        layer = &p.layer[i]
        for s in range(SLOTS):
            layer.low[s] = max(0, p.lack[s] - given[s])
            layer.high[s] = min(<int> layer.high[s], p.lack[s] - kept[s])
            if layer.low[s] > layer.high[s]:
                return False
            if i < p.layers:
                given[s] += layer.most[s]
                kept[s] += layer.least[s]
    return True


cdef void choose_dimensions(Parting *p, int follows) noexcept nogil:
    """Of the slots that do not follow from the others, the largest lies innermost."""
    cdef int n = DIMS
    cdef int i
    cdef int j
    p.follows = follows
    for i in range(DIMS):
        p.dim_slot[i] = NONE
    for i in range(p.slots):
        if i == follows:
            continue
        n -= 1
        j = n
        while j < DIMS - 1 and p.lack[p.dim_slot[j + 1]] < p.lack[i]:
            p.dim_slot[j] = p.dim_slot[j + 1]
            j += 1
        p.dim_slot[j] = i


cdef double work(const Parting *p) noexcept nogil:
    """The terms to be added up, about, in those of single moves."""
    cdef const Layer *layer
    cdef double sum = 0.0
    cdef double states
    cdef int i
    cdef int d
    cdef int s
    for i in range(p.layers + 1):
        layer = &p.layer[i]
        states = 1.0
        for d in range(DIMS):
            s = p.dim_slot[d]
            if s >= 0:
                states *= layer.high[s] - layer.low[s] + 1
        if i == p.layers:
            sum += states
        elif layer.moves:
            sum += states * layer.moves
        else:
            sum += states * WHOLE_TERM * moves_of(p, p.cls[layer.cls].open, layer.cards)
    return sum


cdef void bordered(const Parting *p, int number, int slot, int *low, int *high) noexcept nogil:
    """The lacks that a layer has cells for: a border of no ways catches moves that lead out."""
    cdef const Layer *layer = &p.layer[number]
    cdef const Layer *before = layer - 1
    low[0] = layer.low[slot]
    high[0] = layer.high[slot]
    if number and before.moves:
        low[0] = min(low[0], before.low[slot] - before.most[slot])
        high[0] = max(high[0], before.high[slot] - before.least[slot])


cdef void place_cells(Parting *p) noexcept nogil:
    """Where the cells and the rows are: the strides are the same in all layers."""
    cdef int widest[DIMS]
    cdef Py_ssize_t span
    cdef Py_ssize_t stride = 1
    cdef Layer *layer
    cdef Move *move
    cdef int low
    cdef int high
    cdef int i
    cdef int d
    cdef int s
    for d in range(DIMS):
        widest[d] = 1
        s = p.dim_slot[d]
        if s < 0:
            continue
        for i in range(p.layers + 1):
            bordered(p, i, s, &low, &high)
            widest[d] = max(widest[d], high - low + 1)
    for s in range(SLOTS):
        p.stride[s] = 0
    for d in range(DIMS - 1, -1, -1):
        if p.dim_slot[d] >= 0:
            p.stride[p.dim_slot[d]] = stride
            stride *= widest[d]
    p.start = 0
    p.lanes = 0
    for s in range(p.slots):
        p.start += p.lack[s] * p.stride[s]
        p.lanes |= (<uint64_t> p.lack[s]) << (LANE * s)
    for i in range(p.listed):
        move = &p.moves[i]
        move.back = 0
        move.lanes = 0
        for s in range(p.slots):
            move.back += move.given[s] * p.stride[s]
            move.lanes |= (<uint64_t> move.given[s]) << (LANE * s)
    for i in range(p.layers + 1):
        layer = &p.layer[i]
        layer.origin = p.many_cells
        span = 1
        for d in range(DIMS):
            s = p.dim_slot[d]
            if s >= 0:
                bordered(p, i, s, &low, &high)
                layer.origin -= low * p.stride[s]
                span += (high - low) * p.stride[s]
        p.many_cells += span
        if p.many_cells > MOST_CELLS:
            return
        if i == p.layers:
            break
        if layer.moves == 0:
            layer.step = p.stride[layer.second] - p.stride[layer.last]
        if layer.rows:
            span = layer.rows
            layer.first_row = p.many_rows
            for s in range(p.slots):
                if s != p.follows:
                    layer.row_stride[s] = span
                    layer.first_row -= layer.low[s] * span
                    span *= layer.high[s] - layer.low[s] + 1
            p.many_rows += span


cdef inline bint next_state(const Parting *p, const Layer *layer, int *lack) noexcept nogil:
    """Move on to the next row of states of a layer, all dimensions but the innermost."""
    cdef int d
    cdef int s
    for d in range(DIMS - 2, -1, -1):
        s = p.dim_slot[d]
        if s < 0:
            return False
        if lack[s] < layer.high[s]:
            lack[s] += 1
            return True
        lack[s] = layer.low[s]
    return False


cdef inline void first_state(const Parting *p, const Layer *layer, int *lack) noexcept nogil:
    cdef int d
    cdef int s
    for s in range(SLOTS):
        lack[s] = 0
    for d in range(DIMS):
        s = p.dim_slot[d]
        if s >= 0:
            lack[s] = layer.low[s]


cdef inline Py_ssize_t span_states(
    const Parting *p, const Layer *layer, const int *lack, int *first, int *end, int *left
) noexcept nogil:
    """The innermost lacks that go with the others; returns the cell of none, `left` are the cards
    for it and the slot that follows."""
    cdef Py_ssize_t cell = layer.origin
    cdef int inner = p.dim_slot[DIMS - 1]
    cdef int d
    cdef int s
    left[0] = layer.left
    for d in range(DIMS - 1):
        s = p.dim_slot[d]
        if s >= 0:
            left[0] -= lack[s]
            cell += lack[s] * p.stride[s]
    first[0] = left[0] - layer.high[p.follows]
    end[0] = left[0] - layer.low[p.follows] + 1
    if inner >= 0:
        first[0] = max(first[0], <int> layer.low[inner])
        end[0] = min(end[0], layer.high[inner] + 1)
    else:
        first[0] = max(first[0], 0)
        end[0] = min(end[0], 1)
    return cell


cdef void count_chain(Parting *p) noexcept nogil:
    cdef const Layer *layer = &p.layer[p.layers]
    cdef int carried[SLOTS]     # cards of the classes before, less what slots take
    cdef int lack[SLOTS]
    cdef int inner = p.dim_slot[DIMS - 1]
    cdef int outside
    cdef int cards = 0
    cdef int classes = p.classes - p.chain
    cdef int first
    cdef int end
    cdef int left
    cdef int over
    cdef int i
    cdef int j
    cdef int s
    cdef double ways
    cdef double outer
    cdef double *cell
    first_state(p, layer, lack)
    for j in range(classes):
        carried[j] = cards
        cards += p.cls[p.chain + j].cards
    while True:
        cell = p.cells + span_states(p, layer, lack, &first, &end, &left)
        outer = FACTORIAL[p.cls[p.chain].cards] if classes else 1.0
        for s in range(p.slots):
            if s != inner and s != p.follows:
                outer *= INVERSE[lack[s]]
        for i in range(first, end):
            if inner >= 0:
                lack[inner] = i
            lack[p.follows] = left - i
            ways = outer * INVERSE[i] * INVERSE[left - i]
            for j in range(1, classes):
                over = carried[j]
                outside = p.cls[p.chain].open & ~p.cls[p.chain + j].open
                while outside:
                    over -= lack[lowest(outside)]
                    outside &= outside - 1
                if over < 0:
                    ways = 0.0
                    break
                ways *= FACTORIAL[over + p.cls[p.chain + j].cards] * INVERSE[over]
            cell[i] = ways
        if inner >= 0:
            lack[inner] = layer.low[inner]
        if not next_state(p, layer, lack):
            break


cdef void count_whole(Parting *p, const Layer *layer) noexcept nogil:
    """The ways of a class dealt whole, row by row."""
    cdef const Layer *after = layer + 1
    cdef int lack[SLOTS]
    cdef int inner = p.dim_slot[DIMS - 1]
    cdef int first
    cdef int end
    cdef int left
    cdef int first_row
    cdef int end_row
    cdef int low
    cdef int high
    cdef int cards
    cdef int i
    cdef int k
    cdef int r
    cdef int s
    cdef uint64_t lanes
    cdef Py_ssize_t states
    cdef Py_ssize_t row
    cdef Py_ssize_t at
    cdef double sum
    cdef double ways
    cdef const double *choices
    cdef const double *powers = POWER[1 if layer.rows else <int> layer.ways]
    cdef const double *row_powers = POWER[<int> layer.ways if layer.rows else 1]
    cdef const double *cell
    first_state(p, layer, lack)
    while True:
        states = span_states(p, layer, lack, &first, &end, &left)
        for i in range(first, end):
            if inner >= 0:
                lack[inner] = i
            lack[p.follows] = left - i
            lanes = 0
            row = layer.first_row
            at = after.origin
            for s in range(p.slots):
                lanes |= (<uint64_t> lack[s]) << (LANE * s)
                row += lack[s] * layer.row_stride[s]
                at += lack[s] * p.stride[s]
            ways = 0.0
            span_rows(layer, lanes, &first_row, &end_row)
            for r in range(first_row, end_row):
                cards = layer.cards - r
                span_row(layer, lanes, cards, &low, &high)
                cell = p.cells + at - cards * p.stride[layer.last]
                if layer.rows:
                    cell -= r * p.stride[layer.row_slot]
                choices = CHOOSE[cards]
                sum = 0.0
                for k in range(low, high):
                    sum += choices[k] * powers[k] * cell[-k * layer.step]
                sum *= CHOOSE[layer.cards][r] * row_powers[r]
                ways += sum
                if layer.rows:
                    p.rows[row + r] = sum
            p.cells[states + i * (p.stride[inner] if inner >= 0 else 0)] = ways
        if inner >= 0:
            lack[inner] = layer.low[inner]
        if not next_state(p, layer, lack):
            break


cdef void count_moves(Parting *p, const Layer *layer, tr_adder add) noexcept nogil:
    """The ways of a layer's moves; those that lead out of the states meet the border of no ways."""
    cdef const Layer *after = layer + 1
    cdef double weight[MOVES]
    cdef Py_ssize_t back[MOVES]
    cdef int lack[SLOTS]
    cdef int first
    cdef int end
    cdef int left
    cdef int i
    cdef double *to
    for i in range(layer.moves):
        weight[i] = layer.move[i].weight
        back[i] = layer.move[i].back
    first_state(p, layer, lack)
    while True:
        to = p.cells + span_states(p, layer, lack, &first, &end, &left) + first
        if first < end:
            add(to, to - layer.origin + after.origin, weight, back, layer.moves, end - first)
        if not next_state(p, layer, lack):
            break


cdef bint plan(const Known *known, Parting *p, bint whole, double *terms) noexcept nogil:
    """Lay out the layers, with whole classes or without; false if no deal fits."""
    cdef Layer *layer = p.layer
    cdef Move *moves = p.moves
    cdef double found
    cdef int best = 0
    cdef int i
    memset(p, 0, sizeof(Parting))
    p.layer = layer
    p.moves = moves
    p.whole = whole
    terms[0] = 0.0
    if not part_kinds(known, p):
        return False
    memset(&p.layer[p.layers], 0, sizeof(Layer))
    if not bound_lacks(p):
        return False
    for i in range(p.slots):
        choose_dimensions(p, i)
        found = work(p)
        if i == 0 or found < terms[0]:
            terms[0] = found
            best = i
    choose_dimensions(p, best)
    return True


cdef Outcome lay_out(const Known *known, Parting *p, tr_adder add) noexcept nogil:
    """Count the ways; `possible` tells whether there are any. `clear` it afterwards."""
    cdef int cards = size(known.unseen)
    cdef double terms
    cdef double other
    cdef int i
    memset(p, 0, sizeof(Parting))
    p.layer = <Layer *> malloc((cards + 1) * sizeof(Layer))
    p.moves = <Move *> malloc(MOST_LAYERS * MOVES * sizeof(Move))
    if p.layer == NULL or p.moves == NULL:
        return NO_ROOM
    if not plan(known, p, True, &terms):
        return DONE
    if terms > MUCH_WORK:
        plan(known, p, False, &other)
        if other > terms:
            plan(known, p, True, &terms)
    place_cells(p)
    if p.many_cells > MOST_CELLS:
        return NO_ROOM
    p.cells = <double *> calloc(p.many_cells, sizeof(double))
    p.rows = <double *> malloc(max(p.many_rows, <Py_ssize_t> 1) * sizeof(double))
    if p.cells == NULL or p.rows == NULL:
        return NO_ROOM
    count_chain(p)
    for i in range(p.layers - 1, -1, -1):
        if p.layer[i].moves == 0:
            count_whole(p, &p.layer[i])
        else:
            count_moves(p, &p.layer[i], add)
    p.possible = p.cells[p.layer[0].origin + p.start] > 0
    return DONE


cdef void clear(Parting *p) noexcept nogil:
    free(p.layer)
    free(p.moves)
    free(p.cells)
    free(p.rows)
    p.layer = NULL
    p.moves = NULL
    p.cells = NULL
    p.rows = NULL
