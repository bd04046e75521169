"""Trump: the level and the trump suit of a round, and the order of cards they make (O)."""

from typing import Literal, Self, SupportsIndex, TypeAlias, final

from .cards import Cards, _Kind

__all__ = ["Trump", "order", "sort_hand", "suit_of"]

_Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
_TrumpSuit: TypeAlias = Literal["d", "c", "h", "s"]
_Suit: TypeAlias = Literal["trump", "d", "c", "h", "s"]  # effective suits (O6)
_NoTrumpLevels: TypeAlias = Literal["trump", "plain"]

@final
class Trump:
    """Name the level and the trump suit of a round (O1-O7).

    Parameters
    ----------
    level : str or int
        The level rank: ``"2"`` .. ``"10"`` (or ``"T"``) .. ``"A"``, or 2 to 14.
    suit : {"d", "c", "h", "s", None}
        The trump suit, a letter or a sign; None (or ``"NT"``) is no trump.
    permanent_twos : bool
        Every 2 is a trump as well (O1, O2).
    no_trump_levels : {"trump", "plain"}
        Whether the level cards are trumps in no trump (O7).
    gap_adjacent : bool
        Whether the ranks either side of the level are adjacent (O5, O7).
    level_tractors : bool
        Whether level cards, permanent twos and jokers chain (O5, O7).

    Raises
    ------
    RulesError
        A level, suit or option outside the values above.

    Examples
    --------
    >>> Trump("10", "h")
    Trump('T', 'h')
    >>> Trump(5).suit is None
    True
    """

    def __new__(
        cls,
        level: str | SupportsIndex,
        suit: str | None = None,
        *,
        permanent_twos: bool = False,
        no_trump_levels: _NoTrumpLevels = "trump",
        gap_adjacent: bool = True,
        level_tractors: bool = True,
    ) -> Self: ...
    @property
    def level(self) -> _Rank: ...
    @property
    def suit(self) -> _TrumpSuit | None: ...
    @property
    def permanent_twos(self) -> bool: ...
    @property
    def no_trump_levels(self) -> _NoTrumpLevels: ...
    @property
    def gap_adjacent(self) -> bool: ...
    @property
    def level_tractors(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Trump: ...
    def __deepcopy__(self, memo: object, /) -> Trump: ...

def order(trump: Trump) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the order of cards (O2-O4).

    Returns
    -------
    dict
        Suit name (``"trump"`` first, then ``"d"``, ``"c"``, ``"h"``, ``"s"``; the trump suit
        has no entry of its own) to its steps, high to low; a step is the tuple of the kinds
        on it, ascending.

    Examples
    --------
    >>> [len(step) for step in order(Trump("4", "d"))["trump"][:4]]
    [1, 1, 1, 3]
    """

def suit_of(kind: _Kind, trump: Trump) -> _Suit:
    """Return the effective suit of a kind, ``"trump"`` or a letter (O6).

    Parameters
    ----------
    kind : int or str
        0 to 53, or one card in notation.

    Examples
    --------
    >>> suit_of("3c", Trump("3", "h")), suit_of("4c", Trump("3", "h"))
    ('trump', 'c')
    """

def sort_hand(cards: Cards, trump: Trump) -> tuple[int, ...]:
    """Return the kinds of a hand, trumps first, high to low (O2-O4).

    Returns
    -------
    tuple of int
        Trumps, then d c h s; within a suit high to low, kinds of one step ascending.

    Examples
    --------
    >>> from tractor_core.cards import format_cards
    >>> format_cards(sort_hand(Cards("2d Ah Td SJ Kd"), Trump("10", "h")))
    'SJ Td Ah Kd 2d'
    """
