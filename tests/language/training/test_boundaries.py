"""Weights learned from texts whose sentences are known."""

from __future__ import annotations

from solecism.language.boundary import is_boundary
from solecism.language.training.boundaries import examples, fit


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
