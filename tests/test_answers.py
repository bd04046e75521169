"""Exact answers against tallies: what a study counts is what the exact counts say."""

from fractions import Fraction

import pytest

import tractor_core as tc
from tractor_core import odds

H = tc.Trump("10", "h")
TWO = tc.Trump("2", "h")
NT = tc.Trump("7")
TWOS = tc.Trump("5", "c", permanent_twos=True)
HELD = "As As Ks Qd Qd 5h 5h SJ"
FULL = tc.Cards("Ts Ah Ah Kh Qh Jh 9h 9h 8h 8h 7h 7h 6h 6h 5h 5h 4h 4h 3h 2h 2s 2c 2d SJ BJ")
BURIED = tc.Cards("3s 4s 4s 6s 7s 8s 9c 9c")
COLOUR = tc.Rules(colour_declaration=True)
ANSWERED = {
    "pairs anywhere": odds.unit("pair", trump=H),
    "pairs, number": odds.unit("pair", count="number", trump=NT),
    "pairs, four at least": odds.unit("pair", least=4, hand=2, trump=H),
    "pairs of a hand that is known in part": odds.unit(
        "pair", suit="s", count="number", hand=0, hands={0: HELD, 1: "Ks"}, trump=H
    ),
    "pairs of the others": odds.unit("pair", suit="s", hands={0: HELD}, trump=H),
    "pairs of a side": odds.unit("pair", suit="trump", hand="side", count="number", trump=TWOS),
    "a pair in a side suit of a side": odds.unit("pair", suit="side", hand="side", trump=H),
    "tractors in a side suit": odds.unit("tractor", suit="side", trump=H),
    "tractors in trumps": odds.unit("tractor", suit="trump", trump=TWOS),
    "tractors of three": odds.unit("tractor", length=3, trump=NT),
    "tractors, number": odds.unit("tractor", count="number", trump=TWOS),
    "tractors, longest": odds.unit("tractor", count="longest", trump=H),
    "tractors, longest of three": odds.unit("tractor", length=3, count="longest", trump=H),
    "tractors of some hand": odds.unit("tractor", suit="d", hand="any", trump=H),
    "tractors in the kitty": odds.unit("tractor", hand="kitty", trump=H, kitty_size=36),
    "triples": odds.unit("triple", count="number", trump=H, decks=3),
    "Titanics": odds.unit("titanic", suit="side", trump=H, decks=3),
    "lengths of trumps": odds.suit_length("trump", trump=NT),
    "lengths between": odds.suit_length("side", between=(7, 9), trump=H),
    "lengths of a side": odds.suit_length("s", hand="side", hands={0: HELD}, trump=H),
    "lengths of a side between": odds.suit_length("s", hand="side", between=(12, 13), trump=H),
    "voids": odds.void("side", trump=H, decks=1),
    "voids of some hand": odds.void("d", hand="any", trump=H, decks=1),
    "jokers": odds.jokers(hand="rivals"),
    "aces": odds.cards("Ad Ac Ah As", between=(3, 8)),
    "aces of a short pack": odds.cards(
        "Ad Ac", hand=0, stock="Ad Ad Ac 2d 3d 4d 5d 6d", hand_sizes=(3, 2, 1, 0), kitty_size=1
    ),
    "level cards": odds.level_cards("2", decks=3),
    "points of a hand": odds.points(),
    "points of a side": odds.points("side", hands={2: "Kd 5d"}),
    "points of the kitty": odds.kitty_points(kitty="Kd"),
    "declarations": odds.declaration("10"),
    "declarations of three decks": odds.declaration("10", decks=3),
    "declarations of a side": odds.declaration("10", hand="side", kitty_size=8),
    "declarations by colour": odds.declaration("10", rules=COLOUR),
    "declarations of two": odds.declaration("10", least=2, hand=0, hands={0: "Td SJ"}),
    "declarations after ten cards": odds.declaration("10", kitty_size=68),
    "no declaration by jokers": odds.declaration("2", rules=tc.Rules(joker_declaration=False)),
    "throw of two": odds.throw("As Ks", trump=H),
    "throw that always stands": odds.throw("As Ks Ks", trump=H),
    "throw of a tractor and a queen": odds.throw("As As Ks Ks Js", trump=H),
    "throw of trumps": odds.throw("BJ Ah Ah", trump=H),
    "throw against opponents": odds.throw(
        "As Ks Qs", trump=H, rules=tc.Rules(throw_against="opponents")
    ),
    "throw with units named": odds.throw("Ks Ks As", units=["Ks", "Ks", "As"], trump=H),
    "throw from eight": odds.throw("As Ks", length=8, trump=H),
    "throw with the kitty known": odds.throw("As Ks", kitty="As 3d", trump=H),
    "throw of three decks": odds.throw("As As Ks", trump=H, decks=3),
    "king beaten": odds.beaten("Ks", trump=H),
    "pair beaten by opponents": odds.beaten("9s 9s", by="opponents", trump=H),
    "tractor beaten": odds.beaten("6s 6s 5s 5s", trump=H, hand="6s 6s 5s 5s Ks"),
    "ten without ruffs": odds.escape("10s", without="", ruffs="none", trump=TWO),
    "ten of a known hand": odds.escape(
        "10s", hand=FULL, kitty=BURIED, ruffs="none", trump=TWO
    ),
}  # fmt: skip
UNANSWERED = {
    "most of some hand": odds.points("any"),
    "longest of a side": odds.unit("tractor", count="longest", hand="side", trump=H),
    "number of tractors of three": odds.unit("tractor", length=3, count="number", trump=H),
    "ranks": odds.throw("A K", trump=H),
    "partner alone": odds.beaten("Ks", by="partner", trump=H),
    "another hand known": odds.throw("As Ks", hands={1: "As"}, trump=H),
    "ruffed": odds.ruffed("As", trump=H),
    "escape with ruffs": odds.escape("10s", trump=TWO),
    "escape on a condition": odds.escape("10s", ruffs="none", trump=TWO),
    "many together": odds.declaration("2", hand="any", kitty_size=68),
    "a function": odds.custom(lambda planes: planes[:, 0, 0] * 0, 2, name="nothing"),
}


