"""A table in the terminal: `tractor play`, a match against seats that play by themselves."""

from __future__ import annotations

import contextlib
import importlib
import itertools
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.cells import cell_len
from rich.text import Text

from tractor_core import (
    Cards,
    CardsError,
    IllegalPlay,
    Match,
    NotationError,
    Phase,
    Reason,
    Round,
    RulesError,
    TractorError,
    Trump,
    decompose,
    format_kind,
    parse_kind,
    points,
    sort_hand,
    suit_of,
    trick_winner,
)
from tractor_core.actions import (
    Action,
    Bury,
    Deal,
    Declare,
    DrawCard,
    DrawSeat,
    Exchange,
    NameCard,
    NextRound,
    Pass,
    Play,
    TakeKitty,
)
from tractor_core.advice import greedy_burial, greedy_play
from tractor_core.record import write_record
from tractor_core.replay import levels_text, result_text, show_tricks, trump_text
from tractor_core.terminal import InputError, Screen

__all__ = ["Table", "load_match", "store"]

_LISTED = 9  # so few legal plays are listed without being asked for
_MOST_LISTED = 20
_TRIED = 2000  # legal plays looked at to mark cards
_CARD = re.compile(r"(10|[2-9tjqka])([dchs♦♣♥♠])|([sb]j)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,]+")
_COMMANDS = {
    "?": "help", "h": "help", "help": "help", "q": "quit", "quit": "quit", "exit": "quit",
    "l": "legal", "legal": "legal", "t": "tricks", "tricks": "tricks",
    "k": "kitty", "kitty": "kitty", "底牌": "kitty",
    "u": "undo", "undo": "undo", "悔牌": "undo",
    "帮助": "help", "退出": "quit", "出法": "legal", "各轮": "tricks",
}  # fmt: skip

with contextlib.suppress(ImportError):  # lines can then be edited and called back
    importlib.import_module("readline")


class _Stop(Exception):
    """Leave the table."""


class _Back(Exception):
    """Go on from where the player was asked before."""


def load_match(path: Path, screen: Screen) -> Match:
    """Read a match that was saved."""
    try:
        return Match.from_dict(json.loads(path.read_text("utf-8")))
    except RecursionError:
        raise InputError(screen.say("error.where", where=path, error="nested too deeply")) from None
    except (ValueError, TypeError) as error:  # a TractorError is a ValueError
        raise InputError(screen.say("error.where", where=path, error=error)) from None


def store(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, "utf-8", newline="\n")
    os.replace(new, path)


def _read_cards(text: str) -> Cards:
    """Cards as a hurried player types them: `ad kd`, `10hjh`, or the notation of `Cards`."""
    words = _CARD.findall(text)
    if not words or _BETWEEN.sub("", _CARD.sub("", text)):
        return Cards(text)
    return Cards(
        [parse_kind((rank + suit.lower()) if rank else joker) for rank, suit, joker in words]
    )


