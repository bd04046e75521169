"""Cards: the 54 kinds, immutable multisets of them, and their notation (rules D)."""
from cpython.number cimport PyIndex_Check, PyNumber_Index
from collections.abc import Mapping

cimport cython
from cpython.unicode cimport (
    PyUnicode_DATA, PyUnicode_FromObject, PyUnicode_KIND, PyUnicode_READ
)
from libc.string cimport memset
from libc.stdint cimport int8_t, uint8_t

from tractor_core.bits cimport bit, lowest

from tractor_core.errors import CardsError, NotationError

__all__ = [
    "BIG_JOKER",
    "RANK_LETTERS",
    "SMALL_JOKER",
    "SUIT_LETTERS",
    "Cards",
    "format_cards",
    "format_kind",
    "parse_kind",
]

SMALL_JOKER = SMALL
BIG_JOKER = BIG

# Notation: one table a direction, filled once at import.
cdef int8_t RANK_OF[128]
cdef int8_t SUIT_OF[128]
RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "dchs"
cdef char RANK_CHARS[13]
cdef char SUIT_CHARS[4]
cdef str SUIT_SIGNS = "♦♣♥♠"
cdef dict SIGN_SUITS = {
    "♦": 0, "♢": 0, "♣": 1, "♧": 1, "♥": 2, "♡": 2, "♠": 3, "♤": 3,
}
cdef tuple SUIT_WORDS = ("方块", "梅花", "红桃", "黑桃")
# Every two-character word read as a suit; the first column is what is written.
cdef dict WORD_SUITS = {
    "方块": 0, "方塊": 0, "方片": 0, "梅花": 1, "草花": 1,
    "红桃": 2, "紅桃": 2, "红心": 2, "紅心": 2, "黑桃": 3,
}
cdef dict WORD_JOKERS = {"小王": SMALL, "大王": BIG}
cdef dict STYLES = {}
cdef object PLANE_END = 2 ** 54


cdef void fill_tables():
    cdef int i
    memset(RANK_OF, -1, sizeof(RANK_OF))
    memset(SUIT_OF, -1, sizeof(SUIT_OF))
    for i in range(13):
        RANK_CHARS[i] = ord(RANK_LETTERS[i])
        RANK_OF[ord(RANK_LETTERS[i])] = i
        RANK_OF[ord(RANK_LETTERS[i].lower())] = i
    for i in range(4):
        SUIT_CHARS[i] = ord(SUIT_LETTERS[i])
        SUIT_OF[ord(SUIT_LETTERS[i])] = i
        SUIT_OF[ord(SUIT_LETTERS[i].upper())] = i
    ranks = [*RANK_LETTERS]
    ranks10 = [r.replace("T", "10") for r in ranks]
    STYLES["ascii"] = tuple([r + s for s in SUIT_LETTERS for r in ranks] + ["SJ", "BJ"])
    STYLES["unicode"] = tuple([r + s for s in SUIT_SIGNS for r in ranks] + ["SJ", "BJ"])
    STYLES["chinese"] = tuple([w + r for w in SUIT_WORDS for r in ranks10] + ["小王", "大王"])


fill_tables()


cdef int suit_at(str text, int kind, void *data, Py_ssize_t n, Py_ssize_t *at) except -2:
    """Suit sign, letter or word that begins at *at, which moves past it; -1 if none."""
    cdef Py_UCS4 ch
    cdef int suit = -1
    if at[0] >= n:
        return -1
    ch = PyUnicode_READ(kind, data, at[0])
    if ch < 128:
        suit = SUIT_OF[ch]
        if suit >= 0:
            at[0] += 1
        return suit
    if ch in SIGN_SUITS:
        suit = SIGN_SUITS[ch]
        at[0] += 1
        if at[0] < n and PyUnicode_READ(kind, data, at[0]) in (0xFE0E, 0xFE0F):
            at[0] += 1  # text and picture forms of the sign
    elif text[at[0]:at[0] + 2] in WORD_SUITS:
        suit = WORD_SUITS[text[at[0]:at[0] + 2]]
        at[0] += 2
    return suit


