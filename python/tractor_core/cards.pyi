"""Cards: the 54 kinds, immutable multisets of them, and their notation (rules D)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, SupportsIndex, TypeAlias, final

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

_Kind: TypeAlias = SupportsIndex | str  # 0 to 53, or one card in notation
_Style: TypeAlias = Literal["ascii", "unicode", "chinese"]

SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "dchs"

@final
class Cards:
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

    def __init__(
        self,
        cards: str | Cards | Mapping[int, int] | Mapping[str, int] | Iterable[_Kind] = "",
        /,
    ) -> None: ...
    @staticmethod
    def from_counts(counts: Iterable[SupportsIndex], /) -> Cards:
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

    @staticmethod
    def from_planes(one: SupportsIndex, two: SupportsIndex, three: SupportsIndex, /) -> Cards:
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

    @property
    def planes(self) -> tuple[int, int, int]:
        """The three planes: bit k set where kind k is held once, twice, three times."""

    def counts(self) -> bytes:
        """Return the copies held of each of the 54 kinds.

        Examples
        --------
        >>> list(Cards("2d 3d 3d").counts()[:3])
        [1, 2, 0]
        """

    def kinds(self) -> tuple[int, ...]:
        """Return the kinds held, ascending, each as often as it is held.

        Examples
        --------
        >>> Cards("3d 2d 3d").kinds()
        (0, 1, 1)
        """

    def count(self, kind: _Kind, /) -> int:
        """Return how many copies of a kind (a number or notation) are held.

        Examples
        --------
        >>> Cards("As As").count("As")
        2
        """

    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, item: Cards | _Kind, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __le__(self, other: Cards, /) -> bool: ...
    def __lt__(self, other: Cards, /) -> bool: ...
    def __ge__(self, other: Cards, /) -> bool: ...
    def __gt__(self, other: Cards, /) -> bool: ...
    def __add__(self, other: Cards, /) -> Cards: ...
    def __sub__(self, other: Cards, /) -> Cards: ...
    def __and__(self, other: Cards, /) -> Cards: ...
    def __or__(self, other: Cards, /) -> Cards: ...
    def __format__(self, spec: str) -> str: ...
    def __copy__(self) -> Cards: ...
    def __deepcopy__(self, memo: object, /) -> Cards: ...

def parse_kind(text: str, /) -> int:
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

def format_kind(kind: _Kind, style: _Style = "ascii") -> str:
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

def format_cards(cards: Cards | Iterable[_Kind], style: _Style = "ascii") -> str:
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
