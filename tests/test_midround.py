"""Rounds from a view and a deal of what it hides, and the same played on in bulk."""

import random
from concurrent.futures import ThreadPoolExecutor
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
        given = np.int64(partner)
        assert tc.Round.from_view(view, deal, partner=given).partner == partner
    for wrong in ("1", 1.0, True, (1,)):
        with pytest.raises(TypeError):
            tc.Round.from_view(view, deal, partner=wrong)
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


# --- played on in bulk ---

NAMES = ("random", "random_throws", "greedy", ("greedy", "random"), ("random_throws", "greedy"))


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one[:4], other[:4], strict=True))


def from_planes(row):
    return C.from_planes(*map(int, row))


def partner_for(round_, view):
    return None if view.partner is not None else round_.partner


@pytest.mark.parametrize("name", sorted(tc.Rules.presets()))
def test_from_the_start_it_is_a_playout(name):
    rules = tc.Rules.preset(name)
    round_ = dealt_round(random.Random(name), rules)
    for seat in range(4):
        view = round_.view(seat)
        if rules.no_review and view.points is None:
            continue
        worlds = tc.sample_hidden(view, 12, seat)
        for policy in NAMES:
            expected = tc.batch.playouts(
                worlds, round_.trump, round_.dealer, policy, 5, rules=round_.rules, first=seat,
                partner=round_.partner if rules.find_partner else None, plays=True,
            )
            found = tc.batch.play_on(
                view, worlds, policy, 5, first=seat, plays=True, partner=partner_for(round_, view)
            )
            assert same(found, expected)
            assert all(map(np.array_equal, found.plays, expected.plays))


def replay(view, world, partner, candidate, played, row):
    """Make the plays of a row in the round of a world: all are legal, and it ends as told."""
    round_ = tc.Round.from_view(view, world, partner=partner)
    cards = played.plays.kinds[row].tolist()
    made = 0 if round_.trick is None else len(round_.trick.plays)
    tricks = len(round_.tricks) - (made > 0)
    number = 0
    while not round_.over or made:
        n = int(played.plays.sizes[row][number])
        returned = from_planes(played.plays.returned[row][number])
        for place in range(4):
            play, cards = C(cards[:n]), cards[n:]
            if place < made:
                assert round_.trick.plays[place] == play
                assert place or round_.trick.returned == returned
                continue
            shown = play if place else play + returned
            if candidate is not None:
                assert shown == candidate
                candidate = None
            if place == 0:
                assert round_.turn == played.plays.leaders[row][number]
                assert round_.play(shown) == play
            else:
                round_.check_play(play)
                round_.play(play)
        made = 0
        number += 1
    assert set(cards) <= {255}
    assert (played.plays.sizes[row][number:] == 0).all()
    assert number == played.tricks[row] == len(round_.tricks) - tricks
    assert played.points[row] == round_.result.points
    last = round_.tricks[-1]
    assert played.last_trick[row] == last.winner
    if not round_.is_defender(last.winner):
        assert played.multiplier[row] == round_.result.multiplier
    if not round_.rules.no_review:
        total = sum(trick.points for trick in round_.tricks) + round_.result.kitty_points
        assert total == 100 * round_.rules.decks or round_.partial


def some_candidates(round_, rng):
    """Three plays of the seat on turn, throws among them."""
    return [round_.random_legal_play(rng.getrandbits(60), throws=True) for _ in range(3)]


def replay_round(round_, rng, often):
    made = 0
    while not round_.over:
        if rng.random() < often:
            view = round_.view(rng.choice([round_.turn, rng.randrange(4)]))
            if not (round_.rules.no_review and view.points is None):
                partner = partner_for(round_, view)
                if view.unseen is None:
                    worlds = np.array([[cards.planes for cards in (*round_.hands, round_.kitty)]],
                                      np.uint64).repeat(2, axis=0)
                else:
                    worlds = tc.sample_hidden(view, 3, rng.getrandbits(60))
                policy = rng.choice(NAMES)
                tried = some_candidates(round_, rng) if view.seat == round_.turn else None
                found = tc.batch.play_on(
                    view, worlds, policy, rng.getrandbits(60), candidates=tried, partner=partner,
                    plays=True,
                )
                dealt = tc.Deals(np.asarray(getattr(worlds, "planes", worlds)))
                assert found.points.shape == ((len(dealt),) if tried is None else (3, len(dealt)))
                for row in np.ndindex(found.points.shape):
                    candidate = None if tried is None else tried[row[0]]
                    replay(view, dealt[row[-1]], partner, candidate, found, row)
                made += 1
        step(round_, rng)
    return made


