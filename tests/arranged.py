"""Decks in which given seats are dealt given cards, and short ways through a match."""

import tractor_core as tc
from tractor_core.actions import Bury, Deal, Declare, DrawSeat, NameCard, Pass, Play, TakeKitty
from tractor_core.match import Match, Phase

HAND = {1: 12, 2: 25, 3: 39}


def kinds(text):
    """The kinds of a notation, in its order."""
    return [tc.parse_kind(card) for card in text.split()]


def deck(hands=None, kitty="", first=0, decks=2):
    """An order of whole decks: seats are dealt these cards first, in this order.

    The rest of every hand comes from what is left, the low ranks of all suits first, so that
    nobody gets a pair more than needs be.
    """
    size = HAND[decks]
    wanted = {seat: kinds((hands or {}).get(seat, "")) for seat in range(4)}
    wanted["kitty"] = kinds(kitty)
    left = sorted([*range(54)] * decks, key=lambda k: (k >= 52, k % 13, k))
    for cards in wanted.values():
        for card in cards:
            left.remove(card)
    for seat in range(4):
        while len(wanted[seat]) < size:
            wanted[seat].append(left.pop(0))
    wanted["kitty"] += left
    order = [None] * (4 * size)
    for step in range(4):
        order[step::4] = wanted[(first + step) % 4]
    return order + wanted["kitty"]


def start(rules=None, hands=None, kitty="", first=0, **options):
    """A match at its first card; `first` is dealt it, and deals when `dealer` says so."""
    rules = rules or tc.Rules()
    match = Match(rules, 1, decks=[deck(hands, kitty, first, rules.decks)], **options)
    if match.phase is Phase.DRAW_SEAT:
        match.apply(DrawSeat(first))
    return match


def dealt(rules=None, hands=None, kitty="", first=0, **options):
    """A match whose first cards are dealt."""
    match = start(rules, hands, kitty, first, **options)
    match.apply(Deal(match.undealt))
    return match


def declare(match, seat, cards):
    """Declare and give the declaration that stands."""
    match.apply(Declare(seat, tc.Cards(cards)))
    return match.declaration


def all_pass(match):
    """Let every seat pass, so that declaring ends."""
    for seat in range(4):
        match.apply(Pass(seat))


def bury(match, cards=None, named=None):
    """Let the dealer take the kitty up and bury these cards, or the first that he may."""
    seat = match.dealer
    match.apply(TakeKitty(seat))
    if match.phase is Phase.NAME_PARTNER:
        match.apply(NameCard(seat, named))
    if cards is None:
        match.apply(next(match.legal_actions()))
    else:
        match.apply(Bury(seat, tc.Cards(cards)))


def play_on(match, choose=None):
    """Play the round to its end: leads of one card, unless `choose` picks from the plays."""
    while match.phase is Phase.PLAY:
        lead = match.round.lead
        plays = []
        for action in match.legal_actions():
            if lead is None and len(action.cards) > 1:
                break
            plays.append(action.cards)
            if lead is not None and choose is None:
                break
        picked = choose(match, plays) if choose else plays[0]
        match.apply(Play(match.turn, picked))
