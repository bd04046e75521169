"""Saving: a table as bytes, and bytes as the cards dealt and played.

A saved round is its head (see saved), the deal, the number of plays, whether the last of them
revoked, the plays, and a checksum. The deal is five times 54 kinds, two bits each, from the top
of 68 bytes. A play is its number of cards and their kinds; of a lead whose units were named the
top bit of the number is set, and the units follow in the same way.
"""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tractor_core.bits cimport bit, lowest
from tractor_core.cards cimport (
    KINDS, MAX_CARDS, Cards, Planes, add_kind, copies_of, new_cards, size
)
from tractor_core.checksums cimport crc32
from tractor_core.tables cimport NO_SEAT, SEATS, Table

from tractor_core.errors import NotationError

__all__ = ["DEAL_BYTES", "check_sum", "damaged", "read_deal", "read_plays"]

cdef enum:
    HOLDERS = SEATS + 1     # four hands and the kitty
    DEAL_SIZE = 68
    DEAL_WORDS = 5
    PADDING = 2             # 540 bits stand at the end of 544
    NAMED = 128

DEAL_BYTES = DEAL_SIZE

# the bits of a byte, the lowest first, as the lower ones of eight pairs from the top
cdef uint16_t PAIRS[256]


cdef void fill_pairs() noexcept nogil:
    cdef int b
    cdef int i
    for b in range(256):
        PAIRS[b] = 0
        for i in range(8):
            PAIRS[b] |= (b >> i & 1) << (14 - 2 * i)


fill_pairs()


cdef struct Copies:         # of each kind low + 2 * high
    uint64_t low
    uint64_t high


cdef inline Copies copies(Planes x) noexcept nogil:
    cdef Copies c
    c.low = x.one ^ x.two ^ x.three
    c.high = x.two
    return c


cdef inline Planes planes(Copies c) noexcept nogil:
    cdef Planes x
    x.one = c.low | c.high
    x.two = c.high
    x.three = c.low & c.high
    return x


cdef inline uint8_t *write_cards(Planes x, int top, uint8_t *out) noexcept nogil:
    """Write cards as a play; returns the end."""
    cdef uint64_t left = x.one
    cdef int kind
    cdef int _copy
    out[0] = size(x) | top
    out += 1
    while left:
        kind = lowest(left)
        left &= left - 1
        for _copy in range(copies_of(x, kind)):
            out[0] = kind
            out += 1
    return out


