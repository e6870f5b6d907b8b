"""Which steps are one edit, and learning it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.align import merge
from solecism.align.edit_distance import steps
from solecism.align.side import Side, Step, side
from solecism.edit import Annotation, Edit
from solecism.errors import InputError, ModelError
from solecism.language.tagging.tag import tag
from solecism.sentence import Sentence, from_words
from solecism.train.merging import corrections, edit_spans, train


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


def annotated(name: str) -> Sentence:
    """A sentence with an error that one annotator corrects in one edit, and another accepts."""
    one = Edit(1, ("sleeps", "in", "at"), ("slept", "on", "the"))
    sentence = from_words(name, f"{name} sleeps in at home .".split())
    return replace(sentence, annotations=(Annotation("0", (one,)), Annotation("1", ())))


def test_training_learns_what_the_annotator_does() -> None:
    sentences = [annotated(name) for name in "Ann Bob Cleo Dan Eve".split()]
    weights = train(sentences, min_count=1)
    source, corrected = sides("Ann sleeps in at home .", "Ann slept on the home .")
    merged = merge.merge(source, corrected, steps(source, corrected), weights=weights)
    assert merged == edit_spans(sentences[0].annotations[0].edits)
    assert train(sentences, min_count=1) == weights


def test_every_annotator_has_a_correction() -> None:
    sentence = annotated("Ann")
    unchanged = Edit(4, ("home",), ("home",), "UNK")
    noted = replace(sentence, annotations=(*sentence.annotations, Annotation("2", (unchanged,))))
    found = list(corrections([noted] * 600))
    assert len(found) == 1800
    first, second, third = found[:3]
    assert first.corrected.text == "Ann slept on the home ."
    assert (first.source.tags[1], first.corrected.tags[1]) == ("VBZ", "VBD")
    assert (second.corrected.words, second.edits) == (sentence.words, ())
    assert (third.corrected.words, third.edits) == (sentence.words, ())


@pytest.mark.parametrize("sentence", [from_words("a.1", ["Yes"]), annotated("Ann")])
def test_without_several_edits_that_meet_there_is_nothing_to_learn(sentence: Sentence) -> None:
    with pytest.raises(InputError, match="too few adjacent edits"):
        train([sentence])


@given(st.dictionaries(st.from_regex(r"[a-z=+:>/]+", fullmatch=True), st.integers(-9, 9)))
def test_weights_are_read_back_as_they_were_written(weights: dict[str, int]) -> None:
    assert merge.parse_weights(merge.format_weights(weights)) == weights


def test_a_broken_model_is_named_with_its_line() -> None:
    with pytest.raises(ModelError, match=r"merge\.tsv:2: 'x' is not a weight"):
        merge.parse_weights("always\t1\nforms=RR\tx\n")