class Table:
    """Play a match on a screen.

    Parameters
    ----------
    screen : Screen
    match : Match
    seat : int or None
        The seat of the person who plays; None lets all seats play by themselves.
    save, record : Path, optional
        Where the match is saved when it stops, and where its record is written.
    rounds : int
        Stop when so many rounds have ended; 0 plays to the end of the match.
    """

    def __init__(
        self,
        screen: Screen,
        match: Match,
        seat: int | None,
        *,
        save: Path | None = None,
        record: Path | None = None,
        rounds: int = 0,
        greedy: bool = True,
    ) -> None:
        self.screen = screen
        self.match = match
        self.seat = seat
        self.save = save
        self.record = record
        self.rounds = rounds
        self.greedy = greedy
        if seat is None:
            self.names = [screen.say(f"seat.side.{i}") for i in range(4)]
        else:
            self.names = [screen.say(f"seat.from.{(i - seat) % 4}") for i in range(4)]
        self.width = max(map(cell_len, self.names))
        self.say = screen.say
        self.offered: set[Cards] = set()  # declarations that were declined
        self.silent = False  # the player declares nothing more in this round
        self.choices: list[Cards] = []
        self.asked: list[Match] = []  # the match as it was whenever the player was asked
        self.asked_again = False  # after a play was taken back, before another card is dealt

    # --- running ---

    def run(self) -> None:
        """Play until the match is over or the player leaves; then save and record it."""
        try:
            self.note(self.say("play.rules", seed=self.match.seed, levels=self.levels()))
            if self.seat is not None:
                self.note(self.say("play.how"))
            self.show_where()
            while self.match.phase is not Phase.OVER:
                try:
                    if self.match.phase is not Phase.ROUND_OVER:
                        self.step()
                        continue
                    if self.rounds and len(self.match.rounds) >= self.rounds:
                        break
                    self.pause()
                    self.next_round()
                except _Back:
                    self.show_where()
            if self.match.phase is Phase.OVER:
                winners = " + ".join(self.names[seat] for seat in self.match.winners)
                self.line(Text(self.say("play.over", winners=winners), "bold green"))
        except (_Stop, EOFError):
            self.line(self.say("play.left"))
        except KeyboardInterrupt:
            self.line("")
            self.line(self.say("play.left"))
        finally:
            self.keep()

    def show_where(self) -> None:
        """Show where a match stands that is gone on with."""
        if self.match.trump is not None and self.match.actions:
            self.title()
            self.show_trick_in_play()

    def take_back(self) -> None:
        """Go back to where the player was asked before; the seats then play as they did."""
        now = len(self.match.actions)
        while self.asked and len(self.asked[-1].actions) >= now:
            self.asked.pop()
        if not self.asked:
            self.note(self.say("play.no_undo"))
            return
        self.match = self.asked.pop()
        self.offered = set()
        self.silent = False
        self.asked_again = self.match.phase is Phase.DEALING
        self.note(self.say("play.undone"))
        raise _Back

    def keep(self) -> None:
        """Save the match and write its record, where that was asked for."""
        if self.save is not None:
            self.store_match()
            self.note(self.say("play.saved", file=self.save))
        if self.record is not None:
            new = self.record.with_name(self.record.name + ".new")
            with open(new, "w", encoding="utf-8", newline="\n") as file:
                write_record(file, self.match, names=self.names)
            os.replace(new, self.record)
            self.note(self.say("play.recorded", file=self.record))

    def store_match(self) -> None:
        if self.save is not None:
            store(self.save, json.dumps(self.match.to_dict()) + "\n")

    def next_round(self) -> None:
        self.match.apply(NextRound())
        self.offered = set()
        self.silent = False

    def rng(self) -> np.random.Generator:
        """What seats draw from: it depends on the match alone, so a saved one goes on alike."""
        return np.random.default_rng([self.match.seed, len(self.match.actions)])

    # --- writing ---

    def line(self, *parts: str | Text) -> None:
        self.screen.line(*parts)

    def note(self, text: str) -> None:
        if self.screen.rich:
            self.screen.note(text)
        else:
            self.line(text)

    def refuse(self, text: str) -> None:
        self.line(Text(text, "red"))

    def name(self, seat: int) -> Text:
        """The name of a seat, padded; one's own in bold."""
        padded = self.names[seat] + " " * (self.width - cell_len(self.names[seat]))
        return Text(padded, "bold" if seat == self.seat else "")

    def levels(self) -> str:
        return levels_text(self.match, self.names)

    def trump(self) -> Trump:
        """The trumps as they stand; before there are any, those of one's own level."""
        seat = self.seat or 0
        found = self.match.trump
        return found or Trump(self.match.level or self.match.levels[seat])

    def cards(self, cards: Cards) -> Text:
        return self.screen.cards(cards, self.trump())

    def title(self) -> None:
        match = self.match
        dealer, trump = match.dealer, match.trump
        if dealer is None or trump is None:
            return
        self.line("")
        title = Text(self.say("round.number", number=match.round_number), "bold")
        crown = "  " + self.say("play.crown") if match.crown else ""
        dealt = self.say("play.dealer", dealer=self.names[dealer])
        self.line(title, "  ", trump_text(trump, self.screen), crown, "  ", Text(dealt, "dim"))

    def show_hand(self, playable: set[int] | None = None, new: Cards | None = None) -> None:
        """Write one's hand suit by suit; cards that may be played are bold, others dim."""
        assert self.seat is not None
        trump = self.trump()
        held = sort_hand(self.match.view(self.seat).hand, trump)
        fresh = list(new or ())
        labels = {suit: self.say(suit) for suit in ("trump", "d", "c", "h", "s")}
        width = max(map(cell_len, labels.values()))
        for suit, group in itertools.groupby(held, key=lambda kind: suit_of(kind, trump)):
            label = labels[suit] + " " * (width - cell_len(labels[suit]))
            line = Text.assemble("  ", (label, "dim"), "  ")
            for kind in group:
                card = self.screen.kinds([kind])
                if kind in fresh:
                    fresh.remove(kind)
                    card.stylize("underline")
                if playable is not None:
                    card.stylize("bold" if kind in playable else "dim")
                line.append_text(card)
                line.append(" ")
            self.line(line)

    # --- asking ---

    def ask(self, prompt: str) -> str:
        """Read a line; the match is saved before, so that nothing is lost."""
        self.store_match()
        if not self.asked or len(self.asked[-1].actions) < len(self.match.actions):
            self.asked.append(self.match.copy())
        if self.screen.rich and sys.stdin is not None and sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                self.line("")
                raise
        sys.stdout.write(prompt)
        sys.stdout.flush()
        typed = sys.stdin.readline() if sys.stdin is not None else ""
        self.line("")
        if not typed:
            raise EOFError
        return typed.strip()

    def command(self, typed: str) -> bool:
        """Carry a command out, if that was typed."""
        name = _COMMANDS.get(typed.lower())
        if name == "quit":
            raise _Stop
        if name == "help":
            self.note(self.say("play.help"))
            return True
        if name == "tricks":
            self.tricks()
            return True
        if name == "undo":
            self.take_back()
            return True
        if name == "kitty":
            assert self.seat is not None
            kitty = self.match.view(self.seat).kitty
            if kitty is None:
                self.note(self.say("play.no_kitty"))
            else:
                self.line("  ", self.cards(kitty))
            return True
        return False

    def tricks(self) -> None:
        round = self.match.round
        if round is None:
            self.note(self.say("play.no_tricks"))
        elif self.screen.rich:
            review = (1 if round.trick is None else 2) if self.match.rules.no_review else 0  # P2
            secret = not round.over and self.before(round) == "?"
            show_tricks(round, self.names, self.screen, last=review, secret=secret)

    def pause(self) -> None:
        if self.seat is None:
            return
        while True:
            typed = self.ask(self.say("play.next"))
            if not self.command(typed):
                return

    def number(self, typed: str) -> Cards | None:
        """The choice whose number was typed."""
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:4]) <= len(self.choices):
            return self.choices[int(typed[:4]) - 1]
        return None

    def is_no_choice(self, typed: str) -> bool:
        """Whether a number was typed that no choice has, and say so."""
        if self.choices and typed.isdigit():
            self.refuse(self.say("play.no_choice", number=typed[:20], last=len(self.choices)))
            return True
        return False

    def list_choices(self, choices: Sequence[Cards]) -> None:
        """Write choices with their numbers, as many to a line as go."""
        self.choices = list(choices)
        line = Text("  ")
        for number, cards in enumerate(choices, start=1):
            entry = Text.assemble((f"{number})", "cyan"), " ", self.cards(cards), "   ")
            if self.screen.rich and line.cell_len + entry.cell_len > self.screen.console.width:
                self.line(line)
                line = Text("  ")
            line.append_text(entry)
        self.line(line)

    def read(self, typed: str) -> Cards | None:
        """The cards typed, or nothing after a word about what is wrong."""
        try:
            chosen = self.number(typed)
            if chosen is None and self.is_no_choice(typed):
                return None
            return _read_cards(typed) if chosen is None else chosen
        except (NotationError, CardsError) as error:
            if isinstance(error, NotationError):
                token = error.text[error.position :].split(maxsplit=1)[:1]
                shown = self.say("play.no_card", token="".join(token)[:20])
                self.refuse(shown)
            else:
                self.refuse(str(error))
        return None

    # --- one step ---

    def step(self) -> None:
        match, phase = self.match, self.match.phase
        if phase is Phase.DEALING:
            if not self.asked_again:
                match.apply(Deal(1))
            self.asked_again = False
            self.declare_round()
        elif phase is Phase.DECLARING:
            self.declare_round()
            for seat in range(4):
                if match.phase is Phase.DECLARING and match.can_apply(Pass(seat)):
                    match.apply(Pass(seat))
        elif phase is Phase.DRAW_SEAT:
            done = match.apply(DrawSeat())
            assert isinstance(done, DrawSeat) and done.seat is not None
            self.line("")
            number = self.say("round.number", number=match.round_number)
            self.line(Text(number, "bold"))
            self.note(self.say("play.first", seat=self.names[done.seat]))
        elif phase is Phase.DRAW_DEALER:
            done = match.apply(DrawSeat())
            assert isinstance(done, DrawSeat) and done.seat is not None
            self.line(self.say("play.drawn", seat=self.names[done.seat]))
        elif phase is Phase.DRAW_CARD:
            match.apply(DrawCard())
        elif phase is Phase.TAKE_KITTY:
            self.take_kitty()
        elif phase is Phase.EXCHANGE:
            self.exchange()
        elif match.turn == self.seat:
            {Phase.NAME_PARTNER: self.name_card, Phase.BURY: self.bury, Phase.PLAY: self.play}[
                phase
            ]()
        else:
            self.act(self.chosen())

    def chosen(self) -> Action:
        """What a seat does that plays by itself."""
        match = self.match
        seat, round = match.turn, match.round
        if self.greedy and seat is not None and match.phase is Phase.BURY:
            taken, trump = match.view(seat).kitty or Cards(), self.trump()
            return Bury(seat, greedy_burial(match.hands[seat], trump, len(taken), match.rules))
        view = None if seat is None else match.view(seat).play
        if self.greedy and seat is not None and round is not None and view is not None:
            return Play(seat, greedy_play(round, view))
        return match.random_action(self.rng())

    def act(self, action: Action) -> None:
        """Carry an action out and show it."""
        match = self.match
        match.apply(action)
        if isinstance(action, NameCard):
            card = self.screen.kinds([action.card])
            named = self.names[action.seat]
            self.line(self.screen.phrase("play.names", seat=named, card=card))
        elif isinstance(action, Bury) and action.seat != self.seat:
            self.note(self.say("play.buries", seat=self.names[action.seat]))
            if match.rules.kitty_open:
                self.line("  ", self.cards(action.cards))
        elif isinstance(action, Play):
            self.show_play(action)

    # --- before the play ---

    def bids(self, seat: int) -> list[Cards]:
        found = self.match.legal_actions(seat)
        return [action.cards for action in found if isinstance(action, (Declare, Exchange))]

    def declare_round(self) -> None:
        """Let each seat declare, the player when there is something new to declare."""
        match = self.match
        for seat in range(4):
            bids = self.bids(seat)
            if not bids or match.phase not in (Phase.DEALING, Phase.DECLARING):
                continue
            if seat != self.seat:
                rng = self.rng()
                if rng.random() < (0.05 if match.phase is Phase.DEALING else 0.2):
                    self.declared(seat, bids[int(rng.integers(len(bids)))])
                continue
            last = match.phase is Phase.DECLARING
            if (last or not self.offered.issuperset(bids)) and not self.silent:
                self.ask_to_declare(bids, last)
                self.offered.update(bids)

    def declared(self, seat: int, cards: Cards) -> None:
        self.match.apply(Declare(seat, cards))
        said = self.screen.kinds(cards)
        self.line(self.screen.phrase("round.declares", seat=self.names[seat], cards=said))

    def ask_to_declare(self, bids: list[Cards], last: bool) -> None:
        assert self.seat is not None
        left = self.match.undealt
        self.line("")
        self.note(self.say("play.declare", left=left) if left else self.say("play.declare.last"))
        self.show_hand()
        self.list_choices(bids)
        while True:
            typed = self.ask(self.say("play.declare.ask" if not last else "play.declare.ask.last"))
            if not typed:
                return
            if typed in ("-", "n"):
                self.silent = True
                return
            if self.command(typed):
                continue
            cards = self.read(typed)
            if cards is None:
                continue
            try:
                self.declared(self.seat, cards)
            except RulesError as error:
                self.refuse(self.say("play.refused", why=error))
            else:
                return

    def take_kitty(self) -> None:
        match = self.match
        dealer = match.dealer
        assert dealer is not None
        if match.turned is not None:
            card = self.screen.kinds([match.turned])
            self.line(self.screen.phrase("play.turned", card=card))
        elif not match.declarations:
            self.note(self.say("play.undeclared"))
        self.title()
        match.apply(TakeKitty(dealer))

    def name_card(self) -> None:
        seat = self.seat
        assert seat is not None
        self.show_hand()
        while True:
            typed = self.ask(self.say("play.name.ask"))
            self.choices = []
            if not typed or self.command(typed):
                continue
            cards = self.read(typed)
            if cards is None:
                continue
            if len(cards) != 1:
                self.refuse(self.say("play.name.one"))
                continue
            self.act(NameCard(seat, next(iter(cards))))
            return

    def bury(self) -> None:
        match, seat = self.match, self.seat
        assert seat is not None
        taken = match.view(seat).kitty or Cards()
        count = len(taken)
        self.line(self.screen.phrase("play.taken", cards=self.cards(taken)))
        self.show_hand(new=taken)
        self.choices = []
        while True:
            typed = self.ask(self.say("play.bury.ask", count=count))
            if not typed:
                low = " ".join(map(self.card_name, self.lowest(count)))
                self.note(self.say("play.bury.hint", cards=low))
                continue
            if self.command(typed):
                continue
            cards = self.read(typed)
            if cards is None:
                continue
            if len(cards) != count:
                self.refuse(self.say("play.bury.count", count=count, given=len(cards)))
            elif not cards <= match.hands[seat]:
                missing = self._missing(cards, match.hands[seat])
                self.refuse(self.say("play.not_held", cards=missing))
            else:
                try:
                    self.act(Bury(seat, cards))
                except RulesError as error:
                    self.refuse(self.say("play.refused", why=error))
                else:
                    return

    def lowest(self, count: int) -> list[int]:
        """The lowest cards of one's hand, points and trumps last; they may be buried (B6)."""
        assert self.seat is not None
        trump = self.trump()
        hand = sort_hand(self.match.hands[self.seat], trump)
        worth = [(points(Cards([k])), suit_of(k, trump) == "trump", k % 13, k) for k in hand]
        return [kind for _, _, _, kind in sorted(worth)[:count]]

    def card_name(self, kind: int) -> str:
        return format_kind(kind, self.screen.style)

    def _missing(self, cards: Cards, hand: Cards) -> str:
        kinds = sorted(set(cards))
        return " ".join(map(self.card_name, (k for k in kinds if cards.count(k) > hand.count(k))))

    def exchange(self) -> None:
        match = self.match
        seat = match.turn
        assert seat is not None
        bids = self.bids(seat)
        if seat != self.seat or not bids:
            rng = self.rng()
            if bids and rng.random() < 0.15:
                self.exchanged(seat, bids[int(rng.integers(len(bids)))])
            else:
                match.apply(Pass(seat))
            return
        self.show_hand()
        self.list_choices(bids)
        while True:
            typed = self.ask(self.say("play.exchange.ask"))
            if not typed:
                match.apply(Pass(seat))
                return
            if self.command(typed):
                continue
            cards = self.read(typed)
            if cards is None:
                continue
            try:
                self.exchanged(seat, cards)
            except RulesError as error:
                self.refuse(self.say("play.refused", why=error))
            else:
                return

    def exchanged(self, seat: int, cards: Cards) -> None:
        self.match.apply(Exchange(seat, cards))
        said = self.screen.kinds(cards)
        self.line(self.screen.phrase("play.exchanges", seat=self.names[seat], cards=said))

    # --- the play ---

    def play(self) -> None:
        """Ask the player for a play until it is legal."""
        round, seat = self.match.round, self.seat
        assert round is not None and seat is not None
        lead = round.lead
        count = round.count_legal_plays()
        only = next(round.legal_plays()) if count == 1 else None
        self.choices = []
        self.show_hand(None if lead is None else self.playable(round))
        if only is not None:
            self.line("  ", self.screen.phrase("play.only", cards=self.cards(only)))
        elif lead is not None and count <= _LISTED:
            self.list_choices(list(round.legal_plays()))
        while True:
            typed = self.ask(self.say("play.lead.ask" if lead is None else "play.follow.ask"))
            if not typed and only is not None:
                self.act(Play(seat, only))
                return
            if not typed or self.command(typed):
                continue
            if _COMMANDS.get(typed.lower()) == "legal":
                self.list_plays(round, count)
                continue
            units = None
            if "+" in typed and lead is None:
                parts = [self.read(part.strip()) for part in typed.split("+")]
                if any(part is None for part in parts):
                    continue
                units = tuple(part for part in parts if part is not None)
            cards = self.read(typed.replace("+", " "))
            if cards is not None and self.try_play(round, cards, units):
                return

    def try_play(self, round: Round, cards: Cards, units: tuple[Cards, ...] | None) -> bool:
        """Make a play, or say why it is refused."""
        assert self.seat is not None
        try:
            round.check_play(cards, units)
        except IllegalPlay as error:
            if error.reason is Reason.NOT_HELD:
                missing = self._missing(cards, round.hands[self.seat])
                self.refuse(self.say("play.not_held", cards=missing))
                return False
            why = self.say("follow.why", sentence=self.reason(error), rule=error.rule)
            self.refuse(self.say("play.refused", why=why))
            if self.match.rules.faults != "revoke" or round.lead is None:
                return False
            if not cards or self.ask(self.say("play.revoke.ask")).lower() not in ("y", "yes", "是"):
                return False
        except CardsError as error:
            self.refuse(self.say("play.refused", why=error))
            return False
        try:
            self.act(Play(self.seat, cards, units))
        except TractorError as error:
            self.refuse(self.say("play.refused", why=error))
            return False
        return True

    def reason(self, error: IllegalPlay) -> str:
        lead = error.lead
        sentence = self.say(f"reason.{error.reason.value}")
        if error.reason is Reason.WRONG_COUNT and lead is not None:
            key = "play.count.one" if len(lead) == 1 else "play.count"
            return self.say(key, led=len(lead), given=len(error.play))
        return sentence

    def playable(self, round: Round) -> set[int]:
        """The cards that some legal play has, as far as can be told in a moment."""
        found: set[int] = set()
        for cards in itertools.islice(round.legal_plays(), _TRIED):
            found.update(cards)
        if round.count_legal_plays() > _TRIED:
            rng = self.rng()
            for _ in range(_TRIED // 4):
                found.update(round.random_legal_play(rng))
        return found

    def list_plays(self, round: Round, count: int) -> None:
        if round.lead is None:
            hand = round.hands[self.seat or 0]
            self.list_choices([unit.cards for unit in decompose(hand, round.trump)])
            self.note(self.say("play.any_suit"))
            return
        self.list_choices(list(itertools.islice(round.legal_plays(), _MOST_LISTED)))
        if count > _MOST_LISTED:
            self.note(self.say("play.more", shown=_MOST_LISTED, count=count))

    def show_play(self, action: Play) -> None:
        """Show a play, and how the trick and the round have gone if they have ended."""
        round = self.match.round
        assert round is not None
        tricks = round.tricks
        trick = tricks[-1]
        ended = round.trick is None
        if self.seat is not None and self.screen.rich:
            if len(trick.plays) == 1:
                self.line("")
                number = self.say("play.trick", number=len(tricks))
                score = self.say("play.attackers", points=self.before(round))
                self.line(Text(number, "bold"), "  ", Text(score, "dim"))
            line = Text.assemble("  ", self.name(action.seat), "  ", self.cards(trick.plays[-1]))
            if len(trick.plays) == 1 and trick.failed:
                back = self.cards(trick.returned)
                line.append_text(Text.assemble("  ", self.screen.phrase("play.fails", cards=back)))
            result = round.result
            if result is None or result.revoked is None:
                best = trick_winner(trick.plays, round.trump, round.rules, list(trick.units))
                if best == len(trick.plays) - 1 > 0:
                    line.append("  ^", "bold green")
            self.line(line)
            if ended and trick.winner is not None:
                taken = self.say("play.takes", seat=self.names[trick.winner], points=trick.points)
                self.line("  ", Text(taken, "green" if self.ours(trick.winner) else "yellow"))
        elif ended:
            self.line(self.trick_line(round))
        if round.over:
            self.show_end(round)

    def show_trick_in_play(self) -> None:
        """Show the plays before one's own again, when a match goes on."""
        round = self.match.round
        if round is None or round.trick is None or not self.screen.rich:
            return
        for i, cards in enumerate(round.trick.plays):
            seat = (round.trick.leader + i) % 4
            self.line("  ", self.name(seat), "  ", self.cards(cards))

    def before(self, round: Round) -> int | str:
        """The attackers' points, where one may know them (B7)."""
        assert self.seat is not None
        view = self.match.view(self.seat).play
        return "?" if view is None or view.points is None else view.points

    def ours(self, seat: int) -> bool:
        round = self.match.round
        assert round is not None and self.seat is not None
        if self.match.rules.find_partner:
            return seat == self.seat
        return round.is_defender(seat) == round.is_defender(self.seat)

    def trick_line(self, round: Round) -> Text:
        """A trick in one line."""
        trick = round.tricks[-1]
        line = Text(f"{len(round.tricks):3}. ", "dim")
        for i, cards in enumerate(trick.plays):
            seat = (trick.leader + i) % 4
            line.append("  " if i else "")
            line.append(f"{self.names[seat]} ", "dim")
            line.append_text(self.cards(cards))
            if i == 0 and trick.failed:
                line.append_text(Text.assemble(" (", self.cards(trick.returned), ")"))
        if trick.winner is not None:
            line.append(
                "  " + self.say("play.takes", seat=self.names[trick.winner], points=trick.points),
                "green",
            )
        return line

    def show_end(self, round: Round) -> None:
        match = self.match
        result = round.result
        assert result is not None
        self.line("")
        self.line(self.screen.phrase("round.buried", cards=self.cards(round.kitty)))
        self.line(Text(result_text(result, round, self.names, self.screen), "bold"))
        if match.rules.settlement != "none":
            scores = ", ".join(
                f"{name} {score:+}" for name, score in zip(self.names, match.scores, strict=True)
            )
            self.line(self.say("play.scores", scores=scores))
        self.line(self.say("round.levels", levels=self.levels()))
