"""The games and rooms that are known by a name: their rules, their sources and what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from .errors import RulesError
from .rules import Rules

__all__ = ["PRESETS", "Preset", "find_preset"]


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Describe a game or room; one of `PRESETS`.

    Attributes
    ----------
    name : str
        Its key in `PRESETS`.
    rules : Rules
        The profile; `Rules.preset` gives it at once.
    summary : str
        What it is, in one line.
    source : str
        The texts that it is taken from, by number and section.
    notes : str
        What the room leaves to its tables, and what the options cannot express.

    Examples
    --------
    >>> preset = find_preset("botzone")
    >>> preset.rules.trump("10", "h")
    Trump('T', 'h', level_tractors=False)
    """

    name: str
    rules: Rules
    summary: str
    source: str
    notes: str

    @property
    def trump_options(self) -> dict[str, bool | str]:
        """The options of the order that its trumps need, those of its rules; most have none."""
        return self.rules.trump_options

    def __reduce__(self) -> tuple[Any, ...]:
        return find_preset, (self.name,)


def _preset(
    name: str,
    summary: str,
    source: str,
    notes: str,
    **options: Any,
) -> Preset:
    return Preset(
        name=name,
        rules=Rules(**options),
        summary=summary,
        source=source,
        notes=notes,
    )