@pytest.mark.parametrize("name", [*sorted(tc.Rules.presets()), "decks=1", "decks=3"])
def test_every_play_is_legal(name):
    rules = tc.Rules(decks=int(name[-1])) if "=" in name else tc.Rules.preset(name)
    rng = random.Random(name)
    assert sum(replay_round(dealt_round(rng, rules), rng, 0.4) for _ in range(2)) > 10


def test_every_play_is_legal_under_random_rules():
    rng = random.Random(9)
    made = 0
    for _ in range(150):
        start = random_start(rng, small=0.9)
        if not start.rules.draw.startswith("protect") or len(start.hands[0]) <= 12:
            made += replay_round(engine_round(start), rng, 0.4)
    assert made > 500


@pytest.mark.parametrize("name", ["default", "competition", "one_deck", "three"])
def test_greed_goes_on_as_it_began(name):
    presets = {"default": tc.Rules(), "three": tc.Rules(decks=3)}
    rules = presets[name] if name in presets else tc.Rules.preset(name)
    rng = random.Random(name)
    for _ in range(4):
        round_ = dealt_round(rng, rules)
        deal = np.array([[cards.planes for cards in (*round_.hands, round_.kitty)]], np.uint64)
        whole = tc.batch.playouts(
            deal, round_.trump, round_.dealer, "greedy", 1, rules=round_.rules, plays=True
        )
        cards = whole.plays.kinds[0].tolist()
        for trick in range(int(whole.tricks[0])):
            n = int(whole.plays.sizes[0, trick])
            for place in range(4):
                play, cards = C(cards[:n]), cards[n:]
                if place == 0:
                    play += from_planes(whole.plays.returned[0, trick])
                view = round_.view(rng.randrange(4))
                deal = np.array(
                    [[cards.planes for cards in (*round_.hands, round_.kitty)]], np.uint64
                )
                found = tc.batch.play_on(view, deal, "greedy", 2)
                for i in range(3):
                    assert found[i] == whole[i]
                assert found.tricks[0] == whole.tricks[0] - trick
                again = tc.batch.play_on(
                    round_.view(round_.turn), deal, "greedy", 3, candidates=play
                )
                assert same(again, found)
                round_.play(play)


def random_policy(seed):
    draws = np.random.default_rng(seed)
    return lambda round_: round_.random_legal_play(draws)


def test_a_callable_is_a_loop_over_rounds():
    rng = random.Random(4)
    for rules in (tc.Rules(), tc.Rules.preset("competition"), tc.Rules(find_partner=True)):
        round_ = dealt_round(rng, rules)
        while not round_.over:
            if rng.random() < 0.1:
                view = round_.view(round_.turn)
                partner = partner_for(round_, view)
                worlds = tc.sample_hidden(view, 3, 1)
                tried = some_candidates(round_, rng) if rng.random() < 0.7 else None
                found = tc.batch.play_on(
                    view, worlds, random_policy(7), candidates=tried, partner=partner
                )
                policy = random_policy(7)
                for number, first in enumerate(tried or [None]):
                    for i, world in enumerate(worlds):
                        game = tc.Round.from_view(view, world, partner=partner)
                        tricks = len(game.tricks) - (game.trick is not None)
                        if first is not None:
                            game.play(first)
                        while not game.over:
                            game.play(policy(game))
                        row = i if tried is None else (number, i)
                        assert found.points[row] == game.result.points
                        assert found.last_trick[row] == game.tricks[-1].winner
                        assert found.tricks[row] == len(game.tricks) - tricks
            step(round_, rng)


