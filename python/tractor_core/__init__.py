"""The rules of Tractor (升级, 拖拉机, 80分) for one to three decks, fast and exact.

Cards, the order of cards, units, throws, follows, ruffs, the kitty and levels; see the README
for a tour, `Rules` for the options that rooms differ in, and docs/rules.md for the rules by the
ids that docstrings and refusals cite.
"""

from . import actions, batch
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
from .knowledge import MatchView
from .leads import count_legal_leads, legal_leads, random_lead, safe_throws
from .match import Match, Phase
from .rounds import Round
from .rules import Rules
from .scoring import LevelChange, kitty_multiplier, level_change, points
from .throws import ThrowResult, check_throw, throw_stands, unit_beaten_by
from .tricks import can_ruff, trick_winner
from .trump import Trump, order, sort_hand, suit_of
from .units import Unit, decompose, decompositions
from .views import RoundResult, TrickRecord, View

__all__ = [
    "BIG_JOKER",
    "SMALL_JOKER",
    "Cards",
    "CardsError",
    "Deal",
    "Dealing",
    "Deals",
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
    "is_legal_follow",
    "kitty_multiplier",
    "legal_follows",
    "legal_leads",
    "level_change",
    "order",
    "parse_kind",
    "points",
    "random_lead",
    "random_legal_follow",
    "safe_throws",
    "sort_hand",
    "suit_of",
    "throw_stands",
    "trick_winner",
    "unit_beaten_by",
]

__version__ = "0.1.0"


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