def estimate(study, deals, seed=1):
    """The mean of a study's values, with its error from the deals."""
    n, m, mm, v, vv, vm = (int(x) for x in study.tally(seed, 0, deals)[:6])
    mean = v / m
    spread = (vv - 2 * mean * vm + mean * mean * mm) / (n - 1) * n
    step = study.values[1] - study.values[0]
    return study.values[0] + step * mean, step * max(spread, 0.0) ** 0.5 / m


@pytest.mark.parametrize("study", ANSWERED.values(), ids=ANSWERED)
def test_answered(study):
    exact = study.exact()
    assert isinstance(exact, Fraction)
    mean, error = estimate(study, min(100_000, study.block))
    if error == 0:
        assert mean == exact
    assert abs(mean - exact) <= 4.5 * error


@pytest.mark.parametrize("study", UNANSWERED.values(), ids=UNANSWERED)
def test_not_answered(study):
    assert study.exact() is None
    assert study.tally(1, 0, 100)[0] == 100


def test_a_run_tells_the_exact_value():
    result = odds.run(ANSWERED["throw of two"], 200_000, seed=3)
    assert result.exact == Fraction(31, 106)
    assert abs(result.estimate - float(result.exact)) < 4.5 * result.se


# ---- exact and distribution


@pytest.mark.parametrize("study", ANSWERED.values(), ids=ANSWERED)
def test_exact_is_the_answer(study):
    found = odds.exact(study)
    assert found == study.exact()
    try:
        shares = odds.distribution(study)
    except odds.NoExactValue:
        assert not study.event
        return
    assert sum(shares.values()) == 1
    assert sum(value * p for value, p in shares.items()) == found
    assert set(shares) <= set(study.values)
    # and bin by bin what is dealt
    result = odds.run(study, min(50_000, study.block), seed=5, exact=False)
    for found in result.bins:
        share = float(shares.get(found.value, 0))
        assert abs(found.share - share) <= 4.5 * max(found.se, (share / result.deals) ** 0.5)


WHY = {
    "most of some hand": "the most that one of several hands holds",
    "longest of a side": "the longest of several hands",
    "number of tractors of three": "runs of three or more",
    "ranks": "name the cards",
    "partner alone": "the partner alone",
    "another hand known": "cards of other hands",
    "ruffed": "a ruff takes a void and trumps",
    "escape with ruffs": "that no A is held is a condition",
    "escape on a condition": "that no A is held is a condition",
    "many together": "takes 1,028,790 evaluations; at most 524,288 are made",
    "a function": "a function of the caller's",
    "a round": "a policy plays the cards",
}


@pytest.mark.parametrize("name", WHY)
def test_no_exact_value_says_why(name):
    study = odds.round_points(trump=H) if name == "a round" else UNANSWERED[name]
    for ask in (odds.exact, odds.distribution):
        with pytest.raises(odds.NoExactValue, match=WHY[name]):
            ask(study)
    assert set(UNANSWERED) < set(WHY)


def test_a_mean_without_shares():
    study = ANSWERED["pairs of a side"]
    assert odds.exact(study) > 0
    with pytest.raises(odds.NoExactValue, match="the mean is a sum over hands"):
        odds.distribution(study)


def test_exact_wants_a_study():
    for ask in (odds.exact, odds.distribution):
        with pytest.raises(TypeError, match="study must be a Study, not str"):
            ask("As Ks")


def test_a_lead_from_a_hand_known_in_part():
    study = odds.throw("As Ks", hand="As Ks 3s 4d", trump=H)
    mean, error = estimate(study, 100_000)
    assert abs(mean - odds.exact(study)) <= 4.5 * error
    assert odds.exact(study) != odds.exact(ANSWERED["throw of two"])


@pytest.mark.slow
@pytest.mark.parametrize("ruffs", ["opponents", "all"])
def test_an_escape_with_ruffs(ruffs):
    study = odds.escape("10s", hand=FULL, kitty=BURIED, ruffs=ruffs, trump=TWO)
    mean, error = estimate(study, 1_000_000)
    assert abs(mean - odds.exact(study)) <= 4.5 * error


def test_a_run_counts_exactly_what_is_cheap():
    some = odds.unit("pair", suit="d", hand="any", trump=H)  # four hands together
    assert odds.run(some, 1000).exact is None
    assert odds.run(some, 1000, exact=True).exact == odds.exact(some)
    two = ANSWERED["throw of two"]
    assert odds.run(two, 1000).exact == Fraction(31, 106)
    assert odds.run(two, 1000, exact=False).exact is None
    with pytest.raises(TypeError, match="exact must be True or False"):
        odds.run(two, 1000, exact=1)
    both = odds.compare(some, odds.unit("pair", suit="c", hand="any", trump=H), 1000)
    assert both.exact is None
    assert odds.compare(two, two, 1000, exact=True).exact == 0
    assert some.exact() is not None  # the limit ends with the run