@pytest.mark.parametrize("plies", [0, 26, 50, 63])
def test_random_seats_play_on_as_a_random_callable_does(plies):
    rng = random.Random(plies)
    round_ = dealt_round(rng, tc.Rules(), "2", "h")
    for _ in range(plies):
        round_.play(round_.random_legal_play(rng.getrandbits(60)))
    view = round_.view(round_.turn)
    worlds = tc.sample_hidden(view, 1200, 1)
    one = tc.batch.play_on(view, worlds, "random", 1)
    other = tc.batch.play_on(view, worlds, random_policy(3))
    for name in ("points", "tricks", "multiplier"):
        a, b = getattr(one, name).astype(float), getattr(other, name).astype(float)
        error = ((a.var() + b.var()) / len(a)) ** 0.5
        assert abs(a.mean() - b.mean()) < 4.5 * error + 1e-9


def test_a_trick_in_play_is_finished_uniformly():
    hands = [C("9c 9d"), C("2c 3d"), C("4c 5c"), C("6c 7c")]
    round_ = tc.Round(hands, C(""), 0, HEARTS, partial=True)
    round_.play(C("9c"))
    round_.play(C("2c"))
    world = np.array([[cards.planes for cards in (*round_.hands, round_.kitty)]], np.uint64)
    found = tc.batch.play_on(round_.view(2), world.repeat(8000, axis=0), "random", 1, plays=True)
    counts = np.unique(found.plays.kinds[:, 2:4], axis=0, return_counts=True)[1]
    assert len(counts) == 4
    assert ((counts - 2000) ** 2 / 2000).sum() < 25


def middle(plies=37, rules=None, seed=2):
    rng = random.Random(seed)
    round_ = dealt_round(rng, rules or tc.Rules())
    while round_.plies < plies:
        round_.play(round_.random_legal_play(rng.getrandbits(60)))
    return round_


@pytest.mark.parametrize("policy", NAMES)
def test_a_world_depends_on_nothing_but_itself(policy):
    round_ = middle()
    view = round_.view(round_.turn)
    worlds = tc.sample_hidden(view, 60, 1)
    tried = some_candidates(round_, random.Random(1))
    whole = tc.batch.play_on(view, worlds, policy, 7, candidates=tried)
    parts = [
        tc.batch.play_on(view, worlds[a:b], policy, 7, candidates=tried, first=a)
        for a, b in ((0, 11), (11, 12), (12, 60))
    ]
    assert all(
        np.array_equal(np.concatenate([part[i] for part in parts], axis=1), whole[i])
        for i in range(4)
    )
    for number, cards in enumerate(tried):
        one = tc.batch.play_on(view, worlds, policy, 7, candidates=cards)
        assert same(one, [column[number] for column in whole[:4]])
        several = tc.batch.play_on(
            view, worlds, policy, 7, candidates=np.array([cards.planes] * 2, np.uint64)
        )
        assert same([column[1] for column in several[:4]], one)
    with ThreadPoolExecutor(2) as pool:
        cut = list(
            pool.map(
                lambda a: tc.batch.play_on(
                    view, worlds[a : a + 10], policy, 7, candidates=tried, first=a
                ),
                range(0, 60, 10),
            )
        )
    assert np.array_equal(np.concatenate([part.points for part in cut], axis=1), whole.points)


def test_a_throw_fails_in_the_worlds_that_break_it():
    # the queen is thrown beside the best cards: it fails where an ace or a king is out against it
    rng = random.Random(3)
    deck = [kind for kind in range(54) for _ in range(2)]
    mine = C("As As Qs 2d 2d 3d 4d 6d 7d 8d 9d Jd Qd Kd Ad 2c 3c 4c 6c 7c 8c 9c Jc Qc Ac")
    rest = [*(C(deck[::2]) + C(deck[1::2]) - mine)]
    rng.shuffle(rest)
    hands = [mine, C(rest[:25]), C(rest[25:50]), C(rest[50:75])]
    rules = tc.Rules(throw_penalty=10)
    round_ = tc.Round(hands, C(rest[75:]), 0, HEARTS, rules)
    view = round_.view(0)
    worlds = tc.sample_hidden(view, 400, 1)
    throw = C("As As Qs")
    found = tc.batch.play_on(view, worlds, "greedy", 1, candidates=throw, plays=True)
    failed = np.array(
        [
            not tc.throw_stands(throw, world.hands[1:], round_.trump, rules)
            for world in worlds
        ]
    )
    assert 0 < failed.sum() <= 400
    assert np.array_equal((found.plays.returned[:, 0] != 0).any(axis=1), failed)
    for row in range(0, 400, 20):
        replay(view, worlds[row], None, throw, found, (row,))


