"""Maximum entropy: probabilities of prepositions from kept weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.detect.light.context_models import ContextLayout, Maxent
from solecism.detect.light.preposition_features import NAMES, PREPOSITION_LAYOUT
from solecism.locate.sentence_columns import Hashes
from solecism_lab.train.choice.maxent import Softmax, most_useful, quantised

N_CLASSES, WIDTH = PREPOSITION_LAYOUT.n_classes, PREPOSITION_LAYOUT.width
seeds = st.integers(0, 1000)


class AsHashed(ContextLayout):
    """Contexts that are hashes already."""

    def hashed(self, contexts: Hashes) -> Hashes:
        """The contexts themselves."""
        return contexts


def random_model(seed: int, bits: int = 8) -> Maxent:
    rng = np.random.default_rng(seed)
    kept = np.flatnonzero(rng.random(1 << bits) < 0.5).astype(np.uint32)
    table = np.zeros((len(kept) + 1, WIDTH), dtype=np.int8)
    table[1:, :N_CLASSES] = rng.integers(-127, 128, (len(kept), N_CLASSES))
    table[rng.random(table.shape) < 0.7] = 0
    return Maxent(PREPOSITION_LAYOUT, bits, kept, table, 0.01)


@settings(max_examples=20)
@given(seeds)
def test_probabilities_are_those_of_the_sums_of_weights(seed: int) -> None:
    model = random_model(seed)
    rng = np.random.default_rng(seed + 1)
    around = rng.integers(0, 50, (4, len(NAMES))).astype(np.uint32)
    dense = model.table[1:] * model.scale
    row_of = {int(bucket): row for row, bucket in enumerate(model.kept)}
    for context, log_p in zip(
        PREPOSITION_LAYOUT.hashed(around) % (1 << model.bits),
        model.log_probabilities(around),
        strict=True,
    ):
        rows = [row_of[int(bucket)] for bucket in context if int(bucket) in row_of]
        sums = dense[rows].sum(axis=0)[:N_CLASSES]
        np.testing.assert_allclose(np.exp(log_p), np.exp(sums) / np.exp(sums).sum(), rtol=1e-4)


@settings(max_examples=20)
@given(st.integers(0, 20), seeds)
def test_each_kept_feature_has_its_own_row(bits: int, seed: int) -> None:
    size = 1 << bits
    rng = np.random.default_rng(seed)
    ends = np.array([0, size // 2 - 1, size // 2, size - 1])
    kept = np.unique(np.append(ends[ends >= 0], rng.integers(0, size, 50))).astype(np.uint32)
    layout = AsHashed(("hash",), (), "", 0, (("hash",),), 1)
    model = Maxent(layout, bits, kept, np.zeros((len(kept) + 1, 4), dtype=np.int8), 1.0)
    asked = np.unique(np.concatenate([kept, kept - 1, kept + 1])) % np.uint32(size)
    expected = {int(feature): row for row, feature in enumerate(kept, 1)}
    assert model.rows(asked[:, None])[:, 0].tolist() == [expected.get(int(at), 0) for at in asked]


def test_a_table_of_other_features_is_refused() -> None:
    with pytest.raises(ValueError, match="3 features"):
        Maxent(PREPOSITION_LAYOUT, 8, np.arange(3), np.zeros((3, WIDTH), dtype=np.int8), 1.0)


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
    model = quantised(np.arange(6) * 3, whole, PREPOSITION_LAYOUT, bits=8)
    assert model.kept.tolist() == [0, 3, 9, 12, 15]
    few = most_useful(weights, counts, 20)
    assert np.count_nonzero(few) == 20
    assert np.abs(few[few != 0]).min() >= np.sort(np.abs(whole), axis=None)[-20]
