"""Questions of rounds that are played to their ends by a policy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from ..batch import playouts
from ..dealing import Dealing
from ..errors import RulesError
from ..rules import Rules
from ..scoring import level_change
from ..trump import Trump
from .inputs import flag, one_of, whole
from .places import need_trump
from .questions import ByArrays
from .studies import Study, ask

__all__ = ["Played", "last_trick", "levels_gained", "round_points"]

_POLICIES = ("random", "random_throws", "greedy")
_BLOCKS = {"random": 1 << 14, "random_throws": 1 << 14, "greedy": 1 << 13}
_MOST_BINS = 4096
_FACTORS = {"none": 0, "power_of_cards": 64}  # of the kitty at most; of the others, as will do
_FACTOR = 256


@dataclass(frozen=True, slots=True)
class Played(ByArrays):
    """Ask how a round ends; made by `round_points`, `levels_gained` and `last_trick`.

    Attributes
    ----------
    what : {"points", "levels", "last_trick"}
    policies : tuple of two str
        The dealer's side's and the attackers'.
    dealer : int
    exchange : bool
        Whether the dealer takes the kitty up and buries.
    lowest, step, bins : int
        The values of the bins.
    copies : int
        1.
    """

    kind: ClassVar[str] = "played"
    rules_read: ClassVar[tuple[str, ...]] = (
        "throw_against",
        "failed_throw",
        "throw_penalty",
        "titanic_answer",
        "follow_tractor",
        "short_tractor",
        "throw_answer",
        "draw",
        "ruff_compare",
        "ruff_cover",
        "kitty_units",
        "kitty",
        "kitty_flat",
        "level_table",
        "bury_points",
    )

    what: str
    policies: tuple[str, str]
    dealer: int
    exchange: bool
    lowest: int = 0
    step: int = 1
    bins: int = 2
    copies: int = 1

    @property
    def event(self) -> bool:
        return self.what == "last_trick"

    @property
    def usual_block(self) -> int:
        return min(_BLOCKS[policy] for policy in self.policies)

    def values(self, bins: int) -> tuple[int, ...]:
        return tuple(range(self.lowest, self.lowest + bins * self.step, self.step))

    def prepared(self, dealing: Dealing, trump: Trump | None, rules: Rules) -> Played:
        need_trump(trump)
        if rules.find_partner:
            raise RulesError("with find_partner=True the sides are not known before the round")
        if len(set(dealing.hand_sizes)) > 1 or not dealing.hand_sizes[0]:
            raise RulesError(f"rounds need four equal hands, not of {dealing.hand_sizes} cards")
        if self.what == "last_trick":
            return self
        lowest, highest, step = _span_of_points(dealing, rules)
        if self.what == "levels":
            gains = [
                _gain(points, attackers, rules)
                for points in range(lowest, highest + 1, 5)
                for attackers in (False, True)
            ]
            lowest, highest, step = min(gains), max(gains), 1
        return replace(self, lowest=lowest, step=step, bins=(highest - lowest) // step + 1)

    def numbers(
        self,
        planes: NDArray[np.uint64],
        trump: Trump | None,
        rules: Rules,
        rng: np.random.SeedSequence,
        first: int,
    ) -> NDArray[np.int16]:
        """Play the rounds."""
        ended = playouts(
            planes,
            need_trump(trump),
            self.dealer,
            cast(Any, self.policies),
            rng,
            rules=rules,
            exchange=self.exchange,
            first=first,
        )
        attackers: NDArray[np.bool_] = (ended.last_trick - self.dealer) % 2 != 0
        if self.what == "last_trick":
            return attackers.astype(np.int16)[:, np.newaxis]
        found = ended.points
        if self.what == "levels":
            # few different ends, so each is looked up once
            ends, which = np.unique(2 * found + attackers, return_inverse=True)
            gains = [_gain(int(end) // 2, bool(end % 2), rules) for end in ends]
            found = np.array(gains, np.int32)[which.reshape(-1)]
        beyond = (found < self.lowest) | (found >= self.lowest + self.bins * self.step)
        if beyond.any():
            raise ValueError(f"a round ended with {found[beyond][0]}, which no bin stands for")
        numbers: NDArray[np.int32] = (found - self.lowest) // self.step
        return numbers.astype(np.int16)[:, np.newaxis]

    def title(self, trump: Trump | None) -> str:
        what = {
            "points": "points of the attackers at the end",
            "levels": "levels that the attackers gain",
            "last_trick": "the attackers win the last trick",
        }[self.what]
        sides = self.policies
        by = sides[0] if sides[0] == sides[1] else f"{sides[0]} against {sides[1]}"
        return f"{what}, {by} play" + (", the dealer buries" if self.exchange else "")

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "what": self.what,
            "policies": list(self.policies),
            "dealer": self.dealer,
            "exchange": self.exchange,
            "lowest": self.lowest,
            "step": self.step,
            "bins": self.bins,
        }


def _span_of_points(dealing: Dealing, rules: Rules) -> tuple[int, int, int]:
    """The least and the most points that a round can end with, and their step."""
    total = sum(_worth(kind) for kind in dealing.stock)
    kitty = min(10 * dealing.kitty_size, total)
    factor = max(rules.kitty_flat) if rules.kitty == "flat" else _FACTORS.get(rules.kitty, _FACTOR)
    penalties = rules.throw_penalty * dealing.hand_sizes[0]
    step = 1 if rules.throw_penalty % 5 else 5
    highest = total + factor * kitty + penalties
    return -penalties, min(highest, -penalties + step * (_MOST_BINS - 1)), step


def _worth(kind: int) -> int:
    return {3: 5, 8: 10, 11: 10}.get(kind % 13, 0) if kind < 52 else 0


def _gain(points: int, attackers: bool, rules: Rules) -> int:
    """Levels of the attackers; those of the dealer's side are negative."""
    made = level_change(points, rules, last_trick="attackers" if attackers else "dealer")
    return made.levels if made.side == "attackers" else -made.levels