cdef int rank_at(int kind, void *data, Py_ssize_t n, Py_ssize_t *at) noexcept:
    """Rank (0 for a two) that begins at *at, which moves past it; -1 if none."""
    cdef Py_UCS4 ch
    cdef int rank
    if at[0] >= n:
        return -1
    ch = PyUnicode_READ(kind, data, at[0])
    if ch >= 128:
        return -1
    rank = RANK_OF[ch]
    if rank >= 0:
        at[0] += 1
    elif ch == u'1' and at[0] + 1 < n and PyUnicode_READ(kind, data, at[0] + 1) == u'0':
        rank = 8
        at[0] += 2
    return rank


cdef bad_token(str text, Py_ssize_t at):
    end = at
    while end < len(text) and not text[end].isspace() and end < at + 12:
        end += 1
    return NotationError(
        f"unknown card {text[at:end]!r} (a card is a rank 2-9, 10 or T, J, Q, K, A and a suit "
        "d, c, h, s or a sign; or SJ, BJ)",
        text,
        at,
    )


cdef int next_kind(str text, int kind, void *data, Py_ssize_t n, Py_ssize_t *at) except -1:
    """Kind of the card that begins at *at, which moves past it."""
    cdef Py_ssize_t start = at[0]
    cdef Py_UCS4 ch = PyUnicode_READ(kind, data, start)
    cdef Py_UCS4 after
    cdef int rank = rank_at(kind, data, n, at)
    cdef int suit
    if rank >= 0:
        suit = suit_at(text, kind, data, n, at)
        if suit >= 0:
            return 13 * suit + rank
    elif ch < 128:
        after = PyUnicode_READ(kind, data, start + 1) if start + 1 < n else 0
        if after == u'J' or after == u'j':
            at[0] = start + 2
            if ch == u'S' or ch == u's':
                return SMALL
            if ch == u'B' or ch == u'b':
                return BIG
    else:
        word = text[start:start + 2]
        if word in WORD_JOKERS:
            at[0] = start + 2
            return WORD_JOKERS[word]
        if word in WORD_SUITS:  # Chinese names the suit first
            at[0] = start + 2
            rank = rank_at(kind, data, n, at)
            if rank >= 0:
                return 13 * <int> WORD_SUITS[word] + rank
    raise bad_token(text, start)


cdef int add_kind(Planes *p, int kind) except -1:
    cdef uint64_t b = bit(kind)
    if not p.one & b:
        p.one |= b
    elif not p.two & b:
        p.two |= b
    elif not p.three & b:
        p.three |= b
    else:
        raise CardsError(f"more than three copies of {STYLES['ascii'][kind]}")
    return 0


cdef int parse(str text, Planes *p) except -1:
    cdef Py_ssize_t at = 0
    cdef Py_ssize_t n = len(text)
    cdef int kind = PyUnicode_KIND(text)
    cdef void *data = PyUnicode_DATA(text)
    cdef Py_UCS4 ch
    while at < n:
        ch = PyUnicode_READ(kind, data, at)
        if ch == u' ' or (ch < 33 or ch > 127) and ch.isspace():
            at += 1
        else:
            add_kind(p, next_kind(text, kind, data, n, &at))
    return 0


cdef object as_number(object value, str what):
    """The int that a value is; a bool is none. What it has to be begins the refusal."""
    if isinstance(value, bool) or not PyIndex_Check(value):
        raise TypeError(f"{what}, not {type(value).__name__}")
    return PyNumber_Index(value)


cdef int as_kind(object kind) except -1:
    """Kind from a number or from notation."""
    if isinstance(kind, str):
        return one_kind(PyUnicode_FromObject(kind))
    number = as_number(kind, "a kind is an int from 0 to 53 or a card in notation")
    if not 0 <= number < KINDS:
        raise CardsError(f"a kind is a number from 0 to 53, not {number}")
    return number


cdef int one_kind(str text) except -1:
    """Kind of the only card in a text, with white space around it or not."""
    cdef Py_ssize_t at = len(text) - len(text.lstrip())
    cdef Py_ssize_t n = len(text.rstrip())
    cdef int kind
    if at >= n:
        raise NotationError("one card expected, none found", text, 0)
    kind = next_kind(text, PyUnicode_KIND(text), PyUnicode_DATA(text), n, &at)
    if at != n:
        raise NotationError("one card expected, more follows", text, at)
    return kind