@pytest.mark.parametrize("units", ["played", "led"])
@pytest.mark.parametrize("kitty", ["power_of_cards", "flat", "twice_longest", "per_linked_pair"])
def test_units_named_in_the_trick_in_play(kitty, units):
    # the attackers lead a tractor as two pairs to the last trick
    rules = tc.Rules(kitty=kitty, kitty_units=units)
    hands = [C("Ac Ks Ks As As"), C("3c 3s 4s 5s 6s"), C("4c Js Qs 7s 8s"), C("5c Kd Kd Ad Ad")]
    multipliers = set()
    for named in (None, [C("Ks Ks"), C("As As")]):
        round_ = tc.Round(hands, C("Kh"), 1, HEARTS, rules, partial=True)
        for play in ("3c", "4c", "5c", "Ac"):
            round_.play(C(play))
        round_.play(C("Ks Ks As As"), named)
        assert not round_.trick.failed
        world = np.array([[cards.planes for cards in (*round_.hands, C("Kh"))]], np.uint64)
        for seat in range(4):
            view = round_.view(seat)
            for policy in (*NAMES, random_policy(1)):
                seed = None if callable(policy) else 1
                found = tc.batch.play_on(view, world, policy, seed, plays=True)
                replay(view, (round_.hands, C("Kh")), None, None, found, (0,))
                multipliers.add(int(found.multiplier[0]))
    if (kitty, units) == ("power_of_cards", "led"):
        assert multipliers == {4, 16}
    if kitty == "flat":
        assert multipliers == {2, 4}


def test_a_match_is_played_on():
    rng = np.random.default_rng(1)
    partners = set()
    for rules in (tc.Rules(), tc.Rules(find_partner=True), tc.Rules.preset("competition")):
        match = tc.Match(rules, rng=5)
        while not match.rounds:
            if match.round is not None and match.turn is not None and rng.random() < 0.1:
                view = match.view(match.turn)
                worlds = tc.sample_hidden(view, 20, 1)
                found = tc.batch.play_on(view, worlds, "greedy", 1, plays=True)
                for i, world in enumerate(worlds):
                    game = tc.Round.from_view(view, world)
                    if rules.find_partner and view.partner is None:
                        partners.add(game.partner)
                    replay(view, world, None, None, found, (i,))
            match.apply(match.random_action(rng))
    assert len(partners) > 1


def test_out_of_play_on():
    round_ = middle()
    view = round_.view(round_.turn)
    worlds = tc.sample_hidden(view, 5, 1)
    tried = some_candidates(round_, random.Random(1))
    expected = tc.batch.play_on(view, worlds, "greedy", 1, candidates=tried)
    out = tc.batch.Playouts(*(np.full_like(column, -7) for column in expected[:4]))
    found = tc.batch.play_on(view, worlds, "greedy", 1, candidates=tried, out=out)
    assert found.points is out.points
    assert same(out, expected)
    with pytest.raises(ValueError, match="shape"):
        tc.batch.play_on(view, worlds, "greedy", 1, out=out)


def test_no_worlds_and_no_candidates():
    view = middle().view(0)
    none = tc.sample_hidden(view, 0, 1)
    assert tc.batch.play_on(view, none).points.shape == (0,)
    round_ = middle()
    view = round_.view(round_.turn)
    worlds = tc.sample_hidden(view, 3, 1)
    for policy in ("greedy", random_policy(1)):
        found = tc.batch.play_on(view, worlds, policy, candidates=[], plays=True)
        assert found.points.shape == (0, 3)
        found = tc.batch.play_on(
            view, worlds[:0], policy, candidates=some_candidates(round_, random.Random(1)),
            plays=True,
        )
        assert found.points.shape == (3, 0)


VIEWED = middle()
VIEW = VIEWED.view(VIEWED.turn)
WORLDS = tc.sample_hidden(VIEW, 4, 1)


def bad_worlds(place):
    planes = WORLDS.planes.copy()
    planes[2, place], planes[2, (place + 1) % 4] = (
        planes[2, (place + 1) % 4].copy(), planes[2, place].copy(),
    )  # fmt: skip
    return planes


