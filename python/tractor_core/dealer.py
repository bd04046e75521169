"""The command `tractor deal`: deals at random, sorted, with what is known of them."""

from __future__ import annotations

import itertools
import secrets
from typing import Annotated, Any

import typer
from rich.text import Text

from tractor_core import Cards, Deal, deal_blocks, format_kind, sort_hand, suit_of
from tractor_core.arguments import (
    CardStyle,
    Json,
    Lang,
    Level,
    Profile,
    RulesFile,
    Settings,
    Suit,
    Twos,
    examples,
    option,
    read_cards,
)
from tractor_core.asking import Decks
from tractor_core.messages import say
from tractor_core.terminal import Language, Screen

__all__ = ["DEAL_EXAMPLES", "deal"]

_KNOWN = say("panel.known")
_GAP = "  "  # between suits

DEAL_EXAMPLES = examples(
    "tractor deal",
    "tractor deal 3 --seed 1 --trump h --level 10",
    'tractor deal 2 --hand0 "As As Ks Ks" --kitty "5d" --json',
)


def _known(name: str, key: str) -> Any:
    return option(name, key=key, panel=_KNOWN, metavar="CARDS")


Hand0 = Annotated[str | None, _known("--hand0", "deal.hand")]
Hand1 = Annotated[str | None, _known("--hand1", "deal.hand")]
Hand2 = Annotated[str | None, _known("--hand2", "deal.hand")]
Hand3 = Annotated[str | None, _known("--hand3", "deal.hand")]
Kitty = Annotated[str | None, _known("--kitty", "odds.kitty_cards")]


def deal(
    count: Annotated[int, typer.Argument(help=say("help.deal.count"), metavar="N", min=1)] = 1,
    seed: Annotated[int | None, option("--seed", key="seed", min=0, metavar="N")] = None,
    hand0: Hand0 = None,
    hand1: Hand1 = None,
    hand2: Hand2 = None,
    hand3: Hand3 = None,
    kitty: Kitty = None,
    hand_size: Annotated[
        int | None, option("--hand-size", key="deal.hand_size", min=0, metavar="N")
    ] = None,
    kitty_size: Annotated[
        int | None, option("--kitty-size", key="deal.kitty_size", min=0, metavar="N")
    ] = None,
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
    style: CardStyle = None,
) -> None:
    screen = Screen(lang, style, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    texts = {"--hand0": hand0, "--hand1": hand1, "--hand2": hand2, "--hand3": hand3}
    hands = [
        None if text is None else read_cards(text, where, screen) for where, text in texts.items()
    ]
    bottom = None if kitty is None else read_cards(kitty, "--kitty", screen)
    profile.decks = profile.rules.decks
    profile.check_copies(*(cards for cards in (*hands, bottom) if cards is not None))
    drawn = secrets.randbelow(1_000_000) if seed is None else seed
    blocks = deal_blocks(
        count,
        profile.rules.decks,
        drawn,
        hands=hands,
        kitty=bottom,
        hand_sizes=None if hand_size is None else [hand_size] * 4,
        kitty_size=kitty_size,
    )
    if seed is None:
        screen.aside(screen.say("deal.seed", seed=drawn))
    profile.show_title()
    for number, one in enumerate(itertools.chain.from_iterable(blocks), start=1):
        _show(number, one, profile, screen)


def _show(number: int, one: Deal, profile: Profile, screen: Screen) -> None:
    if screen.as_json:
        *hands, kitty = (_written(cards, profile) for cards in (*one.hands, one.kitty))
        screen.json(deal=number, hands=hands, kitty=kitty)
        return
    names = [screen.say("seat.number", seat=seat) for seat in range(4)]
    groups = [*zip(names, one.hands, strict=True), (screen.say("kitty"), one.kitty)]
    if not screen.rich:
        for name, cards in groups:
            screen.row(number, name, screen.cards(cards, profile.trump))
        return
    screen.line(Text(screen.say("deal.number", number=number), "bold"))
    screen.grid([(Text(name, "dim"), _in_suits(cards, profile, screen)) for name, cards in groups])


def _written(cards: Cards, profile: Profile) -> str:
    return " ".join(format_kind(kind) for kind in sort_hand(cards, profile.trump))


def _in_suits(cards: Cards, profile: Profile, screen: Screen) -> Text:
    """The cards high to low, the suits a little apart."""
    kinds = sort_hand(cards, profile.trump)
    suits = itertools.groupby(kinds, lambda kind: suit_of(kind, profile.trump))
    return Text(_GAP).join(screen.kinds(list(group)) for _, group in suits)
