"""Training the chunker, and its model's file."""

from __future__ import annotations

import itertools
import zlib
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import TypedDict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.errors import InputError, ModelError
from solecism.language.chunker import (
    FOLLOWS,
    N_LABELS,
    OUTSIDE,
    Chunker,
    from_bytes,
    label_scores,
    to_bytes,
)
from solecism.sentence import Chunk, Sentence, from_words
from solecism_lab.train.language.chunker import gradient, train


class Kept(TypedDict):
    """What is left out of a model."""

    min_count: int
    min_weight: float


KEEP_ALL = Kept(min_count=1, min_weight=0.0)


def corpus() -> list[Sentence]:
    """Noun phrases of a determiner and a noun around a verb, in many words."""
    sentences = []
    for i, noun in enumerate("dog cat cow hen pig fox owl bee ant elk".split()):
        words = ["the", noun, "sees", "a", noun]
        phrases = (Chunk("NP", 0, 2, 1), Chunk("VP", 2, 3, 2), Chunk("NP", 3, 5, 4))
        tags = ("DT", "NN", "VBZ", "DT", "NN")
        sentences.append(replace(from_words(f"a.{i}", words), tags=tags, chunks=phrases))
    return sentences


@cache
def small_model() -> bytes:
    return to_bytes(train(corpus(), rng=np.random.default_rng(0), n_epochs=2, **KEEP_ALL))


def test_a_small_grammar_is_learned_and_carried_over_to_new_words() -> None:
    model = train(corpus(), rng=np.random.default_rng(0), **KEEP_ALL)
    words, tags = ["a", "bird", "hears", "the", "cat"], ["DT", "NN", "VBZ", "DT", "NN"]
    assert Chunker(model).chunk_words([words], [tags])[0] == corpus()[0].chunks


def test_one_seed_gives_one_model() -> None:
    first, second = (train(corpus(), rng=np.random.default_rng(3), **KEEP_ALL) for _ in range(2))
    assert to_bytes(first) == to_bytes(second)


def test_a_model_comes_back_from_its_bytes() -> None:
    model = train(corpus(), rng=np.random.default_rng(0), **KEEP_ALL)
    back = from_bytes(to_bytes(model), file="chunker.zz")
    assert np.array_equal(back.weights, model.weights)
    assert np.array_equal(back.transitions, model.transitions)
    assert model.weights.any()


@given(st.binary(max_size=40))
def test_any_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ModelError, match=r"chunker\.zz: is not a chunker's model"):
        from_bytes(data, file="chunker.zz")


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 7))
def test_a_damaged_model_is_refused_where_damage_matters(place: int, bit: int) -> None:
    data = bytearray(small_model())
    data[place % len(data)] ^= 1 << bit
    with suppress(ModelError):
        # A few bits of a packed file mean nothing.
        assert to_bytes(from_bytes(bytes(data), file="chunker.zz")) == small_model()


def test_a_model_of_another_version_or_cut_short_is_refused() -> None:
    content = zlib.decompress(small_model())
    with pytest.raises(ModelError, match="this version"):
        from_bytes(zlib.compress(b"another " + content), file="chunker.zz")
    with pytest.raises(ModelError, match="cut short"):
        from_bytes(zlib.compress(content[:-1]), file="chunker.zz")


def test_nothing_to_train_on_is_told() -> None:
    with pytest.raises(InputError, match="no word"):
        train([Sentence("a", "", (), ())], rng=np.random.default_rng(0))


def test_packed_weights_add_up_to_the_plain_sum() -> None:
    rng = np.random.default_rng(0)
    model = train(corpus(), rng=rng, **KEEP_ALL)
    rows = rng.integers(0, len(model.weights), (23, 50)).astype(np.uint32)
    plain = model.weights[rows].sum(axis=0, dtype=np.int64)
    assert np.array_equal(label_scores(model.packed(), rows)[:, 1:], plain)


def log_likelihood(nodes: np.ndarray, transitions: np.ndarray, gold: tuple[int, ...]) -> float:
    """Of the gold labels among all that may follow each other, by writing them all out."""
    every = [
        labels
        for labels in itertools.product(range(N_LABELS), repeat=len(gold))
        if all(FOLLOWS[pair] for pair in itertools.pairwise((OUTSIDE, *labels)))
    ]

    def score(labels: tuple[int, ...]) -> float:
        total = sum(float(nodes[place, label]) for place, label in enumerate(labels))
        return total + sum(float(transitions[pair]) for pair in itertools.pairwise(labels))

    return score(gold) - float(np.log(sum(np.exp(score(labels)) for labels in every)))


def test_the_gradient_is_that_of_the_likelihood() -> None:
    rng = np.random.default_rng(5)
    nodes = rng.normal(size=(2, 4, N_LABELS)).astype(np.float32)
    transitions = rng.normal(size=(N_LABELS, N_LABELS)).astype(np.float32)
    gold = np.array([[1, 2, 3, 0], [3, 4, 0, 0]])
    is_word = np.array([[True] * 4, [True, True, False, False]])
    slope, transition_slope = gradient(nodes, transitions, gold, is_word)
    assert not slope[~is_word].any()

    def loss(nodes: np.ndarray, transitions: np.ndarray) -> float:
        rows = zip(nodes, gold, (4, 2), strict=True)
        return -sum(log_likelihood(n[:k], transitions, tuple(g[:k].tolist())) for n, g, k in rows)

    step = 1e-4
    for place in itertools.product(range(2), range(2), range(N_LABELS)):
        moved = nodes.astype(np.float64)
        moved[place] += step
        numeric = (loss(moved, transitions) - loss(nodes.astype(np.float64), transitions)) / step
        assert slope[place] == pytest.approx(numeric, abs=2e-3)
    for pair in itertools.product(range(N_LABELS), repeat=2):
        moved = transitions.astype(np.float64)
        moved[pair] += step
        numeric = (loss(nodes, moved) - loss(nodes, transitions.astype(np.float64))) / step
        assert transition_slope[pair] == pytest.approx(numeric, abs=2e-3)
