"""A slow, obvious engine for whole rounds, written from rules.md alone on top of `oracle`.

Plain data as there: cards are a sorted tuple of kinds, rules a dict. A round is its deal and the
list of what was shown; everything else is found by playing that list from the start. Ids in
docstrings (E1, P1, ...) are those of rules.md.
"""

import copy
from collections import Counter, namedtuple

import oracle

# Options of the round that `oracle` does not know, the default first.
ROUND_OPTIONS = {
    "faults": ("refuse", "revoke"),
    "kitty_open": (False, True),
    "no_review": (False, True),
}

# units: the units led as tuples of kinds, in R2's order; winner None while it is in play
Trick = namedtuple("Trick", "leader plays units returned winner points")
Result = namedtuple("Result", "points kitty_points multiplier last_trick change revoked")


class Refused(Exception):
    """An illegal play; `reason` is the name of a Reason."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def every_lead(hand, order):
    """T1: every choice of cards of one suit, ascending."""
    return sorted(
        part
        for suit in ("trump", *oracle.SUITS)
        for held in [oracle.in_suit(hand, suit, order)]
        for n in range(1, len(held) + 1)
        for part in oracle.sub_multisets(held, n)
    )


class OracleRound:
    """E1: four hands by seat, the kitty buried, and what has been shown."""

    def __init__(self, hands, kitty, dealer, order, rules=None, decks=2, partner=None):
        rules = dict(rules or {})
        self.round_rules = {
            name: rules.pop(name, values[0]) for name, values in ROUND_OPTIONS.items()
        }
        self.rules = oracle.full_rules(rules)
        self.dealt = tuple(tuple(sorted(hand)) for hand in hands)
        self.kitty, self.dealer, self.order, self.decks = kitty, dealer, order, decks
        # D1; B7: the dealer himself when he plays alone
        self.partner = (dealer + 2) % 4 if partner is None else partner
        self._start()

    def _start(self):
        self.hands = list(self.dealt)
        self.turn = self.leader = self.dealer
        self.points = 0
        self.tricks = []
        self.shown = []
        self.units = None
        self.revoked = None
        self.over = False

    # --- what there is to know ---

    def defends(self, seat):
        """D1: is this seat of the dealer's side?"""
        return seat in (self.dealer, self.partner)

    @property
    def leads(self):
        """Is the next play a lead?"""
        return not self.tricks or len(self.tricks[-1].plays) == 4

    @property
    def lead(self):
        return None if self.over or self.leads else self.tricks[-1].plays[0]

    def legal_plays(self):
        """Every distinct legal play, ascending."""
        if self.over:
            return []
        hand = self.hands[self.turn]
        if self.leads:
            return every_lead(hand, self.order)
        return oracle.legal_follows(hand, self.lead, self.order, self.rules, self.units)

    def refusal(self, cards, seat=None):
        """The reason against a play, the first in the order of Reason, or None.

        The cards must be held by the seat that plays them, which is the one on turn unless
        another is named.
        """
        if not cards:
            return "EMPTY"
        if self.over:
            return "NOT_YOUR_TURN"
        if not self.leads and len(cards) != len(self.lead):
            return "WRONG_COUNT"
        if not oracle.contains(self.hands[self.turn if seat is None else seat], cards):
            return "NOT_HELD"
        if seat not in (None, self.turn):
            return "NOT_YOUR_TURN"
        if not self.leads:
            hand = self.hands[self.turn]
            return oracle.refusal(cards, hand, self.lead, self.order, self.rules, self.units)
        if len({self.order.suit_of(kind) for kind in cards}) != 1:
            return "MIXED_SUITS"
        return None

    # --- playing ---

    def play(self, cards, units=None, seat=None):
        """Put cards on the table; what lies there is returned (T4)."""
        cards = tuple(sorted(cards))
        reason = self.refusal(cards, seat)
        revoke = reason is not None and self._stands(cards, seat)
        if reason is not None and not revoke:
            raise Refused(reason)
        if self.leads:
            cards = self._lead(cards, units)
        else:
            seat = self.turn
            self.shown.append((cards, None))
            self._put(cards)
            if revoke:
                self.revoked, self.turn, self.over = seat, None, True
            elif len(self.tricks[-1].plays) == 4:
                self._gather()
        return cards

    def _stands(self, cards, seat):
        """P1: a wrong follow, or one of a wrong number of cards, that the player does hold."""
        if self.round_rules["faults"] != "revoke" or self.over or self.leads or not cards:
            return False
        return seat in (None, self.turn) and oracle.contains(self.hands[self.turn], cards)

    def _lead(self, cards, units):
        """T1-T5: the lead, or the smallest failing unit instead, at once with its penalty."""
        others = [self.hands[(self.turn + i) % 4] for i in (1, 2, 3)]
        throw = oracle.check_throw(cards, others, self.order, self.rules, units)
        self.shown.append((cards, units))
        led = throw["led"]
        named = units if throw["stands"] else [led]
        self.units = sorted(oracle.units_led(led, self.order, named), key=oracle.unit_key)
        self.points += throw["penalty"] if self.defends(self.turn) else -throw["penalty"]
        units_led = tuple(unit.cards for unit in self.units)
        self.tricks.append(Trick(self.turn, (), units_led, throw["returned"], None, 0))
        self.leader = self.turn
        self._put(led)
        return led

    def _put(self, cards):
        self.hands[self.turn] = oracle.without(self.hands[self.turn], cards)
        trick = self.tricks[-1]
        self.tricks[-1] = trick._replace(plays=(*trick.plays, cards))
        self.turn = (self.turn + 1) % 4

    def _gather(self):
        """E1: the points go to the winner's side, and he leads."""
        trick = self.tricks[-1]
        place = oracle.trick_winner(trick.plays, self.order, self.rules, self.units)
        winner = (trick.leader + place) % 4
        worth = sum(oracle.points(play) for play in trick.plays)
        self.tricks[-1] = trick._replace(winner=winner, points=worth)
        self.turn = self.leader = winner
        self.over = not any(self.hands)
        # L7: the last trick's own points do not count
        lost = self.over and self.rules["level_table"] == "forty_five"
        if not self.defends(winner) and not lost:
            self.points += worth
        if self.over:
            self.turn = None

    def copy(self):
        other = copy.copy(self)
        other.hands, other.tricks = list(self.hands), list(self.tricks)
        other.shown = list(self.shown)
        return other

    def undo(self):
        """Everything but the last play, once more."""
        shown = self.shown[:-1]
        self._start()
        for cards, units in shown:
            self.play(cards, units)

    # --- the end ---

    def result(self):
        """K1, L, P1: how the round ended; None while it is played."""
        if not self.over:
            return None
        buried = oracle.points(self.kitty)
        if self.revoked is not None:
            change = ("dealer", 1, "dealer")
            if self.defends(self.revoked):
                change = ("attackers", 0, "attackers")
            return Result(self.points, buried, 0, change[2], change, self.revoked)
        trick = self.tricks[-1]
        last, factor = "dealer", 0
        if not self.defends(trick.winner):
            last = "attackers"
            play = trick.plays[(trick.winner - trick.leader) % 4]
            factor = oracle.kitty_multiplier(play, self.order, self.rules, self.units)
        total = self.points + factor * buried
        change = oracle.level_change(total, self.rules, self.decks, last)
        return Result(total, buried, factor, last, change, None)

    # --- what a seat may know ---

    def voids(self):
        """Per seat the suits of which a follow has shown that none are held."""
        found = [set() for _ in range(4)]
        for seat, suit, play, _ in self._follows():
            if len(oracle.in_suit(play, suit, self.order)) < len(play):
                found[seat].add(suit)
        return found

    def no_pairs(self):
        """Per seat the suits of which a follow has shown that no pair is left.

        That is so when the play would have been illegal with any pair more in the hand; only for
        draw "all", where every pair has to be played that is asked for.
        """
        found = self.voids()
        for seat, suit, play, units in self._follows():
            if suit not in found[seat] and self._shows_no_pair(suit, play, units):
                found[seat].add(suit)
        return found

    def _follows(self):
        follows = [
            ((trick.leader + i) % 4, trick, trick.plays[i])
            for trick in self.tricks
            for i in range(1, len(trick.plays))
        ]
        for seat, trick, play in follows if self.revoked is None else follows[:-1]:
            yield seat, self.order.suit_of(trick.units[0][0]), play, trick.units

    def _shows_no_pair(self, suit, play, units):
        if self.rules["draw"] != "all" or all(len(unit) == 1 for unit in units):
            return False
        held, lead = Counter(play), tuple(sorted(sum(units, ())))
        pairs = [
            (kind, kind)
            for step in self.order.tiers()[suit]
            for kind in step
            if held[kind] + 2 <= self.decks
        ]
        return not any(
            oracle.is_legal_follow(
                play, tuple(sorted(play + pair)), lead, self.order, self.rules, units
            )
            for pair in pairs
        )


def count_endings(start):
    """How often each of the attackers' totals comes up over every line of play, as a Counter.

    Lines that differ in any play shown are counted apart. What follows a trick depends on the
    hands left and on who leads alone, so that is counted once.
    """
    found = {}

    def endings(held, leader):
        if (held, leader) not in found:
            trick = start.copy()
            trick.hands, trick.turn, trick.leader = list(held), leader, leader
            trick.points, trick.tricks = 0, []
            found[held, leader] = total = Counter()
            walk(trick, total)
        return found[held, leader]

    def walk(round_, total):
        if round_.over:
            total[round_.result().points] += 1
        elif round_.tricks and round_.leads:
            for more, times in endings(tuple(round_.hands), round_.turn).items():
                total[round_.points + more] += times
        else:
            for play in round_.legal_plays():
                after = round_.copy()
                after.play(play)
                walk(after, total)

    total = Counter()
    walk(start, total)
    return total
