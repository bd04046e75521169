"""The commands about odds: `tractor odds`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import typer

from tractor_core import Cards, Dealing, suit_of
from tractor_core.arguments import (
    Json,
    Lang,
    Level,
    Limit,
    Profile,
    RulesFile,
    Settings,
    Suit,
    Twos,
    UnitsLed,
    examples,
    option,
    read_cards,
    some_cards,
)
from tractor_core.asking import Asked, Dealt, Decks, asks
from tractor_core.findings import show_shares
from tractor_core.messages import say
from tractor_core.odds import (
    beaten,
    declaration,
    escape,
    kitty_points,
    last_trick,
    levels_gained,
    points,
    round_points,
    ruffed,
    suit_length,
    throw,
    unit,
)
from tractor_core.odds.counts import splits
from tractor_core.odds.inputs import MOST, read_suit
from tractor_core.odds.places import HANDS
from tractor_core.terminal import InputError, Language, Screen

__all__ = ["odds_app"]

_KNOWN = say("panel.known")

odds_app = typer.Typer(no_args_is_help=True)


class UnitName(Enum):
    pair = "pair"
    triple = "triple"
    tractor = "tractor"
    titanic = "titanic"


class Count(Enum):
    event = "event"
    number = "number"
    longest = "longest"


class By(Enum):
    others = "others"
    opponents = "opponents"
    partner = "partner"


class Ruffs(Enum):
    none = "none"
    opponents = "opponents"
    all = "all"


class Policy(Enum):
    random = "random"
    random_throws = "random_throws"
    greedy = "greedy"


class Ask(Enum):
    points = "points"
    levels = "levels"
    last_trick = "last-trick"


Lead = Annotated[str, typer.Argument(help=say("help.odds.lead"), metavar="CARDS")]
Seat = Annotated[str, option("--seat", key="odds.seat", metavar="SEAT")]
AnySuit = Annotated[str, option("--suit", "-s", key="odds.suit", metavar="SUIT")]
OneSuit = Annotated[str, option("--suit", "-s", key="odds.suit.length", metavar="SUIT")]
Least = Annotated[int | None, option("--least", key="odds.least", min=0, metavar="N")]
Most = Annotated[int | None, option("--most", key="odds.most", min=0, metavar="N")]
Held = Annotated[int | None, option("--held", key="odds.held", min=1, metavar="N")]


@odds_app.callback(
    epilog=examples(
        'tractor odds throw "As As Ks Ks Js" --trump h --level 10',
        "tractor odds unit tractor --suit trump --seat any --trump s -n 1e7",
        "tractor odds kitty --exact",
    )
)
def _odds(ctx: typer.Context, lang: Lang = Language.en) -> None:
    del ctx, lang  # a language before the command has had its effect


def _who(seat: str, dealt: Dealt) -> tuple[Any, str]:
    """A hand as questions take it, and what it is called."""
    if seat in HANDS:
        return seat, dealt.say(f"odds.who.{seat}")
    if not seat.isascii() or not seat.isdigit():
        names = ", ".join(HANDS)
        raise InputError(f"--seat: {dealt.say('error.seat', text=seat, names=names)}")
    return int(seat), dealt.say("seat.number", seat=seat)


def _suit(suit: str, dealt: Dealt, *others: str) -> str:
    """What a suit is called; a wrong one is refused."""
    name = read_suit(suit, "trump", "side", *others)
    return dealt.say(f"odds.suit.{name}" if name in ("any", "side") else name)


def _ranks_or_cards(text: str, dealt: Dealt) -> Any:
    """A lead: cards, or a text of ranks alone."""
    if text.strip() and all(c in "0123456789TJQKAtjqka " for c in text):
        return text
    return some_cards(text, "CARDS", dealt.screen)


def _hand_of_leader(dealt: Dealt) -> dict[str, Any]:
    known = dict(dealt.known)
    hands = known.pop("hands", {})
    return {"hand": hands.get(0), **known, "trump": dealt.trump}


@asks(
    odds_app,
    "unit",
    "trump",
    "rules",
    lines=(
        "tractor odds unit pair --suit trump --trump h",
        "tractor odds unit tractor --length 3 --seat any --trump s -n 100000",
        "tractor odds unit titanic --decks 3 --count number --trump d",
    ),
)
def _unit(
    dealt: Dealt,
    name: Annotated[UnitName, typer.Argument(help=say("help.odds.unit.name"), metavar="UNIT")],
    length: Annotated[int | None, option("--length", key="odds.steps", metavar="N")] = None,
    suit: AnySuit = "any",
    seat: Seat = "each",
    count: Annotated[Count, option("--count", "-c", key="odds.count")] = Count.event,
    least: Least = None,
) -> Asked:
    hand, who = _who(seat, dealt)
    where = _suit(suit, dealt, "any")
    study = unit(
        name.value,
        length=length,
        suit=suit,
        hand=hand,
        count=count.value,
        least=1 if least is None else least,
        trump=dealt.trump,
        **dealt.known,
    )
    called = dealt.say(name.value)
    if length is not None and length > 2:
        called = dealt.say("odds.run", unit=called, length=length)
    key = "least" if count is Count.event and least is not None and least > 1 else count.value
    values = "odds.value.longest" if count is Count.longest else "odds.value.unit"
    parts = {"who": who, "suit": where, "unit": called, "least": least}
    return Asked(study, f"odds.unit.{key}", values, parts)


@asks(
    odds_app,
    "throw",
    "trump",
    "rules",
    lines=(
        'tractor odds throw "As As Ks Ks Js" --trump h --level 10',
        'tractor odds throw "A K" --trump h --held 8 --seconds 1',
        'tractor odds throw "As Ks" --trump h --by opponents --exact',
    ),
)
def _throw(
    dealt: Dealt,
    cards: Lead,
    named: UnitsLed = None,
    by: Annotated[By | None, option("--by", key="odds.by")] = None,
    held: Held = None,
) -> Asked:
    units = [some_cards(text, f"--unit {i}", dealt.screen) for i, text in enumerate(named or (), 1)]
    study = throw(
        _ranks_or_cards(cards, dealt),
        units=units or None,
        by=by.value if by else None,
        length=held,
        **_hand_of_leader(dealt),
    )
    return Asked(study, "odds.throw", "odds.value.unit", {"cards": cards})


@asks(
    odds_app,
    "beaten",
    "trump",
    "rules",
    lines=('tractor odds beaten "Ks Ks" --trump h', "tractor odds beaten K --trump h -n 100000"),
)
def _beaten(
    dealt: Dealt,
    cards: Lead,
    by: Annotated[By, option("--by", key="odds.by")] = By.others,
    held: Held = None,
) -> Asked:
    lead = _ranks_or_cards(cards, dealt)
    study = beaten(lead, by=by.value, length=held, **_hand_of_leader(dealt))
    return Asked(study, "odds.beaten", "odds.value.unit", {"cards": cards})


@asks(
    odds_app,
    "ruffed",
    "trump",
    "rules",
    lines=('tractor odds ruffed "As As" --trump h --by opponents', "tractor odds ruffed A -t h"),
)
def _ruffed(
    dealt: Dealt,
    cards: Lead,
    by: Annotated[By, option("--by", key="odds.by")] = By.others,
    held: Held = None,
) -> Asked:
    lead = _ranks_or_cards(cards, dealt)
    study = ruffed(lead, by=by.value, length=held, **_hand_of_leader(dealt))
    return Asked(study, "odds.ruffed", "odds.value.unit", {"cards": cards})


@asks(
    odds_app,
    "escape",
    "trump",
    "rules",
    lines=(
        "tractor odds escape 10 --trump h",
        "tractor odds escape 10s --ruffs none --trump h",
        'tractor odds escape 10s --without "" --trump h --ruffs none --exact',
    ),
)
def _escape(
    dealt: Dealt,
    cards: Lead,
    without: Annotated[str | None, option("--without", key="odds.without", metavar="RANKS")] = None,
    ruffs: Annotated[Ruffs, option("--ruffs", key="odds.ruffs")] = Ruffs.all,
    kept: Annotated[bool, option("--not-dealer", key="odds.kept")] = False,
    held: Held = None,
) -> Asked:
    study = escape(
        _ranks_or_cards(cards, dealt),
        without=without,
        buried=not kept,
        ruffs=ruffs.value,
        length=held,
        **_hand_of_leader(dealt),
    )
    return Asked(study, "odds.escape", "odds.value.unit", {"cards": cards})


@asks(
    odds_app,
    "points",
    lines=("tractor odds points", "tractor odds points --seat side -n 100000"),
)
def _points(dealt: Dealt, seat: Seat = "each") -> Asked:
    hand, who = _who(seat, dealt)
    study = points(hand, **dealt.known)
    return Asked(study, "odds.points", "odds.value.points", {"who": who})


@asks(
    odds_app,
    "kitty",
    lines=("tractor odds kitty", 'tractor odds kitty --hand "Kh Kh 10s 5d" --decks 3 --exact'),
)
def _kitty(dealt: Dealt) -> Asked:
    parts: dict[str, object] = {"who": dealt.say("odds.who.kitty")}
    return Asked(kitty_points(**dealt.known), "odds.points", "odds.value.points", parts)


@asks(
    odds_app,
    "length",
    "trump",
    "rules",
    lines=(
        "tractor odds length --suit trump --trump h",
        "tractor odds length --suit side --most 0 --seat any --trump h",
    ),
)
def _length(
    dealt: Dealt,
    suit: OneSuit = "side",
    seat: Seat = "each",
    least: Least = None,
    most: Most = None,
) -> Asked:
    hand, who = _who(seat, dealt)
    where = _suit(suit, dealt)
    between = None
    if least is not None or most is not None:
        between = (least or 0, MOST if most is None else most)
        if between[0] > between[1]:
            raise InputError(dealt.say("error.limits", least=between[0], most=between[1]))
    study = suit_length(suit, hand=hand, between=between, trump=dealt.trump, **dealt.known)
    key = "odds.length" if between is None else "odds.length.between"
    if between is not None and between[1] == MOST:
        key = "odds.length.least"
    low, high = between or (0, 0)
    parts = {"who": who, "suit": where, "least": low, "most": high}
    return Asked(study, key, "odds.value.length", parts)


@asks(
    odds_app,
    "declare",
    "level",
    "rules",
    lines=(
        "tractor odds declare --level 2 --seat any",
        "tractor odds declare --level 2 --strength 2 --drawn 10",
    ),
)
def _declare(
    dealt: Dealt,
    seat: Seat = "each",
    strength: Annotated[int | None, option("--strength", key="odds.strength", metavar="N")] = None,
    drawn: Annotated[int | None, option("--drawn", key="odds.drawn", metavar="N")] = None,
) -> Asked:
    hand, who = _who(seat, dealt)
    more: dict[str, Any] = {}
    if drawn is not None:
        most = Dealing(dealt.rules.decks).hand_sizes[0]
        if not 0 <= drawn <= most:
            raise InputError(f"--drawn: {dealt.say('error.drawn', count=drawn, most=most)}")
        more["kitty_size"] = 54 * dealt.rules.decks - 4 * drawn
    level = dealt.trump.level
    study = declaration(level, hand=hand, least=strength, **dealt.known, **more)
    key = "odds.declare" if strength is None else "odds.declare.least"
    parts = {"who": who, "level": level.replace("T", "10"), "least": strength}
    return Asked(study, key, "odds.value.declaration", parts)


@asks(
    odds_app,
    "playout",
    "trump",
    "rules",
    lines=(
        "tractor odds playout --policy random --trump h -n 20000",
        "tractor odds playout --attackers random --ask levels --trump h -n 2000",
        "tractor odds playout --ask last-trick --trump h -n 2000 --set kitty=none",
    ),
)
def _playout(
    dealt: Dealt,
    policy: Annotated[Policy, option("--policy", "-p", key="odds.policy")] = Policy.greedy,
    attackers: Annotated[Policy | None, option("--attackers", key="odds.attackers")] = None,
    ask: Annotated[Ask, option("--ask", "-a", key="odds.ask")] = Ask.points,
    dealer: Annotated[int, option("--dealer", key="odds.dealer", min=0, max=3, metavar="SEAT")] = 0,
    no_exchange: Annotated[bool, option("--no-exchange", key="odds.no_exchange")] = False,
) -> Asked:
    sides = (policy.value, (attackers or policy).value)
    make = {Ask.points: round_points, Ask.levels: levels_gained, Ask.last_trick: last_trick}[ask]
    study = make(sides, dealer=dealer, exchange=not no_exchange, trump=dealt.trump, **dealt.known)
    values = "odds.value.levels" if ask is Ask.levels else "odds.value.points"
    parts: dict[str, object] = {"dealers": sides[0], "attackers": sides[1]}
    return Asked(study, f"odds.playout.{ask.value}", values, parts)


@odds_app.command(
    "split",
    help=say("help.odds.split"),
    epilog=examples(
        "tractor odds split 5 --dealer",
        'tractor odds split --suit s --trump h --hand "As Ks Qs 9s 9s 3s"',
    ),
)
def show_split(
    missing: Annotated[
        int | None, typer.Argument(help=say("help.odds.missing"), metavar="N", min=0)
    ] = None,
    suit: Annotated[
        str | None, option("--suit", "-s", key="odds.suit.length", metavar="SUIT")
    ] = None,
    hand: Annotated[
        str | None, option("--hand", key="odds.hand", panel=_KNOWN, metavar="CARDS")
    ] = None,
    kitty: Annotated[
        str | None, option("--kitty", key="odds.kitty_cards", panel=_KNOWN, metavar="CARDS")
    ] = None,
    dealer: Annotated[bool, option("--dealer", key="odds.is_dealer", panel=_KNOWN)] = False,
    limit: Limit = 20,
    level: Level = "2",
    trump: Suit = "NT",
    permanent_twos: Twos = False,
    rules: RulesFile = None,
    settings: Settings = None,
    decks: Decks = None,
    as_json: Json = False,
    lang: Lang = Language.en,
) -> None:
    screen = Screen(lang, None, as_json)
    profile = Profile(screen, level, trump, permanent_twos, rules, settings, decks)
    held = read_cards(hand or "", "--hand", screen)
    buried = read_cards(kitty or "", "--kitty", screen)
    dealing = Dealing(profile.rules.decks, hands=[held, None, None, None], kitty=buried)
    if (missing is None) == (suit is None):
        raise InputError(screen.say("error.split"))
    if suit is not None:
        if read_suit(suit, "trump", "side") == "side":
            raise InputError(f"--suit: {screen.say('error.split.side')}")
        missing = _missing(read_suit(suit, "trump"), profile, held + buried)
    assert missing is not None
    sizes = dealing.hand_sizes[1:]
    rest = 0 if dealer else dealing.kitty_size - len(buried)
    counted = splits(missing, sizes, rest)
    shares = [(_pattern(parts, missing, screen), p) for parts, p in counted.items()]
    more = len(shares) if 0 < limit < len(shares) else 0
    shares = shares[: limit or None]
    if as_json:
        screen.json(
            missing=missing,
            hands=list(sizes),
            kitty=rest,
            splits=[{"split": name, "exact": str(p), "value": float(p)} for name, p in shares],
            more=bool(more),
        )
        return
    if screen.rich:
        named = "-".join(map(str, sizes))
        screen.line(screen.say("odds.split", missing=missing, hands=named, kitty=rest))
    show_shares(shares, screen, "odds.pattern")
    if more:
        screen.note(screen.say("odds.split.more", shown=limit, count=more))


def _missing(suit: str, profile: Profile, seen: Cards) -> int:
    """How many cards of a suit are not seen."""
    every = (kind for kind in range(54) if suit_of(kind, profile.trump) == suit)
    number = profile.rules.decks * sum(1 for _ in every)
    if not number:
        named = profile.screen.say(suit)
        raise InputError(f"--suit: {profile.screen.say('error.no_suit', suit=named)}")
    return number - sum(suit_of(kind, profile.trump) == suit for kind in seen)


def _pattern(parts: tuple[int, ...], missing: int, screen: Screen) -> str:
    name = "-".join(map(str, parts))
    kitty = missing - sum(parts)
    return screen.say("odds.split.kitty", pattern=name, kitty=kitty) if kitty else name