def _read_policies(policy: Any) -> tuple[str, str]:
    if isinstance(policy, str):
        policy = (policy, policy)
    if not isinstance(policy, tuple):
        raise TypeError(f"policy must be a str or a tuple of two, not {type(policy).__name__}")
    if len(policy) != 2:
        raise RulesError(f"policy is a name or two, not {len(policy)}")
    defending, attacking = (one_of("policy", name, _POLICIES) for name in policy)
    return defending, attacking


def _play(what: str, policy: Any, dealer: int, exchange: bool, dealt: dict[str, Any]) -> Study:
    question = Played(
        what, _read_policies(policy), whole("dealer", dealer, 0, 3), flag("exchange", exchange)
    )
    return ask(question, **dealt)


def round_points(
    policy: str | tuple[str, str] = "random",
    *,
    dealer: int = 0,
    exchange: bool = True,
    **dealt: Any,
) -> Study:
    """Ask for the attackers' points at the end of a round (E1, K1, T5).

    The rounds of a block are played from ``SeedSequence(seed, spawn_key=(index, 1))``, so studies
    of one dealing, policy and seed see the same rounds.

    Parameters
    ----------
    policy : str or tuple of two str
        As `tractor_core.batch.playouts` takes it; no callable.
    dealer : int
        His seat; he leads first.
    exchange : bool
        Whether he takes the kitty up and buries before.
    **dealt
        See `tractor_core.odds`; the rules are those that the round is played by.

    Returns
    -------
    Study
        Its `tally` raises ValueError if a round ends beyond its bins: that takes a kitty that
        counts more than 64 times (``kitty="power_of_cards"``) or some 200 times (others).

    Examples
    --------
    >>> from tractor_core import Trump
    >>> study = round_points(trump=Trump("10", "h"))
    >>> int(study.tally(1, 0, 100)[0])
    100
    """
    return _play("points", policy, dealer, exchange, dealt)


def levels_gained(
    policy: str | tuple[str, str] = "random",
    *,
    dealer: int = 0,
    exchange: bool = True,
    **dealt: Any,
) -> Study:
    """Ask for the levels that a round brings the attackers (L).

    Those of the dealer's side count as negative ones; 0 is a swap, or a draw (L7).

    Parameters
    ----------
    policy, dealer, exchange, **dealt
        As for `round_points`.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> levels_gained("greedy", trump=Trump("10", "h")).values[:4]
    (-3, -2, -1, 0)
    """
    return _play("levels", policy, dealer, exchange, dealt)


def last_trick(
    policy: str | tuple[str, str] = "random",
    *,
    dealer: int = 0,
    exchange: bool = True,
    **dealt: Any,
) -> Study:
    """Ask how often the attackers win the last trick (K1).

    Parameters
    ----------
    policy, dealer, exchange, **dealt
        As for `round_points`.

    Returns
    -------
    Study

    Examples
    --------
    >>> from tractor_core import Trump
    >>> last_trick(("greedy", "random"), trump=Trump("10", "h")).event
    True
    """
    return _play("last_trick", policy, dealer, exchange, dealt)
