"""The exceptions: what they are, what they say, and that they survive copying and pickling."""

import copy
import pickle

import pytest

import tractor_core as tc
from tractor_core import Cards, errors
from tractor_core.errors import (
    CardsError,
    IllegalPlay,
    NotationError,
    Reason,
    RulesError,
    TractorError,
)

EXAMPLES = [
    TractorError("something"),
    NotationError("unknown card 'Xs'", "As Xs", 3),
    CardsError("more than three copies of As"),
    RulesError("decks=4: must be from 1 to 3"),
    IllegalPlay(Reason.EMPTY, "F1", Cards("")),
    IllegalPlay(Reason.MUST_PLAY_PAIR, "F2", Cards("5s 6s"), Cards("5s 6s Ks Ks"), Cards("As As")),
]
ATTRIBUTES = ("message", "text", "position", "reason", "rule", "play", "hand", "lead")


def seen(error):
    """What a program can see of an exception."""
    attributes = {name: getattr(error, name) for name in ATTRIBUTES if hasattr(error, name)}
    return type(error), str(error), error.args, attributes


def test_public_names():
    defined = {
        name
        for name, value in vars(errors).items()
        if getattr(value, "__module__", None) == errors.__name__
    }
    assert set(errors.__all__) == defined


@pytest.mark.parametrize("kind", [NotationError, CardsError, RulesError, IllegalPlay])
def test_each_is_a_tractor_error_and_a_value_error(kind):
    assert issubclass(kind, TractorError)
    assert issubclass(kind, ValueError)


def test_the_root_is_not_a_value_error():
    assert issubclass(TractorError, Exception)
    assert not issubclass(TractorError, ValueError)


def test_reasons_stand_in_the_order_in_which_they_apply():
    assert [reason.name for reason in Reason] == [
        "EMPTY",
        "WRONG_COUNT",
        "NOT_HELD",
        "NOT_YOUR_TURN",
        "MIXED_SUITS",
        "MUST_FOLLOW_SUIT",
        "MUST_PLAY_TITANIC",
        "MUST_PLAY_TRACTOR",
        "MUST_PLAY_TRIPLE",
        "MUST_PLAY_PAIR",
    ]


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_has_a_code_and_a_sentence(reason):
    assert reason.value == reason.name.lower()
    assert Reason(reason.value) is reason
    assert reason.sentence[0].isupper()
    assert reason.sentence.endswith(".")


def test_sentences_differ():
    assert len({reason.sentence for reason in Reason}) == len(Reason)


def test_notation_error_says_where():
    error = NotationError("unknown card 'Xs'", "As Xs", 3)
    assert (error.text, error.position) == ("As Xs", 3)
    assert str(error) == "unknown card 'Xs' at position 3 of 'As Xs'"


@pytest.mark.parametrize("position", [0, 1000, 2999])
def test_notation_error_shows_a_part_of_a_long_text(position):
    text = "As " * position + "Xs" + " Kd" * (3000 - position)
    error = NotationError("unknown card 'Xs'", text, 3 * position)
    assert error.text == text
    assert len(str(error)) < 150
    assert f"position {3 * position} " in str(error)
    shown = str(error).rpartition(" of ")[2]
    assert "Xs" in shown
    assert shown.startswith("'...") == (position > 0)
    assert shown.endswith("...'") == (position < 2999)


def test_illegal_play_shows_play_hand_and_lead():
    error = IllegalPlay(
        Reason.MUST_PLAY_PAIR,
        "F2",
        Cards("5s 6s"),
        hand=Cards("5s 6s Ks Ks"),
        lead=Cards("As As"),
    )
    assert error.reason is Reason.MUST_PLAY_PAIR
    assert error.rule == "F2"
    assert error.play == Cards("5s 6s")
    assert error.hand == Cards("5s 6s Ks Ks")
    assert error.lead == Cards("As As")
    assert str(error) == (
        "The lead asks for a pair that the hand can give. "
        "(F2: play '5s 6s', hand '5s 6s Ks Ks', lead 'As As')"
    )


def test_the_cards_in_the_message_read_back():
    play, hand, lead = Cards("5s Td SJ"), Cards("5s Td SJ BJ"), Cards("")
    error = IllegalPlay(Reason.WRONG_COUNT, "F1", play, hand, lead)
    quoted = str(error).split("'")[1::2]
    assert [Cards(text) for text in quoted] == [play, hand, lead]


def test_illegal_play_without_hand_and_lead():
    error = IllegalPlay(Reason.MIXED_SUITS, "T1", Cards("5s 6d"))
    assert error.hand is None
    assert error.lead is None
    assert str(error) == "All cards of a lead must be of one suit. (T1: play '6d 5s')"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_pickle_keeps_everything(error, protocol):
    assert seen(pickle.loads(pickle.dumps(error, protocol))) == seen(error)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("error", EXAMPLES, ids=lambda error: type(error).__name__)
def test_copy_keeps_everything(error, copied):
    assert seen(copied(error)) == seen(error)


def test_notes_survive_pickling():
    error = IllegalPlay(Reason.EMPTY, "F1", play=Cards(""))
    error.add_note("table 7")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["table 7"]


def test_keywords_do_as_well_as_positions():
    by_name = IllegalPlay(reason=Reason.EMPTY, rule="F1", play=Cards(""), hand=Cards("As"))
    assert seen(by_name) == seen(IllegalPlay(Reason.EMPTY, "F1", Cards(""), Cards("As")))
    assert seen(copy.copy(by_name)) == seen(by_name)


def test_an_error_of_the_rules_names_its_rule():
    for message, rule in (
        ("8 cards are buried, not 7 (B6)", "B6"),
        ("scores are four ints (S)", "S"),
        ("decks=4: must be from 1 to 3", None),
        ("unknown option 'x (B1)'", None),
        ("(B6) at the beginning", None),
        ("lower case (b6)", None),
        ("a line more (B6)\n", None),
    ):
        assert tc.RulesError(message).rule == rule
        assert pickle.loads(pickle.dumps(tc.RulesError(message))).rule == rule
    with pytest.raises(tc.RulesError) as caught:
        tc.Match(dealer=0).apply(tc.actions.Bury(0, tc.Cards("2s")))
    assert caught.value.rule is None and "phase dealing" in str(caught.value)
    match = tc.Match(dealer=0, rng=1)
    match.deal_all()
    match.apply(tc.actions.Pass(1))
    with pytest.raises(tc.RulesError) as caught:
        match.apply(tc.actions.Pass(1))
    assert caught.value.rule == "B1"
