"""Layers: of single kinds, of blocks of a class, and of a whole class."""
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from tractor_core.bits cimport popcount
from tractor_core.cards cimport KINDS
from tractor_core.choices cimport POWER, choose
from tractor_core.classes cimport CLASSES, chain_cards
from tractor_core.slots cimport NONE

cdef enum:
    MOST_LAYERS = 2 * KINDS + CLASSES   # blocks hold three cards or are the last of a class


cdef bint open_layers(Layers *layers, int cards) noexcept nogil:
    """Room for the layers of so many cards; false if there is none. `close_layers` in any case."""
    layers.layer = <Layer *> malloc((cards + 1) * sizeof(Layer))
    layers.moves = <Move *> malloc(MOST_LAYERS * MOVES * sizeof(Move))
    return layers.layer != NULL and layers.moves != NULL


cdef void close_layers(Layers *layers) noexcept nogil:
    free(layers.layer)
    free(layers.moves)
    layers.layer = NULL
    layers.moves = NULL


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


cdef Layer *new_layer(Layers *layers, int cls, int cards) noexcept nogil:
    cdef Layer *layer = &layers.layer[layers.n]
    memset(layer, 0, sizeof(Layer))
    layer.cls = cls
    layer.cards = cards
    layer.ways = 1
    layers.n += 1
    return layer


cdef bint set_moves(
    Layers *layers, Layer *layer, const int *least, const int *most
) noexcept nogil:
    """Find the moves within limits; false if a layer has them already, which then share them."""
    cdef const Layer *other
    cdef bint same
    cdef int i
    cdef int j
    for i in range(SLOTS):
        layer.least[i] = least[i]
        layer.most[i] = most[i]
    for i in range(layers.n - 2, -1, -1):
        other = &layers.layer[i]
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
    layer.move = layers.moves + layers.listed
    layer.moves = list_moves(layer.cards, least, most, layer.move)
    for i in range(layer.moves):
        layer.move[i].weight *= POWER[layer.ways][layer.move[i].given[layer.odd]]
    layers.listed += layer.moves
    return True


cdef void sort_moves(Layer *layer, const Slots *slots) noexcept nogil:
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
        for k in range(slots.n):
            for _g in range(move.given[k]):
                likely *= slots.lack[k]
        j = i
        while j and share[j - 1] < likely:
            share[j] = share[j - 1]
            layer.move[j] = layer.move[j - 1]
            j -= 1
        share[j] = likely
        layer.move[j] = move


cdef int add_alone(
    Layers *layers, const Slots *slots, int kind, int plane, int copies, const int *least,
    const int *most, int odd, int ways
) noexcept nogil:
    """Give copies of a kind in a layer of their own; returns the number of moves."""
    cdef Layer *layer = new_layer(layers, ALONE, copies)
    cdef int i
    cdef int j
    cdef int k
    cdef int _g
    layer.kind = kind
    layer.plane = plane
    layer.odd = odd
    layer.ways = ways
    if not set_moves(layers, layer, least, most):
        return layer.moves
    sort_moves(layer, slots)
    for i in range(layer.moves):
        k = 0
        for j in range(slots.n):
            for _g in range(layer.move[i].given[j]):
                layer.move[i].word[k] = COPIES * slots.place[j] + k
                k += 1
    return layer.moves


cdef void add_blocks(Layers *layers, const Class *cls, int number) noexcept nogil:
    """Give the cards of a class in blocks of so many that few moves arise."""
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
        layer = new_layer(layers, number, min(block, left))
        for i in range(SLOTS):
            least[i] = 0
            most[i] = layer.cards if (cls.open >> i) & 1 else 0
        set_moves(layers, layer, least, most)
        left -= layer.cards


cdef void add_whole(
    Layers *layers, const Slots *slots, const Class *cls, int number
) noexcept nogil:
    """Give the cards of a class of two or three slots in one layer."""
    cdef Layer *layer = new_layer(layers, number, cls.cards)
    cdef int i
    layer.odd = cls.odd
    layer.ways = cls.ways
    layer.row_slot = NONE
    if cls.slots == 3:
        layer.row_slot = cls.slot[0]
        layer.rows = min(<int> cls.cards, <int> slots.lack[cls.slot[0]]) + 1
    layer.second = cls.slot[cls.slots - 2]
    layer.last = cls.slot[cls.slots - 1]
    for i in range(SLOTS):
        layer.most[i] = cls.cards if (cls.open >> i) & 1 else 0


cdef bint bound_lacks(
    Layers *layers, const Slots *slots, const Classes *classes
) noexcept nogil:
    """Which lacks each layer can meet; false if it can meet none."""
    cdef int given[SLOTS]   # the most that a slot can have got before a layer,
    cdef int kept[SLOTS]    # the least,
    cdef int ahead[SLOTS]   # and the most that it can get from it on
    cdef Layer *layer
    cdef int i
    cdef int s
    layers.layer[layers.n].left = chain_cards(classes)
    for i in range(layers.n - 1, -1, -1):
        layers.layer[i].left = layers.layer[i + 1].left + layers.layer[i].cards
    for s in range(SLOTS):
        given[s] = kept[s] = ahead[s] = 0
        if classes.chain < classes.n and (classes.cls[classes.chain].open >> s) & 1:
            ahead[s] = layers.layer[layers.n].left
    for i in range(layers.n, -1, -1):
        layer = &layers.layer[i]
        for s in range(SLOTS):
            if i < layers.n:
                ahead[s] += layer.most[s]
            layer.high[s] = min(<int> slots.lack[s], ahead[s])
    for i in range(layers.n + 1):
        layer = &layers.layer[i]
        for s in range(SLOTS):
            layer.low[s] = max(0, slots.lack[s] - given[s])
            layer.high[s] = min(<int> layer.high[s], slots.lack[s] - kept[s])
            if layer.low[s] > layer.high[s]:
                return False
            if i < layers.n:
                given[s] += layer.most[s]
                kept[s] += layer.least[s]
    return True
