"""A round as it is saved: where it started and what was played, as bytes or as a dict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .cards import RANK_LETTERS, SUIT_LETTERS, Cards
from .codec import pack_rules, unpack_rules
from .errors import RulesError
from .plain import plain, trump_dict
from .rules import Rules
from .saving import DEAL_BYTES, check_sum, damaged, read_deal, read_plays
from .trump import Trump

__all__ = ["FORMAT", "Earlier", "SavedRound", "pack_head"]

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
_FURTHER = ("earlier", "given", "outcomes")  # what only rounds from a view have, and not all
_TYPES: dict[str, type] = {
    "trump": dict,
    "partial": bool,
    "hands": list,
    "plays": list,
    "revoked": bool,
}


_SUITS = ("d", "c", "h", "s", "trump")
_MOST_POINTS = 30_000  # of the attackers before a round from a view, either way


@dataclass(frozen=True, slots=True)
class Earlier:
    """Hold what is known of tricks that a view does not show (P2), where a round begins later.

    Attributes
    ----------
    leader : int
        The seat that leads first, instead of the dealer.
    points : int
        The attackers' points so far.
    voids, no_pairs : tuple of frozenset of str
        For each seat the suits of which it has shown that it holds none, and no pair.
    """

    leader: int
    points: int
    voids: tuple[frozenset[str], ...]
    no_pairs: tuple[frozenset[str], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        written: dict[str, Any] = plain(self)
        return written

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Earlier:
        """Read what `to_dict` wrote."""
        if not isinstance(data, dict) or set(data) != {"leader", "points", "voids", "no_pairs"}:
            raise RulesError("earlier has a leader, points, voids and no_pairs")
        leader, points = data["leader"], data["points"]
        for number in (leader, points):
            if isinstance(number, bool) or not isinstance(number, int):
                raise TypeError("the leader and the points of earlier are ints")
        if not 0 <= leader < 4 or abs(points) > _MOST_POINTS:
            raise RulesError(f"earlier has no leader {leader} with {points} points")
        return cls(leader, points, _read_suits(data["voids"]), _read_suits(data["no_pairs"]))


def _read_suits(by_seat: Any) -> tuple[frozenset[str], ...]:
    if not isinstance(by_seat, list) or len(by_seat) != 4:
        raise RulesError("voids and no_pairs of earlier are lists of suits of four seats")
    for suits in by_seat:
        if not isinstance(suits, list) or any(suit not in _SUITS for suit in suits):
            raise RulesError("voids and no_pairs of earlier are lists of suits of four seats")
    return tuple(frozenset(suits) for suits in by_seat)


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
    earlier : Earlier or None
        What came before, in a round from a view that hides past tricks.
    given : int
        In a round from a view, how many plays are not judged by the hands: they happened.
    outcomes : tuple of (int, tuple of Cards)
        Of these, tricks by number whose lead the hands do not tell, and the units led.
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
    earlier: Earlier | None = None
    given: int = 0
    outcomes: tuple[tuple[int, tuple[Cards, ...]], ...] = ()

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
        if seats >= 128 or level & 15 >= len(RANK_LETTERS) or level >> 4 > 4 or order >= 16:
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
        earlier = reader.earlier() if seats & 32 else None
        given, outcomes = reader.outcomes() if seats & 64 else (0, ())
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
            earlier=earlier,
            given=given,
            outcomes=outcomes,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return a dict of strings and numbers, for JSON; a lead with units named is a list."""
        further: dict[str, Any] = {}
        if self.earlier is not None:
            further["earlier"] = self.earlier.to_dict()
        if self.given:
            further["given"] = self.given
            further["outcomes"] = [
                [number, [str(unit) for unit in units]] for number, units in self.outcomes
            ]
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
            **further,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SavedRound:
        """Read what `to_dict` wrote; RulesError for keys or a format it does not have."""
        if not isinstance(data, dict):
            raise TypeError(f"a saved round is a dict, not {type(data).__name__}")
        if set(data) - set(_FURTHER) != set(_KEYS):
            different = ", ".join(sorted(map(str, set(data) - set(_FURTHER) ^ set(_KEYS))))
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
        given = data.get("given", 0)
        if isinstance(given, bool) or not isinstance(given, int):
            raise TypeError(f"given is an int, not {type(given).__name__}")
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
            earlier=Earlier.from_dict(data["earlier"]) if "earlier" in data else None,
            given=given,
            outcomes=_read_outcomes(data.get("outcomes", [])),
        )


def _read_outcomes(outcomes: Any) -> tuple[tuple[int, tuple[Cards, ...]], ...]:
    wanted = "outcomes are a list of the number of a trick and a list of the units led"
    found = []
    if not isinstance(outcomes, list):
        raise TypeError(wanted)
    for outcome in outcomes:
        if not isinstance(outcome, list) or len(outcome) != 2:
            raise RulesError(wanted)
        number, units = outcome
        if isinstance(number, bool) or not isinstance(number, int) or not isinstance(units, list):
            raise TypeError(wanted)
        found.append((number, tuple(Cards(unit) for unit in units)))
    return tuple(found)


def pack_head(
    trump: Trump,
    rules: Rules,
    dealer: int,
    partner: int,
    partial: bool,
    earlier: Earlier | None = None,
    given: int = 0,
    outcomes: tuple[tuple[int, tuple[Cards, ...]], ...] = (),
) -> bytes:
    """Return what a saved round begins with: all but the deal and the plays."""
    suit = 0 if trump.suit is None else 1 + SUIT_LETTERS.index(trump.suit)
    packed = pack_rules(rules)
    order = (
        trump.permanent_twos
        | (trump.no_trump_levels == "plain") << 1
        | (not trump.gap_adjacent) << 2
        | (not trump.level_tractors) << 3
    )
    seats = dealer | partner << 2 | partial << 4 | (earlier is not None) << 5 | (given > 0) << 6
    level = RANK_LETTERS.index(trump.level) | suit << 4
    head = _MAGIC + bytes([FORMAT, seats, level, order, len(packed)]) + packed
    if earlier is not None:
        head += bytes([earlier.leader]) + earlier.points.to_bytes(2, "big", signed=True)
        for suits in (*earlier.voids, *earlier.no_pairs):
            head += bytes([sum(1 << _SUITS.index(suit) for suit in suits)])
    if given:
        head += bytes([given, len(outcomes)])
        for number, units in outcomes:
            head += bytes([number, len(units)])
            for unit in units:
                head += bytes([len(unit), *unit])
    return head


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

    def earlier(self) -> Earlier:
        leader, *points = self.take(3)
        suits = self.take(8)
        count = int.from_bytes(bytes(points), "big", signed=True)
        if leader >= 4 or max(suits) >= 32 or abs(count) > _MOST_POINTS:
            raise damaged("what came before is out of range")
        names = [
            frozenset(suit for i, suit in enumerate(_SUITS) if bits >> i & 1) for bits in suits
        ]
        return Earlier(leader, count, tuple(names[:4]), tuple(names[4:]))

    def outcomes(self) -> tuple[int, tuple[tuple[int, tuple[Cards, ...]], ...]]:
        given = self.byte()
        found = []
        for _ in range(self.byte()):
            number = self.byte()
            units = tuple(self.cards() for _ in range(self.byte()))
            found.append((number, units))
        if given == 0:
            raise damaged("its plays given are out of range")
        return given, tuple(found)

    def cards(self) -> Cards:
        kinds = self.take(self.byte())
        if any(kind >= 54 for kind in kinds):
            raise damaged("it has a card out of range")
        return Cards(list(kinds))
