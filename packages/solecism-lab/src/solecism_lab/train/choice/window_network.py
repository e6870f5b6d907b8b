"""Training of the window network: backpropagation and Adam (Kingma and Ba 2015).

The rate increases during warm-up, and then decreases to 0.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

from solecism.detect.light.context_models import (
    N_RESERVED,
    ContextLayout,
    Vocabulary,
    WindowNetwork,
)
from solecism.locate.sentence_columns import Hashes
from solecism.numeric import Floats32, log_softmax
from solecism_lab.train.choice.native_shards import Shard
from solecism_lab.train.language.tag_network import Adam, Weights

# The few largest numbers of vectors are cut to spare the precision of the others.
_LARGEST, _QUANTILE = 127, 0.9999
_PIECE = 500_000
# This many examples at a time stay in the processor's cache.
_PART = 1024
# Examples whose choice is nearly certain teach almost nothing.
_EASY = 0.02

_WEIGHTS = "words tags choices hidden hidden_bias last last_bias".split()
STATE_ARRAYS = tuple(f"{what} {name}" for what in ("weight", "mean", "square") for name in _WEIGHTS)

Report = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """Sizes and rates, chosen on native documents that are reserved for tuning."""

    n_words: int = 40_000
    least_count: int = 3
    n_vector: int = 96
    n_hidden: int = 512
    n_epochs: int = 3
    batch: int = 4096
    rate: float = 0.004
    n_warm_up_steps: int = 200
    n_steps_kept: int = 250


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """One row per example: the rows of the vectors of words, of tags, and of the category."""

    words: npt.NDArray[np.uint16]
    tags: npt.NDArray[np.uint8]
    before: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.before)

    def batch(self, index: npt.NDArray[np.int64] | slice) -> Inputs:
        """Some of the examples."""
        return Inputs(self.words[index], self.tags[index], self.before[index])


def train_network(
    native: Shard,
    layout: ContextLayout,
    *,
    seed: int,
    settings: NetworkSettings,
    report: Report | None = None,
    states: MutableMapping[int, Weights] | None = None,
) -> WindowNetwork:
    """The network trained on native examples; `report` is called with the number seen so far.

    The state of training is stored in `states` at intervals, by the number of steps, in place of
    the one before; training is resumed from the state that is there.
    """
    vocabulary = known_words(native.contexts, layout, settings)
    inputs = _inputs(native.contexts, vocabulary)
    weights = _initial(vocabulary, settings, np.random.default_rng([seed, 0]))
    optimiser = Adam(weights, decay=0.0)
    n_steps = settings.n_epochs * -(-len(native) // settings.batch)
    n_before = max(states, default=0) if states else 0
    if states and n_before:
        optimiser.restore(states[n_before], n_steps=n_before)
    batches = enumerate(_batches(len(native), settings, seed))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for n_done, index in islice(batches, n_before, None):
            gradients = _gradients(weights, inputs.batch(index), native.choices[index], pool)
            warmth = min(1.0, (n_done + 1) / settings.n_warm_up_steps)
            optimiser.step(gradients, rate=settings.rate * warmth * (1 - n_done / n_steps))
            if report is not None:
                report(min((n_done + 1) * settings.batch, settings.n_epochs * len(native)))
            if states is not None and (n_done + 1) % settings.n_steps_kept == 0:
                states[n_done + 1] = optimiser.state()
    return quantised(weights, vocabulary)


def _batches(
    n_examples: int, settings: NetworkSettings, seed: int
) -> Iterator[npt.NDArray[np.int64]]:
    """The numbers of the examples of each batch; every epoch has its own order."""
    for epoch in range(1, settings.n_epochs + 1):
        order = np.random.default_rng([seed, epoch]).permutation(n_examples)
        for start in range(0, n_examples, settings.batch):
            yield order[start : start + settings.batch]


def known_words(contexts: Hashes, layout: ContextLayout, settings: NetworkSettings) -> Vocabulary:
    """The words that are seen most often, and all tags."""
    words, counts = _counted(contexts, layout.word_columns)
    enough = counts >= settings.least_count
    words, counts = words[enough], counts[enough]
    frequent = np.argsort(-counts, kind="stable")[: settings.n_words]
    tags, _ = _counted(contexts, layout.tag_columns)
    return Vocabulary(layout, np.sort(words[frequent]), tags)


def _counted(contexts: Hashes, columns: list[int]) -> tuple[Hashes, npt.NDArray[np.int64]]:
    """The hashes in some columns, ascending, and the count of each; 0 is not counted."""
    pieces, counts = [], []
    for start in range(0, len(contexts), _PIECE):
        unique, times = np.unique(contexts[start : start + _PIECE, columns], return_counts=True)
        pieces.append(unique)
        counts.append(times)
    hashes, place = np.unique(np.concatenate(pieces), return_inverse=True)
    sums = np.bincount(place, np.concatenate(counts)).astype(np.int64)
    return hashes[hashes != 0], sums[hashes != 0]


def _inputs(contexts: Hashes, vocabulary: Vocabulary) -> Inputs:
    layout = vocabulary.layout
    words = np.empty((len(contexts), len(layout.seen)), dtype=np.uint16)
    tags = np.empty((len(contexts), len(layout.seen)), dtype=np.uint8)
    for start in range(0, len(contexts), _PIECE):
        piece = slice(start, start + _PIECE)
        words[piece] = vocabulary.word_rows(contexts[piece])
        tags[piece] = vocabulary.tag_rows(contexts[piece])
    return Inputs(words, tags, contexts[:, layout.index[layout.category]].astype(np.uint8))


def _initial(
    vocabulary: Vocabulary, settings: NetworkSettings, rng: np.random.Generator
) -> Weights:
    layout = vocabulary.layout
    n_inputs = layout.n_places * settings.n_vector

    def normal(n_rows: int, n_columns: int, scale: float) -> Floats32:
        return (rng.standard_normal((n_rows, n_columns), dtype=np.float32) * scale).astype(
            np.float32
        )

    return {
        "words": normal(len(vocabulary.words) + N_RESERVED, settings.n_vector, 0.1),
        "tags": normal(len(vocabulary.tags) + 1, settings.n_vector, 0.1),
        "choices": normal(layout.n_categories, settings.n_vector, 0.1),
        "hidden": normal(n_inputs, settings.n_hidden, (3 * n_inputs) ** -0.5),
        "hidden_bias": np.zeros(settings.n_hidden, np.float32),
        "last": normal(settings.n_hidden, layout.n_classes, 0.01),
        "last_bias": np.zeros(layout.n_classes, np.float32),
    }


def _gradients(
    weights: Weights, batch: Inputs, labels: npt.NDArray[np.uint8], pool: Executor
) -> Weights:
    """The gradient of the mean cross-entropy of a batch, for every weight.

    Parts of the batch are computed in parallel and summed in order, so that the result is exact.
    """
    starts = range(0, len(batch), _PART)
    parts = pool.map(
        lambda start: _part_gradients(
            weights,
            batch.batch(slice(start, start + _PART)),
            labels[start : start + _PART],
            n_examples=len(batch),
        ),
        starts,
    )
    gradients, places = next(parts)
    all_places = [places]
    for part, places in parts:
        for name, gradient in part.items():
            gradients[name] += gradient
        all_places.append(places)
    of_inputs = np.concatenate(all_places)
    of_words = of_inputs[:, :-1].reshape(-1, of_inputs.shape[2])
    gradients["words"] = _summed(of_words, batch.words, len(weights["words"]))
    gradients["tags"] = _summed(of_words, batch.tags, len(weights["tags"]))
    gradients["choices"] = _summed(of_inputs[:, -1], batch.before, len(weights["choices"]))
    return gradients


def _part_gradients(
    weights: Weights, part: Inputs, labels: npt.NDArray[np.uint8], *, n_examples: int
) -> tuple[Weights, Floats32]:
    """The gradients of the layers, and of the input: examples by places by numbers."""
    shape = len(part), part.words.shape[1] + 1, weights["words"].shape[1]
    inputs = np.empty(shape, dtype=np.float32)
    inputs[:, :-1] = weights["words"].take(part.words, axis=0)
    inputs[:, :-1] += weights["tags"].take(part.tags, axis=0)
    inputs[:, -1] = weights["choices"].take(part.before, axis=0)
    flat = inputs.reshape(len(part), -1)
    sums = flat @ weights["hidden"]
    sums += weights["hidden_bias"]
    np.maximum(sums, 0, out=sums)
    active = np.square(sums)
    slope = np.exp(log_softmax(active @ weights["last"] + weights["last_bias"]))
    slope[np.arange(len(part)), labels] -= 1
    slope /= np.float32(n_examples)
    # Examples that are already learnt are skipped, which saves half of the time.
    hard = np.flatnonzero(slope[np.arange(len(part)), labels] < -_EASY / n_examples)
    slope, flat, sums = slope[hard], flat[hard], sums[hard]
    backwards = slope @ weights["last"].T
    backwards *= sums
    backwards *= np.float32(2)
    of_inputs = np.zeros(shape, dtype=np.float32)
    of_inputs[hard] = (backwards @ weights["hidden"].T).reshape(-1, *shape[1:])
    gradients = {
        "hidden": flat.T @ backwards,
        "hidden_bias": backwards.sum(axis=0),
        "last": np.square(sums).T @ slope,
        "last_bias": slope.sum(axis=0),
    }
    return gradients, of_inputs


def _summed(gradients: Floats32, rows: npt.NDArray[np.unsignedinteger], n_rows: int) -> Floats32:
    """Gradients summed by the row of the vector that they belong to."""
    n_places = rows.size
    ones, ends = np.ones(n_places, np.float32), np.arange(n_places + 1)
    where = csr_matrix((ones, rows.ravel().astype(np.int32), ends), shape=(n_places, n_rows))
    return np.asarray(where.T @ gradients)


def quantised(weights: Weights, vocabulary: Vocabulary) -> WindowNetwork:
    """The network in 8 bits."""
    vectors = [weights[name] for name in ("words", "tags", "choices")]
    sizes = np.abs(np.concatenate(vectors))
    unit = max(float(np.quantile(sizes, _QUANTILE)), 1e-6) / _LARGEST
    words, tags, choices = (
        np.clip(np.rint(each / unit), -_LARGEST, _LARGEST).astype(np.int8) for each in vectors
    )
    units = np.abs(weights["hidden"]).max(axis=0) / _LARGEST + np.float32(1e-9)
    return WindowNetwork(
        vocabulary=vocabulary,
        word_vectors=words,
        tag_vectors=tags,
        choice_vectors=choices,
        unit=unit,
        hidden=np.rint(weights["hidden"] / units).astype(np.int8),
        hidden_units=units.astype(np.float32),
        hidden_bias=weights["hidden_bias"],
        last=weights["last"],
        last_bias=weights["last_bias"],
    )
