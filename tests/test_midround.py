"""Rounds from a view and a deal of what it hides, and the same played on in bulk."""

import random
from dataclasses import replace

import numpy as np
import pytest
from test_rounds import (
    engine_round,
    every_form,
    loads_or_refuses,
    random_start,
    same_round,
    sealed,
)

import tractor_core as tc

C = tc.Cards
HEARTS = tc.Trump("10", "h")
SIZES = {1: (12, 6), 2: (25, 8), 3: (39, 6)}


def dealt_round(rng, rules, level=None, suit="random"):
    """A round of whole decks."""
    size, _ = SIZES[rules.decks]
    deck = [kind for kind in range(54) for _ in range(rules.decks)]
    rng.shuffle(deck)
    hands = [C(deck[seat * size : (seat + 1) * size]) for seat in range(4)]
    dealer = rng.randrange(4)
    partner = (dealer + rng.randrange(4)) % 4 if rules.find_partner else None
    trump = rules.trump(
        level or rng.choice("23456789TJQKA"),
        rng.choice(["d", "c", "h", "s", None]) if suit == "random" else suit,
    )
    return tc.Round(hands, C(deck[4 * size :]), dealer, trump, rules, partner=partner)


def step(round_, rng, named=True):
    """One random play: short throws, now and then with units named; a revoke where one stands."""
    draws = [round_.random_legal_play(rng.getrandbits(60), throws=True) for _ in range(2)]
    cards = min(draws, key=len)
    if round_.trick is None:
        if named and rng.random() < 0.2:
            units = [unit.cards for unit in tc.decompose(cards, round_.trump)]
            if units[0].kinds()[0] == units[0].kinds()[-1] and len(units[0]) > 1:
                single = C([units[0].kinds()[0]])
                units = [single] * len(units[0]) + units[1:]
            return round_.play(cards, units)
    elif round_.rules.faults == "revoke" and rng.random() < 0.02:
        cards = C(rng.sample(round_.hand(round_.turn).kinds(), len(round_.lead)))
    return round_.play(cards)


