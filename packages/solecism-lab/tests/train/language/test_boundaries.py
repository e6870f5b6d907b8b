"""Weights learned from texts whose sentences are known."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from solecism.errors import InputError
from solecism.language.sentence_splitter import format_weights, is_boundary
from solecism.sentence import Sentence, from_words
from solecism_lab.train.language.boundaries import examples, fit, paragraphs, train


def sentence(text: str, after: str) -> Sentence:
    return replace(from_words(text, text.split()), after=after)


def test_texts_are_cut_at_blank_lines_only() -> None:
    given = [sentence("One.", ""), sentence("Two.", "\n"), sentence("Three.", " \n\n")]
    found = list(paragraphs([*given, sentence("Four.", " ")]))
    assert found == [
        ("One.Two.\nThree. \n\n", [(0, 4), (4, 8), (9, 15)]),
        ("Four. ", [(0, 5)]),
    ]


def test_what_is_learned_from_sentences_comes_back_from_its_file() -> None:
    given = [
        part
        for name in ("Fox", "Ray", "Lee", "Cox")
        for part in (sentence(f"We met Mr. {name}.", " "), sentence("He sang", "\n\n"))
    ]
    weights = train(given)
    assert json.loads(format_weights(weights)) == {"weights": weights}
    for text, spans in paragraphs(given):
        for names, is_end in examples(text, spans):
            assert is_boundary(names, weights) == is_end


@pytest.mark.parametrize("n_places", [0, 1])
def test_a_place_or_none_teaches_nothing(n_places: int) -> None:
    before = [sentence("We sang.", " ")] * n_places
    with pytest.raises(InputError, match=f"may end in {n_places} places"):
        train([*before, sentence("He slept", "\n")])


def test_examples_say_which_places_end_a_sentence() -> None:
    text = "We met Mr. Fox. He sang"
    assert [is_end for _, is_end in examples(text, [(0, 15), (16, 23)])] == [False, True]


def test_weights_tell_apart_what_the_examples_tell_apart() -> None:
    known = [(["all", "stop"], True), (["all", "comma"], False)] * 20
    learned = fit(known)
    assert learned["stop"] > 1
    assert learned["comma"] < -1
    assert is_boundary(["all", "stop"], learned)
    assert not is_boundary(["all", "comma"], learned)


def test_rare_features_and_small_weights_are_left_out() -> None:
    known = [
        (["once"], True),
        *[(["often"], True)] * 5,
        *[(["even"], bool(n % 2)) for n in range(8)],
    ]
    assert set(fit(known)) == {"often"}
