"""Prepositions put into native text as learners do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.language.tagger import tag
from solecism.locate.sites import site_at
from solecism.sentence import Sentence, from_words
from solecism_lab.train.extraneous.learner_examples import PrepositionExample
from solecism_lab.train.extraneous.perceptron import count_insertions, with_insertions


def learner_error(text: str, place: int) -> PrepositionExample:
    [sentence] = tag([from_words("letter.1", text.split())])
    return PrepositionExample(sentence, site_at(sentence, place, place + 1, "preposition"), True)


LEARNED = count_insertions(
    [
        learner_error("We discussed about it .", 2),
        learner_error("We discussed about it .", 2),
        learner_error("We entered to it .", 2),
    ]
)


def native(n_sentences: int) -> list[Sentence]:
    text = "They wanted it , and they took it with pleasure ."
    return list(tag(from_words(f"n.{number}", text.split()) for number in range(n_sentences)))


def test_prepositions_go_between_words_with_the_tags_that_learners_show() -> None:
    changed = with_insertions(native(50), LEARNED, rng=np.random.default_rng(1), share=0.4)
    put_in = [(sentence, place) for sentence, place in changed if place is not None]
    assert len(put_in) == 20
    for sentence, place in put_in:
        assert sentence.words[place] in ("about", "to")
        assert sentence.words[place - 1] in ("wanted", "took")
        assert sentence.words[place + 1] == "it"


def test_words_come_as_often_as_learners_write_them() -> None:
    changed = with_insertions(native(600), LEARNED, rng=np.random.default_rng(1), share=1.0)
    counts = Counter(sentence.words[place] for sentence, place in changed if place is not None)
    assert counts["about"] / counts["to"] == pytest.approx(2, rel=0.25)


def test_what_is_left_alone_is_the_same_sentence() -> None:
    before = native(10)
    changed = with_insertions(before, LEARNED, rng=np.random.default_rng(1), share=0.5)
    same = [new is old for old, (new, place) in zip(before, changed, strict=True) if place is None]
    assert same
    assert all(same)


def test_a_sentence_that_begins_with_one_has_its_capital_there() -> None:
    learned = count_insertions([learner_error("In last week we met .", 0)])
    [sentence] = tag([from_words("n.1", "Last month we left .".split())])
    [(changed, place)] = with_insertions([sentence], learned, rng=np.random.default_rng(1), share=1)
    assert place == 0
    assert changed.words[:2] == ("In", "last")


def test_text_with_no_place_for_it_stays_as_it_is() -> None:
    [sentence] = tag([from_words("n.1", ["Rain", "."])])
    assert with_insertions([sentence], LEARNED, rng=np.random.default_rng(1)) == [(sentence, None)]


def test_learner_text_without_unneeded_prepositions_is_refused() -> None:
    with pytest.raises(InputError, match="no unneeded prepositions"):
        count_insertions([])