def named_and_failed(round_):
    """Whether the leader named units of a throw that failed."""
    return any(
        units is not None and round_.tricks[i // 4].failed
        for i, (_, units) in enumerate(round_.saved().plays)
    )


def check_true_deal(round_, seat):
    """The round by a view of it and the true deal."""
    view = round_.view(seat)
    partner = None if view.partner is not None else round_.partner
    deal = tc.Deal(round_.hands, round_.kitty)
    try:
        found = tc.Round.from_view(view, deal, partner=partner)
    except tc.RulesError as error:
        # a secret partner (B7) and tricks not shown (P2): nobody could tell the points
        assert "points" in str(error)
        assert round_.rules.no_review and view.points is None
        return False
    for name in ("turn", "leader", "over", "points", "hands", "kitty", "trick", "lead", "partner",
                 "dealer", "trump", "rules", "partial", "result"):
        assert getattr(found, name) == getattr(round_, name), name
    assert found.view(seat) == view
    for other in range(4):
        if not round_.rules.no_review:
            assert found.view(other) == round_.view(other)
    shown = len(view.tricks)
    assert found.tricks == round_.tricks[len(round_.tricks) - shown :]
    if shown == len(round_.tricks):
        assert (found == round_) is not named_and_failed(round_)
        if found == round_:
            assert found.to_bytes() == round_.to_bytes()
            assert found.saved() == round_.saved()
    return True


def play_on_alike(round_, other, rng):
    """Both play on alike to the end, and back."""
    plies = round_.plies
    seed = rng.getrandbits(60)
    one, two = round_.copy(), other.copy()
    for game in (one, two):
        draws = random.Random(seed)
        while not game.over:
            step(game, draws)
    assert one.result == two.result
    assert one.hands == two.hands
    assert one.points == two.points
    while one.plies > plies:
        one.undo()
        two.undo()
    assert two == other


@pytest.mark.parametrize("name", [*sorted(tc.Rules.presets()), "decks=1", "decks=3"])
def test_the_true_deal_makes_the_true_round(name):
    rng = random.Random(name)
    rules = tc.Rules(decks=int(name[-1])) if "=" in name else tc.Rules.preset(name)
    made = 0
    for _ in range(3 if rules.draw == "all" else 1):
        round_ = dealt_round(rng, rules)
        while True:
            made += check_true_deal(round_, rng.randrange(4))
            if round_.over:
                break
            if rng.random() < 0.1:
                seat = rng.randrange(4)
                view = round_.view(seat)
                if view.points is not None:
                    found = tc.Round.from_view(view, (round_.hands, round_.kitty))
                    play_on_alike(round_, found, rng)
            step(round_, rng)
    assert made > 10


@pytest.mark.parametrize("seed", range(4))
def test_random_rules(seed):
    rng = random.Random(seed)
    for _ in range(40):
        round_ = engine_round(random_start(rng, small=0.9))
        while True:
            check_true_deal(round_, rng.randrange(4))
            if round_.over:
                break
            step(round_, rng)


# --- other deals ---


def told_alike(found, view):
    """What the view tells is in the round."""
    assert found.view(view.seat) == view
    assert found.turn == view.turn
    assert view.points is None or found.points == view.points
    assert found.tricks[len(found.tricks) - len(view.tricks) :] == view.tricks


@pytest.mark.parametrize("name", sorted(tc.Rules.presets()))
def test_worlds_of_every_preset(name):
    rng = random.Random(name)
    rules = tc.Rules.preset(name)
    for _ in range(2 if rules.draw == "all" else 1):
        round_ = dealt_round(rng, rules)
        while not round_.over:
            seat = rng.randrange(4)
            view = round_.view(seat)
            if rng.random() < 0.3 and not (rules.no_review and view.points is None):
                partner = None if view.partner is not None else round_.partner
                for world in tc.sample_hidden(view, 2, rng.getrandbits(60)):
                    found = tc.Round.from_view(view, world, partner=partner)
                    assert found.hands == world.hands
                    assert found.kitty == world.kitty
                    told_alike(found, view)
                    for form in every_form(found):
                        same_round(form, found)
                        told_alike(form, view)
            step(round_, rng)


def failed_throw():
    """Ks Ks Qs are thrown, and Qs is led, for seat 1 holds an ace."""
    hands = [C("Ks Ks Qs 3d 3d"), C("As 4s 4d 5d 6d"), C("5s 6s 7d 8d 8d"), C("7s 8s 9d 9d Jd")]
    round_ = tc.Round(hands, C("Kd"), 0, HEARTS, tc.Rules(throw_penalty=10), partial=True)
    assert round_.play(C("Ks Ks Qs")) == C("Qs")
    return round_


def test_a_throw_that_failed_stays_so():
    round_ = failed_throw()
    view = round_.view(2)
    hands = list(round_.hands)
    hands[1], hands[3] = C("4s 4d 5d 6d 9d"), C("As 7s 8s 9d Jd")
    same = tc.Round.from_view(view, (hands, C("Kd")))
    assert same.saved().outcomes == ()  # another ace breaks the throw as well
    hands[1], hands[3] = C("4s 4d 5d 6d 9d"), C("7s 8s 9d Jd Kd")
    found = tc.Round.from_view(view, (hands, C("As")))
    assert found.points == 10
    assert found.trick == round_.trick
    assert found.trick.returned == C("Ks Ks")
    assert found.saved().outcomes == ((0, (C("Qs"),)),)
    for form in every_form(found):
        same_round(form, found)
    # who takes the lead back and makes it again throws anew
    found.undo()
    assert found.saved().given == 0
    assert found.play(C("Ks Ks Qs")) == C("Ks Ks Qs")
    assert found.points == 0


def test_a_throw_that_stood_stays_so():
    hands = [C("Ks Ks Qs 3d 3d"), C("4s 4d 5d 6d 9d"), C("5s 6s 7d 8d 8d"), C("7s 8s 9d Jd Kd")]
    round_ = tc.Round(hands, C("As"), 0, HEARTS, partial=True)
    round_.play(C("Ks Ks Qs"))
    hands = list(round_.hands)
    hands[1] = C("As 4d 5d 6d 9d")
    found = tc.Round.from_view(round_.view(2), (hands, C("4s")))
    assert found.trick == round_.trick
    assert found.saved().outcomes == ((0, (C("Ks Ks"), C("Qs"))),)
    for form in every_form(found):
        same_round(form, found)
    found.play(C("As 4d 5d"))
    assert found.view(0).voids[1] == {"s"}


def test_a_follow_is_not_judged_anew():
    # seat 1 gives loose spades to a tractor; in the other deal it would have held one itself
    hands = [C("Js Js Qs Qs"), C("3s 4s 5s 6s"), C("3s 4s 8d 9d"), C("Kd Kd Ad Ad")]
    round_ = tc.Round(hands, C("7c"), 0, HEARTS, tc.Rules(draw="suit_only"), partial=True)
    round_.play(C("Js Js"))
    round_.play(C("3s 4s"))
    view = round_.view(0)
    hands = [C("Qs Qs"), C("5s 5s"), C("3s 4s 8d 9d"), C("Kd Kd Ad Ad")]
    found = tc.Round.from_view(view, (hands, C("7c")))
    for form in every_form(found):
        same_round(form, found)
    strict = replace(view, rules=tc.Rules())
    found = tc.Round.from_view(strict, (hands, C("7c")))
    assert found.saved().given == 2
    for form in every_form(found):
        same_round(form, found)
    broken = found.saved()
    with pytest.raises(tc.IllegalPlay):
        tc.Round.load(replace(broken, given=0))


def test_units_named_stay_so():
    hands = [C("Js Js Qs Qs"), C("3s 4s 5s 6s"), C("3s 4s 8d 9d"), C("Kd Kd Ad Ad")]
    round_ = tc.Round(hands, C("7c"), 0, HEARTS, partial=True)
    round_.play(C("Js Js Qs Qs"), [C("Js Js"), C("Qs Qs")])
    found = tc.Round.from_view(round_.view(1), (round_.hands, C("7c")))
    assert found == round_
    assert found.trick.units == round_.trick.units
    assert len(found.trick.units) == 2


def test_a_match():
    told = 0
    for rules in (tc.Rules(), tc.Rules(find_partner=True), tc.Rules(exchange=True, suit_order=True),
                  tc.Rules.preset("competition"), tc.Rules(find_partner=True, decks=3)):
        for seed in range(2):
            match = tc.Match(rules, rng=seed)
            rng = np.random.default_rng(seed)
            while not match.rounds:
                round_ = match.round
                if round_ is not None and match.turn is not None and rng.random() < 0.4:
                    view = match.view(int(rng.integers(4)))
                    found = tc.Round.from_view(view, (round_.hands, round_.kitty))
                    assert found.partner == round_.partner
                    assert found.points == round_.points
                    if not rules.no_review:
                        assert found == round_
                    for world in tc.sample_hidden(view, 3, 1):
                        found = tc.Round.from_view(view, world)
                        assert found.hands == world.hands
                        told += found.partner != round_.partner
                match.apply(match.random_action(rng))
    assert told


def hidden_rounds():
    """Saved rounds from views of all kinds: past tricks hidden, outcomes given, a revoke."""
    yield tc.Round.from_view(
        failed_throw().view(2),
        ([C("Ks Ks 3d 3d"), C("4s 4d 5d 6d 9d"), C("5s 6s 7d 8d 8d"), C("7s 8s 9d Jd Kd")],
         C("As")),
    )
    rng = random.Random(1)
    round_ = dealt_round(rng, tc.Rules.preset("competition"))
    for _ in range(60):
        if not round_.over:
            round_.play(round_.random_legal_play(rng.getrandbits(60)))
    view = round_.view(1)
    found = tc.Round.from_view(view, tc.sample_hidden(view, 1, 1)[0])
    assert found.saved().earlier.points == found.points - sum(
        trick.points for trick in found.tricks if not found.is_defender(trick.winner)
    )
    yield found
    hands = [C("As As 3d"), C("4s 4d 5d"), C("5s 6s 7d"), C("7s 8s 9d")]
    round_ = tc.Round(hands, C("Kd"), 0, HEARTS, tc.Rules(faults="revoke"), partial=True)
    round_.play(C("As As"))
    round_.play(C("4d 5d"))
    assert round_.over
    # by another deal seat 1 was void in spades
    found = tc.Round.from_view(
        round_.view(2), ([C("3d"), C("Qd"), hands[2], hands[3]], C("Kd"))
    )
    assert found.result.revoked == 1
    assert found.saved().given == 2
    yield found


def test_forged_bytes_of_rounds_from_views():
    rng = random.Random(2)
    for found in hidden_rounds():
        for form in every_form(found):
            same_round(form, found)
        body = found.to_bytes()[:-4]
        for at in range(3, len(body)):
            for other in {body[at] ^ 1 << i for i in range(8)} | {0, 255, body[at] + 1 & 255}:
                loads_or_refuses(sealed(body[:at] + bytes([other]) + body[at + 1 :]))
            loads_or_refuses(sealed(body[:at]))
            loads_or_refuses(sealed(body[:at] + body[at + 1 :]))
            loads_or_refuses(sealed(body[:at] + rng.randbytes(1) + body[at:]))


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("given", True), ("given", -1), ("given", 1000), ("given", "1"), ("outcomes", {}),
        ("outcomes", [1]), ("outcomes", [[0]]), ("outcomes", [[True, []]]), ("outcomes", [[0, []]]),
        ("outcomes", [[0, ["Qs"]], [0, ["Qs"]]]), ("outcomes", [[7, ["Qs"]]]),
        ("outcomes", [[0, ["As"]]]), ("outcomes", [[0, ["Ks", "Ks"]]]), ("earlier", 3),
        ("earlier", {}), ("earlier", {"leader": 0, "points": 0, "voids": [], "no_pairs": []}),
        ("earlier", {"leader": 0, "points": 0, "voids": [["x"]] * 4, "no_pairs": [[]] * 4}),
        ("earlier", {"leader": 4, "points": 0, "voids": [[]] * 4, "no_pairs": [[]] * 4}),
        ("earlier", {"leader": 0, "points": 40000, "voids": [[]] * 4, "no_pairs": [[]] * 4}),
        ("earlier", {"leader": 0, "points": "0", "voids": [[]] * 4, "no_pairs": [[]] * 4}),
    ],
)  # fmt: skip
def test_damaged_dicts_of_rounds_from_views(key, wrong):
    found = next(hidden_rounds())
    with pytest.raises((tc.TractorError, TypeError)):
        tc.Round.from_dict(found.to_dict() | {key: wrong})