cdef int as_copies(object copies, int kind) except -1:
    number = as_number(copies, "a number of copies is an int from 0 to 3")
    if not 0 <= number <= 3:
        raise CardsError(
            f"a number of copies is 0 to 3, not {number} (of {STYLES['ascii'][kind]})"
        )
    return number


cdef int fill(object source, Planes *p) except -1:
    cdef int kind
    cdef int _i
    if isinstance(source, Mapping):
        for key in source:
            kind = as_kind(key)
            for _i in range(as_copies(source[key], kind)):
                add_kind(p, kind)
        return 0
    if isinstance(source, (bytes, bytearray, memoryview)) or not hasattr(source, "__iter__"):
        raise TypeError(
            "Cards are made from notation, kinds, a mapping of kinds to copies or other Cards, "
            f"not from {type(source).__name__}"
        )
    for item in source:
        add_kind(p, as_kind(item))
    return 0


cdef Cards new_cards(Planes p):
    cdef Cards cards = Cards.__new__(Cards)
    cards.p = p
    cards.made = True
    return cards


@cython.final
@cython.freelist(64)
cdef class Cards:
    """Hold cards: an immutable multiset with at most three copies of a kind.

    Parameters
    ----------
    cards : str, Cards, mapping or iterable, optional
        Notation (``"As As Kh 10d SJ BJ"``: rank, then suit; signs, any case, Chinese names
        and no spaces are read as well), other Cards, a mapping of kinds to copies, or an
        iterable of kinds. A kind is an int from 0 to 53, ``13 * suit + rank - 2`` with
        suits d c h s = 0 1 2 3, 52 and 53 the jokers; notation of one card serves as well.

    Raises
    ------
    NotationError
        The text holds something else than cards; the error says where.
    CardsError
        More than three copies of a kind, or a number that is no kind.
    TypeError
        Something else was given.

    Examples
    --------
    >>> hand = Cards("As As Kh 10d SJ")
    >>> len(hand), "As" in hand, Cards("As As") <= hand
    (5, True, True)
    >>> hand - Cards("As")
    Cards('Td Kh As SJ')
    """

    def __init__(self, cards="", /):
        cdef Planes p
        if self.made:
            raise TypeError("Cards cannot be changed")
        p.one = p.two = p.three = 0
        if isinstance(cards, str):
            parse(PyUnicode_FromObject(cards), &p)
        elif isinstance(cards, Cards):
            p = (<Cards> cards).p
        else:
            fill(cards, &p)
        self.p = p
        self.made = True

    @staticmethod
    def from_counts(counts, /) -> Cards:
        """Make Cards from the copies of each of the 54 kinds.

        Parameters
        ----------
        counts : sequence of 54 ints
            Copies, 0 to 3, by kind; bytes and arrays serve as well.

        Raises
        ------
        CardsError
            Not 54 numbers, or one outside 0 to 3.

        Examples
        --------
        >>> Cards.from_counts(Cards("2d 2d BJ").counts())
        Cards('2d 2d BJ')
        """
        cdef Planes p
        cdef int kind = 0
        cdef int _i
        p.one = p.two = p.three = 0
        if isinstance(counts, (str, Mapping)) or not hasattr(counts, "__iter__"):
            raise TypeError(f"counts are 54 ints, not {type(counts).__name__}")
        for copies in counts:
            if kind == KINDS:
                raise CardsError("counts are 54 numbers, one a kind; there are more")
            for _i in range(as_copies(copies, kind)):
                add_kind(&p, kind)
            kind += 1
        if kind != KINDS:
            raise CardsError(f"counts are 54 numbers, one a kind, not {kind}")
        return new_cards(p)

    @staticmethod
    def from_planes(one, two, three, /) -> Cards:
        """Make Cards from their three planes.

        Parameters
        ----------
        one, two, three : int
            Bit k is set where kind k is held at least once, twice, three times.

        Raises
        ------
        CardsError
            A bit above 53 is set, or a plane is not inside the one before.

        Examples
        --------
        >>> Cards.from_planes(5, 4, 0)
        Cards('2d 4d 4d')
        """
        cdef Planes p
        cdef list checked = []
        for plane in (one, two, three):
            plane = as_number(plane, "a plane is an int")
            if not 0 <= plane < PLANE_END:
                raise CardsError(f"a plane has bits 0 to 53, not {plane:#x}")
            checked.append(plane)
        p.one, p.two, p.three = checked[0], checked[1], checked[2]
        if (p.two & ~p.one) | (p.three & ~p.two):
            raise CardsError("plane two lies inside plane one, plane three inside plane two")
        return new_cards(p)

    @property
    def planes(self) -> tuple[int, int, int]:
        """The three planes: bit k set where kind k is held once, twice, three times."""
        return self.p.one, self.p.two, self.p.three

    def counts(self) -> bytes:
        """Return the copies held of each of the 54 kinds.

        Examples
        --------
        >>> list(Cards("2d 3d 3d").counts()[:3])
        [1, 2, 0]
        """
        cdef uint8_t held[KINDS]
        cdef int kind
        for kind in range(KINDS):
            held[kind] = copies_of(self.p, kind)
        return held[:KINDS]

    def kinds(self) -> tuple[int, ...]:
        """Return the kinds held, ascending, each as often as it is held.

        Examples
        --------
        >>> Cards("3d 2d 3d").kinds()
        (0, 1, 1)
        """
        cdef list held = []
        cdef uint64_t left = self.p.one
        cdef int kind
        cdef int _i
        while left:
            kind = lowest(left)
            left &= left - 1
            for _i in range(copies_of(self.p, kind)):
                held.append(kind)
        return tuple(held)

    def count(self, kind, /) -> int:
        """Return how many copies of a kind (a number or notation) are held.

        Examples
        --------
        >>> Cards("As As").count("As")
        2
        """
        return copies_of(self.p, as_kind(kind))

    def __len__(self) -> int:
        return size(self.p)

    def __bool__(self) -> bool:
        return self.p.one != 0

    def __iter__(self):
        return iter(self.kinds())

    def __contains__(self, item) -> bool:
        if isinstance(item, Cards):
            return contains(self.p, (<Cards> item).p)
        return copies_of(self.p, as_kind(item)) > 0

    def __hash__(self) -> int:
        cdef uint64_t h = self.p.one * <uint64_t> 0x9E3779B97F4A7C15
        h = (h ^ (h >> 29) ^ self.p.two) * <uint64_t> 0xBF58476D1CE4E5B9
        h = (h ^ (h >> 32) ^ self.p.three) * <uint64_t> 0x94D049BB133111EB
        return <Py_hash_t> ((h ^ (h >> 31)) >> 2)

    def __eq__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        return same(self.p, (<Cards> other).p)

    def __le__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        return contains((<Cards> other).p, self.p)

    def __lt__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        return contains((<Cards> other).p, self.p) and not same(self.p, (<Cards> other).p)

    def __ge__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        return contains(self.p, (<Cards> other).p)

    def __gt__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        return contains(self.p, (<Cards> other).p) and not same(self.p, (<Cards> other).p)

    def __add__(self, other):
        cdef uint64_t over
        if not isinstance(other, Cards):
            return NotImplemented
        over = overflow(self.p, (<Cards> other).p)
        if over:
            raise CardsError(f"more than three copies of {STYLES['ascii'][lowest(over)]}")
        return new_cards(plus(self.p, (<Cards> other).p))

    def __sub__(self, other):
        if not isinstance(other, Cards):
            return NotImplemented
        if not contains(self.p, (<Cards> other).p):
            lacking = new_cards(minus((<Cards> other).p, self.p))
            raise CardsError(f"{lacking} not held in {self}")
        return new_cards(minus(self.p, (<Cards> other).p))

    def __and__(self, other):
        cdef Planes p
        if not isinstance(other, Cards):
            return NotImplemented
        p.one = self.p.one & (<Cards> other).p.one
        p.two = self.p.two & (<Cards> other).p.two
        p.three = self.p.three & (<Cards> other).p.three
        return new_cards(p)

    def __or__(self, other):
        cdef Planes p
        if not isinstance(other, Cards):
            return NotImplemented
        p.one = self.p.one | (<Cards> other).p.one
        p.two = self.p.two | (<Cards> other).p.two
        p.three = self.p.three | (<Cards> other).p.three
        return new_cards(p)

    def __str__(self) -> str:
        return write_ascii(self.p)

    def __repr__(self) -> str:
        return f"Cards('{write_ascii(self.p)}')"

    def __format__(self, str spec not None) -> str:
        return format(write_ascii(self.p), spec)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo, /):
        return self

    def __reduce__(self):
        return make_cards, (self.p.one, self.p.two, self.p.three)


