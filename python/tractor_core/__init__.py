"""The rules of Tractor (升级, 拖拉机, 80分) for one to three decks, fast and exact.

Cards, the order of cards, units, throws, follows, ruffs, the kitty and levels; see the README
for a tour, `Rules` for the options that rooms differ in, and docs/rules.md for the rules by the
ids that docstrings and refusals cite.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import batch
from .cards import (
    BIG_JOKER,
    SMALL_JOKER,
    Cards,
    format_cards,
    format_kind,
    parse_kind,
)
from .dealing import Dealing
from .deals import Deal, Deals, deal, deal_blocks, deal_orders
from .errors import (
    CardsError,
    IllegalPlay,
    NotationError,
    Reason,
    RulesError,
    TractorError,
)
from .follows import (
    check_follow,
    count_legal_follows,
    is_legal_follow,
    legal_follows,
    random_legal_follow,
)
from .headers import get_include
from .hidden import Hidden
from .insight import hidden_of, sample_hidden
from .leads import count_legal_leads, legal_leads, random_lead, safe_throws
from .rounds import Round
from .rules import Rules
from .scoring import LevelChange, kitty_multiplier, level_change, points
from .throws import ThrowResult, check_throw, throw_stands, unit_beaten_by
from .tricks import can_ruff, trick_winner
from .trump import Trump, order, sort_hand, suit_of
from .units import Unit, decompose, decompositions
from .views import RoundResult, TrickRecord, View

if TYPE_CHECKING:
    from . import actions, odds
    from .knowledge import MatchView
    from .match import Match, Phase

__all__ = [
    "BIG_JOKER",
    "SMALL_JOKER",
    "Cards",
    "CardsError",
    "Deal",
    "Dealing",
    "Deals",
    "Hidden",
    "IllegalPlay",
    "LevelChange",
    "Match",
    "MatchView",
    "NotationError",
    "Phase",
    "Reason",
    "Round",
    "RoundResult",
    "Rules",
    "RulesError",
    "ThrowResult",
    "TractorError",
    "TrickRecord",
    "Trump",
    "Unit",
    "View",
    "actions",
    "batch",
    "can_ruff",
    "check_follow",
    "check_throw",
    "count_legal_follows",
    "count_legal_leads",
    "deal",
    "deal_blocks",
    "deal_orders",
    "decompose",
    "decompositions",
    "format_cards",
    "format_kind",
    "get_include",
    "hidden_of",
    "is_legal_follow",
    "kitty_multiplier",
    "legal_follows",
    "legal_leads",
    "level_change",
    "odds",
    "order",
    "parse_kind",
    "points",
    "random_lead",
    "random_legal_follow",
    "safe_throws",
    "sample_hidden",
    "sort_hand",
    "suit_of",
    "throw_stands",
    "trick_winner",
    "unit_beaten_by",
]

__version__ = "0.1.0"


# What takes long to import and not every program needs: loaded when it is first asked for.
_LATER = {
    "Match": "match",
    "MatchView": "knowledge",
    "Phase": "match",
    "actions": "actions",
    "odds": "odds",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f".{_LATER[name]}", __name__)
    value = module if name == _LATER[name] else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
