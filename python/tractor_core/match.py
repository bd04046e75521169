"""Match: rounds, levels and the settlement, from the first card to the last (D4, B, M, S)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from .actions import Action, Deal, DrawSeat, Flee, NextRound, Play
from .cards import Cards, format_cards
from .declarations import Declaration
from .errors import RulesError
from .knowledge import MatchView, RoundRecord, known_partner, seat_view
from .levels import Standing, advance, jack_hooked, next_dealer, shows_crown
from .openings import Opening
from .phases import Phase
from .rounds import Round
from .rules import Rules
from .scoring import LevelChange
from .settlement import Settlement, settle_score, settle_stakes
from .starts import read_deck, read_seat, read_start
from .trump import Trump

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Match", "Phase"]

FORMAT = 1


class Match:
    """Play a match: every round from the deal to the settlement, until a side has won.

    Parameters
    ----------
    rules : Rules, optional
        Every option; with those of the order the match makes its trumps.
    rng : int, SeedSequence or Generator, optional
        Where the seed of the match comes from; its shuffles and draws come from the seed alone,
        so a match that is saved and read goes on as it would have.
    decks : iterable of decks, optional
        The order of the cards of the first rounds, each a sequence of kinds or of notations, or
        one notation of all cards. Later rounds are shuffled.
    trump_options : mapping, optional
        The options of the order, `permanent_twos`, `no_trump_levels`, `gap_adjacent` and
        `level_tractors`, where they are to be others than those of the rules; the rules of the
        match then have them.
    levels : sequence of four ranks, optional
        Where the seats start; by default at the first level.
    dealer : int, optional
        The first dealer; by default the first declarer deals (B3).
    scores : sequence of four ints, optional
        What the seats have won before (S).

    Raises
    ------
    RulesError
        An option or a rank that is wrong, partners on different levels, a seat outside 0 to 3.
    CardsError
        A deck that is not made of whole decks.
    TypeError
        An argument of a wrong type.

    Notes
    -----
    `legal_actions` gives what may be done, `apply` does it. Some is done by players and some by
    the table (`Action.by_player`): a server takes only the former from its clients. An action
    that the rules do not allow raises `RulesError`, a play that they do not allow `IllegalPlay`;
    then nothing has changed. The actions done are kept, and with the decks they make the match
    (`replay`). A match belongs to one thread at a time. Two matches are equal when the same has
    happened in them; the shuffles to come do not count.

    Examples
    --------
    >>> match = Match(Rules(levels=("2",)), 1)
    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> while match.phase is not Phase.OVER:
    ...     _ = match.apply(match.random_action(rng))
    >>> match.winners in ((0, 2), (1, 3))
    True
    >>> Match.from_dict(match.to_dict()) == match
    True
    """

    def __init__(
        self,
        rules: Rules | None = None,
        rng: int | np.random.SeedSequence | np.random.Generator | None = None,
        *,
        decks: Iterable[Any] = (),
        trump_options: Mapping[str, Any] | None = None,
        levels: Sequence[str | int] | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
    ) -> None:
        start = read_start(rules, rng, decks, trump_options, levels, dealer, scores)
        self._start = start
        self._standings = [Standing(level) for level in start.levels]
        self._scores = list(start.scores)
        self._house = 0
        self._rounds: list[RoundRecord] = []
        self._actions: list[Action] = []
        self._decks: list[tuple[int, ...]] = []
        self._begin(start.dealer)

    def _begin(self, dealer: int | None) -> None:
        """Lay a round out: the deck is shuffled and nothing dealt."""
        number = len(self._decks)
        self._decks.append(self._start.deck(number))
        self._opening = Opening(
            self._start.rules,
            self._standings,
            self._decks[-1],
            dealer,
            first_round=number == 0,
            source=partial(self._start.source, number),
        )
        self._fled: int | None = None
        self._round: Round | None = None

    # --- where the match is ---

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self._start.rules

    @property
    def trump_options(self) -> dict[str, Any]:
        """The options of the order of cards that are not the defaults."""
        return self._start.rules.trump_options

    @property
    def seed(self) -> int:
        """The seed of shuffles and draws."""
        return self._start.seed

    def add_deck(self, deck: Iterable[Any]) -> None:
        """Give the order of the cards for the first round that has none yet.

        Parameters
        ----------
        deck : iterable of kinds
            Whole decks in dealing order, as in the `decks` of a new match.

        Raises
        ------
        CardsError
            The cards are not those of whole decks.
        RulesError
            That round has begun: its cards were shuffled.
        """
        start = self._start
        if len(start.decks) < len(self._decks):
            raise RulesError(f"round {len(self._decks)} has begun with cards that were shuffled")
        self._start = replace(start, decks=(*start.decks, read_deck(deck, start.rules.decks)))

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        if self._round is None or not self._round.over:
            return self._opening.phase
        return Phase.OVER if self.winners else Phase.ROUND_OVER

    @property
    def turn(self) -> int | None:
        """The one seat that is to act; None where several may, or none."""
        turn: int | None = self._opening.turn if self._round is None else self._round.turn
        return turn

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act: all while they may declare, else the one on turn or none."""
        if self.phase in (Phase.DEALING, Phase.DECLARING):
            return (0, 1, 2, 3)
        return () if self.turn is None else (self.turn,)

    @property
    def round_number(self) -> int:
        """The number of the round, from 1."""
        return len(self._decks)

    @property
    def round(self) -> Round | None:
        """The play of the round, as a copy; None before it."""
        return None if self._round is None else self._round.copy()

    @property
    def rounds(self) -> tuple[RoundRecord, ...]:
        """The rounds that have ended."""
        return tuple(self._rounds)

    @property
    def dealer(self) -> int | None:
        """The dealer; None while the deal is contested."""
        return self._opening.dealer

    @property
    def partner(self) -> int | None:
        """The dealer's partner, himself if he plays alone; None before there is one (B7)."""
        dealer = self._opening.dealer
        if self.rules.find_partner or dealer is None:
            return self._opening.partner
        return (dealer + 2) % 4

    @property
    def level(self) -> str | None:
        """The level of the dealer's side in this round (M0); None while it is contested."""
        return self._opening.level

    @property
    def crown(self) -> bool:
        """Whether the dealer's side plays its crown (M4)."""
        return self._opening.crown

    @property
    def trump(self) -> Trump | None:
        """The trumps as they stand; None while there are none."""
        return self._opening.trump

    @property
    def declaration(self) -> Declaration | None:
        """The declaration that stands."""
        return self._opening.declaration

    @property
    def declarations(self) -> tuple[Declaration, ...]:
        """What has been declared in this round, the one that stands last."""
        return tuple(self._opening.declarations)

    @property
    def doubles(self) -> int:
        """How often overrides and exchanges have doubled the base (B6)."""
        return self._opening.doubles if self.rules.exchange_doubles else 0

    @property
    def turned(self) -> int | None:
        """The card of the kitty that made trumps when nobody declared (B4)."""
        return self._opening.turned

    @property
    def named(self) -> int | None:
        """The card that the dealer named (B7)."""
        return self._opening.named

    @property
    def hands(self) -> tuple[Cards, ...]:
        """What each seat holds, the kitty included that one has taken up."""
        return tuple(self._opening.hands if self._round is None else self._round.hands)

    @property
    def kitty(self) -> Cards:
        """The kitty: what is left of the deck, or buried; no cards while a hand has it."""
        return self._opening.kitty

    @property
    def undealt(self) -> int:
        """How many cards are still to be dealt to seats."""
        return self._opening.undealt

    @property
    def levels(self) -> tuple[str, ...]:
        """The level of each seat; partners who sit opposite share theirs."""
        return tuple(standing.level for standing in self._standings)

    @property
    def crowns(self) -> tuple[bool, ...]:
        """For each seat whether it is at the crown (M4)."""
        return tuple(standing.crown for standing in self._standings)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has won by the settlement (S)."""
        return tuple(self._scores)

    @property
    def house(self) -> int:
        """What the house has won (S1)."""
        return self._house

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; none before its end."""
        return tuple(seat for seat in range(4) if self._standings[seat].won)

    @property
    def decks(self) -> tuple[tuple[int, ...], ...]:
        """The order of the cards of every round so far."""
        return tuple(self._decks)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What has been done, draws with what was drawn."""
        return tuple(self._actions)

    # --- what may be done ---

    def legal_actions(self, seat: int | None = None) -> Iterator[Action]:
        """Iterate over what may be done, lazily.

        `Deal` is given for one card, though it may be of more. `Flee`, which is possible at any
        time where rounds are settled in stakes, and leads with other units than the canonical
        ones are left out.

        Parameters
        ----------
        seat : int, optional
            Only what this seat may do as a player (`Action.by_player`). Without it the list is
            for the table, not for its guests: it has draws and deals as well, and the cards
            that may be drawn are those of the kitty.

        Returns
        -------
        iterator of Action
            Burials and plays are made as they are asked for: there may be millions.

        Examples
        --------
        >>> match = Match(rng=1, dealer=2)
        >>> list(match.legal_actions())
        [Deal(count=1)]
        """
        who = None if seat is None else read_seat("seat", seat)
        if self._round is None:
            return self._opening.legal_actions(who)
        player = self._round.turn
        if player is None:
            ended = self.phase is Phase.ROUND_OVER and who is None
            return iter((NextRound(),) if ended else ())
        if who is not None and who != player:
            return iter(())
        return (Play(player, cards) for cards in self._round.legal_plays())

    def random_action(self, rng: np.random.Generator) -> Action:
        """Draw something that may be done.

        Draws, burials and follows are drawn uniformly, a lead from the units that may be led,
        all else uniformly from `legal_actions`.

        Parameters
        ----------
        rng : Generator

        Returns
        -------
        Action
            It is not carried out.

        Raises
        ------
        RulesError
            The match is over.
        """
        if self._round is None:
            return self._opening.random_action(rng)
        if self._round.turn is not None:
            return Play(self._round.turn, self._round.random_legal_play(rng))
        if self.phase is Phase.OVER:
            raise RulesError("the match is over")
        return NextRound()

    # --- doing it ---

    def apply(self, action: Action) -> Action:
        """Carry an action out.

        Parameters
        ----------
        action : Action

        Returns
        -------
        Action
            As it is recorded: a draw with what was drawn.

        Raises
        ------
        RulesError
            The action is not possible now, or the rules do not allow it; the message ends with
            the rule.
        IllegalPlay
            A play that the rules do not allow.
        CardsError
            The units named for a follow (C6).
        TypeError
            Not an action.

        Examples
        --------
        >>> from tractor_core.actions import Bury
        >>> match = Match(rng=1)
        >>> match.apply(DrawSeat(3))
        DrawSeat(seat=3)
        >>> match.apply(Bury(3, Cards("2s")))
        Traceback (most recent call last):
        tractor_core.errors.RulesError: bury is not possible in the phase dealing
        """
        if not isinstance(action, Action):
            raise TypeError(f"an action is an Action, not {type(action).__name__}")
        done = action
        if isinstance(action, Play):
            self._play(action)
        elif isinstance(action, Flee):
            self._flee(action)
        elif isinstance(action, NextRound):
            self._next_round(action)
        elif self._round is None:
            done = self._opening.apply(action)
            if self._opening.phase is Phase.PLAY:
                self._start_play()
        else:
            raise RulesError(f"{action.name} is not possible in the phase {self.phase.value}")
        self._actions.append(done)
        return done

    def check(self, action: Action) -> None:
        """Raise what `apply` would raise; nothing changes."""
        self.copy().apply(action)

    def can_apply(self, action: Action) -> bool:
        """Tell whether an action may be carried out now."""
        try:
            self.check(action)
        except ValueError:
            return False
        return True

    def deal_all(self) -> None:
        """Deal all cards that are left, one after another with nobody declaring in between.

        Where the first seat is to be drawn it is drawn first.

        Raises
        ------
        RulesError
            The cards have been dealt.
        """
        if self.phase is Phase.DRAW_SEAT:
            self.apply(DrawSeat())
        self.apply(Deal(max(1, self.undealt)))

    def _play(self, action: Play) -> None:
        if self._round is None or self.phase is not Phase.PLAY:
            raise RulesError(f"play is not possible in the phase {self.phase.value}")
        self._round.play(action.cards, action.units, seat=action.seat)
        if self._round.over:
            self._end_round(self._round)

    def _flee(self, action: Flee) -> None:
        if self.rules.settlement != "stakes":
            raise RulesError("a seat flees only where rounds are settled in stakes (S1)")
        if self.phase in (Phase.ROUND_OVER, Phase.OVER):
            raise RulesError("the round is over (S1)")
        if self._fled is not None:
            raise RulesError(f"seat {self._fled} has fled already (S1)")
        self._fled = action.seat

    def _next_round(self, action: Action) -> None:
        if self.phase is not Phase.ROUND_OVER:
            raise RulesError(f"next_round is not possible in the phase {self.phase.value}")
        last = self._rounds[-1]
        self._begin(next_dealer(last.dealer, last.result.change, last.partner))

    def _start_play(self) -> None:
        opening = self._opening
        kitty, dealer, trump = opening.buried, opening.dealer, opening.trump
        assert kitty is not None and dealer is not None and trump is not None
        partner = opening.partner if self.rules.find_partner else None
        self._round = Round(opening.hands, kitty, dealer, trump, self.rules, partner=partner)

    # --- the end of a round ---

    def _end_round(self, round: Round) -> None:
        result = round.result
        assert result is not None
        rules = self.rules
        change = result.change
        defending = {round.dealer, round.partner}
        winning = set() if change.side is None else defending
        if change.side == "attackers":
            winning = {0, 1, 2, 3} - defending
        hooked = jack_hooked(round, result, rules)
        crowned = self.crown and shows_crown(round, result)
        for seat, standing in enumerate(self._standings):
            dealing = seat == round.dealer or not rules.find_partner and seat in defending
            if hooked and seat in defending and standing.level == "J":
                self._standings[seat] = Standing(rules.levels[0])
            elif seat in winning:
                self._standings[seat] = advance(
                    standing, change.levels, rules, dealing=dealing, crowned=crowned
                )
        paid = self._settle(change, defending, winning)
        self._scores = [a + b for a, b in zip(self._scores, paid.seats, strict=True)]
        self._house += paid.house
        self._rounds.append(
            RoundRecord(
                number=len(self._decks),
                dealer=round.dealer,
                partner=round.partner,
                trump=round.trump,
                crown=self.crown,
                declaration=self.declaration,
                result=result,
                doubles=self.doubles,
                fled=self._fled,
                levels=self.levels,
                crowns=self.crowns,
                paid=paid.seats,
                house=paid.house,
            )
        )

    def _settle(self, change: LevelChange, defending: set[int], winning: set[int]) -> Settlement:
        rules = self.rules
        if rules.settlement == "score":
            return settle_score(change, defending, rules, self._scores)
        if rules.settlement == "stakes" and winning:
            return settle_stakes(
                change.levels,
                winning,
                base=rules.stakes_base << self.doubles,
                fee=rules.stakes_fee,
                fled=self._fled,
            )
        return Settlement()

    # --- what a seat knows ---

    def view(self, seat: int) -> MatchView:
        """Return what a seat may know, in any phase.

        Two matches that differ only in cards hidden from the seat give equal views.

        Parameters
        ----------
        seat : int

        Returns
        -------
        MatchView
            Its cards, what has been declared and played, levels and results.
        """
        seat = read_seat("seat", seat)
        opening = self._opening
        over = self.phase in (Phase.ROUND_OVER, Phase.OVER)
        holds = seat == opening.holder
        partner = self.partner
        if self.rules.find_partner and not over:
            partner = known_partner(opening, self._round, seat)
        kitty = opening.buried
        if kitty is None:
            kitty = opening.taken if holds else None
        elif not (holds or over or self.rules.kitty_open):
            kitty = None
        play = None
        if self._round is not None:
            play = seat_view(self._round, seat, kitty=kitty is not None, partner=partner)
        hands = self.hands
        return MatchView(
            seat=seat,
            phase=self.phase,
            turn=self.turn,
            actors=self.actors,
            round_number=self.round_number,
            dealer=self.dealer,
            level=self.level,
            crown=self.crown,
            trump=self.trump,
            levels=self.levels,
            crowns=self.crowns,
            scores=self.scores,
            hand=hands[seat],
            counts=tuple(len(hand) for hand in hands),
            undealt=self.undealt,
            declarations=self.declarations,
            passed=tuple(sorted(opening.passed)),
            doubles=self.doubles,
            turned=self.turned,
            named=self.named,
            partner=partner,
            kitty=kitty,
            play=play,
            rounds=self.rounds,
            winners=self.winners,
        )

    # --- copies, comparison, saving ---

    def copy(self) -> Self:
        """Return an independent copy; its shuffles to come are the same."""
        other = type(self).__new__(type(self))
        for name, value in vars(self).items():
            copied = isinstance(value, (list, Opening, Round))
            setattr(other, name, value.copy() if copied else value)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        return self._history() == other._history()

    __hash__ = None  # type: ignore[assignment]

    def _history(self) -> tuple[Any, ...]:
        return self._start, self._decks, self._actions

    def __repr__(self) -> str:
        if self.phase is Phase.OVER:
            return f"<Match won by {' and '.join(map(str, self.winners))}>"
        turn = self.turn
        who = "" if turn is None else f", seat {turn}"
        return f"<Match round {len(self._decks)}, {self.phase.value}{who}>"

    @classmethod
    def replay(
        cls,
        rules: Rules | None,
        decks: Iterable[Any],
        actions: Iterable[Action],
        *,
        rng: int | np.random.SeedSequence | np.random.Generator | None = None,
        trump_options: Mapping[str, Any] | None = None,
        levels: Sequence[str | int] | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
    ) -> Self:
        """Play a match again from its record, every action checked.

        Parameters
        ----------
        rules : Rules or None
        decks : iterable of decks
            The order of the cards, round by round; as `decks`.
        actions : iterable of Action
            What was done; as `actions`.
        rng, trump_options, levels, dealer, scores
            As in `Match`.

        Returns
        -------
        Match
            A match equal to the one recorded.

        Raises
        ------
        TractorError
            The record is impossible.

        Examples
        --------
        >>> match = Match(rng=1)
        >>> match.deal_all()
        >>> Match.replay(match.rules, match.decks, match.actions) == match
        True
        """
        match = cls(
            rules,
            rng,
            decks=decks,
            trump_options=trump_options,
            levels=levels,
            dealer=dealer,
            scores=scores,
        )
        for action in actions:
            match.apply(action)
        return match

    def to_dict(self) -> dict[str, Any]:
        """Return the match as a dict of strings and numbers, for JSON; see `from_dict`.

        It has every card of every round so far: it is for the table, not for its guests.
        """
        start = self._start
        ahead = start.decks[len(self._decks) :]
        return {
            "format": FORMAT,
            "rules": start.rules.to_dict(),
            "trump_options": start.rules.trump_options,
            "levels": list(start.levels),
            "dealer": start.dealer,
            "scores": list(start.scores),
            "seed": str(start.seed),
            "decks": [format_cards(deck) for deck in (*self._decks, *ahead)],
            "actions": [action.to_dict() for action in self._actions],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_dict` wrote, playing it again as `replay` does.

        Raises
        ------
        RulesError
            A key is missing or unknown, or of another format.
        TractorError
            The match in it is impossible.
        TypeError
            A value of a wrong type.
        """
        if not isinstance(data, Mapping):
            raise TypeError(f"a saved match is a mapping, not {type(data).__name__}")
        if set(data) != set(_KEYS):
            different = ", ".join(sorted(str(key)[:40] for key in set(data) ^ set(_KEYS)))
            raise RulesError(f"a saved match has the keys {', '.join(_KEYS)}; not so: {different}")
        if data["format"] != FORMAT or isinstance(data["format"], bool):
            raise RulesError(f"format is {FORMAT}, not {str(data['format'])[:40]}")
        for key, kind in _TYPES.items():
            if not isinstance(data[key], kind):
                raise TypeError(f"{key} is a {kind.__name__}, not {type(data[key]).__name__}")
        seed = data["seed"]
        if not (seed.isascii() and seed.isdigit() and len(seed) <= 400):
            raise RulesError("seed is a number, written in at most 400 digits")
        return cls.replay(
            Rules.from_dict(data["rules"]),
            data["decks"],
            [Action.from_dict(action) for action in data["actions"]],
            rng=int(seed),
            trump_options=data["trump_options"],
            levels=data["levels"],
            dealer=data["dealer"],
            scores=data["scores"],
        )


_KEYS = (
    "format",
    "rules",
    "trump_options",
    "levels",
    "dealer",
    "scores",
    "seed",
    "decks",
    "actions",
)
_TYPES: dict[str, type] = {
    "rules": dict,
    "trump_options": dict,
    "levels": list,
    "scores": list,
    "seed": str,
    "decks": list,
    "actions": list,
}
