"""Openings: a round up to its first lead: the deal, declarations, the kitty (rules D4, B)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Self

from .actions import (
    Action,
    Bury,
    Deal,
    Declare,
    DrawCard,
    DrawSeat,
    Exchange,
    NameCard,
    Pass,
    TakeKitty,
)
from .burials import check_burial, legal_burials, random_burial
from .cards import SMALL_JOKER, SUIT_LETTERS, Cards, format_kind
from .declarations import Declaration, check_declaration, legal_declarations
from .errors import RulesError
from .levels import Standing
from .partners import nearest_holder
from .phases import Phase
from .rules import Rules
from .trump import Trump

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Opening"]

_HAND = (12, 25, 39)  # by decks (D2)


class Opening:
    """Carry a round from the deal to its first lead; the part of a `Match` before the play.

    Parameters
    ----------
    rules : Rules
    standings : sequence of four Standing
        Where the seats are.
    deck : tuple of int
        The order of the cards.
    dealer : int or None
        None while the deal is contested.
    first_round : bool
        Whether it is the first round of the match (B3).
    source : callable
        Gives the Generator of a draw by its number: 1 for the first seat, 2 for the dealer, 3
        for the card of the kitty.

    Attributes
    ----------
    phase : Phase
        PLAY when the opening is over.
    turn : int or None
        The one seat that is to act.
    dealer, partner : int or None
        As they stand; the partner where one is found (B7).
    hands : list of Cards
        By seat, the kitty included that one has taken up.
    dealt : int
        How many cards have been dealt to seats.
    buried : Cards or None
        What is buried.
    holder : int or None
        Who has taken the kitty up last.
    taken : Cards
        What he took up.
    takers : set of int
        Who has exchanged.
    declarations : list of Declaration
        The one that stands last.
    passed : set of int
        Who has passed since.
    doubles : int
        Overrides by another seat, and exchanges.
    turned, named : int or None
        The card that made trumps (B4), the card named (B7).
    named_held : tuple of int
        How many copies of it each seat held.
    """

    def __init__(
        self,
        rules: Rules,
        standings: Sequence[Standing],
        deck: tuple[int, ...],
        dealer: int | None,
        *,
        first_round: bool,
        source: Callable[[int], np.random.Generator],
    ) -> None:
        self.rules = rules
        self.standings = tuple(standings)
        self.deck = deck
        self.dealer = dealer
        self.contested = dealer is None
        self.takes_deal = first_round and dealer is None and rules.first_round_override_takes_deal
        self.source = source
        self.first = dealer
        self.to_deal = 4 * _HAND[rules.decks - 1]
        self.dealt = 0
        self.hands = [Cards() for _ in range(4)]
        self.buried: Cards | None = None
        self.holder: int | None = None
        self.taken = Cards()
        self.takers: set[int] = set()
        self.suit: str | None = None
        self.has_trump = self.crown
        self.declarations: list[Declaration] = []
        self.passed: set[int] = set()
        self.passes = 0
        self.doubles = 0
        self.turned: int | None = None
        self.named: int | None = None
        self.named_held: tuple[int, ...] = ()
        self.partner: int | None = None
        self.turn: int | None = None
        self.phase = Phase.DRAW_SEAT if dealer is None else Phase.DEALING

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self).__new__(type(self))
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if isinstance(value, (list, set)) else value)
        return other

    @property
    def crown(self) -> bool:
        """Whether the dealer's side plays its crown (M4)."""
        return self.dealer is not None and self.standings[self.dealer].crown

    @property
    def level(self) -> str | None:
        """The level played (M0); None while the deal is contested."""
        return None if self.dealer is None else self.standings[self.dealer].level

    @property
    def trump(self) -> Trump | None:
        """The trumps as they stand; None while there are none."""
        level = self.level
        if level is None or not self.has_trump:
            return None
        if self.crown:
            return self.rules.trump(level, permanent_twos=False, no_trump_levels="trump")
        return self.rules.trump(level, self.suit)

    @property
    def declaration(self) -> Declaration | None:
        """The declaration that stands."""
        return self.declarations[-1] if self.declarations else None

    @property
    def undealt(self) -> int:
        """How many cards are still to be dealt to seats."""
        return self.to_deal - self.dealt

    @property
    def kitty_order(self) -> tuple[int, ...]:
        """The kitty as it was dealt."""
        return self.deck[self.to_deal :]

    @property
    def kitty(self) -> Cards:
        """The kitty: what is left of the deck, or buried; no cards while a hand has it."""
        if self.buried is not None:
            return self.buried
        return Cards() if self.holder is not None else Cards(self.kitty_order)

    # --- what may be done ---

    def legal_actions(self, seat: int | None = None) -> Iterator[Action]:
        """Iterate over what may be done, by any seat and by chance, or by one seat."""
        phase = self.phase
        if phase is Phase.DEALING and seat is None:
            yield Deal()
        if phase in (Phase.DEALING, Phase.DECLARING):
            for who in range(4) if seat is None else (seat,):
                if phase is Phase.DECLARING and who not in self.passed:
                    yield Pass(who)
                if not self.closed:
                    yield from (Declare(who, found.cards) for found in self.bids(who))
        elif phase in (Phase.DRAW_SEAT, Phase.DRAW_DEALER):
            if seat is None:
                yield from map(DrawSeat, range(4))
        elif phase is Phase.DRAW_CARD:
            if seat is None:
                yield from map(DrawCard, sorted(set(self.kitty_order)))
        elif seat is None or seat == self.turn:
            yield from self.actions_on_turn()

    def actions_on_turn(self) -> Iterator[Action]:
        """Iterate over what the one seat on turn may do."""
        turn = self.turn
        assert turn is not None
        if self.phase is Phase.TAKE_KITTY:
            yield TakeKitty(turn)
        elif self.phase is Phase.NAME_PARTNER:
            yield from (NameCard(turn, card) for card in range(54))
        elif self.phase is Phase.BURY:
            for cards in legal_burials(self.hands[turn], len(self.kitty_order), self.rules):
                yield Bury(turn, cards)
        elif self.phase is Phase.EXCHANGE:
            yield Pass(turn)
            yield from (Exchange(turn, found.cards) for found in self.bids(turn))

    def random_action(self, rng: np.random.Generator) -> Action:
        """Draw something that may be done."""
        order = self.kitty_order
        if self.phase is Phase.BURY:
            assert self.turn is not None
            hand = self.hands[self.turn]
            return Bury(self.turn, random_burial(hand, len(order), self.rules, rng))
        if self.phase is Phase.DRAW_CARD:
            return DrawCard(order[int(rng.integers(len(order)))])
        choices = list(self.legal_actions())
        return choices[int(rng.integers(len(choices)))]

    @property
    def closed(self) -> bool:
        """Whether nobody may declare now: at the crown, or before the last card."""
        return self.crown or self.phase is Phase.DEALING and self.rules.declare_after_deal

    def bids(self, seat: int) -> Iterator[Declaration]:
        """Iterate over what a seat may declare now."""
        return legal_declarations(
            seat,
            self.hands[seat],
            self.bidding_level(seat),
            self.declaration,
            self.rules,
            exchange=self.phase is Phase.EXCHANGE,
        )

    def bidding_level(self, seat: int) -> str:
        """Return the level that a seat declares with (B1): its own where it would deal."""
        if self.dealer is None or self.takes_deal and self.phase is not Phase.EXCHANGE:
            return self.standings[seat].level
        return self.standings[self.dealer].level

    def read_bid(self, seat: int, cards: Cards) -> Declaration:
        """Make the declaration of a seat, or raise why it is not allowed."""
        return check_declaration(
            seat,
            cards,
            self.hands[seat],
            self.bidding_level(seat),
            self.declaration,
            self.rules,
            exchange=self.phase is Phase.EXCHANGE,
        )

    # --- doing it ---

    def apply(self, action: Action) -> Action:
        """Carry an action out and return it as it is recorded; see `Match.apply`."""
        if isinstance(action, DrawSeat):
            return self.draw_seat(action)
        if isinstance(action, DrawCard):
            return self.draw_card(action)
        if isinstance(action, Deal):
            self.deal(action)
        elif isinstance(action, Declare):
            self.declare(action)
        elif isinstance(action, Pass):
            self.pass_on(action)
        elif isinstance(action, TakeKitty):
            self.take_kitty(action)
        elif isinstance(action, NameCard):
            self.name_card(action)
        elif isinstance(action, Bury):
            self.bury(action)
        elif isinstance(action, Exchange):
            self.exchange(action)
        else:
            self.expect(action.name)
        return action

    def expect(self, name: str, *phases: Phase) -> None:
        """Refuse an action in any other phase."""
        if self.phase not in phases:
            raise RulesError(f"{name} is not possible in the phase {self.phase.value}")

    def expect_turn(self, seat: int, rule: str) -> None:
        """Refuse a seat that is not on turn."""
        if seat != self.turn:
            raise RulesError(f"it is the turn of seat {self.turn}, not of seat {seat} ({rule})")

    def wait_for(self, phase: Phase, turn: int | None = None) -> None:
        """Enter a phase."""
        self.phase = phase
        self.turn = turn

    def make_trumps(self, suit: str | None) -> None:
        """Make a suit trump, or none."""
        self.suit = None if self.crown else suit
        self.has_trump = True

    def draw_seat(self, action: DrawSeat) -> DrawSeat:
        """Draw who is dealt the first card (D4), or who deals (B4)."""
        self.expect(action.name, Phase.DRAW_SEAT, Phase.DRAW_DEALER)
        for_dealer = self.phase is Phase.DRAW_DEALER
        seat = action.seat
        if seat is None:
            seat = int(self.source(2 if for_dealer else 1).integers(4))
        if for_dealer:
            self.dealer = seat
            self.make_undeclared_trumps()
        else:
            self.first = seat
            self.wait_for(Phase.DEALING)
        return DrawSeat(seat)

    def deal(self, action: Deal) -> None:
        """Deal cards one after another (D4)."""
        self.expect(action.name, Phase.DEALING)
        if action.count > self.undealt:
            raise RulesError(f"{self.undealt} cards are left to deal, not {action.count} (D4)")
        assert self.first is not None
        dealt: list[list[int]] = [[], [], [], []]
        for i in range(self.dealt, self.dealt + action.count):
            dealt[(self.first + i) % 4].append(self.deck[i])
        for seat in range(4):
            self.hands[seat] = self.hands[seat] + Cards(dealt[seat])
        self.dealt += action.count
        if self.undealt == 0:
            if self.crown and not self.contested:
                self.wait_for(Phase.TAKE_KITTY, self.dealer)
            else:
                self.wait_for(Phase.DECLARING)

    def declare(self, action: Declare) -> None:
        """Let a declaration stand (B1, B2, B3, B5)."""
        self.expect(action.name, Phase.DEALING, Phase.DECLARING)
        if self.crown:
            raise RulesError("at the crown aces and jokers alone are trumps (M4)")
        if self.closed:
            raise RulesError("trumps are declared when all cards are dealt (B1)")
        found = self.read_bid(action.seat, action.cards)
        if self.dealer is None or found.how == "override" and self.takes_deal:
            self.dealer = action.seat
        self.doubles += found.how == "override"
        self.declarations.append(found)
        self.passed.clear()
        self.make_trumps(found.suit)

    def pass_on(self, action: Pass) -> None:
        """Declare nothing more, or leave the kitty where it is."""
        self.expect(action.name, Phase.DECLARING, Phase.EXCHANGE)
        seat = action.seat
        if self.phase is Phase.EXCHANGE:
            self.expect_turn(seat, "B6")
            self.passes += 1
            self.turn = (seat + 1) % 4
            if self.passes == 3:
                self.wait_for(Phase.PLAY)
            return
        if seat in self.passed:
            raise RulesError(f"seat {seat} has passed already (B1)")
        self.passed.add(seat)
        if len(self.passed) < 4:
            return
        if self.declarations:
            self.wait_for(Phase.TAKE_KITTY, self.dealer)
        elif self.dealer is None:
            self.wait_for(Phase.DRAW_DEALER)
        else:
            self.make_undeclared_trumps()

    def make_undeclared_trumps(self) -> None:
        """Make trumps when nobody has declared (B4)."""
        option = self.rules.no_declaration
        if self.crown or option == "no_trump":
            self.make_trumps(None)
            self.wait_for(Phase.TAKE_KITTY, self.dealer)
        elif option == "dealer_draws":
            self.wait_for(Phase.DRAW_CARD)
        else:
            self.turn_up(self.kitty_order[0 if option == "first_kitty_card" else 2])

    def turn_up(self, card: int) -> None:
        """Make the suit of a card of the kitty trump (B4)."""
        self.turned = card
        self.make_trumps(None if card >= SMALL_JOKER else SUIT_LETTERS[card // 13])
        self.wait_for(Phase.TAKE_KITTY, self.dealer)

    def draw_card(self, action: DrawCard) -> DrawCard:
        """Draw the card that makes trumps (B4)."""
        self.expect(action.name, Phase.DRAW_CARD)
        order = self.kitty_order
        card = action.card
        if card is None:
            card = order[int(self.source(3).integers(len(order)))]
        elif card not in order:
            raise RulesError(f"the kitty has no {format_kind(card)} (B4)")
        self.turn_up(card)
        return DrawCard(card)

    def take_kitty(self, action: TakeKitty) -> None:
        """Let the dealer take the kitty up (B6)."""
        self.expect(action.name, Phase.TAKE_KITTY)
        self.expect_turn(action.seat, "B6")
        self.take_up(action.seat)
        self.wait_for(Phase.NAME_PARTNER if self.rules.find_partner else Phase.BURY, action.seat)

    def take_up(self, seat: int) -> None:
        """Put the kitty into a hand."""
        self.taken = self.kitty
        self.hands[seat] = self.hands[seat] + self.taken
        self.buried = None
        self.holder = seat

    def name_card(self, action: NameCard) -> None:
        """Find the dealer's partner (B7)."""
        self.expect(action.name, Phase.NAME_PARTNER)
        self.expect_turn(action.seat, "B7")
        self.named = action.card
        self.named_held = tuple(hand.count(action.card) for hand in self.hands)
        self.partner = nearest_holder(action.seat, self.named_held)
        self.wait_for(Phase.BURY, action.seat)

    def bury(self, action: Bury) -> None:
        """Bury the kitty (B6)."""
        self.expect(action.name, Phase.BURY)
        self.expect_turn(action.seat, "B6")
        hand = self.hands[action.seat]
        check_burial(action.cards, hand, len(self.kitty_order), self.rules)
        self.hands[action.seat] = hand - action.cards
        self.buried = action.cards
        if self.rules.exchange and not self.crown:
            self.passes = 0
            self.wait_for(Phase.EXCHANGE, (action.seat + 1) % 4)
        else:
            self.wait_for(Phase.PLAY)

    def exchange(self, action: Exchange) -> None:
        """Let a seat declare higher and take the kitty up (B6)."""
        self.expect(action.name, Phase.EXCHANGE)
        self.expect_turn(action.seat, "B6")
        found = self.read_bid(action.seat, action.cards)
        self.doubles += 1
        self.declarations.append(found)
        self.make_trumps(found.suit)
        self.take_up(action.seat)
        self.takers.add(action.seat)
        self.wait_for(Phase.BURY, action.seat)
