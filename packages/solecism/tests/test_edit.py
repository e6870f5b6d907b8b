"""Edits: applying, undoing, joining and chaining them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.edit import Edit, apply, compose, invert, merge
from solecism.errors import EditError

WORDS = st.lists(st.sampled_from("abcd"), max_size=12).map(tuple)
Words = tuple[str, ...]


@st.composite
def edits_of(draw: st.DrawFn, words: Words) -> list[Edit]:
    """Edits that do not overlap; they may touch, share a place, or do nothing."""
    edits: list[Edit] = []
    at = 0
    while draw(st.booleans()) and at <= len(words):
        start = draw(st.integers(at, len(words)))
        end = draw(st.integers(start, min(len(words), start + 3)))
        after = tuple(draw(st.lists(st.sampled_from("xyz"), max_size=3)))
        kind = draw(st.sampled_from(["R:PREP", "M:DET", "U:DET", ""]))
        edits.append(Edit(start, words[start:end], after, kind))
        at = end
    return edits


@st.composite
def words_and_edits(draw: st.DrawFn) -> tuple[Words, list[Edit]]:
    words = draw(WORDS)
    return words, draw(edits_of(words))


@given(words_and_edits())
def test_invert_undoes_apply(case: tuple[Words, list[Edit]]) -> None:
    words, edits = case
    assert apply(apply(words, edits), invert(edits)) == words


@given(words_and_edits())
def test_inverting_twice_gives_the_same_edits(case: tuple[Words, list[Edit]]) -> None:
    _, edits = case
    assert list(invert(invert(edits))) == edits


@given(words_and_edits())
def test_merging_changes_nothing_but_the_number_of_edits(case: tuple[Words, list[Edit]]) -> None:
    words, edits = case
    merged = merge(edits)
    assert apply(words, merged) == apply(words, edits)
    assert all(a.end < b.start for a, b in pairwise(merged))


@given(words_and_edits(), st.data())
def test_composed_edits_do_what_the_two_steps_do(
    case: tuple[Words, list[Edit]], data: st.DataObject
) -> None:
    words, first = case
    between = apply(words, first)
    second = data.draw(edits_of(between))
    assert apply(words, compose(first, second)) == apply(between, second)


def test_an_edit_that_does_not_fit_its_words_says_what_it_found() -> None:
    with pytest.raises(EditError, match="expects 'of' but finds 'on'"):
        apply(("on",), [Edit(0, ("of",), ())])


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(EditError, match="overlaps"):
        apply(("a", "b"), [Edit(0, ("a", "b"), ()), Edit(1, ("b",), ())])


def test_an_insertion_behind_the_end_is_refused() -> None:
    with pytest.raises(EditError):
        apply(("a",), [Edit(2, (), ("b",))])


def test_each_part_of_a_joint_kind_is_inverted() -> None:
    [edit] = invert([Edit(0, ("We", "arrived"), (), "U:VERB+U:PRON+R:ORTH")])
    assert edit.kind == "M:VERB+M:PRON+R:ORTH"


def test_edits_that_become_one_keep_what_was_said_of_both() -> None:
    first = [Edit(1, ("b",), ("c",), "R:X", comment="real-word")]
    [edit] = compose(first, [Edit(1, ("c",), (), "U:X", comment="missing-word")])
    assert edit.comment == "real-word+missing-word"


def test_edits_that_touch_nothing_of_the_other_step_keep_what_is_said_of_them() -> None:
    first = [Edit(0, (), ("so",), "M:ADV", alternatives=(("then",),))]
    second = [Edit(3, ("c",), ("d",), "R:X", alternatives=(("e",),), is_required=False)]
    assert compose(first, second) == (first[0], replace(second[0], start=2))
