"""Maximum entropy: probabilities of prepositions from kept weights."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.detect.contexts import NAMES
from solecism.detect.features import PREPOSITIONS
from solecism.detect.maxent import Maxent
from solecism.detect.training.softmax import Softmax, most_useful, quantised

N_CLASSES, WIDTH = PREPOSITIONS.n_classes, PREPOSITIONS.width
seeds = st.integers(0, 1000)


def random_model(seed: int, bits: int = 8) -> Maxent:
    rng = np.random.default_rng(seed)
    kept = np.flatnonzero(rng.random(1 << bits) < 0.5).astype(np.uint32)
    cells = np.zeros((len(kept), WIDTH), dtype=bool)
    cells[:, :N_CLASSES] = rng.random((len(kept), N_CLASSES)) < 0.3
    places = np.flatnonzero(cells).astype(np.uint32)
    weights = rng.integers(-127, 128, len(places)).astype(np.int8)
    return Maxent(PREPOSITIONS, bits, kept, places, weights, 0.01)


@settings(max_examples=20)
@given(seeds)
def test_probabilities_are_those_of_the_sums_of_weights(seed: int) -> None:
    model = random_model(seed)
    rng = np.random.default_rng(seed + 1)
    around = rng.integers(0, 50, (4, len(NAMES))).astype(np.uint32)
    dense = np.zeros((len(model.kept), WIDTH))
    dense.ravel()[model.places] = model.weights * model.scale
    row_of = {int(bucket): row for row, bucket in enumerate(model.kept)}
    for context, log_p in zip(
        PREPOSITIONS.hashed(around) % (1 << model.bits),
        model.log_probabilities(around),
        strict=True,
    ):
        rows = [row_of[int(bucket)] for bucket in context if int(bucket) in row_of]
        sums = dense[rows].sum(axis=0)[:N_CLASSES]
        np.testing.assert_allclose(np.exp(log_p), np.exp(sums) / np.exp(sums).sum(), rtol=1e-4)


def test_softmax_learns_which_class_goes_with_which_feature() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, 2000)
    rows = np.stack([labels + 1, rng.integers(4, 10, 2000)], axis=1)
    model = Softmax(10, 3)
    losses = [model.step(rows, labels) for _ in range(30)]
    assert losses[-1] < 0.2 < losses[0]
    assert model.weights[1:4].argmax(axis=1).tolist() == [0, 1, 2]


def test_weights_that_were_0_stay_so_when_learning_goes_on() -> None:
    labels = np.array([0, 1, 2] * 20)
    rows = np.stack([labels + 1, labels + 4], axis=1)
    start = np.zeros((7, 3), dtype=np.float32)
    start[1:4] = np.eye(3)
    model = Softmax(7, 3, start=start.copy())
    for _ in range(5):
        model.step(rows, labels)
    assert ((model.weights != 0) == (start != 0)).all()
    assert (np.diag(model.weights[1:4]) > 1).all()


def test_the_weights_that_matter_are_kept() -> None:
    rng = np.random.default_rng(0)
    weights = rng.normal(size=(6, N_CLASSES)).astype(np.float32)
    weights[2] = 0
    counts = np.full(6, 10)
    whole = most_useful(weights, counts, 10**6)
    model = quantised(np.arange(6) * 3, whole, PREPOSITIONS, bits=8)
    assert model.kept.tolist() == [0, 3, 9, 12, 15]
    few = most_useful(weights, counts, 20)
    assert np.count_nonzero(few) == 20
    assert np.abs(few[few != 0]).min() >= np.sort(np.abs(whole), axis=None)[-20]
