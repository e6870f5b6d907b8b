"""Common slips: what stands for what, in which group, how often."""

from __future__ import annotations

from solecism.detect.network.repairs import GROUPS
from solecism_lab.train.network.typical_errors import typical_slips


def test_verbs_go_wrong_in_their_forms() -> None:
    made = typical_slips().instead
    assert made["went"][("go", "tense")] == 14
    assert made["gone"][("went", "verb-form")] == 10
    assert made["swimming"][("swim", "verb-form")] == 16


def test_verbs_stand_for_one_another_in_the_same_form() -> None:
    made = typical_slips().instead
    assert ("did", "verb") in made["made"]
    assert ("says", "verb") in made["tells"]
    assert ("says", "verb") not in made["told"]


def test_one_side_of_a_colon_is_right() -> None:
    made = typical_slips().instead
    assert ("informations", "noun") in made["information"]
    assert "informations" not in made
    assert ("few", "determiner") in made["a few"]


def test_words_are_left_out_and_put_in() -> None:
    made = typical_slips()
    assert made.instead["is"][("", "verb")] == 12
    assert made.extra["better"] == {("more", "other"): 3}


def test_words_are_joined_and_split() -> None:
    made = typical_slips().instead
    assert made["a lot"] == {("alot", "capitals"): 12}
    assert made["everyone"][("every one", "capitals")] == 12
    assert "|" not in "".join(made)


def test_adverbs_are_taken_for_adjectives_twice_as_often_as_the_reverse() -> None:
    made = typical_slips().instead
    assert made["accurately"][("accurate", "word-form")] == 10
    assert made["accurate"][("accurately", "word-form")] == 5


def test_auxiliaries_have_another_time_or_person() -> None:
    made = typical_slips().instead
    assert made["was"][("is", "tense")] == made["was"][("were", "agreement")] == 8


def test_every_slip_has_a_group_and_changes_something() -> None:
    made = typical_slips()
    for right, written in made.instead.items():
        for slip, group in written:
            assert group in GROUPS
            assert slip != right
        assert sum(written.values()) < 150, right
