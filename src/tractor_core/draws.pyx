"""Draws: hidden cards dealt evenly over all ways of parting them."""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from tractor_core.bits cimport bit
from tractor_core.choices cimport CHOOSE, POWER
from tractor_core.classes cimport Class, Classes
from tractor_core.layers cimport ALONE, MOVES, Layer, Move, span_row, span_rows
from tractor_core.partings cimport DONE, DOUBTFUL
from tractor_core.slots cimport LANE, POOL, Slots, lane

cdef extern from "picker.h" nogil:
    Picker tr_picker_of(int path) noexcept

cdef extern from "sums.h" nogil:
    void tr_choose_one(
        const double *to, double low, double high, const double *weight, const Py_ssize_t *back,
        int moves, int64_t *found, int64_t *beyond
    ) noexcept
    Chooser tr_chooser_of(int path) noexcept

cdef enum:
    FEW = 8     # cards that are drawn one by one; more are split off by random bits

cdef double WORD = 1.0 / 9007199254740992.0     # 2 ** -53

# The sums of `cells` are right to 2 ** -40 of their size, 8192 roundings of 2 ** -53: layers of at
# most 5, 15 or 35 moves for one, two or three cards add up to 12 a card, 162 cards 1944; whole
# classes, each with two choices and two powers, no more than 12 a card either; the chain at most
# 1650, in 5 quotients of factorials and 5 inverse ones. A draw compares two such sums.
cdef double DOUBT = 2.0 ** -38


cdef Chance chance_of(int path) noexcept nogil:
    """What to draw with, with the instructions of a path; the source is not set."""
    cdef Chance chance
    chance.source = NULL
    chance.pick = tr_picker_of(path)
    chance.choose = tr_chooser_of(path)
    chance.doubt = DOUBT
    chance.few = FEW
    return chance


cdef void begin_batch(const Parting *p, Walk *w, BitGenerator *source) noexcept nogil:
    cdef int one
    cdef int i
    w.begun = True
    w.layer = 0
    w.next = 0
    for one in range(w.batch):
        w.lanes[one] = p.slots.lanes
        w.at[one] = p.grid.start
        memcpy(w.hand[one], p.slots.fast, sizeof(p.slots.fast))
        memset(w.given[one], 0, p.classes.chain * sizeof(w.given[0][0]))
        for i in range(p.layers.n):
            if p.layers.layer[i].moves != 1:
                w.word[one][i] = source.next_uint64(source.state)


cdef void give(const Parting *p, Walk *w, int one, const uint8_t *given) noexcept nogil:
    """Give one of the batch the cards of a layer, so many to each slot."""
    cdef const Layer *layer = &p.layers.layer[w.layer]
    cdef int copy = layer.plane
    cdef int i
    cdef int _g
    for i in range(p.slots.n):
        w.lanes[one] -= (<uint64_t> given[i]) << (LANE * i)
        w.at[one] -= given[i] * p.grid.stride[i]
        if layer.cls != ALONE:
            w.given[one][layer.cls][i] += given[i]
            continue
        for _g in range(given[i]):
            w.hand[one][p.slots.place[i]][copy] |= bit(layer.kind)
            copy += 1


cdef int draw_moves(const Parting *p, Walk *w, const Chance *chance) noexcept nogil:
    """Draw a move of a layer for all of the batch; returns the first whose draw is doubtful."""
    cdef const Layer *layer = &p.layers.layer[w.layer]
    cdef const Move *move
    cdef const double *ways = p.grid.cells + layer[1].origin
    cdef const double *all_ways = p.grid.cells + layer.origin
    cdef const double *to[BATCH]
    cdef double weight[MOVES]
    cdef Py_ssize_t back[MOVES]
    cdef double low[BATCH]
    cdef double high[BATCH]
    cdef int64_t chosen[BATCH]
    cdef int64_t beyond[BATCH]
    cdef int moves = layer.moves
    cdef int cards = layer.cards
    cdef uint64_t card = bit(layer.kind)
    cdef uint64_t *hand
    cdef double sum
    cdef double x
    cdef int end = w.batch
    cdef int one
    cdef int i
    for i in range(moves):
        weight[i] = layer.move[i].weight
        back[i] = layer.move[i].back
    for one in range(w.next, w.batch):
        to[one] = ways + w.at[one]
        sum = all_ways[w.at[one]]
        x = <double> <int64_t> (w.word[one][w.layer] >> 11) * WORD * sum
        low[one] = x - chance.doubt * sum
        high[one] = x + chance.doubt * sum
        chosen[one] = beyond[one] = 0
    if moves == 1:
        pass
    elif w.next == 0 and w.batch == BATCH:
        chance.choose(to, low, high, weight, back, moves, chosen, beyond)
    else:
        for one in range(w.next, w.batch):
            tr_choose_one(
                to[one], low[one], high[one], weight, back, moves, &chosen[one], &beyond[one]
            )
    for one in range(w.next, w.batch):
        if chosen[one] != beyond[one] or chosen[one] == moves:
            end = one
            break
    for one in range(w.next, end):
        move = &layer.move[chosen[one]]
        w.lanes[one] -= move.lanes
        w.at[one] -= move.back
        if layer.cls == ALONE:
            hand = &w.hand[one][0][layer.plane]
            hand[move.word[0]] |= card
            if cards > 1:
                hand[move.word[1]] |= card
            if cards > 2:
                hand[move.word[2]] |= card
        else:
            for i in range(p.slots.n):
                w.given[one][layer.cls][i] += move.given[i]
    return end