@pytest.mark.parametrize(
    ("error", "message", "arguments", "named"),
    [
        (TypeError, "view is a View", (3, WORLDS), {}),
        (TypeError, "worlds", (VIEW, 3), {}),
        (ValueError, "shape", (VIEW, np.zeros((4, 3), np.uint64)), {}),
        (tc.CardsError, r"worlds\[2\]: seat", (VIEW, bad_worlds(VIEW.seat)), {}),
        (tc.CardsError, r"worlds\[0\]: seat", (VIEW, tc.deal(2, rng=1)), {}),
        (tc.CardsError, r"is no cards", (VIEW, WORLDS.planes + np.uint64(1 << 60)), {}),
        (ValueError, "policy is one of", (VIEW, WORLDS, "greed"), {}),
        (ValueError, "draws for itself", (VIEW, WORLDS, random_policy(1), 1), {}),
        (TypeError, "plays", (VIEW, WORLDS), {"plays": 1}),
        (TypeError, "candidates are", (VIEW, WORLDS), {"candidates": "As"}),
        (TypeError, "a candidate is Cards", (VIEW, WORLDS), {"candidates": ["As"]}),
        (tc.IllegalPlay, "play|card", (VIEW, WORLDS), {"candidates": C("")}),
        (tc.IllegalPlay, "play|card", (VIEW, WORLDS), {"candidates": [C("SJ SJ BJ BJ")]}),
        (ValueError, "shape", (VIEW, WORLDS), {"candidates": np.zeros(3, np.uint64)}),
        (tc.RulesError, "the partner of dealer", (VIEW, WORLDS), {"partner": VIEW.dealer}),
        (ValueError, "first", (VIEW, WORLDS), {"first": -1}),
        (TypeError, "out is Playouts", (VIEW, WORLDS), {"out": 3}),
        (TypeError, "the policy gives Cards", (VIEW, WORLDS, lambda _round: None), {}),
        (tc.RulesError, "whose view it is", (VIEWED.view((VIEW.seat + 1) % 4),
         tc.sample_hidden(VIEWED.view((VIEW.seat + 1) % 4), 2, 1)), {"candidates": [C("3c")]}),
    ],
)  # fmt: skip
def test_what_play_on_refuses(error, message, arguments, named):
    with pytest.raises(error, match=message):
        tc.batch.play_on(*arguments, **named)


def test_a_round_that_is_over_and_illegal_candidates():
    round_ = tc.Round([C("Ac"), C("Kc"), C("5c"), C("9c")], C("Td"), 0, HEARTS, partial=True)
    for play in ("Ac", "Kc", "5c", "9c"):
        round_.play(C(play))
    empty = np.array([[C(cards).planes for cards in ("", "", "", "", "Td")]], np.uint64)
    with pytest.raises(tc.RulesError, match="over"):
        tc.batch.play_on(round_.view(0), empty)
    rng = random.Random(1)
    refused = 0
    for _ in range(30):
        round_ = middle(rng.randrange(60), seed=rng.randrange(10**6))
        view = round_.view(round_.turn)
        worlds = tc.sample_hidden(view, 1, 1)
        cards = C(rng.sample(round_.hand(round_.turn).kinds(), len(round_.lead or "x")))
        if rng.random() < 0.3:
            cards = C([rng.randrange(54)])
        try:
            round_.check_play(cards)
        except tc.IllegalPlay as error:
            with pytest.raises(tc.IllegalPlay) as caught:
                tc.batch.play_on(view, worlds, candidates=[cards])
            assert str(caught.value) == str(error)
            assert caught.value.reason is error.reason
            assert caught.value.__notes__ == ["candidates[0]"]
            refused += 1
        else:
            tc.batch.play_on(view, worlds, candidates=[cards])
    assert 5 < refused < 30


def test_a_callable_may_sample_worlds():
    asked = 0

    def policy(round_):
        nonlocal asked
        view = round_.view(round_.turn)
        world = tc.sample_hidden(view, 1, 1)
        asked += 1
        return first_of(tc.Round.from_view(view, world[0]))

    def first_of(round_):
        return next(iter(round_.legal_plays()))

    deals = tc.deal(1, rng=1)
    found = tc.batch.playouts(deals, HEARTS, 0, policy)
    assert same(found, tc.batch.playouts(deals, HEARTS, 0, first_of))
    view = tc.Round(*deals[0], 0, HEARTS).view(0)
    assert asked == 100
    assert same(tc.batch.play_on(view, deals, policy), found)
