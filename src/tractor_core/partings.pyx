"""Partings: the ways in which hidden cards can lie, counted."""
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from tractor_core.bits cimport bit, lowest, popcount
from tractor_core.cards cimport KINDS, copies_of, size

cdef double FACTORIAL[MAX_CARDS + 1]


cdef void fill_factorials() noexcept:
    cdef int i
    FACTORIAL[0] = 1.0
    for i in range(1, MAX_CARDS + 1):
        FACTORIAL[i] = FACTORIAL[i - 1] * i


fill_factorials()

cdef enum:
    MOST_CELLS = 1 << 25    # a quarter of a gigabyte
    MOST_LAYERS = 2 * KINDS + CLASSES   # blocks hold three cards or are the last of a class


# --- what lies fast, what is dealt in layers, what is the rest ---

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
    const Parting *p, int cards, const int *least, const int *most, Move *out
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
    layer.move = p.moves
    if p.layers:
        layer.move = p.layer[p.layers - 1].move + p.layer[p.layers - 1].moves
    layer.cls = cls
    layer.cards = cards
    p.layers += 1
    return layer


cdef int add_kind(
    Parting *p, const Known *known, int kind, int plane, int copies
) noexcept nogil:
    """Give the copies of a kind in a layer of its own; returns the number of moves."""
    cdef Layer *layer = new_layer(p, ALONE, copies)
    cdef int least[SLOTS]
    cdef int most[SLOTS]
    cdef int place
    cdef int i
    cdef int j
    cdef int k
    cdef int _g
    layer.kind = kind
    layer.plane = plane
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
    layer.moves = list_moves(p, copies, least, most, layer.move)
    for i in range(layer.moves):
        k = 0
        for j in range(p.slots):
            for _g in range(layer.move[i].given[j]):
                layer.move[i].place[k] = p.place[j]
                k += 1
    return layer.moves


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
        layer.moves = list_moves(p, layer.cards, least, most, layer.move)
        left -= layer.cards


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


cdef void add_class(
    Parting *p, const Known *known, int open, uint64_t loose, const uint8_t *opens,
    const uint8_t *plane
) noexcept nogil:
    """Gather the cards that the same slots may hold."""
    cdef Class *cls = &p.cls[p.classes]
    cdef int kind
    cdef int i
    cls.open = open
    cls.last = lowest(open)
    cls.start = 0
    cls.cards = 0
    if p.classes:
        cls.start = p.cls[p.classes - 1].start + p.cls[p.classes - 1].cards
    for i in range(p.slots):
        if (open >> i) & 1 and p.lack[i] > p.lack[cls.last]:
            cls.last = i
    while loose:
        kind = lowest(loose)
        loose &= loose - 1
        if opens[kind] != open:
            continue
        for i in range(copies_of(known.unseen, kind)):
            p.cards[cls.start + cls.cards] = 64 * (plane[kind] + i) + kind
            cls.cards += 1
    p.classes += 1


cdef bint part_kinds(const Known *known, Parting *p) noexcept nogil:
    """Lay cards fast, in layers, or to the rest. False: no deal is possible."""
    cdef uint8_t opens[KINDS]       # slots that may hold a card of a loose kind
    cdef uint8_t plane[KINDS]
    cdef int many[CLASSES]          # loose cards by the slots open to them
    cdef uint64_t fast = 0
    cdef uint64_t loose = 0
    cdef int kind
    cdef int copies
    cdef int held
    cdef int best = 0
    cdef int i
    cdef int j
    cdef bint special
    memset(many, 0, sizeof(many))
    for kind in range(KINDS):
        plane[kind] = 0
        held = 0
        for i in range(PLACES):
            copies = copies_of(known.seen[i], kind)
            lay_fast(p.base[i], kind, plane[kind], copies)
            plane[kind] += copies
            held += copies_of(known.holds[i], kind)
        copies = copies_of(known.unseen, kind)
        if held > copies:
            return False
        if held and held == copies:
            fast |= bit(kind)
            held = plane[kind]
            for i in range(PLACES):
                lay_fast(p.base[i], kind, held, copies_of(known.holds[i], kind))
                held += copies_of(known.holds[i], kind)
    if not read_slots(known, fast, p):
        return False
    for kind in range(KINDS):
        copies = copies_of(known.unseen, kind)
        if copies == 0 or (fast >> kind) & 1:
            continue
        special = False
        opens[kind] = 0
        for i in range(p.slots):
            j = p.place[i]
            if j == POOL:
                opens[kind] |= 1 << i
                continue
            if not (known.lacks[j] >> kind) & 1:
                opens[kind] |= 1 << i
                if copies > 1 and (known.single[j] >> kind) & 1:
                    special = True
            if (known.holds[j].one >> kind) & 1:
                special = True
        if special:
            if add_kind(p, known, kind, plane[kind], copies) == 0:
                return False
        elif opens[kind] & (opens[kind] - 1):
            loose |= bit(kind)
            many[opens[kind]] += copies
        elif opens[kind] == 0:
            return False
        else:
            i = lowest(opens[kind])
            lay_fast(p.base[p.place[i]], kind, plane[kind], copies)
            p.lack[i] -= copies
            if p.lack[i] < 0:
                return False
    for i in range(CLASSES):
        if many[i] > many[best]:
            best = i
    for i in range(CLASSES):
        if many[i] and i != best:
            add_class(p, known, i, loose, opens, plane)
            add_blocks(p, p.classes - 1)
    if many[best]:
        add_class(p, known, best, loose, opens, plane)
        p.layer[p.layers].cards = many[best]
    return True


