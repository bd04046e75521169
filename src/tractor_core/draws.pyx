"""Draws: hidden cards dealt evenly over all ways of parting them."""
from libc.string cimport memcpy, memset

from tractor_core.bits cimport bit, lowest
from tractor_core.partings cimport ALONE, DONE, DOUBTFUL, MOVES, POOL, Class, Layer, cell_of

cdef enum:
    FRACTION = 56   # bits of a word that dice are thrown with
    DICE = 6        # at most 162 sides each: their product stays below 2 ** 56


cdef void draw_out(BitGenerator *source, uint8_t *cards, int n, int many) noexcept nogil:
    """Move cards drawn evenly to the end of n.

    A fraction times the sides of a die is the die and the fraction of the next one; the first
    fractions of a whole turn would favour some throws (Lemire, Brackett-Rozinsky).
    """
    cdef uint64_t mask = ((<uint64_t> 1) << FRACTION) - 1
    cdef uint64_t fraction
    cdef uint64_t throws
    cdef uint8_t die[DICE]
    cdef uint8_t card
    cdef int batch
    cdef int i
    while many > 0:
        batch = min(many, DICE)
        while True:
            fraction = source.next_uint64(source.state) >> (64 - FRACTION)
            throws = 1
            for i in range(batch):
                fraction *= n - i
                throws *= n - i
                die[i] = fraction >> FRACTION
                fraction &= mask
            if fraction >= throws or fraction >= (mask + 1) % throws:
                break
        for i in range(batch):
            n -= 1
            card = cards[die[i]]
            cards[die[i]] = cards[n]
            cards[n] = card
        many -= batch


cdef inline void hand_over(uint64_t *hand, const uint8_t *cards, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        hand[cards[i] >> 6] |= (<uint64_t> 1) << (cards[i] & 63)


cdef int list_cards(const uint64_t *hand, uint8_t *cards) noexcept nogil:
    cdef uint64_t left
    cdef int n = 0
    cdef int i
    for i in range(COPIES):
        left = hand[i]
        while left:
            cards[n] = 64 * i + lowest(left)
            left &= left - 1
            n += 1
    return n


cdef inline void begin_row(const Parting *p, Walk *w) noexcept nogil:
    cdef int d
    w.layer = 0
    memcpy(w.hand, p.base, sizeof(w.hand))
    memset(w.given, 0, p.classes * sizeof(w.given[0]))
    for d in range(DIMS):
        w.lack[d] = p.lack[p.dim_slot[d]] if p.dim_slot[d] >= 0 else 0


cdef void set_out(const Parting *p, Walk *w) noexcept nogil:
    """Stand before the first row."""
    w.row = 0
    memcpy(w.cards, p.cards, sizeof(w.cards))
    if p.slots == 1:    # nothing is known: all rows part the same pool
        list_cards(p.base[POOL], w.pool_cards)
    begin_row(p, w)


cdef void make_move(const Parting *p, Walk *w, const Move *move) noexcept nogil:
    """Give the cards of a layer."""
    cdef const Layer *layer = &p.layer[w.layer]
    cdef int i
    if layer.cls == ALONE:
        for i in range(layer.cards):
            w.hand[move.place[i]][layer.plane + i] |= bit(layer.kind)
    else:
        for i in range(SLOTS):
            w.given[layer.cls][i] += move.given[i]
    for i in range(DIMS):
        w.lack[i] -= move.take[i]
    w.layer += 1


cdef void finish_row(const Parting *p, Walk *w, BitGenerator *source, Planes *out) noexcept nogil:
    """Give the rest, and part classes and pool by the numbers drawn."""
    cdef const Class *cls
    cdef uint8_t *given = w.given[p.classes - 1] if p.classes else NULL
    cdef uint8_t *cards
    cdef uint64_t *hand
    cdef int n
    cdef int i
    cdef int j
    if p.classes:
        for i in range(p.slots):
            if i != p.follows:  # which gets what is left: it is the last slot, if it is open
                given[i] = w.lack[p.dim_of[i]]
    for i in range(p.classes):
        cls = &p.cls[i]
        cards = w.cards + cls.start
        n = cls.cards
        for j in range(p.slots):
            if j != cls.last and w.given[i][j]:
                draw_out(source, cards, n, w.given[i][j])
                n -= w.given[i][j]
                hand_over(w.hand[p.place[j]], cards + n, w.given[i][j])
        hand_over(w.hand[p.place[cls.last]], cards, n)
    if p.pooled > 1:
        n = p.pool
        if p.slots > 1:
            list_cards(w.hand[POOL], w.pool_cards)
        for i in range(p.pooled - 1):
            draw_out(source, w.pool_cards, n, p.pool_size[i])
            n -= p.pool_size[i]
            hand_over(w.hand[p.pool_place[i]], w.pool_cards + n, p.pool_size[i])
        hand_over(w.hand[p.pool_place[p.pooled - 1]], w.pool_cards, n)
    elif p.pooled:
        hand = w.hand[p.pool_place[0]]
        for i in range(COPIES):
            hand[i] |= w.hand[POOL][i]
    for i in range(PLACES):
        hand = w.hand[i]
        out[i].one = hand[0] | hand[1] | hand[2]
        out[i].two = (hand[0] & hand[1]) | (hand[2] & (hand[0] | hand[1]))
        out[i].three = hand[0] & hand[1] & hand[2]


cdef Outcome deal_on(
    const Parting *p, Walk *w, BitGenerator *source, double doubt, Planes *out, Py_ssize_t n
) noexcept nogil:
    """Deal until n rows are full, or until a draw is doubtful: then `word` was drawn."""
    cdef double sums[MOVES]
    cdef const Layer *layer
    cdef const double *cell
    cdef double x
    cdef double margin
    cdef double sum
    cdef double ways
    cdef int open
    cdef int chosen
    cdef int last
    cdef int near
    cdef int i
    while w.row < n:
        while w.layer < p.layers:
            layer = &p.layer[w.layer]
            cell = p.cells + cell_of(layer + 1, w.lack)
            open = 0
            last = 0
            sum = 0.0
            for i in range(layer.moves):
                ways = layer.move[i].weight * cell[-layer.move[i].back]
                sum += ways
                sums[i] = sum
                open += ways > 0
                last = i if ways > 0 else last
            chosen = last
            if open > 1:
                w.word = source.next_uint64(source.state)
                x = <double> (w.word >> 11) * (1.0 / 9007199254740992.0) * sum
                margin = doubt * sum
                chosen = 0
                near = 0
                for i in range(layer.moves):
                    chosen += sums[i] <= x
                    near |= (sums[i] - x < margin) & (x - sums[i] < margin)
                if near:
                    return DOUBTFUL
            make_move(p, w, &layer.move[chosen])
        finish_row(p, w, source, out + PLACES * w.row)
        w.row += 1
        begin_row(p, w)
    return DONE