cdef void write_deal(const Copies *dealt, uint8_t *out) noexcept nogil:
    """Write what seats and kitty held before the first play."""
    cdef uint64_t low[DEAL_WORDS]
    cdef uint64_t high[DEAL_WORDS]
    cdef uint16_t pairs
    cdef int at = PADDING
    cdef int i
    cdef int shift
    memset(low, 0, sizeof(low))
    memset(high, 0, sizeof(high))
    for i in range(HOLDERS):
        shift = at & 63
        low[at >> 6] |= dealt[i].low << shift
        high[at >> 6] |= dealt[i].high << shift
        if shift + KINDS > 64:
            low[(at >> 6) + 1] |= dealt[i].low >> (64 - shift)
            high[(at >> 6) + 1] |= dealt[i].high >> (64 - shift)
        at += KINDS
    for i in range(DEAL_SIZE // 2):
        shift = i % 8 * 8
        pairs = PAIRS[low[i // 8] >> shift & 255] | PAIRS[high[i // 8] >> shift & 255] << 1
        out[2 * i] = pairs >> 8
        out[2 * i + 1] = pairs & 255


cdef inline uint8_t *write_play(
    const uint8_t *laid, int many, Copies *hand, uint8_t *out
) noexcept nogil:
    """Write a play and give its cards back to the hand; returns the end."""
    cdef uint64_t low = hand.low
    cdef uint64_t high = hand.high
    cdef uint64_t b
    cdef int i
    out[0] = many
    for i in range(many):
        out[1 + i] = laid[i]
        b = bit(laid[i])
        high ^= low & b
        low ^= b
    hand.low = low
    hand.high = high
    return out + 1 + many


cdef uint8_t *write_trick(
    const Table *t, int number, bint noted, Copies *dealt, uint8_t *out
) noexcept nogil:
    """Write the plays of a trick, but for a lead that a note tells; returns the end."""
    cdef const uint8_t *laid = t.laid + t.trick[number].start
    cdef uint8_t aside[1 + MAX_CARDS]
    cdef int many = t.trick[number].cards
    cdef int leader = t.trick[number].leader
    cdef int plays = min(t.plies - SEATS * number, <int> SEATS)
    cdef bint revoked = t.revoked != NO_SEAT and number == t.tricks - 1
    cdef int i
    for i in range(plays):
        if i == 0 and noted:
            write_play(laid, many, &dealt[leader], aside)
        elif revoked and i == plays - 1:
            # a revoke may be of another length
            many = t.laid + t.down - laid
            out = write_play(laid, many, &dealt[(leader + i) & (SEATS - 1)], out)
        else:
            out = write_play(laid, many, &dealt[(leader + i) & (SEATS - 1)], out)
        laid += many
    return out


cdef Py_ssize_t size_of_lead(tuple note):
    """How many bytes a lead takes that cannot be told from the table."""
    cdef Py_ssize_t total = 1 + size((<Cards> note[0]).p)
    if note[1] is not None:
        total += 1
        for unit in <tuple> note[1]:
            total += 1 + size((<Cards> unit).p)
    return total


cdef uint8_t *write_lead(tuple note, uint8_t *out):
    """Write what was shown, and the units as they were named."""
    cdef tuple named = note[1]
    if named is None:
        return write_cards((<Cards> note[0]).p, 0, out)
    out = write_cards((<Cards> note[0]).p, NAMED, out)
    out[0] = len(named)
    out += 1
    for unit in named:
        out = write_cards((<Cards> unit).p, 0, out)
    return out


cdef bytes pack_round(const Table *t, bytes head, dict notes):
    """Return a round as bytes, of the head given.

    The notes have, by the numbers of tricks, leads that cannot be told from the table: first the
    cards shown, then the units named or None.
    """
    cdef Py_ssize_t before = PyBytes_GET_SIZE(head)
    cdef Py_ssize_t total = before + DEAL_SIZE + 2 + t.plies + t.down + 4
    cdef Copies dealt[HOLDERS]
    cdef uint8_t *start
    cdef uint8_t *out
    cdef uint32_t crc
    cdef bytes made
    cdef bint noted
    cdef int i
    if notes:
        for number, note in notes.items():
            total += size_of_lead(note) - 1 - t.trick[<int> number].cards
    made = PyBytes_FromStringAndSize(NULL, total)
    start = <uint8_t *> PyBytes_AS_STRING(made)
    memcpy(start, PyBytes_AS_STRING(head), before)
    for i in range(SEATS):
        dealt[i] = copies(t.hand[i])
    dealt[SEATS] = copies(t.kitty)
    out = start + before + DEAL_SIZE
    out[0] = t.plies
    out[1] = t.revoked != NO_SEAT
    out += 2
    for i in range(t.tricks):
        noted = notes is not None and i in notes
        if noted:
            out = write_lead(<tuple> notes[i], out)
        out = write_trick(t, i, noted, dealt, out)
    write_deal(dealt, start + before)
    crc = crc32(start, total - 4)
    out[0] = crc >> 24
    out[1] = crc >> 16 & 255
    out[2] = crc >> 8 & 255
    out[3] = crc & 255
    return made


def damaged(str what not None) -> NotationError:
    """Make the error of bytes that are no saved round."""
    return NotationError(f"not a saved round: {what}", "", 0)


def check_sum(bytes data not None) -> None:
    """Raise NotationError unless bytes end with the sum of those before."""
    cdef Py_ssize_t total = PyBytes_GET_SIZE(data) - 4
    cdef const uint8_t *start = <const uint8_t *> PyBytes_AS_STRING(data)
    cdef uint32_t found = 0
    cdef int i
    if total < 0:
        raise damaged("it ends early")
    for i in range(4):
        found = found << 8 | start[total + i]
    if found != crc32(start, total):
        raise damaged("its checksum is wrong")


def read_deal(bytes data not None) -> tuple[Cards, ...]:
    """Read what the four hands and the kitty were, from `DEAL_BYTES` bytes."""
    cdef const uint8_t *start = <const uint8_t *> PyBytes_AS_STRING(data)
    cdef Copies c
    cdef list dealt = []
    cdef uint64_t two
    cdef int at = PADDING
    cdef int k
    cdef int _holder
    if PyBytes_GET_SIZE(data) != DEAL_SIZE:
        raise damaged("it ends early")
    for _holder in range(HOLDERS):
        c.low = c.high = 0
        for k in range(KINDS):
            two = start[at // 4] >> (6 - at % 4 * 2) & 3
            c.low |= (two & 1) << k
            c.high |= (two >> 1) << k
            at += 1
        dealt.append(new_cards(planes(c)))
    return tuple(dealt)


cdef Cards take_cards(const uint8_t **at, const uint8_t *end, int many):
    """Read so many kinds."""
    cdef Planes x
    cdef int kind
    cdef int _card
    if end - at[0] < many:
        raise damaged("it ends early")
    x.one = x.two = x.three = 0
    for _card in range(many):
        kind = at[0][0]
        at[0] += 1
        if kind >= KINDS:
            raise damaged(f"it has a card {kind}")
        add_kind(&x, kind)
    return new_cards(x)


cdef int take_byte(const uint8_t **at, const uint8_t *end) except -1:
    cdef int byte
    if at[0] == end:
        raise damaged("it ends early")
    byte = at[0][0]
    at[0] += 1
    return byte


def read_plays(bytes data not None, int plays) -> tuple[tuple[Cards, object], ...]:
    """Read so many plays, and that nothing follows them.

    Returns
    -------
    tuple of (Cards, tuple of Cards or None)
        What was shown, and the units that a leader named.
    """
    cdef const uint8_t *at = <const uint8_t *> PyBytes_AS_STRING(data)
    cdef const uint8_t *end = at + PyBytes_GET_SIZE(data)
    cdef list found = []
    cdef list named
    cdef int many
    cdef int _play
    cdef int _unit
    for _play in range(plays):
        many = take_byte(&at, end)
        cards = take_cards(&at, end, many & ~NAMED)
        if many & NAMED:
            named = []
            for _unit in range(take_byte(&at, end)):
                named.append(take_cards(&at, end, take_byte(&at, end)))
            found.append((cards, tuple(named)))
        else:
            found.append((cards, None))
    if at != end:
        raise damaged("it is too long")
    return tuple(found)
