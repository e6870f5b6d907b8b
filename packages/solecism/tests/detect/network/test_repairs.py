"""Repairs: edits of any scheme to classes, and back to less where a class is missing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.repairs import (
    GROUPS,
    OK,
    Repair,
    Repairs,
    form_of,
    frequent_repairs,
    group_of_edit,
    repair_counts,
    repairs_of,
)
from solecism.edit import Edit


def test_an_edit_says_what_each_word_and_gap_needs() -> None:
    edits = [
        Edit(1, (), ("the",), "M:DET"),
        Edit(3, ("of",), ("on",), "R:PREP"),
        Edit(5, ("to",), (), "U:PREP"),
        Edit(7, ("dog",), ("dogs",), "R:NOUN:NUM"),
        Edit(8, ("very", "much"), ("a", "lot", "more"), "R:OTHER"),
    ]
    assert list(repairs_of(edits)) == [
        (1, Repair("M", "determiner", "the")),
        (3, Repair("R", "preposition", "on")),
        (5, Repair("U", "preposition", "")),
        (7, Repair("R", "number", "NNS")),
        (8, Repair("M", "other", "a")),
        (8, Repair("R", "other", "lot")),
        (9, Repair("R", "other", "more")),
    ]


def test_words_that_an_edit_keeps_need_nothing() -> None:
    edit = Edit(2, ("depend", "of"), ("depend", "on"), "R:PREP")
    assert list(repairs_of([edit])) == [(3, Repair("R", "preposition", "on"))]


@pytest.mark.parametrize(
    ("before", "after", "form"),
    [
        (("any", "one"), ("anyone",), "JOIN"),
        (("well", "known"), ("well-known",), "HYPHEN"),
        (("he", "is"), ("is", "he"), "SWAP"),
        (("english",), ("English",), "CAPITAL"),
        (("Dog",), ("dog",), "SMALL"),
        (("uk",), ("UK",), "UPPER"),
        (("quick",), ("quickly",), "+LY"),
        (("quickly",), ("quick",), "-LY"),
        (("alot",), ("a", "lot"), "a lot"),
    ],
)
def test_forms_that_fit_any_word(
    before: tuple[str, ...], after: tuple[str, ...], form: str
) -> None:
    assert list(repairs_of([Edit(2, before, after, "R:OTHER")])) == [
        (2, Repair("R", "other", form))
    ]


def test_groups_of_three_schemes_agree() -> None:
    assert (
        group_of_edit("R:VERB:SVA") == group_of_edit("AGV") == group_of_edit("SVA") == "agreement"
    )
    assert group_of_edit("R:VERB:TENSE") == group_of_edit("TV") == group_of_edit("Vt") == "tense"
    assert group_of_edit("R:SPELL") == group_of_edit("S") == "spelling"
    assert group_of_edit("R:PREP") == group_of_edit("RT") == group_of_edit("Prep") == "preposition"


def test_inflections_are_named_by_their_tag() -> None:
    assert form_of("children", "child", "number") == "NN"
    assert form_of("is", "was", "verb") == "VBD"
    assert form_of("Goes", "go", "agreement") == "VB"


def test_a_class_of_its_own_needs_enough_examples() -> None:
    rare, often = Edit(0, ("in",), ("upon",), "R:PREP"), Edit(0, ("in",), ("amid",), "R:PREP")
    found = frequent_repairs(repair_counts([[rare]] * 9 + [[often]] * 10))
    assert Repair("R", "preposition", "amid") in found.words
    assert Repair("R", "preposition", "upon") not in found.words
    assert found.words[0] == found.gaps[0] == OK


def test_what_has_no_class_falls_to_one_that_says_less() -> None:
    found = frequent_repairs({})
    unsaid = found.words.index(Repair("R", "preposition", "?"))
    assert found.word_class(Repair("R", "preposition", "betwixt")) == unsaid
    assert found.gaps[found.gap_class(Repair("M", "verb", "has"))] == Repair("M", "verb", "?")


@given(
    st.builds(
        Repair, st.sampled_from(("R", "U", "M")), st.sampled_from(GROUPS), st.text(max_size=5)
    )
)
def test_every_repair_has_a_class(repair: Repair) -> None:
    found: Repairs = frequent_repairs({})
    classes = found.gaps if repair.operation == "M" else found.words
    number = found.gap_class(repair) if repair.operation == "M" else found.word_class(repair)
    assert 0 < number < len(classes)


@given(st.text(max_size=20))
def test_any_name_of_an_edit_has_a_group(name: str) -> None:
    assert group_of_edit(name) in GROUPS