# --- what does not fit ---


def started():
    hands = [C("Ac Kc Kc 4d 5d"), C("3c 5c 5c 6c 7d"), C("4h 8c 8c 8d Td"), C("9c 9c 9d Jd Qd")]
    round_ = tc.Round(hands, C("Kd"), 0, HEARTS, partial=True)
    for play in ("Kc Kc", "5c 5c", "8c 8c", "9c 9c", "Ac", "3c", "4h"):
        round_.play(C(play))
    return round_


@pytest.mark.parametrize(
    ("hands", "kitty", "message"),
    [
        (("4d 5d", "6c 7d", "8d", "9d Jd Qd"), "Kd", "seat 2 has 1 cards, 2 in the view"),
        (("4d 5d", "6c 7d", "8d Td", "9d Jd Kd"), "Qd", "seat 3 has 9d Jd Kd, 9d Jd Qd in"),
        (("4d 5d", "6c 7d", "8d 8c", "9d Jd Qd"), "Kd", "more than 2 copies"),
        (("4d 5d", "6c 7d", "6c 8d", "9d Jd Qd"), "Kd", "seat 2 has 6c, .* is void in c"),
    ],
)
def test_deals_that_do_not_fit(hands, kitty, message):
    view = started().view(3)
    with pytest.raises(tc.CardsError, match=message):
        tc.Round.from_view(view, ([C(hand) for hand in hands], C(kitty)))


