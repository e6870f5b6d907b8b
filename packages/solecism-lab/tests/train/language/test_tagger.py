"""Training the tagger: what it learns, its gradients, and one seed, one model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.language import tagger
from solecism.language.tagger import Tagger
from solecism.sentence import Sentence, from_words
from solecism_lab.train.language.tag_examples import columns_for, tagged_examples, variants
from solecism_lab.train.language.tag_network import (
    Batch,
    Dropout,
    Weights,
    backward,
    forward,
    initial_weights,
)
from solecism_lab.train.language.tagger import TaggerSettings, train
from solecism_lab.train.language.word_vectors import WordVectors

TINY = TaggerSettings(
    n_epochs=30,
    n_batch_sentences=8,
    n_type=12,
    n_hidden=16,
    n_known_words=50,
    n_vector=4,
    rate=0.02,
    n_warm_up_steps=5,
)
TAGGED = [
    "the/DT dog/NN runs/VBZ",
    "a/DT cat/NN sleeps/VBZ",
    "the/DT runs/NNS end/VBP",
    "dogs/NNS run/VBP",
    "a/DT run/NN ends/VBZ",
    "cats/NNS sleep/VBP",
]
NATIVE = [line.split() for line in ["the dog runs here", "the cat runs there"] * 10]


def tagged(line: str, id: str = "a.1") -> Sentence:
    pairs = [item.rsplit("/", 1) for item in line.split()]
    sentence = from_words(id, [word for word, _ in pairs])
    return replace(sentence, tags=tuple(tag for _, tag in pairs))


SENTENCES = [tagged(line, f"a.{number}") for number, line in enumerate(TAGGED * 4)]


def test_a_model_learns_its_examples_and_tells_words_by_their_neighbours() -> None:
    tagger = Tagger(train(SENTENCES, seed=3, settings=TINY))
    assert tagger.tag_words([s.words for s in SENTENCES]) == [s.tags for s in SENTENCES]


def test_one_seed_gives_one_model_and_another_seed_another() -> None:
    short = replace(TINY, n_epochs=1)
    data = [
        tagger.format(train(SENTENCES, unlabelled=NATIVE, seed=seed, settings=short))
        for seed in (5, 5, 6)
    ]
    assert data[0] == data[1] != data[2]


def test_words_of_running_text_become_known_words() -> None:
    short = replace(TINY, n_epochs=1)
    model = train(SENTENCES, unlabelled=NATIVE, seed=1, settings=short)
    assert {"here", "there", "dogs"} <= set(model.vocabulary())


def test_progress_counts_every_batch() -> None:
    reported: list[tuple[int, int]] = []
    train(
        SENTENCES,
        seed=1,
        settings=replace(TINY, n_epochs=2),
        progress=lambda done, total: reported.append((done, total)),
    )
    assert reported == [(done, 6) for done in range(1, 7)]


def test_hiding_makes_words_unknown_and_takes_their_vectors(batch: Batch) -> None:
    columns = columns_for(SENTENCES[:4])
    rng = np.random.default_rng(1)
    hidden = columns.hidden(batch, p_own=1, p_vector=1, rng=rng)
    n_own = len(columns.own_words)
    assert hidden.features[:, columns.first_own : columns.first_own + n_own].nnz == 0
    assert not hidden.vectors.any()
    assert hidden.features.sum() == batch.features.sum()


def test_sentences_without_tags_are_told() -> None:
    with pytest.raises(InputError, match=r"b\.7: has no tags"):
        train([from_words("b.7", ["Hello"])], seed=1)


def test_no_sentence_is_told() -> None:
    with pytest.raises(InputError, match="no sentence with tags"):
        train([], seed=1)


def test_variants_keep_the_words_apart() -> None:
    forms = variants(["He", "said", '"', "No", '"'], ["PRP", "VBD", "``", "UH", "''"])
    assert forms[3] == ("He", "said", "``", "No", "''")
    assert {len(form) for form in forms} == {5}


@pytest.fixture
def batch() -> Batch:
    rng = np.random.default_rng(2)
    words = ("the", "dog", "cat")
    vectors = WordVectors(words, rng.normal(size=(3, 4)).astype(np.float32))
    columns = columns_for(SENTENCES[:4])
    examples = tagged_examples(SENTENCES[:4], ["DT", "NN", "NNS", "VBP", "VBZ"], columns, vectors)
    [only] = examples.batches(4, rng=rng)
    return columns.hidden(only, p_own=0.3, p_vector=0.1, rng=rng)


@pytest.fixture
def weights(batch: Batch) -> Weights:
    drawn = initial_weights(
        n_features=batch.features.shape[1], n_vector=4, n_type=5, n_hidden=6, n_tags=4, seed=7
    )
    return {name: weight.astype(np.float64) for name, weight in drawn.items()}


def loss(weights: Weights, batch: Batch, direction: np.ndarray) -> float:
    scores, _ = forward(weights, batch, dropout=Dropout(0, 0, 0), rng=None)
    return float((scores * direction).sum())


@pytest.mark.parametrize(
    "name",
    ["features", "vectors", "type_bias", "near", "near_bias", "far", "far_bias", "last"],
)
def test_gradients_are_those_of_small_differences(
    name: str, weights: Weights, batch: Batch
) -> None:
    rng = np.random.default_rng(4)
    scores, trace = forward(weights, batch, dropout=Dropout(0, 0, 0), rng=None)
    slope = rng.normal(size=scores.shape).astype(np.float32)
    gradient = backward(weights, batch, trace, slope)[name]
    flat = np.argsort(-np.abs(gradient), axis=None)[:3]
    for place in flat.tolist():
        index = np.unravel_index(place, gradient.shape)
        step = 1e-3
        higher = {**weights, name: weights[name].copy()}
        lower = {**weights, name: weights[name].copy()}
        higher[name][index] += step
        lower[name][index] -= step
        difference = (loss(higher, batch, slope) - loss(lower, batch, slope)) / (2 * step)
        assert difference == pytest.approx(float(gradient[index]), rel=0.02, abs=1e-3)