cdef bint draw_whole(const Parting *p, Walk *w, int one, double doubt) noexcept nogil:
    """Draw the numbers of a class that is dealt whole; false if the draw is doubtful."""
    cdef const Layer *layer = &p.layers.layer[w.layer]
    cdef uint8_t *given = w.given[one][layer.cls]
    cdef uint64_t lanes = w.lanes[one]
    cdef Py_ssize_t at = w.at[one]
    cdef Py_ssize_t row = layer.first_row
    cdef const double *ways
    cdef const double *choices
    cdef const double *powers = POWER[1 if layer.rows else <int> layer.ways]
    cdef double sum = p.grid.cells[layer.origin + at]
    cdef double margin = doubt * sum
    cdef double weight = 1.0
    cdef double x = <double> <int64_t> (w.word[one][w.layer] >> 11) * WORD * sum
    cdef int cards = layer.cards
    cdef int first
    cdef int end
    cdef int taken = 0
    cdef int i
    if layer.rows:
        for i in range(p.slots.n):
            row += lane(lanes, i) * layer.row_stride[i]
        span_rows(layer, lanes, &first, &end)
        for taken in range(first, end):
            sum = x
            x -= p.grid.rows[row + taken]
            if x < margin:
                break
        if x > -margin:
            return False
        x = sum
        cards -= taken
        weight = CHOOSE[layer.cards][taken] * POWER[layer.ways][taken]
    span_row(layer, lanes, cards, &first, &end)
    if layer.rows:
        at -= taken * p.grid.stride[layer.row_slot]
        lanes -= (<uint64_t> taken) << (LANE * layer.row_slot)
    ways = p.grid.cells + (layer[1].origin + at - cards * p.grid.stride[layer.last])
    choices = CHOOSE[cards]
    i = first
    for i in range(first, end):
        x -= weight * (choices[i] * powers[i]) * ways[-i * layer.step]
        if x < margin:
            break
    if x > -margin:
        return False
    cards -= i
    w.at[one] = at - i * p.grid.stride[layer.second] - cards * p.grid.stride[layer.last]
    lanes -= (<uint64_t> i) << (LANE * layer.second)
    w.lanes[one] = lanes - ((<uint64_t> cards) << (LANE * layer.last))
    given[layer.second] = i
    given[layer.last] = cards
    if layer.rows:
        given[layer.row_slot] = taken
    return True


cdef inline void hand_over(uint64_t *hand, const uint64_t *cards) noexcept nogil:
    cdef int i
    for i in range(COPIES):
        hand[i] |= cards[i]


cdef inline void pick(
    const Chance *chance, uint64_t *cards, int n, int many, uint64_t *hand
) noexcept nogil:
    """Move many of n cards, drawn evenly, to a hand."""
    chance.pick(chance.source, cards, n, many, chance.few, hand)


cdef void finish_row(
    const Parting *p, Walk *w, int one, const Chance *chance, Planes *out
) noexcept nogil:
    """Part the classes by the numbers drawn, then the chain and the pool."""
    cdef const Slots *slots = &p.slots
    cdef const Classes *classes = &p.classes
    cdef const Class *cls
    cdef uint64_t cards[COPIES]
    cdef uint64_t *hand
    cdef int n = 0
    cdef int take
    cdef int i
    cdef int j
    for i in range(classes.chain):
        cls = &classes.cls[i]
        memcpy(cards, cls.planes, sizeof(cards))
        n = cls.cards
        for j in range(cls.slots - 1):
            take = w.given[one][i][cls.slot[j]]
            if take:
                pick(chance, cards, n, take, w.hand[one][slots.place[cls.slot[j]]])
                n -= take
        hand_over(w.hand[one][slots.place[cls.slot[cls.slots - 1]]], cards)
    n = 0
    memset(cards, 0, sizeof(cards))
    for i in range(classes.chain, classes.n):
        cls = &classes.cls[i]
        hand_over(cards, cls.planes)
        n += cls.cards
        for j in range(cls.slots):
            hand = w.hand[one][slots.place[cls.slot[j]]]
            take = lane(w.lanes[one], cls.slot[j])
            if take == n:
                hand_over(hand, cards)
                memset(cards, 0, sizeof(cards))
            elif take:
                pick(chance, cards, n, take, hand)
            n -= take
    if slots.pooled:
        memcpy(cards, w.hand[one][POOL], sizeof(cards))
        n = slots.pool
        for i in range(slots.pooled - 1):
            pick(chance, cards, n, slots.pool_size[i], w.hand[one][slots.pool_place[i]])
            n -= slots.pool_size[i]
        hand_over(w.hand[one][slots.pool_place[slots.pooled - 1]], cards)
    for i in range(PLACES):
        hand = w.hand[one][i]
        out[i].one = hand[0] | hand[1] | hand[2]
        out[i].two = (hand[0] & hand[1]) | (hand[2] & (hand[0] | hand[1]))
        out[i].three = hand[0] & hand[1] & hand[2]


cdef Outcome deal_on(
    const Parting *p, Walk *w, const Chance *chance, Planes *out, Py_ssize_t n
) noexcept nogil:
    """Deal until n rows are full, or until a draw, that of `next`, is doubtful."""
    cdef int one
    while w.row < n:
        if not w.begun:
            begin_batch(p, w, chance.source)
        while w.layer < p.layers.n:
            if p.layers.layer[w.layer].moves:
                w.next = draw_moves(p, w, chance)
            else:
                while w.next < w.batch and draw_whole(p, w, w.next, chance.doubt):
                    w.next += 1
            if w.next < w.batch:
                return DOUBTFUL
            w.layer += 1
            w.next = 0
        for one in range(min(<Py_ssize_t> w.batch, n - w.row)):
            finish_row(p, w, one, chance, out + PLACES * (w.row + one))
        w.row += w.batch
        w.begun = False
    return DONE