# --- counting ---

cdef inline const Class *rest_of(const Parting *p) noexcept nogil:
    """The class dealt last; an empty one if there is none."""
    return &p.cls[max(p.classes - 1, 0)]


cdef void choose_dimensions(Parting *p) noexcept nogil:
    """The slot that lacks most follows from the others; of them the largest lies innermost."""
    cdef int left[SLOTS]
    cdef int n = 0
    cdef int i
    cdef int j
    p.follows = 0
    for i in range(p.slots):
        if p.lack[i] > p.lack[p.follows]:
            p.follows = i
    for i in range(SLOTS):
        p.dim_of[i] = -1
    for i in range(p.slots):
        if i == p.follows:
            continue
        j = n
        while j and p.lack[left[j - 1]] > p.lack[i]:
            left[j] = left[j - 1]
            j -= 1
        left[j] = i
        n += 1
    for i in range(DIMS):
        j = i - (DIMS - n)
        p.dim_slot[i] = left[j] if j >= 0 else -1
        if j >= 0:
            p.dim_of[left[j]] = i


cdef bint bound_states(Parting *p) noexcept nogil:
    """Which states each layer can have, and where their cells are; false if it has none."""
    cdef int most[DIMS]     # cards that a slot can have got before a layer,
    cdef int ahead[DIMS]    # and can get from it on
    cdef int least
    cdef int top
    cdef int d
    cdef int i
    cdef int j
    cdef int lack
    cdef int low
    cdef int high
    cdef Py_ssize_t cells = 0
    cdef const Class *rest = rest_of(p)
    cdef Py_ssize_t span
    cdef Layer *layer
    cdef Move *move
    for d in range(DIMS):
        most[d] = ahead[d] = 0
    p.layer[p.layers].left = rest.cards
    for i in range(p.layers - 1, -1, -1):
        p.layer[i].left = p.layer[i + 1].left + p.layer[i].cards
    for i in range(p.layers):
        for j in range(p.layer[i].moves):
            move = &p.layer[i].move[j]
            for d in range(DIMS):
                move.take[d] = move.given[p.dim_slot[d]] if p.dim_slot[d] >= 0 else 0
    # the most that the layers from i on, and the rest, can give
    for d in range(DIMS):
        if p.dim_slot[d] >= 0 and (rest.open >> p.dim_slot[d]) & 1:
            ahead[d] = rest.cards
    for i in range(p.layers, -1, -1):
        layer = &p.layer[i]
        for d in range(DIMS):
            if i < p.layers:
                top = 0
                for j in range(layer.moves):
                    top = max(top, layer.move[j].take[d])
                ahead[d] += top
            lack = p.lack[p.dim_slot[d]] if p.dim_slot[d] >= 0 else 0
            layer.high[d] = min(lack, ahead[d])
    for i in range(p.layers + 1):
        layer = &p.layer[i]
        span = 1
        for d in range(DIMS - 1, -1, -1):
            lack = p.lack[p.dim_slot[d]] if p.dim_slot[d] >= 0 else 0
            layer.low[d] = max(0, lack - most[d])
            if layer.low[d] > layer.high[d]:
                return False
            low = layer.low[d]
            high = layer.high[d]
            if i:   # with a border of no ways, so that no move leads out of the cells
                least = MAX_CARDS
                top = 0
                for j in range(p.layer[i - 1].moves):
                    least = min(least, <int> p.layer[i - 1].move[j].take[d])
                    top = max(top, <int> p.layer[i - 1].move[j].take[d])
                low = min(low, p.layer[i - 1].low[d] - top)
                high = max(high, p.layer[i - 1].high[d] - least)
            layer.stride[d] = span
            if d == DIMS - 1:
                layer.origin = cells
            layer.origin -= low * span
            span *= high - low + 1
            if i < p.layers:
                top = 0
                for j in range(layer.moves):
                    top = max(top, <int> layer.move[j].take[d])
                most[d] += top
        cells += span
        if cells > MOST_CELLS:
            break
    p.many_cells = cells
    for i in range(p.layers):
        for j in range(p.layer[i].moves):
            move = &p.layer[i].move[j]
            move.back = 0
            for d in range(DIMS):
                move.back += move.take[d] * p.layer[i + 1].stride[d]
    return True