def test_deals_of_other_cards():
    rng = random.Random(3)
    round_ = dealt_round(rng, tc.Rules(), "2", "h")
    for seat in range(4):
        view = round_.view(seat)
        other = tc.deal(1, rng=seat)[0]
        with pytest.raises(tc.CardsError, match=f"seat {seat} has"):
            tc.Round.from_view(view, other)
        hands = list(round_.hands)
        moved = (seat + 1) % 4
        lost = C([hands[moved].kinds()[0]])
        new = C([next(kind for kind in round_.hand(seat) if kind not in lost)])
        hands[moved] = hands[moved] - lost + new
        with pytest.raises(tc.CardsError, match=f"hidden cards have a {new} that the view has els"):
            tc.Round.from_view(view, (hands, round_.kitty))
    view = round_.view(round_.dealer)
    hands = list(round_.hands)
    card = C([next(kind for kind in hands[view.seat - 1] if kind not in round_.kitty)])
    bottom = C([round_.kitty.kinds()[0]])
    hands[view.seat - 1] = hands[view.seat - 1] - card + bottom
    with pytest.raises(tc.CardsError, match=r"the kitty is .* in the view"):
        tc.Round.from_view(view, (hands, round_.kitty - bottom + card))


def test_a_pair_and_cards_that_were_shown():
    round_ = failed_throw()
    view = round_.view(2)
    hands = list(round_.hands)
    hands[0], hands[3] = C("Ks 3d 3d 7s"), hands[3] - C("7s") + C("Ks")
    with pytest.raises(tc.CardsError, match="seat 0 lacks Ks, which it has shown"):
        tc.Round.from_view(view, (hands, round_.kitty))
    round_ = tc.Round([C("As As 3d 4d"), C("Ks Qs Js Js"), C("3s 3s 4s 5s"), C("6s 7s 8s 9s")],
                      C("Kd"), 0, HEARTS, tc.Rules(), partial=True)
    round_.play(C("As As"))
    round_.play_unverified(C("Ks Qs"))
    with pytest.raises(tc.CardsError, match="seat 1 has Js Js, and has shown .* no pair in s"):
        tc.Round.from_view(round_.view(2), (round_.hands, round_.kitty))


