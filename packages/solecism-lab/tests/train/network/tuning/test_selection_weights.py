"""The weights of the models that guess hidden prepositions."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import EXAMPLES
from solecism.detect.network.hidden_prepositions import with_light_models
from solecism.detect.network.tuning import NETWORK_ALONE, untuned
from solecism.language.annotate import annotate
from solecism.numeric import Floats
from solecism_lab.train.network.tuning.light_models import fitted_weights, with_selection
from strong_models import random_model

N_CHOICES = 34


def log_probabilities(n: int, *, seed: int) -> Floats:
    scores = 2 * np.random.default_rng(seed).standard_normal((2, n, N_CHOICES))
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=2, keepdims=True)))


def written_by(log_p: Floats, weights: npt.ArrayLike, *, seed: int) -> npt.NDArray[np.uint8]:
    """Prepositions drawn by the probabilities of the ensemble."""
    noise = np.random.default_rng(seed).gumbel(size=log_p.shape[1:])
    scores = np.tensordot(np.array(weights), log_p, 1) + noise
    return np.asarray(scores.argmax(axis=1) + 1, np.uint8)


def surprise(log_p: Floats, written: npt.NDArray[np.uint8], weights: npt.ArrayLike) -> float:
    scores = np.tensordot(np.array(weights), log_p, 1)
    own = scores[np.arange(len(written)), written.astype(int) - 1]
    return float((np.log(np.exp(scores).sum(axis=1)) - own).sum())


def test_the_weights_that_text_was_drawn_by_are_found() -> None:
    log_p = log_probabilities(20_000, seed=1)
    written = written_by(log_p, (0.5, 0.3), seed=2)
    assert fitted_weights(log_p, written) == pytest.approx((0.5, 0.3), abs=0.03)


@given(st.integers(0, 1_000), st.tuples(*[st.floats(-0.5, 2.0)] * 2))
def test_no_weights_near_by_are_likelier(seed: int, truth: tuple[float, float]) -> None:
    log_p = log_probabilities(300, seed=seed)
    written = written_by(log_p, truth, seed=seed + 1)
    found = np.array(fitted_weights(log_p, written))

    def cost(weights: npt.NDArray[np.float64]) -> float:
        return surprise(log_p, written, weights) + 0.5 * float(
            ((weights - NETWORK_ALONE) ** 2).sum()
        )

    for step in 0.01 * np.concatenate([np.eye(2), -np.eye(2)]):
        assert cost(found) <= cost(found + step)


def test_experts_who_are_always_right_have_finite_weights() -> None:
    log_p = np.log(np.where(np.eye(N_CHOICES) > 0, 0.9, 0.1 / (N_CHOICES - 1)))[None].repeat(2, 0)
    assert np.isfinite(fitted_weights(log_p, np.arange(1, N_CHOICES + 1).astype(np.uint8))).all()


def test_a_network_that_knows_nothing_counts_little() -> None:
    text = (EXAMPLES / "texts" / "library.txt").read_text()
    sentences = list(annotate(text, "library"))
    ensemble = with_light_models(random_model())
    network, light = with_selection(untuned(), [ensemble.guesses(sentences)]).selection
    assert network < 0.2 < light


def test_without_text_the_network_is_alone() -> None:
    assert with_selection(untuned(), []) == untuned()
    rain = with_light_models(random_model()).guesses(list(annotate("It rains.", "rain")))
    assert with_selection(untuned(), [rain]).selection == pytest.approx(NETWORK_ALONE)