cdef double rest_ways(const Parting *p, const int16_t *lack) noexcept nogil:
    """The ways of giving the rest to slots that lack so much."""
    cdef const Class *rest = rest_of(p)
    cdef double ways = FACTORIAL[rest.cards]
    cdef int left = rest.cards
    cdef int d
    for d in range(DIMS):
        left -= lack[d]
        ways /= FACTORIAL[lack[d]]
    if left < 0 or (left and not (rest.open >> p.follows) & 1):
        return 0.0
    return ways / FACTORIAL[left]


cdef void count_rest(Parting *p) noexcept nogil:
    cdef const Layer *layer = &p.layer[p.layers]
    cdef int16_t lack[DIMS]
    cdef int a
    cdef int b
    cdef int c
    cdef int d
    for a in range(layer.low[0], layer.high[0] + 1):
        for b in range(layer.low[1], layer.high[1] + 1):
            for c in range(layer.low[2], layer.high[2] + 1):
                for d in range(layer.low[3], layer.high[3] + 1):
                    lack[0] = a
                    lack[1] = b
                    lack[2] = c
                    lack[3] = d
                    p.cells[cell_of(layer, lack)] = rest_ways(p, lack)


cdef void add_ways(
    const Parting *p, const Layer *layer, const Layer *after, const Move *move
) noexcept nogil:
    """Add to every state of a layer the ways that begin with a move."""
    cdef int low[DIMS]
    cdef int high[DIMS]
    cdef int d
    cdef int a
    cdef int b
    cdef int c
    cdef int i
    cdef int first
    cdef int end
    cdef double weight = move.weight
    cdef double *to
    cdef const double *source
    for d in range(DIMS):
        low[d] = max(<int> layer.low[d], after.low[d] + move.take[d])
        high[d] = min(<int> layer.high[d], after.high[d] + move.take[d])
    for a in range(low[0], high[0] + 1):
        for b in range(low[1], high[1] + 1):
            for c in range(low[2], high[2] + 1):
                # the slot that follows lacks no less than nothing, no more than at first
                first = max(low[3], layer.left - p.lack[p.follows] - a - b - c)
                end = min(high[3], layer.left - a - b - c) + 1
                to = p.cells + layer.origin
                to += a * layer.stride[0] + b * layer.stride[1] + c * layer.stride[2]
                source = p.cells + after.origin - move.back
                source += a * after.stride[0] + b * after.stride[1] + c * after.stride[2]
                for i in range(first, end):
                    to[i] += weight * source[i]


cdef Outcome lay_out(const Known *known, Parting *p) noexcept nogil:
    """Count the ways; `possible` tells whether there are any. `clear` it afterwards."""
    cdef int cards = size(known.unseen)
    cdef int16_t start[DIMS]
    cdef int d
    cdef int i
    cdef int j
    memset(p, 0, sizeof(Parting))
    p.layer = <Layer *> malloc((cards + 1) * sizeof(Layer))
    p.moves = <Move *> malloc(MOST_LAYERS * MOVES * sizeof(Move))
    if p.layer == NULL or p.moves == NULL:
        return NO_ROOM
    if not part_kinds(known, p):
        return DONE
    choose_dimensions(p)
    if not bound_states(p):
        return DONE
    if p.many_cells > MOST_CELLS:
        return NO_ROOM
    p.cells = <double *> malloc(p.many_cells * sizeof(double))
    if p.cells == NULL:
        return NO_ROOM
    memset(p.cells, 0, p.many_cells * sizeof(double))
    count_rest(p)
    for i in range(p.layers - 1, -1, -1):
        for j in range(p.layer[i].moves):
            add_ways(p, &p.layer[i], &p.layer[i + 1], &p.layer[i].move[j])
    for d in range(DIMS):
        start[d] = p.lack[p.dim_slot[d]] if p.dim_slot[d] >= 0 else 0
    p.possible = p.slots == 0 or p.cells[cell_of(&p.layer[0], start)] > 0
    return DONE


cdef void clear(Parting *p) noexcept nogil:
    free(p.layer)
    free(p.moves)
    free(p.cells)
    p.layer = NULL
    p.moves = NULL
    p.cells = NULL
