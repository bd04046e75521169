"""What a record says that follows from the cards: winners, points, results, levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import Cards
from .knowledge import RoundRecord
from .rounds import Round
from .views import RoundResult

__all__ = [
    "lead_text",
    "levels_text",
    "paid_text",
    "play_text",
    "result_text",
    "takes_text",
    "winners_text",
]


def play_text(round: Round, *, crown: bool = False) -> str:
    """Tell who deals and what is trump."""
    trump = round.trump
    text = f"dealer {round.dealer}, partner {round.partner}"
    text += f", level {trump.level}, trump {trump.suit or 'NT'}"
    if crown:
        text += ", crown"
    return text + ", partial" if round.partial else text


def lead_text(cards: Cards, units: Sequence[Cards] | None, led: Cards) -> str:
    """Write a lead: the units if the leader named them, what was led if the throw failed."""
    text = str(cards) if units is None else " ".join(f"[{unit}]" for unit in units)
    return text if led == cards else f"{text} ! {led}"


def takes_text(round: Round) -> str:
    """Tell how the last trick of a round ended; empty while it is in play."""
    trick = round.tricks[-1]
    result = round.result
    if result is not None and result.revoked is not None:
        return f"{result.revoked} revokes"
    if trick.winner is None:
        return ""
    return f"{trick.winner} takes {trick.points}, attackers {round.points}"


def result_text(result: RoundResult) -> str:
    """Tell how a round ended."""
    change = result.change
    gain = "draw" if change.side is None else f"{change.side} +{change.levels}"
    return (
        f"attackers {result.points}, kitty {result.kitty_points} x {result.multiplier}, "
        f"last trick {result.last_trick}, {gain}"
    )


def levels_text(record: RoundRecord) -> str:
    """Tell the levels of the seats after a round; + stands for the crown."""
    return " ".join(
        level + "+" * crown for level, crown in zip(record.levels, record.crowns, strict=True)
    )


def paid_text(record: RoundRecord) -> str:
    """Tell what the seats and the house won by a round."""
    return f"{' '.join(map(str, record.paid))}, house {record.house}"


def winners_text(winners: Iterable[int]) -> str:
    """Tell who has won the match."""
    return " ".join(map(str, winners))
