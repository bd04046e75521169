"""Integers: the ways of dealing as whole numbers, and the draws that they settle."""
from libc.stdint cimport uint8_t

from tractor_core.classes cimport Class, Classes
from tractor_core.draws cimport give
from tractor_core.layers cimport Layer, Move
from tractor_core.slots cimport SLOTS, lane

from math import comb, factorial, prod

import numpy as np


cdef list moves_of(const Layer *layer):
    """The moves of a layer in the order of draws: cards by slot, and their ways."""
    cdef const Move *move
    cdef list found = []
    cdef int i
    cdef int j
    if layer.moves:
        for i in range(layer.moves):
            move = &layer.move[i]
            found.append(tuple([move.given[j] for j in range(SLOTS)]))
    else:
        for i in range(max(layer.rows, 1)):
            for j in range(layer.cards - i + 1):
                given = [0] * SLOTS
                if layer.rows:
                    given[layer.row_slot] = i
                given[layer.second] = j
                given[layer.last] = layer.cards - i - j
                found.append(tuple(given))
    return [
        (
            given,
            factorial(layer.cards) // prod(map(factorial, given))
            * int(layer.ways) ** given[layer.odd],
        )
        for given in found
    ]


cdef object chain_ways(const Classes *classes, list lacks):
    """The ways of dealing the chain to slots that lack so much."""
    cdef const Class *cls
    cdef int i
    cdef int j
    ways = 1
    left = 0
    for i in range(classes.chain, classes.n):
        cls = &classes.cls[i]
        left += cls.cards
        for j in range(cls.slots):
            ways *= comb(left, lacks[cls.slot[j]]) if lacks[cls.slot[j]] <= left else 0
            left -= lacks[cls.slot[j]]
            if left < 0:
                return 0
    return ways if left == 0 else 0


cdef list exact_ways(const Parting *p):
    """By layer, the ways of every state as whole numbers, in the order of `low` .. `high`."""
    cdef const Layer *layer = &p.layers.layer[p.layers.n]
    cdef const Layer *after
    cdef int i
    cdef int s
    slots = [s for s in range(p.slots.n) if s != p.grid.follows]
    rest = np.zeros([layer.high[s] - layer.low[s] + 1 for s in slots], object)
    for index in np.ndindex(rest.shape):
        lacks = [0] * SLOTS
        for s, at in zip(slots, index):
            lacks[s] = at + layer.low[s]
        lacks[p.grid.follows] = layer.left - sum(lacks)
        if layer.low[p.grid.follows] <= lacks[p.grid.follows] <= layer.high[p.grid.follows]:
            rest[index] = chain_ways(&p.classes, lacks)
    found = [rest]
    for i in range(p.layers.n - 1, -1, -1):
        layer = &p.layers.layer[i]
        after = &p.layers.layer[i + 1]
        ways = np.zeros([layer.high[s] - layer.low[s] + 1 for s in slots], object)
        for given, weight in moves_of(layer):
            to = []
            source = []
            for s in slots:
                low = max(layer.low[s], after.low[s] + given[s])
                end = min(layer.high[s], after.high[s] + given[s]) + 1
                to.append(slice(low - layer.low[s], max(low, end) - layer.low[s]))
                low -= after.low[s] + given[s]
                source.append(slice(low, max(low, end - after.low[s] - given[s])))
            ways[tuple(to)] += weight * rest[tuple(source)]
        rest = ways
        found.append(ways)
    found.reverse()
    return found


cdef int settle(const Parting *p, list exact, Walk *walk, BitGenerator *source) except -1:
    """Make the move of a doubtful draw: by its word, and more bits while they do not decide."""
    cdef const Layer *layer = &p.layers.layer[walk.layer]
    cdef const Layer *after = layer + 1
    cdef uint8_t given[SLOTS]
    cdef int s
    slots = [s for s in range(p.slots.n) if s != p.grid.follows]
    rest = exact[walk.layer + 1]
    moves = []
    for taken, weight in moves_of(layer):
        index = tuple([lane(walk.lanes[walk.next], s) - taken[s] - after.low[s] for s in slots])
        if all([0 <= at < length for at, length in zip(index, rest.shape)]):
            moves.append((taken, weight * rest[index]))
    total = sum([ways for _, ways in moves])
    drawn = int(walk.word[walk.next][walk.layer])
    bits = 64
    while True:
        limit = 0
        for taken, ways in moves:
            limit += ways << bits
            chosen = taken
            if drawn * total < limit:
                break
        if (drawn + 1) * total <= limit:
            for s in range(SLOTS):
                given[s] = chosen[s]
            give(p, walk, walk.next, given)
            walk.next += 1
            return 0
        drawn = drawn << 64 | int(source.next_uint64(source.state))
        bits += 64