_ALL = (
    _preset(
        "default",
        "two decks, 80 points to take the deal",
        "000 §4 (拖拉机, 两副牌); 002 (扑克“拖拉机”的玩法)",
        "The source plays 2s as permanent trumps too: set permanent_twos=True.",
    ),
    _preset(
        "titanic",
        "three decks with Titanics, settled in scores",
        "000 §4 (三副牌规则, 积分规则); 002 (三副牌规则)",
        "A room may pay another score for a shutout: score_shutout.",
        decks=3,
        level_table="titanic",
        settlement="score",
    ),
    _preset(
        "boke",
        "Boke City: attackers gain from 80, settled in stakes",
        "000 §1 (波克城市)",
        "The rooms of 5, 10 and K are this with levels=('5', 'T', 'K'). "
        "Base and fee are the room's: stakes_base, stakes_fee.",
        level_table="eighty_up",
        no_declaration="dealer_draws",
        self_override=False,
        settlement="stakes",
    ),
    _preset(
        "qq",
        "QQ's merry 升级: the kitty goes round (炒地皮)",
        "001 §3 (欢乐升级)",
        "Where the room plays 2s as permanent trumps, set permanent_twos=True. "
        "Where overrides and exchanges double, set exchange_doubles with settlement='stakes'.",
        exchange=True,
        suit_order=True,
    ),
    _preset(
        "bianfeng",
        "Bianfeng's rooms of fixed partners (定)",
        "002 (边锋升级, 固定对家)",
        "The source prints three pairs and two pairs where a triple and a pair are meant: "
        "kitty='by_length_literal' takes it at its word.",
        kitty="by_length",
    ),
    _preset(
        "bianfeng_find",
        "Bianfeng's rooms where the dealer finds his partner (寻)",
        "002 (边锋升级, 挑选对家)",
        "A throw is tested against all other hands, as partners are secret.",
        kitty="by_length",
        find_partner=True,
    ),
    _preset(
        "competition",
        "seven levels, 2 and A must be played, faults lose the round",
        "002 (拖拉机怎么打, 比赛规则)",
        "Asking the referee for a check, and what a false claim costs, are not part of the rules.",
        throw_penalty=10,
        kitty="flat",
        level_table="competition",
        levels=("2", "5", "T", "J", "Q", "K", "A"),
        must_play=("2", "A"),
        jack_hook=True,
        self_override=False,
        first_round_override_takes_deal=True,
        no_declaration="first_kitty_card",
        faults="revoke",
        no_review=True,
    ),
    _preset(
        "plain_1",
        "plain 升级 with one deck (打百分)",
        "000 §1 end, §7",
        "The kitty doubles for every pair, as §1 has it; with one deck there are none.",
        decks=1,
        kitty="per_pair",
        level_table="hundred",
    ),
    _preset(
        "plain_2",
        "plain 升级 with two decks, attackers gain from 80",
        "000 §1 end, §7",
        "The kitty doubles for every pair, as §1 has it; §7 has kitty='by_length'.",
        kitty="per_pair",
        level_table="eighty_up",
    ),
    _preset(
        "plain_3",
        "plain 升级 with three decks",
        "000 §1 end, §7",
        "The kitty goes by the longest run, as §7 has it with Titanics; neither section has a "
        "table for three decks, so that of `titanic` stands in.",
        decks=3,
        kitty="by_length",
        level_table="titanic",
    ),
    _preset(
        "linked",
        "the kitty doubles for linked pairs, jokers do not declare",
        "001 §1 (扑克升级玩法规则)",
        "The source names protecting, overriding and overriding oneself, not no trump by jokers.",
        kitty="per_linked_pair",
        joker_declaration=False,
    ),
    _preset(
        "third_card",
        "the third kitty card makes trumps, partners protect",
        "000 §9 (升级(拖拉机)玩法)",
        "The source shows the order of the cards for level 2 alone.",
        level_table="eighty_up",
        partner_protect=True,
        no_declaration="third_kitty_card",
    ),
    _preset(
        "one_deck",
        "one deck, 40 points to take the deal",
        "000 §4 (一副牌)",
        "The source gives the bands of 20 points; the rest is as with two decks.",
        decks=1,
        level_table="forty",
    ),
    _preset(
        "one_deck_forty_five",
        "one deck: 45 points or the last trick",
        "000 §8",
        "The points in the last trick do not count, and 40 points without it are a draw.",
        decks=1,
        kitty="none",
        level_table="forty_five",
    ),
    _preset(
        "one_deck_crown",
        "one deck with the crown (戴A), the kitty buried openly",
        "000 §5",
        "Who wins at A plays A once more with aces and jokers alone as trumps.",
        decks=1,
        kitty="none",
        level_table="forty_five_points",
        crown=True,
        bury_points=False,
        kitty_open=True,
    ),
    _preset(
        "colour",
        "a level card declares with a joker of its colour",
        "000 §7 (亮牌, 反庄家, 反主, 反无主)",
        "The source says nothing on fewer than 80 points: the default's bands stand in. Its "
        "leads of straights, planes and bombs are another game.",
        level_table="eighty_base",
        colour_declaration=True,
    ),
    _preset(
        "rbtying",
        "the engine rbtying/shengji, as far as options reach",
        "rbtying/shengji (public engine)",
        "Out of reach: it asks more pairs of a Titanic answered without a triple, counts a "
        "triple beside a pair as a unit, and takes most cards first when it splits cards (C5).",
        failed_throw="fewest",
        titanic_answer="triples_first",
        ruff_compare="every_unit",
        kitty="twice_longest",
    ),
    _preset(
        "botzone",
        "Botzone's Tractor, as far as options reach",
        "botzone.org.cn (public engine)",
        "Out of reach: the engine counts the penalty of a failed throw by the cards that fail; "
        "here a throw costs 10 points.",
        throw_penalty=10,
        level_tractors=False,
    ),
)

#: Every preset by its name, in the order of the rules.
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({preset.name: preset for preset in _ALL})


def find_preset(name: str) -> Preset:
    """Look a preset up.

    Parameters
    ----------
    name : str
        A key of `PRESETS`.

    Returns
    -------
    Preset
        Its rules, its source and its notes.

    Raises
    ------
    RulesError
        An unknown name; the message has those known.
    TypeError
        A name that is no str.

    Examples
    --------
    >>> find_preset("linked").source
    '001 §1 (扑克升级玩法规则)'
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of a preset must be a str, not {type(name).__name__}")
    if name not in PRESETS:
        shown = name if len(name) <= 40 else name[:37] + "..."
        raise RulesError(f"unknown preset {shown!r}: must be one of {', '.join(PRESETS)}")
    return PRESETS[name]