def make_cards(one, two, three) -> Cards:
    """Make Cards from their planes, for pickle."""
    return Cards.from_planes(one, two, three)


cdef str write_ascii(Planes p):
    """Notation, ascending; a card is two letters and a space."""
    cdef char text[3 * MAX_CARDS]
    cdef int n = 0
    cdef int _i
    cdef int kind
    cdef char first
    cdef char second
    cdef uint64_t left = p.one
    while left:
        kind = lowest(left)
        left &= left - 1
        if kind < SMALL:
            first = RANK_CHARS[kind % 13]
            second = SUIT_CHARS[kind // 13]
        else:
            first = c'S' if kind == SMALL else c'B'
            second = c'J'
        for _i in range(copies_of(p, kind)):
            text[n] = first
            text[n + 1] = second
            text[n + 2] = c' '
            n += 3
    return text[:n - 1].decode("ascii") if n else ""


cdef tuple names_of(object style):
    if not isinstance(style, str):
        raise TypeError(f"style is a str, not {type(style).__name__}")
    names = STYLES.get(style)
    if names is None:
        raise NotationError(f"style is one of {', '.join(STYLES)}, not {style[:40]!r}", "", 0)
    return names


def parse_kind(text, /) -> int:
    """Read one card and return its kind.

    Parameters
    ----------
    text : str
        One card in any notation that `Cards` reads.

    Returns
    -------
    int
        0 to 53.

    Raises
    ------
    NotationError
        The text is not one card.

    Examples
    --------
    >>> parse_kind("2d"), parse_kind("A♠"), parse_kind("大王")
    (0, 51, 53)
    """
    if not isinstance(text, str):
        raise TypeError(f"notation is a str, not {type(text).__name__}")
    return one_kind(PyUnicode_FromObject(text))


def format_kind(kind, style="ascii") -> str:
    """Write one card.

    Parameters
    ----------
    kind : int
        0 to 53.
    style : {"ascii", "unicode", "chinese"}
        ``Td``, ``T♦`` or ``方块10``.

    Examples
    --------
    >>> format_kind(8), format_kind(8, "unicode"), format_kind(8, "chinese")
    ('Td', 'T♦', '方块10')
    """
    return names_of(style)[as_kind(kind)]


def format_cards(cards, style="ascii") -> str:
    """Write cards, with a space between them; `Cards` reads every style back.

    Parameters
    ----------
    cards : Cards or iterable of kinds
        Cards are written ascending by kind, other iterables (such as the result of
        `sort_hand`) in their own order.
    style : {"ascii", "unicode", "chinese"}
        ``As SJ``, ``A♠ SJ`` or ``黑桃A 小王``.

    Examples
    --------
    >>> format_cards(Cards("As SJ 10d"), "chinese")
    '方块10 黑桃A 小王'
    """
    cdef tuple names = names_of(style)
    if isinstance(cards, Cards):
        if style == "ascii":
            return write_ascii((<Cards> cards).p)
        return " ".join([names[kind] for kind in (<Cards> cards).kinds()])
    if isinstance(cards, (str, bytes)) or not hasattr(cards, "__iter__"):
        raise TypeError(f"format_cards writes Cards or kinds, not {type(cards).__name__}")
    return " ".join([names[as_kind(kind)] for kind in cards])
