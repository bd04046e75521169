"""Exceptions of the package and the reasons for which a play is refused.

Every exception here is a `TractorError`; those about values are a `ValueError` as well. An argument
of a wrong type is a plain `TypeError`. Nothing has changed when a call raises.
"""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .cards import Cards

__all__ = ["CardsError", "IllegalPlay", "NotationError", "Reason", "RulesError", "TractorError"]

_RULE_AT_END = re.compile(r" \(([A-Z]\d?)\)\Z")
_WINDOW = 30  # characters of a long text shown on either side of the bad token


class TractorError(Exception):
    """Root of the exceptions that the package raises itself."""


class NotationError(TractorError, ValueError):
    """Refuse a text that is not card notation.

    Parameters
    ----------
    message : str
        What is wrong with the token.
    text : str
        The whole text; empty where there is none to point at.
    position : int
        Index in `text` of the first character of the bad token, from 0.

    Examples
    --------
    >>> error = NotationError("unknown card 'Xs'", "As Xs", 3)
    >>> print(error)
    unknown card 'Xs' at position 3 of 'As Xs'
    >>> error.text[error.position:]
    'Xs'
    """

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message, text, position)
        self.message = message
        self.text = text
        self.position = position

    def __str__(self) -> str:
        if not self.text:  # nothing that could be pointed at
            return self.message
        start = max(0, self.position - _WINDOW)
        end = self.position + _WINDOW
        shown = self.text[start:end]
        if start > 0:
            shown = "..." + shown
        if end < len(self.text):
            shown += "..."
        return f"{self.message} at position {self.position} of {shown!r}"


class CardsError(TractorError, ValueError):
    """Refuse cards that cannot be: four copies, a kind beyond 53, a card not held, mixed suits.

    Examples
    --------
    >>> from tractor_core import Cards
    >>> Cards("As As As As")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tractor_core.errors.CardsError: ...
    """


class RulesError(TractorError, ValueError):
    """Refuse what the rules of a match do not allow, or an option that is none.

    Examples
    --------
    >>> from tractor_core import Rules
    >>> Rules(decks=4)
    Traceback (most recent call last):
    tractor_core.errors.RulesError: decks=4: must be from 1 to 3
    >>> error = RulesError("8 cards are buried, not 7 (B6)")
    >>> error.rule
    'B6'
    """

    @property
    def rule(self) -> str | None:
        """Id of the rule broken, with which the message ends, such as ``"B6"``.

        None where no rule is: an option or an argument is wrong, or the match waits for
        something else than this action (its message names the phase).
        """
        found = _RULE_AT_END.search(str(self))
        return found[1] if found else None


class Reason(enum.Enum):
    """Name why a play is illegal.

    The first reason that applies is given, in this order: EMPTY, WRONG_COUNT, NOT_HELD,
    NOT_YOUR_TURN, MIXED_SUITS, MUST_FOLLOW_SUIT, MUST_PLAY_TITANIC, MUST_PLAY_TRACTOR,
    MUST_PLAY_TRIPLE, MUST_PLAY_PAIR.

    Examples
    --------
    >>> Reason.MUST_PLAY_PAIR.value
    'must_play_pair'
    >>> Reason("wrong_count").sentence
    'The play must have as many cards as were led.'
    """

    EMPTY = "empty"
    WRONG_COUNT = "wrong_count"
    NOT_HELD = "not_held"
    NOT_YOUR_TURN = "not_your_turn"
    MIXED_SUITS = "mixed_suits"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    MUST_PLAY_TITANIC = "must_play_titanic"
    MUST_PLAY_TRACTOR = "must_play_tractor"
    MUST_PLAY_TRIPLE = "must_play_triple"
    MUST_PLAY_PAIR = "must_play_pair"

    @property
    def sentence(self) -> str:
        """The reason as an English sentence."""
        return _SENTENCES[self]


_SENTENCES = {
    Reason.EMPTY: "A play needs at least one card.",
    Reason.WRONG_COUNT: "The play must have as many cards as were led.",
    Reason.NOT_HELD: "The play has a card that the hand does not hold.",
    Reason.NOT_YOUR_TURN: "It is another seat's turn.",
    Reason.MIXED_SUITS: "All cards of a lead must be of one suit.",
    Reason.MUST_FOLLOW_SUIT: "The play must follow the suit led as far as the hand can.",
    Reason.MUST_PLAY_TITANIC: "The lead asks for a Titanic that the hand can give.",
    Reason.MUST_PLAY_TRACTOR: "The lead asks for a tractor that the hand can give.",
    Reason.MUST_PLAY_TRIPLE: "The lead asks for a triple that the hand can give.",
    Reason.MUST_PLAY_PAIR: "The lead asks for a pair that the hand can give.",
}


class IllegalPlay(TractorError, ValueError):
    """Refuse a well-formed play that the rules do not allow.

    Its text shows the hand the cards were to come from: a server that answers a client it does
    not trust sends ``reason.sentence`` and `rule`, not ``str(error)``.

    Parameters
    ----------
    reason : Reason
        Why; to be tested by programs.
    rule : str
        Id of the rule broken, such as ``"F2"``.
    play : Cards
        The cards refused.
    hand : Cards, optional
        The hand they were played from.
    lead : Cards, optional
        The cards led to the trick.

    Examples
    --------
    >>> from tractor_core import Cards
    >>> error = IllegalPlay(Reason.NOT_HELD, "F1", Cards("5s"), hand=Cards("6s"), lead=Cards("As"))
    >>> print(error)
    The play has a card that the hand does not hold. (F1: play '5s', hand '6s', lead 'As')
    >>> error.reason is Reason.NOT_HELD
    True
    """

    def __init__(
        self,
        reason: Reason,
        rule: str,
        play: Cards,
        hand: Cards | None = None,
        lead: Cards | None = None,
    ) -> None:
        # the arguments stay in `args`, from which exceptions pickle and copy themselves
        super().__init__(reason, rule, play, hand, lead)
        self.reason = reason
        self.rule = rule
        self.play = play
        self.hand = hand
        self.lead = lead

    def __str__(self) -> str:
        cards = [("play", self.play), ("hand", self.hand), ("lead", self.lead)]
        shown = ", ".join(f"{name} '{held}'" for name, held in cards if held is not None)
        return f"{self.reason.sentence} ({self.rule}: {shown})"
