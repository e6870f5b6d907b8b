"""The window network while it learns."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from prepositional import SMALL, native_shard
from solecism.detect.light.context_models import Vocabulary
from solecism.detect.light.preposition_features import PREPOSITION_LAYOUT
from solecism.numeric import log_softmax
from solecism_lab.train.choice import window_network
from solecism_lab.train.choice.context_models import SavedStates
from solecism_lab.train.choice.window_network import (
    STATE_ARRAYS,
    Inputs,
    known_words,
    train_network,
)
from solecism_lab.train.language.tag_network import Weights

N_EXAMPLES = 40
RNG = np.random.default_rng(5)
BATCH = Inputs(
    RNG.integers(0, 7, (N_EXAMPLES, len(PREPOSITION_LAYOUT.seen))).astype(np.uint16),
    RNG.integers(0, 4, (N_EXAMPLES, len(PREPOSITION_LAYOUT.seen))).astype(np.uint8),
    RNG.integers(0, 35, N_EXAMPLES).astype(np.uint8),
)
LABELS = RNG.integers(0, 35, N_EXAMPLES).astype(np.uint8)
NO_HASHES = np.arange(3, dtype=np.uint32)


def random_weights() -> Weights:
    vocabulary = Vocabulary(PREPOSITION_LAYOUT, np.arange(5, dtype=np.uint32), NO_HASHES)
    weights = window_network._initial(vocabulary, SMALL.network, np.random.default_rng(1))
    return {name: 3 * weight for name, weight in weights.items()}


def loss(weights: Weights) -> float:
    seen = weights["words"][BATCH.words] + weights["tags"][BATCH.tags]
    inputs = np.concatenate(
        [seen.reshape(N_EXAMPLES, -1), weights["choices"][BATCH.before]], axis=1
    )
    active = np.maximum(inputs @ weights["hidden"] + weights["hidden_bias"], 0) ** 2
    log_p = log_softmax(active @ weights["last"] + weights["last_bias"])
    return -float(log_p[np.arange(N_EXAMPLES), LABELS].mean())


@pytest.mark.parametrize("name", list(random_weights()))
def test_gradients_are_those_of_the_loss(name: str) -> None:
    weights = random_weights()
    with ThreadPoolExecutor(2) as pool:
        gradient = window_network._gradients(weights, BATCH, LABELS, pool)[name]
    place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
    exact = {each: weight.astype(np.float64) for each, weight in weights.items()}
    losses = []
    for step in (1e-5, -1e-5):
        moved = exact[name].copy()
        moved[place] += step
        losses.append(loss({**exact, name: moved}))  # type: ignore[dict-item]  # more exact
    assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3)


def test_parts_of_a_batch_add_up_whatever_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    weights = random_weights()
    with ThreadPoolExecutor(1) as pool:
        whole = window_network._gradients(weights, BATCH, LABELS, pool)
    monkeypatch.setattr(window_network, "_PART", 16)
    found = []
    for n_threads in (1, 3):
        with ThreadPoolExecutor(n_threads) as pool:
            found.append(window_network._gradients(weights, BATCH, LABELS, pool))
    for name, gradient in whole.items():
        np.testing.assert_array_equal(found[0][name], found[1][name])
        np.testing.assert_allclose(found[0][name], gradient, rtol=1e-3, atol=1e-6)


def test_known_words_are_the_most_frequent_in_order() -> None:
    native = native_shard(2)
    everything = known_words(native.contexts, PREPOSITION_LAYOUT, SMALL.network)
    assert (np.diff(everything.words.astype(np.int64)) > 0).all()
    assert 0 not in everything.words
    some = known_words(
        native.contexts,
        PREPOSITION_LAYOUT,
        window_network.NetworkSettings(n_words=3, least_count=1),
    ).words
    assert len(some) == 3
    assert set(some.tolist()) <= set(everything.words.tolist())


def test_it_learns_in_8_bits_what_natives_choose() -> None:
    native = native_shard()
    network = train_network(native, PREPOSITION_LAYOUT, seed=0, settings=SMALL.network)
    guessed = network.scores(native.contexts).argmax(axis=1)
    assert (guessed == native.choices).mean() > 0.95


def test_a_run_that_was_stopped_goes_on_to_the_same_end() -> None:
    native, settings = native_shard(), replace(SMALL.network, n_steps_kept=3)
    parts: dict[str, bytes] = {}
    states = SavedStates("network.7", parts, arrays=STATE_ARRAYS)
    whole = train_network(native, PREPOSITION_LAYOUT, seed=0, settings=settings)

    def stop(n_seen: int) -> None:
        if n_seen >= 7 * settings.batch:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_network(
            native, PREPOSITION_LAYOUT, seed=0, settings=settings, report=stop, states=states
        )
    assert list(parts) == ["network.7.6"]
    reported: list[int] = []
    again = train_network(
        native, PREPOSITION_LAYOUT, seed=0, settings=settings, report=reported.append, states=states
    )
    assert reported[0] == 7 * settings.batch
    assert (again.hidden == whole.hidden).all()
    assert (again.word_vectors == whole.word_vectors).all()
    assert len(states) == 1