def test_partners_that_do_not_fit():
    rng = random.Random(5)
    round_ = dealt_round(rng, tc.Rules(find_partner=True))
    seat = (round_.partner + 1) % 4
    view = round_.view(seat if seat != round_.dealer else (seat + 1) % 4)
    deal = round_.hands, round_.kitty
    with pytest.raises(tc.RulesError, match="give partner"):
        tc.Round.from_view(view, deal)
    for partner in range(4):
        assert tc.Round.from_view(view, deal, partner=partner).partner == partner
    with pytest.raises(tc.RulesError, match="0 to 3"):
        tc.Round.from_view(view, deal, partner=4)
    known = dealt_round(rng, tc.Rules())
    deal = known.hands, known.kitty
    with pytest.raises(tc.RulesError, match="the partner of dealer"):
        tc.Round.from_view(known.view(0), deal, partner=(known.partner + 1) % 4)
    assert tc.Round.from_view(known.view(0), deal, partner=known.partner) == known


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": 1}, {"turn": None}, {"counts": (2, 2, 2)}, {"counts": (2, 2, 2, 2)},
        {"counts": (2, 2, 2, 99)}, {"points": 5}, {"tricks": (1,)}, {"tricks": ()},
        {"hand": "9d"}, {"rules": None}, {"trump": None}, {"seat": 4}, {"dealer": -1},
        {"dealer": 1}, {"partner": None}, {"voids": ()}, {"counts": (2, 2, 2, "3")},
        {"unseen": "9d"}, {"unseen": C("9d")}, {"kitty": C("9d")}, {"points": 10**9},
    ],
)  # fmt: skip
def test_views_that_are_none(wrong):
    round_ = started()
    view = replace(round_.view(3), **wrong)
    with pytest.raises((tc.TractorError, TypeError)):
        tc.Round.from_view(view, (round_.hands, round_.kitty))


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    "wrong",
    [
        {"leader": 1}, {"leader": 9}, {"plays": ()}, {"plays": (C("As"),)},
        {"plays": (C("Kc Kc"),)},
        {"plays": (C("Ac"), C("3c"), C("4h"), C("Kd"), C("9d"))}, {"units": ()}, {"units": None},
        {"returned": C("Qc")}, {"returned": "Qc"}, {"winner": 3}, {"winner": 7}, {"points": 3},
        {"points": "3"}, {"plays": (C("Kc Kc"), C("5c"), C("8c 8c"), C("9c 9c"))},
    ],
)  # fmt: skip
def test_tricks_that_are_none(number, wrong):
    round_ = started()
    view = round_.view(3)
    tricks = list(view.tricks)
    if number == 1 and "points" in wrong:
        wrong = {"winner": 0}  # there are none yet, and none are looked at
    tricks[number] = replace(tricks[number], **wrong)
    with pytest.raises((tc.TractorError, TypeError)):
        tc.Round.from_view(replace(view, tricks=tuple(tricks)), (round_.hands, round_.kitty))


def test_wrong_types():
    round_ = started()
    view = round_.view(3)
    for deal in (None, round_.hands, "", (round_.hands, None), (round_.hands[:3], C("Kd")),
                 ((*round_.hands[:3], "9d"), C("Kd")), (5, C("Kd"))):
        with pytest.raises((TypeError, tc.CardsError)):
            tc.Round.from_view(view, deal)
    for no_view in (None, round_, view.to_dict(), 3):
        with pytest.raises(TypeError):
            tc.Round.from_view(no_view, (round_.hands, round_.kitty))
    with pytest.raises(tc.RulesError, match="nothing is played yet"):
        tc.Round.from_view(tc.Match(rng=1).view(0), (round_.hands, round_.kitty))
