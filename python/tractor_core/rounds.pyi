"""Round: the play of one round, from the buried kitty to the result (rules E, T, K, P1)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, SupportsIndex

from typing_extensions import disjoint_base

from .cards import Cards
from .deals import Deal
from .follows import _Rng
from .knowledge import MatchView
from .rules import Rules
from .saved import SavedRound
from .trump import Trump
from .units import _Units
from .views import RoundResult, TrickRecord, View

__all__ = ["Round"]

@disjoint_base
class Round:
    """Play one round, from the buried kitty until hands are empty (E1).

    Parameters
    ----------
    hands : sequence of four Cards
        By seat; of equal size.
    kitty : Cards
        The cards buried.
    dealer : int
        Seat 0 to 3; he leads first, his partner sits opposite.
    trump : Trump
        The order of cards.
    rules : Rules, optional
        The round has them with the options of the order that its trump has.
    partner : int, optional
        The dealer's partner where one is found (B7); the dealer himself if he plays alone.
    partial : bool
        Allow hands and a kitty that are not whole decks; copies are checked in either case.

    Raises
    ------
    CardsError
        Not four equal hands, more copies of a kind than the decks hold, or not whole decks.
    RulesError
        A seat outside 0 to 3, or a partner missing or given where the rules say otherwise.

    Notes
    -----
    A round belongs to one thread at a time. `play` validates and raises `IllegalPlay`, and then
    nothing has changed.

    Examples
    --------
    >>> from tractor_core.cards import Cards
    >>> from tractor_core.trump import Trump
    >>> hands = [Cards("Ac 3d"), Cards("Kc 4d"), Cards("5c 6d"), Cards("9c 7d")]
    >>> round = Round(hands, Cards("Td"), 0, Trump("2", "h"), partial=True)
    >>> for card in ("Ac", "Kc", "5c", "9c", "3d", "4d", "6d", "7d"):
    ...     _ = round.play(Cards(card))
    >>> round.result.points, round.result.change.side
    (20, 'dealer')
    """

    def __init__(
        self,
        hands: Iterable[Cards],
        kitty: Cards,
        dealer: SupportsIndex,
        trump: Trump,
        rules: Rules | None = None,
        *,
        partner: SupportsIndex | None = None,
        partial: bool = False,
    ) -> None: ...
    @property
    def trump(self) -> Trump: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def partial(self) -> bool: ...
    @staticmethod
    def from_view(
        view: View | MatchView,
        deal: Deal | tuple[Sequence[Cards], Cards],
        /,
        *,
        partner: SupportsIndex | None = None,
    ) -> Round:
        """Make a round as a seat sees it, with the cards that it does not see from a deal.

        The round stands where the view stands: tricks, points, penalties, the trick in play and
        the turn are those of the view. What has happened stays as it happened, whatever the deal
        says: a throw that stood or failed is not judged anew, nor is a follow.

        Parameters
        ----------
        view : View or MatchView
            From `view`, or from `Match.view` while a round is played.
        deal : Deal
            Four hands and the kitty as they are now, such as one of `sample_hidden`.
        partner : int, optional
            The dealer's partner, wanted where the view keeps him secret (B7). The view of a match
            that has a card named tells him by the deal.

        Returns
        -------
        Round
            For the true deal it equals the round the view is of, with two exceptions. Under
            `no_review` (P2) it begins with the first trick that the view shows, with the points
            made before. And of a throw that failed no units are known that the leader named,
            but for the one led.

        Raises
        ------
        CardsError
            The deal does not fit the view: other numbers of cards, cards that the view has
            elsewhere, another hand or kitty of the seat, a suit or a pair that a seat has shown
            it does not hold, or cards missing that it has shown.
        RulesError
            The partner is missing or another, a view that is not of a round in play, or one that
            does not tell the points.

        Examples
        --------
        >>> from tractor_core.cards import Cards
        >>> from tractor_core.deals import deal
        >>> from tractor_core.insight import sample_hidden
        >>> from tractor_core.trump import Trump
        >>> hands, kitty = deal(1, rng=1)[0]
        >>> round = Round(hands, kitty, 0, Trump("2", "h"))
        >>> _ = round.play(next(round.legal_plays()))
        >>> view = round.view(1)
        >>> world = Round.from_view(view, sample_hidden(view, 1, rng=1)[0])
        >>> world.turn, world.tricks == round.tricks, world.hand(1) == round.hand(1)
        (1, True, True)
        >>> Round.from_view(view, (round.hands, kitty)) == round
        True
        """

    @property
    def dealer(self) -> int:
        """The seat of the dealer."""

    @property
    def partner(self) -> int:
        """The seat of the dealer's partner; the dealer himself if he plays alone (B7)."""

    @property
    def kitty(self) -> Cards:
        """The cards buried."""

    @property
    def over(self) -> bool:
        """Whether the round has ended."""

    @property
    def turn(self) -> int | None:
        """The seat whose play is next; None when the round has ended."""

    @property
    def leader(self) -> int | None:
        """The seat that leads, or led, the trick in play; None when the round has ended."""

    @property
    def points(self) -> int:
        """The attackers' points so far: tricks and penalties, without the kitty."""

    @property
    def hands(self) -> tuple[Cards, Cards, Cards, Cards]:
        """The cards left, by seat."""

    def hand(self, seat: SupportsIndex, /) -> Cards:
        """Return the cards that a seat has left."""

    def is_defender(self, seat: SupportsIndex, /) -> bool:
        """Tell whether a seat is of the dealer's side (D1)."""

    @property
    def plies(self) -> int:
        """How many plays have been made."""

    @property
    def tricks(self) -> tuple[TrickRecord, ...]:
        """The tricks so far, the one in play last."""

    @property
    def trick(self) -> TrickRecord | None:
        """The trick in play; None before a lead and when the round has ended."""

    @property
    def lead(self) -> Cards | None:
        """What was led to the trick in play; None before a lead."""

    def check_play(
        self, cards: Cards, units: _Units | None = None, *, seat: SupportsIndex | None = None
    ) -> None:
        """Raise `IllegalPlay` unless the cards may be played now; nothing changes.

        The parameters are those of `play`. Where a revoke is let stand (P1) it still raises.
        """

    def can_play(
        self, cards: Cards, units: _Units | None = None, *, seat: SupportsIndex | None = None
    ) -> bool:
        """Tell whether the cards may be played now; the parameters are those of `play`."""

    def play(
        self, cards: Cards, units: _Units | None = None, *, seat: SupportsIndex | None = None
    ) -> Cards:
        """Play cards for the seat whose turn it is.

        A throw that does not stand is replaced by one unit, and the rest goes back (T4);
        `trick.returned` and `points` then tell what went back and the penalty.

        Parameters
        ----------
        cards : Cards
        units : iterable of Unit or Cards, optional
            The units that the leader names (C6); by default the canonical ones (C5).
        seat : int, optional
            Who plays; another seat than `turn` is refused.

        Returns
        -------
        Cards
            What lies on the table: the cards, or the unit led instead.

        Raises
        ------
        IllegalPlay
            With the first reason that applies; nothing has changed. Where the rules let a
            revoke stand (P1), a wrong follow is played and ends the round instead.
        CardsError
            The units do not make up the lead, or are given for a follow.
        """

    def play_unverified(self, cards: Cards) -> Cards:
        """Play cards WITHOUT asking whether a follow gives what it owes (F2).

        That the cards are held, as many as were led, and of one suit for a lead is still
        checked, so a round cannot be damaged; only the duties are not. For replaying records
        known to be sound, and for policies that make legal plays.
        """

    def undo(self) -> None:
        """Take the last play back.

        Raises
        ------
        CardsError
            Nothing has been played.
        """

    def legal_plays(self) -> Iterator[Cards]:
        """Iterate over the distinct plays that the seat on turn may make, lazily.

        Leads come units first, then throws (see `legal_leads`), follows ascending (see
        `legal_follows`). When the round has ended there are none.
        """

    def count_legal_plays(self) -> int:
        """Return how many `legal_plays` there are, without making them."""

    def random_legal_play(self, rng: _Rng = None, *, throws: bool = False) -> Cards:
        """Return a play drawn uniformly from the follows or the units to lead.

        Parameters
        ----------
        rng : int, SeedSequence, Generator or None
        throws : bool
            Whether a lead may be any throw as well (see `random_lead`).

        Raises
        ------
        CardsError
            The round has ended.
        """

    @property
    def result(self) -> RoundResult | None:
        """How the round ended (K1, L, P1); None while it is played."""

    def view(self, seat: SupportsIndex, /) -> View:
        """Return what a seat may know of the round.

        Two rounds that differ only in cards hidden from the seat give equal views. Who buried
        the kitty in an exchange (B6) and which card was named (B7) only a match knows, so its
        view tells more. Here, until the round is over, the partner is known to himself where
        there is one deck, and to a dealer who plays alone.
        """

    def copy(self) -> Round:
        """Return an independent copy."""

    def __copy__(self) -> Round: ...
    def __deepcopy__(self, memo: object, /) -> Round: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def saved(self) -> SavedRound:
        """Return where the round started and what was played."""

    @staticmethod
    def load(saved: SavedRound, /, *, verify: bool = True) -> Round:
        """Play a saved round again.

        Parameters
        ----------
        saved : SavedRound
        verify : bool
            Whether every follow is checked to be legal; without it only what the engine needs
            is checked (cards held, numbers of cards).

        Raises
        ------
        TractorError
            The round is impossible: a deal, a seat or a play is refused.
        """

    def to_bytes(self) -> bytes:
        """Return the round as bytes; see `from_bytes`.

        A round takes less than 1000 bytes, unless leaders have named the units of many throws.
        """

    @staticmethod
    def from_bytes(data: bytes | bytearray, /, *, verify: bool = True) -> Round:
        """Read what `to_bytes` wrote, playing it again as `load` does.

        Raises
        ------
        NotationError
            The bytes are damaged, of another format, or from something else.
        TractorError
            The round in them is impossible.
        """

    def to_dict(self) -> dict[str, Any]:
        """Return the round as a dict for JSON; see `from_dict`."""

    @staticmethod
    def from_dict(data: dict[str, Any], /, *, verify: bool = True) -> Round:
        """Read what `to_dict` wrote, playing it again as `load` does.

        Raises
        ------
        RulesError
            A key is missing or unknown, or of another format.
        TractorError
            The round in it is impossible.
        """
