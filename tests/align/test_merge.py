"""Which steps are one edit, and learning it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.align import merge
from solecism.align.edit_distance import steps
from solecism.align.side import Side, Step, side
from solecism.align.train_merge import edit_spans, train
from solecism.edit import Edit
from solecism.errors import ModelError
from solecism.language.tag import tag
from solecism.sentence import from_words


def sides(source: str, corrected: str) -> tuple[Side, Side]:
    first, second = tag([from_words("a", source.split()), from_words("b", corrected.split())])
    return side(first), side(second)


def test_weights_decide_whether_steps_become_one() -> None:
    source, corrected = sides("I saw in May", "I saw at June")
    found = steps(source, corrected)
    assert len(found) == 2
    assert merge.merge(source, corrected, found, weights={"always": 1.0}) == [Step(2, 4, 2, 4)]
    assert merge.merge(source, corrected, found, weights={"always": -1.0}) == found


def test_steps_with_an_unchanged_word_between_them_stay_apart() -> None:
    source, corrected = sides("He go in school .", "He goes in schools .")
    found = steps(source, corrected)
    assert merge.merge(source, corrected, found, weights={"always": 1.0}) == found


def test_training_learns_what_the_annotator_does() -> None:
    names = "Ann Bob Cleo Dan Eve".split()
    corrections = []
    for name in names:
        before, after = f"{name} sleeps in at home .", f"{name} slept on the home ."
        source, corrected = sides(before, after)
        one = [Edit(1, ("sleeps", "in", "at"), ("slept", "on", "the"))]
        corrections.append((source, corrected, one))
    weights = train(corrections, min_count=1)
    source, corrected, edits = corrections[0]
    merged = merge.merge(source, corrected, steps(source, corrected), weights=weights)
    assert merged == edit_spans(edits)
    assert train(corrections, min_count=1) == weights


@given(st.dictionaries(st.from_regex(r"[a-z=+:>/]+", fullmatch=True), st.integers(-9, 9)))
def test_weights_are_read_back_as_they_were_written(weights: dict[str, int]) -> None:
    assert merge.parse_weights(merge.format_weights(weights)) == weights


def test_a_broken_model_is_named_with_its_line() -> None:
    with pytest.raises(ModelError, match=r"merge\.tsv:2: 'x' is no weight"):
        merge.parse_weights("always\t1\nforms=RR\tx\n")
