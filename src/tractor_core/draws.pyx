"""Draws: hidden cards dealt evenly over all ways of parting them."""
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from tractor_core.bits cimport bit
from tractor_core.partings cimport (
    ALONE, CHOOSE, DONE, DOUBTFUL, LANE, MOVES, POOL, POWER, Class, Layer, Move, lane, span_row,
    span_rows
)

cdef double WORD = 1.0 / 9007199254740992.0     # 2 ** -53


cdef void begin_batch(const Parting *p, Walk *w, BitGenerator *source) noexcept nogil:
    cdef int one
    cdef int i
    w.begun = True
    w.layer = 0
    w.next = 0
    for one in range(w.batch):
        w.lanes[one] = p.lanes
        w.at[one] = p.start
        memcpy(w.hand[one], p.base, sizeof(p.base))
        memset(w.given[one], 0, p.chain * sizeof(w.given[0][0]))
        for i in range(p.layers):
            if p.layer[i].moves != 1:
                w.word[one][i] = source.next_uint64(source.state)


cdef void give(const Parting *p, Walk *w, int one, const uint8_t *given) noexcept nogil:
    """Give one of the batch the cards of a layer, so many to each slot."""
    cdef const Layer *layer = &p.layer[w.layer]
    cdef int copy = layer.plane
    cdef int i
    cdef int _g
    for i in range(p.slots):
        w.lanes[one] -= (<uint64_t> given[i]) << (LANE * i)
        w.at[one] -= given[i] * p.stride[i]
        if layer.cls != ALONE:
            w.given[one][layer.cls][i] += given[i]
            continue
        for _g in range(given[i]):
            w.hand[one][p.place[i]][copy] |= bit(layer.kind)
            copy += 1


cdef int draw_moves(const Parting *p, Walk *w, const Chance *chance) noexcept nogil:
    """Draw a move of a layer for all of the batch; returns the first whose draw is doubtful."""
    cdef const Layer *layer = &p.layer[w.layer]
    cdef const Move *move
    cdef const double *ways = p.cells + layer[1].origin
    cdef const double *all_ways = p.cells + layer.origin
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
            for i in range(p.slots):
                w.given[one][layer.cls][i] += move.given[i]
    return end


cdef bint draw_whole(const Parting *p, Walk *w, int one, double doubt) noexcept nogil:
    """Draw the numbers of a class that is dealt whole; false if the draw is doubtful."""
    cdef const Layer *layer = &p.layer[w.layer]
    cdef uint8_t *given = w.given[one][layer.cls]
    cdef uint64_t lanes = w.lanes[one]
    cdef Py_ssize_t at = w.at[one]
    cdef Py_ssize_t row = layer.first_row
    cdef const double *ways
    cdef const double *choices
    cdef const double *powers = POWER[1 if layer.rows else <int> layer.ways]
    cdef double sum = p.cells[layer.origin + at]
    cdef double margin = doubt * sum
    cdef double weight = 1.0
    cdef double x = <double> <int64_t> (w.word[one][w.layer] >> 11) * WORD * sum
    cdef int cards = layer.cards
    cdef int first
    cdef int end
    cdef int taken = 0
    cdef int i
    if layer.rows:
        for i in range(p.slots):
            row += lane(lanes, i) * layer.row_stride[i]
        span_rows(layer, lanes, &first, &end)
        for taken in range(first, end):
            sum = x
            x -= p.rows[row + taken]
            if x < margin:
                break
        if x > -margin:
            return False
        x = sum
        cards -= taken
        weight = CHOOSE[layer.cards][taken] * POWER[layer.ways][taken]
    span_row(layer, lanes, cards, &first, &end)
    if layer.rows:
        at -= taken * p.stride[layer.row_slot]
        lanes -= (<uint64_t> taken) << (LANE * layer.row_slot)
    ways = p.cells + (layer[1].origin + at - cards * p.stride[layer.last])
    choices = CHOOSE[cards]
    i = first
    for i in range(first, end):
        x -= weight * (choices[i] * powers[i]) * ways[-i * layer.step]
        if x < margin:
            break
    if x > -margin:
        return False
    cards -= i
    w.at[one] = at - i * p.stride[layer.second] - cards * p.stride[layer.last]
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


cdef void finish_row(
    const Parting *p, Walk *w, int one, const Chance *chance, Planes *out
) noexcept nogil:
    """Part the classes by the numbers drawn, then the chain and the pool."""
    cdef const Class *cls
    cdef uint64_t cards[COPIES]
    cdef uint64_t *hand
    cdef int n = 0
    cdef int take
    cdef int slot
    cdef int i
    cdef int j
    for i in range(p.chain):
        cls = &p.cls[i]
        memcpy(cards, cls.planes, sizeof(cards))
        n = cls.cards
        for j in range(cls.slots - 1):
            slot = cls.slot[j]
            take = w.given[one][i][slot]
            if take:
                chance.pick(chance.source, cards, n, take, chance.few, w.hand[one][p.place[slot]])
                n -= take
        hand_over(w.hand[one][p.place[cls.slot[cls.slots - 1]]], cards)
    n = 0
    memset(cards, 0, sizeof(cards))
    for i in range(p.chain, p.classes):
        cls = &p.cls[i]
        hand_over(cards, cls.planes)
        n += cls.cards
        for j in range(cls.slots):
            slot = cls.slot[j]
            take = lane(w.lanes[one], slot)
            if take == n:
                hand_over(w.hand[one][p.place[slot]], cards)
                memset(cards, 0, sizeof(cards))
            elif take:
                chance.pick(chance.source, cards, n, take, chance.few, w.hand[one][p.place[slot]])
            n -= take
    if p.pooled:
        memcpy(cards, w.hand[one][POOL], sizeof(cards))
        n = p.pool
        for i in range(p.pooled - 1):
            chance.pick(
                chance.source, cards, n, p.pool_size[i], chance.few, w.hand[one][p.pool_place[i]]
            )
            n -= p.pool_size[i]
        hand_over(w.hand[one][p.pool_place[p.pooled - 1]], cards)
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
        while w.layer < p.layers:
            if p.layer[w.layer].moves:
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
