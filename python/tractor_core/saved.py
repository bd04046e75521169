"""A round as it is saved: where it started and what was played, as bytes or as a dict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cards import RANK_LETTERS, SUIT_LETTERS, Cards
from .codec import pack_rules, unpack_rules
from .errors import RulesError
from .plain import trump_dict
from .rules import Rules
from .saving import DEAL_BYTES, check_sum, damaged, read_deal, read_plays
from .trump import Trump

__all__ = ["FORMAT", "SavedRound", "pack_head"]

FORMAT = 1

_MAGIC = b"TRr"
_KEYS = (
    "format",
    "rules",
    "trump",
    "dealer",
    "partner",
    "partial",
    "hands",
    "kitty",
    "plays",
    "revoked",
)
_TYPES: dict[str, type] = {
    "trump": dict,
    "partial": bool,
    "hands": list,
    "plays": list,
    "revoked": bool,
}


@dataclass(frozen=True, slots=True)
class SavedRound:
    """Hold a round apart from its state: playing it again gives the state.

    Attributes
    ----------
    hands, kitty : Cards
        What was dealt and buried.
    dealer, partner : int
    partial : bool
    trump : Trump
    rules : Rules
    plays : tuple of (Cards, tuple of Cards or None)
        What was shown, in playing order (of a failed throw all of it), and the units that a
        leader named.
    revoked : bool
        Whether the last play was a revoke that ended the round (P1).
    """

    hands: tuple[Cards, ...]
    kitty: Cards
    dealer: int
    partner: int
    partial: bool
    trump: Trump
    rules: Rules
    plays: tuple[tuple[Cards, tuple[Cards, ...] | None], ...]
    revoked: bool

    @classmethod
    def from_bytes(cls, data: bytes | bytearray) -> SavedRound:
        """Read what `Round.to_bytes` wrote; NotationError if it did not."""
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError(f"a saved round is bytes, not {type(data).__name__}")
        data = bytes(data)
        if data[:3] != _MAGIC:
            raise damaged("it begins otherwise")
        check_sum(data)
        reader = _Reader(data[3:-4])
        if reader.byte() != FORMAT:
            raise damaged("it has another format")
        seats, level, order = reader.take(3)
        if seats >= 32 or level & 15 >= len(RANK_LETTERS) or level >> 4 > 4 or order >= 16:
            raise damaged("its head is out of range")
        trump = Trump(
            RANK_LETTERS[level & 15],
            None if level < 16 else SUIT_LETTERS[(level >> 4) - 1],
            permanent_twos=bool(order & 1),
            no_trump_levels="plain" if order & 2 else "trump",
            gap_adjacent=not order & 4,
            level_tractors=not order & 8,
        )
        rules = unpack_rules(reader.take(reader.byte()))
        dealt = read_deal(reader.take(DEAL_BYTES))
        number, revoked = reader.take(2)
        if revoked > 1:
            raise damaged("its end is out of range")
        return cls(
            hands=dealt[:4],
            kitty=dealt[4],
            dealer=seats & 3,
            partner=seats >> 2 & 3,
            partial=bool(seats & 16),
            trump=trump,
            rules=rules,
            plays=read_plays(reader.data, number),
            revoked=bool(revoked),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return a dict of strings and numbers, for JSON; a lead with units named is a list."""
        return {
            "format": FORMAT,
            "rules": self.rules.to_dict(),
            "trump": trump_dict(self.trump),
            "dealer": self.dealer,
            "partner": self.partner,
            "partial": self.partial,
            "hands": [str(hand) for hand in self.hands],
            "kitty": str(self.kitty),
            "plays": [
                str(cards) if units is None else [str(unit) for unit in units]
                for cards, units in self.plays
            ],
            "revoked": self.revoked,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SavedRound:
        """Read what `to_dict` wrote; RulesError for keys or a format it does not have."""
        if not isinstance(data, dict):
            raise TypeError(f"a saved round is a dict, not {type(data).__name__}")
        if set(data) != set(_KEYS):
            different = ", ".join(sorted(map(str, set(data) ^ set(_KEYS))))
            raise RulesError(f"a saved round has the keys {', '.join(_KEYS)}; not so: {different}")
        if data["format"] != FORMAT:
            raise RulesError(f"format is {FORMAT}, not {data['format']!r}")
        for key, kind in _TYPES.items():
            if not isinstance(data[key], kind):
                raise TypeError(f"{key} is a {kind.__name__}, not {type(data[key]).__name__}")
        options = dict(data["trump"])
        if not {"level", "suit"} <= set(options):
            raise RulesError("trump has a level and a suit")
        trump = Trump(options.pop("level"), options.pop("suit"), **options)
        plays: list[tuple[Cards, tuple[Cards, ...] | None]] = []
        for play in data["plays"]:
            if isinstance(play, list):
                units = tuple(Cards(unit) for unit in play)
                plays.append((sum(units, Cards()), units))
            else:
                plays.append((Cards(play), None))
        return cls(
            hands=tuple(Cards(hand) for hand in data["hands"]),
            kitty=Cards(data["kitty"]),
            dealer=data["dealer"],
            partner=data["partner"],
            partial=data["partial"],
            trump=trump,
            rules=Rules.from_dict(data["rules"]),
            plays=tuple(plays),
            revoked=data["revoked"],
        )


def pack_head(trump: Trump, rules: Rules, dealer: int, partner: int, partial: bool) -> bytes:
    """Return what a saved round begins with: all but the deal and the plays."""
    suit = 0 if trump.suit is None else 1 + SUIT_LETTERS.index(trump.suit)
    packed = pack_rules(rules)
    order = (
        trump.permanent_twos
        | (trump.no_trump_levels == "plain") << 1
        | (not trump.gap_adjacent) << 2
        | (not trump.level_tractors) << 3
    )
    seats = dealer | partner << 2 | partial << 4
    level = RANK_LETTERS.index(trump.level) | suit << 4
    return _MAGIC + bytes([FORMAT, seats, level, order, len(packed)]) + packed


class _Reader:
    """Read bytes one part after another."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def take(self, size: int) -> bytes:
        if size > len(self.data):
            raise damaged("it ends early")
        part, self.data = self.data[:size], self.data[size:]
        return part

    def byte(self) -> int:
        return self.take(1)[0]
