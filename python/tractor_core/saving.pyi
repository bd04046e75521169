"""Saving: a table as bytes, and bytes as the cards dealt and played.

A saved round is its head (see saved), the deal, the number of plays, whether the last of them
revoked, the plays, and a checksum. The deal is five times 54 kinds, two bits each, from the top
of 68 bytes. A play is its number of cards and their kinds; of a lead whose units were named the
top bit of the number is set, and the units follow in the same way.
"""

from typing import Final

from .cards import Cards
from .errors import NotationError

__all__ = ["DEAL_BYTES", "check_sum", "damaged", "read_deal", "read_plays"]

DEAL_BYTES: Final = 68

def damaged(what: str) -> NotationError:
    """Make the error of bytes that are no saved round."""

def check_sum(data: bytes) -> None:
    """Raise NotationError unless bytes end with the sum of those before."""

def read_deal(data: bytes) -> tuple[Cards, ...]:
    """Read what the four hands and the kitty were, from `DEAL_BYTES` bytes."""

def read_plays(data: bytes, plays: int) -> tuple[tuple[Cards, tuple[Cards, ...] | None], ...]:
    """Read so many plays, and that nothing follows them.

    Returns
    -------
    tuple of (Cards, tuple of Cards or None)
        What was shown, and the units that a leader named.
    """
