"""Studies and their questions: what they are known by, how they travel, what they refuse."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tractor_core as tc
from tractor_core import odds
from tractor_core.dealing import Dealing
from tractor_core.measures import Measure, tally_numbers
from tractor_core.odds.questions import PointsHeld

H = tc.Trump("10", "h")


def nothing(planes):
    return np.zeros(len(planes), np.int64)


STUDIES = [
    odds.unit("pair", trump=H),
    odds.unit("tractor", length=3, suit="side", count="number", hand="side", trump=H),
    odds.unit("titanic", suit="trump", count="longest", hand="any", trump=tc.Trump("2"), decks=3),
    odds.suit_length("trump", hand="rivals", trump=H),
    odds.suit_length("♠", hand=3, between=(4, 9), trump=H),
    odds.void("c", hand=1, hands={0: "As Ks"}, trump=H),
    odds.cards([5, 5, 6], hand="kitty"),
    odds.jokers(hand="any", between=(2, 4)),
    odds.level_cards("A"),
    odds.points("side", block=77),
    odds.kitty_points(kitty_size=12),
    odds.declaration("2", hand="any"),
    odds.declaration("2", least=2, rules=tc.Rules(colour_declaration=True)),
    odds.throw("As Ks Ks", trump=H),
    odds.throw("As Ks Ks", units=["As", "Ks", "Ks"], length=5, trump=H),
    odds.throw("A K K", by="opponents", trump=H),
    odds.beaten("Qs Qs", hand="Qs Qs 4d", trump=H),
    odds.ruffed("A", trump=H),
    odds.escape("10", ruffs="none", buried=False, trump=tc.Trump("2", "h")),
    odds.custom(nothing, 4, values=(-2, 0, 2, 4)),
]


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.title)
def test_studies_are_values(study):
    again = pickle.loads(pickle.dumps(study))
    assert again == study and hash(again) == hash(study)
    assert again.fingerprint == study.fingerprint
    assert (again.tally(5, 1, 70) == study.tally(5, 1, 70)).all()
    assert json.loads(json.dumps(study.identity())) == study.identity()
    assert len(study.values) == len(study.labels) == study.bins
    assert study.tally(5, 1, 70).shape == (6 + 3 * study.bins,)
    assert study.tally(5, 1, 70).dtype == np.int64
    assert len(set(np.diff(study.values))) == 1 and study.values[1] > study.values[0]
    assert not study.event or (study.bins == 2 and study.values == (0, 1))
    assert isinstance(study.title, str) and "\n" not in study.title
    for name in ("block", "question", "dealing"):
        with pytest.raises(AttributeError):
            setattr(study, name, 1)


def test_fingerprints_tell_studies_apart():
    assert len({study.fingerprint for study in STUDIES}) == len(STUDIES)
    assert len(set(STUDIES)) == len(STUDIES)
    plain = odds.throw("As Ks Ks", trump=H)
    others = [
        odds.throw("As Ks Ks", trump=tc.Trump("9", "h")),
        odds.throw("As Ks Ks", trump=tc.Trump("10", "h", permanent_twos=True)),
        odds.throw("As Ks Ks", trump=H, rules=tc.Rules(throw_against="opponents")),
        odds.throw("As Ks Ks", trump=H, decks=3),
        odds.throw("As Ks Ks", trump=H, kitty_size=12),
        odds.throw("As Ks Ks", trump=H, kitty="2d"),
        odds.throw("As Ks Ks", trump=H, block=1000),
        odds.throw("As Ks Ks", hand="As Ks Ks 2d", trump=H),
    ]
    assert len({study.fingerprint for study in (plain, *others)}) == 9


def test_what_does_not_matter_is_in_no_identity():
    # points know no trumps, and a throw no level table
    assert odds.points(trump=H) == odds.points()
    strict = odds.throw("As Ks Ks", trump=H, rules=tc.Rules(level_table="competition"))
    assert strict.fingerprint == odds.throw("As Ks Ks", trump=H).fingerprint
    assert odds.throw("As Ks Ks", trump=H).identity()["rules"] == {}
    rules = tc.Rules(joker_declaration=False, throw_penalty=10)
    assert odds.declaration("2", rules=rules).identity()["rules"] == {
        "joker_declaration": False,
        "colour_declaration": False,
    }


def test_identities_are_stable():
    """A change here makes old checkpoints useless: raise studies.FORMAT with it."""
    study = odds.throw("As Ks Ks", trump=H)
    identity = study.identity()
    assert identity.pop("deal") == study.dealing.to_dict()
    assert identity == {
        "format": 1,
        "trump": {
            "level": "T",
            "suit": "h",
            "permanent_twos": False,
            "no_trump_levels": "trump",
            "gap_adjacent": True,
            "level_tractors": True,
        },
        "rules": {},
        "measure": {
            "kind": "lead",
            "fate": "stands",
            "cards": "Ks Ks As",
            "ranks": None,
            "by": "others",
            "units": None,
            "without": None,
            "length": None,
            "buried": False,
            "ruffs": "none",
        },
        "block": 1 << 21,
    }


def test_titles_and_labels():
    titles = [study.title for study in STUDIES]
    assert titles[1] == (
        "number of tractors of 3 or more that a side holds in a given side suit; "
        "2 decks, level T, hearts trump"
    )
    assert titles[2].startswith("length of the longest Titanic of 2 or more that some hand holds")
    assert titles[2].endswith("3 decks, level 2, no trump")
    assert titles[4].startswith("seat 3 holds 4 to 9 cards of spades")
    assert titles[10].endswith("2 decks, hands of 24")
    assert odds.declaration("2", decks=3).labels[3:] == (
        "pair of jokers", "three level cards", "three jokers"
    )  # fmt: skip
    assert odds.kitty_points().labels[:3] == ("0", "5", "10")


def test_one_seed_deals_the_same_cards_to_every_study():
    planes = Dealing(2).block_planes(8, 3, 400)
    for study in (STUDIES[0], STUDIES[11], odds.unit("tractor", trump=tc.Trump("2"))):
        assert (study.tally(8, 3, 400) == tally_numbers(study.numbers(planes), study.bins)).all()


def test_threads_agree():
    study = odds.unit("tractor", suit="side", trump=H)
    wanted = [study.tally(3, i, 20_000).tolist() for i in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda i: study.tally(3, i, 20_000).tolist(), range(8))) == wanted


def test_the_questions_are_part_of_the_package():
    assert tc.odds is odds
    names = set(odds.__all__) - {"counts", "plots"}  # modules
    assert all(callable(getattr(odds, name)) for name in names)


def test_exact_is_none_or_a_number():
    found = odds.unit("tractor", suit="side", trump=H).exact()
    assert found is None or abs(float(found) - 0.0249345071751539) < 1e-12


def test_escapes_know_the_highest_rank():
    assert odds.escape("10", trump=H.__class__("A", "h")).question.without == "K"
    assert odds.escape("Ks", trump=tc.Trump("A", "h")).question.without is None
    plain = tc.Trump("A", None, no_trump_levels="plain")
    assert odds.escape("10", trump=plain).question.without == "A"
    assert odds.escape("10", without="", trump=tc.Trump("2", "h")).question.without is None
    assert odds.escape("Q", without="k a", trump=H).question.without == "AK"


# --- what is refused ------------------------------------------------------------------------

NO_DEALS = np.zeros((0, 5, 3), np.uint64)
BAD = [
    # decks and cards
    (lambda: odds.points(decks=7), tc.RulesError, "decks"),
    (lambda: odds.points(decks=0), tc.RulesError, "decks"),
    (lambda: odds.points(decks="2"), TypeError, "decks"),
    (lambda: odds.points(decks=3, rules=tc.Rules()), tc.RulesError, "the rules are for 2 decks"),
    (lambda: odds.points(hands={0: "As As As As"}), tc.CardsError, "three copies"),
    (lambda: odds.points(hands={0: "As As As"}), tc.CardsError, "more often"),
    (lambda: odds.points(hands={0: "As", 2: "As As"}), tc.CardsError, "more often"),
    (lambda: odds.points(hands={0: tc.Cards(range(26))}), tc.CardsError, "more than its 25"),
    (lambda: odds.points(kitty=tc.Cards(range(9))), tc.CardsError, "more than its 8"),
    (lambda: odds.points(hands={4: "As"}), tc.RulesError, "a seat is from 0 to 3"),
    (lambda: odds.points(hands={"0": "As"}), TypeError, "a seat must be an int"),
    (lambda: odds.points(hands={0: 5}), TypeError, "Cards"),
    (lambda: odds.points(hands=["As"]), tc.CardsError, "four"),
    (lambda: odds.points(hands="As"), TypeError, "four"),
    (lambda: odds.points(hands={0: "Xs"}), tc.NotationError, "Xs"),
    (lambda: odds.points(kitty_size=7), tc.CardsError, "equal hands"),
    (lambda: odds.points(seats=4), TypeError, "no argument 'seats'"),
    (lambda: odds.points(block=0), tc.RulesError, "block is from 1"),
    (lambda: odds.points(block=2**31), tc.RulesError, "block is from 1"),
    (lambda: odds.points(block=10**40), tc.RulesError, "an int of 133 bits"),
    (lambda: odds.points(block=1.5), TypeError, "block must be an int"),
    (lambda: odds.points(rules="competition"), TypeError, "rules must be Rules"),
    (lambda: odds.points(trump="h"), TypeError, "trump must be a Trump"),
    # hands and suits
    (lambda: odds.points(4), tc.RulesError, "hand is from 0 to 3"),
    (lambda: odds.points(-1), tc.RulesError, "hand is from 0 to 3"),
    (lambda: odds.points(True), TypeError, "hand must be an int"),
    (lambda: odds.points("mine"), tc.RulesError, "hand is a seat"),
    (lambda: odds.points(None), TypeError, "hand must be an int"),
    (lambda: odds.void("x", trump=H), tc.RulesError, "suit is one of"),
    (lambda: odds.void("any", trump=H), tc.RulesError, "suit is one of"),
    (lambda: odds.void(0, trump=H), TypeError, "suit must be a str"),
    (lambda: odds.void("h", trump=H), tc.RulesError, "hearts are trumps"),
    (lambda: odds.void("d"), TypeError, "give a Trump"),
    # units
    (lambda: odds.unit("quad", trump=H), tc.RulesError, "unit is one of"),
    (lambda: odds.unit(2, trump=H), TypeError, "unit must be a str"),
    (lambda: odds.unit("pair"), TypeError, "give a Trump"),
    (lambda: odds.unit("pair", length=2, trump=H), tc.RulesError, "a pair has no length"),
    (lambda: odds.unit("tractor", length=-2, trump=H), tc.RulesError, "length is from 2"),
    (lambda: odds.unit("tractor", length=1, trump=H), tc.RulesError, "length is from 2"),
    (lambda: odds.unit("tractor", length="3", trump=H), TypeError, "length must be an int"),
    (lambda: odds.unit("tractor", least=0, trump=H), tc.RulesError, "least is from 1"),
    (lambda: odds.unit("tractor", count="all", trump=H), tc.RulesError, "count is one of"),
    (lambda: odds.unit("pair", count="longest", trump=H), tc.RulesError, "no length"),
    (lambda: odds.unit("pair", count="number", least=2, trump=H), tc.RulesError, "needs count"),
    # numbers between
    (lambda: odds.jokers(between=(3, 2)), tc.RulesError, "nothing lies between"),
    (lambda: odds.jokers(between=(-1, 2)), tc.RulesError, "a limit is from 0"),
    (lambda: odds.jokers(between=(1, 2, 3)), tc.RulesError, "two ints"),
    (lambda: odds.jokers(between=3), TypeError, "between must be two ints"),
    (lambda: odds.jokers(between="12"), TypeError, "between must be two ints"),
    (lambda: odds.cards(""), tc.CardsError, "no kind"),
    (lambda: odds.cards([54]), tc.CardsError, "54"),
    (lambda: odds.level_cards("11"), tc.RulesError, "level"),
    (lambda: odds.declaration("1"), tc.RulesError, "level"),
    (lambda: odds.declaration("2", least=0), tc.RulesError, "least is from 1"),
    (lambda: odds.declaration("2", least=6), tc.RulesError, "least is from 1"),
    # leads
    (lambda: odds.throw("", trump=H), tc.CardsError, "no cards"),
    (lambda: odds.throw("As Kd", trump=H), tc.CardsError, "one suit"),
    (lambda: odds.throw("As", trump=H), tc.CardsError, "always stands"),
    (lambda: odds.throw("A A", trump=H), tc.CardsError, "always stands"),
    (lambda: odds.throw("A 10", trump=H), tc.CardsError, "rank T is trumps"),
    (lambda: odds.throw("As Ks"), TypeError, "give a Trump"),
    (lambda: odds.throw(["As", "Ks"], trump=H), TypeError, "a lead must be Cards"),
    (lambda: odds.throw("As Ks Ks Ks", trump=H), tc.CardsError, "more often|not in 2 decks"),
    (lambda: odds.throw("A K K K", trump=H), tc.CardsError, "not in 2 decks"),
    (lambda: odds.throw("A A A A K", trump=H), tc.CardsError, "three copies"),
    (lambda: odds.throw("As Ks", hand="As Qs", trump=H), tc.CardsError, "must hold"),
    (lambda: odds.throw("As Ks", hands={0: "As Qs"}, trump=H), tc.CardsError, "must hold"),
    (lambda: odds.throw("As Ks", hands={0: "As Ks"}, hand="As Ks", trump=H), TypeError, "both"),
    (lambda: odds.throw("A K", hand="As Ks", trump=H), tc.CardsError, "of no suit"),
    (lambda: odds.throw("A K", units=["A", "K"], trump=H), tc.NotationError, ""),
    (lambda: odds.throw("As Ks", units=["As"], trump=H), tc.CardsError, "they lack"),
    (lambda: odds.throw("As Ks", units="As Ks", trump=H), TypeError, "units must be"),
    (lambda: odds.throw("As Ks", by="me", trump=H), tc.RulesError, "by is one of"),
    (lambda: odds.throw("As Ks", length=-1, trump=H), tc.RulesError, "length is from 0"),
    (lambda: odds.throw("As Ks", hands={1: "As As"}, trump=H), tc.CardsError, "more often"),
    (lambda: odds.throw("A K", hands={1: "2s"}, trump=H), tc.RulesError, "not alike"),
    (lambda: odds.beaten("As Ks", trump=H), tc.CardsError, "not one unit"),
    (lambda: odds.ruffed("Ah", trump=H), tc.CardsError, "trumps"),
    (lambda: odds.escape("10", trump=H), tc.CardsError, "rank T is trumps"),
    (lambda: odds.escape("5h", trump=H), tc.CardsError, "trumps"),
    (lambda: odds.escape("5s", hand="5s As", trump=H), tc.CardsError, "is known where none of A"),
    (lambda: odds.escape("5s", kitty="As", trump=H), tc.CardsError, "is known where none of A"),
    (lambda: odds.escape("5s", without="Ax", trump=H), tc.NotationError, "without"),
    (lambda: odds.escape("5s", without=3, trump=H), TypeError, "without must be a str"),
    (lambda: odds.escape("5s", ruffs=True, trump=H), TypeError, "ruffs must be a str"),
    # functions of one's own
    (lambda: odds.custom(3, 2), TypeError, "callable"),
    (lambda: odds.custom(lambda p: p, 2), TypeError, "needs a name"),
    (lambda: odds.custom(nothing, 2, name=3), TypeError, "name must be a str"),
    (lambda: odds.custom(nothing, 1), tc.RulesError, "bins is from 2"),
    (lambda: odds.custom(nothing, 5000), tc.RulesError, "bins is from 2"),
    (lambda: odds.custom(nothing, 3, values=(1, 2)), tc.RulesError, "values are 3"),
    (lambda: odds.custom(nothing, 3, values=(1, 2, 4)), tc.RulesError, "rise by one step"),
    (lambda: odds.custom(nothing, 3, values=(3, 2, 1)), tc.RulesError, "rise by one step"),
    (lambda: odds.custom(nothing, 3, event=True), tc.RulesError, "two bins"),
    (lambda: odds.custom(nothing, 3, labels=("a", "b")), tc.RulesError, "labels are 3"),
    (lambda: odds.custom(nothing, 3, copies=0), tc.RulesError, "copies is from 1"),
    (lambda: odds.custom(nothing, 3, block=1 << 20), tc.RulesError, "block is from 1"),
    # studies
    (lambda: odds.Study("points", Dealing(2)), TypeError, "question must be"),
    (lambda: odds.Study(PointsHeld(0), "2 decks"), TypeError, "dealing must be"),
    (lambda: odds.points().tally(1, 0, 0), tc.RulesError, "deals is from 1"),
    (lambda: odds.points(block=10).tally(1, 0, 11), tc.RulesError, "deals is from 1 to 10"),
    (lambda: odds.points().tally(1, 0, 1.0), TypeError, "deals must be an int"),
    (lambda: odds.points().tally(-1, 0, 1), ValueError, "seed"),
    (lambda: odds.points().tally(1, -1, 1), ValueError, "index"),
    (lambda: odds.points().tally("1", 0, 1), TypeError, "seed"),
    (lambda: odds.points().tally(1, None, 1), TypeError, "index"),
    (lambda: odds.unit("pair", suit="h", trump=H), tc.RulesError, "hearts are trumps"),
    (lambda: odds.unit("pair", length=np.ones(2), trump=H), TypeError, "length must be an int"),
    (lambda: odds.throw("As Ks", hands=np.int64(1), trump=H), TypeError, "hands are four"),
    (lambda: odds.beaten("As", hands=object(), trump=H), TypeError, "hands are four"),
    (lambda: odds.beaten("As", hands=["As"], trump=H), tc.CardsError, "hands are four"),
    (lambda: odds.throw("As Ks", units=3, trump=H), TypeError, "units must be an iterable"),
    (lambda: odds.custom(nothing, 2, values=3), TypeError, "values must be a sequence"),
    (lambda: odds.custom(nothing, 2, labels="ab"), TypeError, "labels must be a sequence"),
    (lambda: odds.last_trick(trump=H).numbers(NO_DEALS, seed=True), TypeError, "seed is an int"),
    (lambda: odds.last_trick(trump=H).numbers(NO_DEALS, seed=None), TypeError, "seed is an int"),
    (lambda: odds.last_trick(trump=H).numbers(NO_DEALS, seed=[1]), TypeError, "seed is an int"),
    (lambda: odds.last_trick(trump=H).numbers(NO_DEALS, seed=-1), ValueError, "not negative"),
    (lambda: odds.last_trick(trump=H).numbers(NO_DEALS, index=-1), tc.RulesError, "index is"),
    (lambda: odds.last_trick(trump=H).numbers(NO_DEALS, index=1.0), TypeError, "index must"),
    (lambda: odds.points().numbers([[0]]), TypeError, "NumPy array"),
    (lambda: odds.points().numbers(np.zeros((2, 4, 3), np.uint64)), ValueError, "uint64"),
    (lambda: odds.points().numbers(np.zeros((2, 5, 3))), TypeError, "uint64"),
    (lambda: odds.points().numbers(np.full((2, 5, 3), 1 << 54, np.uint64)), tc.CardsError, ""),
]


def test_what_never_applies_has_no_exact_value():
    """Counting refuses such a hand, but a run must not be lost by that at its end."""
    for length in (0, 1, 54):
        result = odds.run(odds.throw("As Ks", length=length, trump=H), 100)
        assert (result.copies, result.exact, result.method) == (0, None, "none")


@pytest.mark.parametrize(("call", "error", "match"), BAD, ids=range(len(BAD)))
def test_refused(call, error, match):
    with pytest.raises(error, match=match or None):
        call()


MEASURES = [
    (lambda: Measure(), TypeError, "made by its methods"),
    (lambda: Measure.of_units(None, "pair", 1, None, [0], "each", 2), TypeError, "Trump"),
    (lambda: Measure.of_units(H, "pair", 1, None, [0], "each", 1), tc.RulesError, "bins"),
    (lambda: Measure.of_units(H, "run", 1, None, [0], "each", 2), tc.RulesError, "unit is"),
    (lambda: Measure.of_units(H, "tractor", 1, None, [0], "each", 2), tc.RulesError, "length"),
    (lambda: Measure.of_units(H, "pair", 1, ["x"], [0], "each", 2), tc.RulesError, "a suit"),
    (lambda: Measure.of_units(H, "pair", 1, ["h"], [0], "each", 2), tc.RulesError, "trumps"),
    (lambda: Measure.of_units(H, "pair", 1, ["d"] * 6, [0], "each", 2), tc.RulesError, "suits"),
    (lambda: Measure.of_units(H, "pair", 1, [], [0], "each", 2), tc.RulesError, "suits"),
    (lambda: Measure.of_units(H, "pair", 1, None, [], "each", 2), tc.RulesError, "places"),
    (lambda: Measure.of_units(H, "pair", 1, None, [5], "each", 2), tc.RulesError, "a place"),
    (lambda: Measure.of_units(H, "pair", 1, None, [-1], "each", 2), tc.RulesError, "a place"),
    (lambda: Measure.of_units(H, "pair", 1, None, [0] * 6, "each", 2), tc.RulesError, "places"),
    (lambda: Measure.of_units(H, "pair", 1, ["d"] * 5, [0] * 5, "each", 2), tc.RulesError, "copie"),
    (lambda: Measure.of_units(H, "pair", 1, None, [0], "sum", 2), tc.RulesError, "join is"),
    (lambda: Measure.of_units(H, "pair", 1, None, [0], "sides", 2), tc.RulesError, "even"),
    (lambda: Measure.of_cards([], [0], "each", 2), tc.RulesError, "masks"),
    (lambda: Measure.of_cards([1 << 54], [0], "each", 2), tc.CardsError, "54 kinds"),
    (lambda: Measure.of_cards([-1], [0], "each", 2), tc.CardsError, "54 kinds"),
    (lambda: Measure.of_cards(["As"], [0], "each", 2), TypeError, "a mask"),
    (lambda: Measure.of_cards([1], [0], "each", 2, twice=1 << 60), tc.CardsError, "twice"),
    (lambda: Measure.of_cards([1], [0], "each", 2, between=(1,)), ValueError, ""),
    (lambda: Measure.of_declarations(15, [0], "each", 6), tc.RulesError, "level"),
    (lambda: Measure.of_leads(H, "wins", ["As"], [0], [1]), tc.RulesError, "fate is"),
    (lambda: Measure.of_leads(H, "beaten", ["As"], [0], [1]), TypeError, "a lead is Cards"),
    (lambda: Measure.of_leads(H, "beaten", [], [0], [1]), tc.RulesError, "no lead"),
    (
        lambda: Measure.of_leads(H, "beaten", [tc.Cards("As")] * 5, [0], [1]),
        tc.RulesError,
        "4 leads",
    ),
    (lambda: Measure.of_leads(H, "beaten", [tc.Cards("As")], [4], [1]), tc.RulesError, "a place"),
    (lambda: Measure.of_leads(H, "beaten", [tc.Cards("As")], [0], [0]), tc.RulesError, "1 to 3"),
    (
        lambda: Measure.of_leads(H, "beaten", [tc.Cards("As")], [0], [1] * 4),
        tc.RulesError,
        "three hands",
    ),
    (lambda: tally_numbers([[1]], 2), TypeError, "NumPy array"),
    (lambda: tally_numbers(np.zeros((1, 1)), 2), TypeError, "int16"),
    (lambda: tally_numbers(np.zeros(3, np.int16), 2), ValueError, "int16"),
    (lambda: tally_numbers(np.zeros((3, 0), np.int16), 2), ValueError, "int16"),
    (lambda: tally_numbers(np.full((3, 1), 2, np.int16), 2), ValueError, "beyond the 2 bins"),
    (lambda: tally_numbers(np.full((3, 4), 2, np.int16), 2), ValueError, "beyond the 2 bins"),
    (lambda: tally_numbers(np.zeros((3, 1), np.int16), 5000), tc.RulesError, "bins"),
    (lambda: tally_numbers(np.zeros((1, 32768), np.int16), 2), ValueError, "32767 copies"),
    (lambda: Measure.of_units(H, 3, 1, None, [0], "each", 2), TypeError, "unit is a str"),
]


@pytest.mark.parametrize(("call", "error", "match"), MEASURES, ids=range(len(MEASURES)))
def test_measures_refuse(call, error, match):
    with pytest.raises(error, match=match or None):
        call()


def test_a_number_beyond_the_bins_is_told():
    planes = Dealing(2).block_planes(1, 0, 100)
    for places in ([0], range(4)):
        few = Measure.of_cards([(1 << 54) - 1], places, "each", 20)
        with pytest.raises(ValueError, match="beyond the 20 bins"):
            few.tally(planes)
        with pytest.raises(ValueError, match="beyond the 20 bins"):
            few.tally_block(Dealing(2), 1, 0, 9)
    with pytest.raises(TypeError):
        few.tally_block(None, 1, 0, 9)
    assert few.bins == 20 and few.copies == 4
    assert odds.points()._native.tally_block(Dealing(2), 1, 0, 0).tolist() == [0] * 129


# --- suits that a seat is known to lack ---------------------------------------------------------

LACKING = [
    ({"voids": {1: "s"}}, lambda held: not held[1]["s"]),
    ({"no_pairs": {2: ["d", "trump"]}}, lambda held: held[2]["d"] < 2 and held[2]["trump"] < 2),
    (
        {"voids": {3: "trump"}, "no_pairs": [None, "d", None, "s"]},
        lambda held: not held[3]["trump"] and held[1]["d"] < 2 and held[3]["s"] < 2,
    ),
]


@pytest.mark.parametrize(("lacking", "fits"), LACKING, ids=lambda value: str(value)[:40])
def test_deals_of_studies_lack_what_they_are_to_lack(lacking, fits):
    """Against all deals of the dealing, less those that do not fit."""
    options = {
        "stock": "3d 3d 4d 4d As As Ks Ks 5h 5h Th Th",
        "hands": {0: "As Ks"},
        "hand_sizes": (3, 3, 3, 3),
        "kitty_size": 0,
    }
    study = odds.suit_length("d", hand=1, trump=H, **options, **lacking)
    usual = odds.suit_length("d", hand=1, trump=H, **options)
    assert study.exact() is None and "voids" not in usual.identity()
    assert study.fingerprint != usual.fingerprint
    assert pickle.loads(pickle.dumps(study)) == study
    planes = usual.dealing.block_planes(3, 0, 60_000)
    lengths = []
    for deal in planes.tolist():
        held = []
        for hand in deal[:4]:
            cards = tc.Cards.from_planes(*hand)
            most = dict.fromkeys(("d", "s", "trump"), 0)
            for kind in set(cards):
                suit = tc.suit_of(kind, H)
                paired = any(suit in suits for suits in study.no_pairs)
                most[suit] = max(most[suit], cards.count(kind)) if paired else 1
            held.append(most)
        if fits(held):
            hand = tc.Cards.from_planes(*deal[1])
            lengths.append(sum(tc.suit_of(kind, H) == "d" for kind in hand))
    n = 40_000
    tally = study.tally(5, 2, n)
    assert tally[0] == tally[1] == n
    assert len(lengths) > 500
    for value in range(4):
        share, expected = tally[6 + 3 * value] / n, lengths.count(value) / len(lengths)
        error = (expected * (1 - expected) * (1 / n + 1 / len(lengths))) ** 0.5
        assert abs(share - expected) < 4.5 * error + 1e-9, value


def test_given_cards_are_paired_with_none_that_is_dealt():
    options = {"stock": "As As Ks Ks 3d 4d 5d 6d", "hands": {0: "As Ks"}, "kitty_size": 0}
    study = odds.suit_length(
        "s", hand=0, trump=H, hand_sizes=(4, 4, 0, 0), no_pairs={0: "s"}, **options
    )
    tally = study.tally(5, 1, 1000)
    assert tally[6 + 3 * 2] == tally[0] == 1000     # the two spades given and no other


def test_lacking_suits_that_cannot_be_are_refused():
    for lacking, error, text in (
        ({"voids": {1: "x"}}, tc.RulesError, "a suit or a list of them"),
        ({"voids": {1: [3]}}, tc.RulesError, "a suit or a list of them"),
        ({"voids": "s"}, TypeError, "mapping of seats"),
        ({"no_pairs": {1: 3}}, TypeError, "are suits"),
        ({"voids": {7: "s"}}, tc.RulesError, "seat"),
        ({"voids": {1: ["s", "d", "c", "trump"]}}, tc.RulesError, "can hold 0"),
        ({"voids": {1: "s"}, "hands": {1: "As"}}, tc.RulesError, "void in the suit of As"),
        ({"no_pairs": {1: "s"}, "hands": {1: "As As"}}, tc.RulesError, "no pair in the suit"),
    ):
        with pytest.raises(error, match=text):
            odds.points(2, trump=H, **lacking)
    with pytest.raises(tc.RulesError, match="name a seat and a suit"):
        odds.suit_length("side", hand=1, trump=H, voids={1: "s"})
    with pytest.raises(TypeError, match="give a Trump"):
        odds.points(2, voids={1: "s"})
    with pytest.raises(odds.counts.NoExactValue, match="lack"):
        odds.exact(odds.points(2, trump=H, voids={1: "s"}))
