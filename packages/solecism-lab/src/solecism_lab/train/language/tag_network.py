"""Training of the tagger's network: backpropagation and Adam.

The layers are those of `tag_model`, in plain float32 and with dropout.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sparse

from solecism.language.tagger import LEAK, REACH, WINDOW
from solecism.numeric import Bools, Floats32, Ints

Weights = dict[str, Floats32]


@dataclass(frozen=True, slots=True)
class Batch:
    """The words of some sentences as types, and the type and tag at each place.

    `features` (sparse, types by features) and `vectors` (types by numbers) describe each type;
    `sequence` names the type at each place; `tags` is -1 where there is no word.
    """

    features: Any
    vectors: Floats32
    sequence: Ints
    tags: Ints

    @property
    def is_word(self) -> Bools:
        """Whether there is a word at each place, not a gap."""
        return self.tags >= 0


@dataclass(frozen=True, slots=True)
class Dropout:
    """The dropout of types, of near windows and of far windows."""

    types: float
    near: float
    far: float


@dataclass(slots=True)
class _Trace:
    """The intermediate results of `forward` that `backward` needs."""

    sums: Floats32
    inputs: Floats32
    inputs_kept: Floats32
    near: Floats32
    near_slope: Floats32
    far: Floats32
    far_slope: Floats32


def initial_weights(
    *,
    n_features: int,
    n_vector: int,
    n_type: int,
    n_hidden: int,
    n_tags: int,
    seed: int,
) -> Weights:
    """Random weights, of a size that keeps the layers' outputs near 1."""
    rng = np.random.default_rng(seed)

    def normal(rows: int, columns: int, scale: float) -> Floats32:
        return rng.normal(0, scale, (rows, columns)).astype(np.float32)

    n_window = WINDOW * n_hidden
    return {
        "features": normal(n_features, n_type, 0.05),
        "vectors": normal(n_vector, n_type, n_vector**-0.5),
        "type_bias": np.zeros(n_type, np.float32),
        "near": normal(n_type, n_window, (n_type * WINDOW / 2) ** -0.5),
        "near_bias": np.zeros(n_hidden, np.float32),
        "far": normal(n_window, n_hidden, (n_window / 2) ** -0.5),
        "far_bias": np.zeros(n_hidden, np.float32),
        "last": normal(2 * n_hidden, n_tags, n_hidden**-0.5),
        "last_bias": np.zeros(n_tags, np.float32),
    }


def forward(
    weights: Weights, batch: Batch, *, dropout: Dropout, rng: np.random.Generator | None
) -> tuple[Floats32, _Trace]:
    """Scores of tags at all places but the first and last two, and the trace for `backward`."""
    n_hidden, n_places = weights["near_bias"].size, len(batch.sequence) - 2 * REACH
    sums = batch.features @ weights["features"] + batch.vectors @ weights["vectors"]
    sums += weights["type_bias"]
    kept = _kept(sums.shape, dropout.types, rng)
    inputs = np.maximum(sums, LEAK * sums) * kept
    seen = inputs @ weights["near"]
    near_sums = np.zeros((len(batch.sequence), n_hidden), np.float32)
    near_sums[REACH:-REACH] = weights["near_bias"]
    for place in range(WINDOW):
        columns = slice(place * n_hidden, (place + 1) * n_hidden)
        near_sums[REACH:-REACH] += seen[batch.sequence[place : place + n_places], columns]
    near_slope = _kept(near_sums.shape, dropout.near, rng)
    near_slope *= near_sums > 0
    near_slope *= batch.is_word[:, None]
    near: Floats32 = np.multiply(near_sums, near_slope)
    far_sums = windows(near) @ weights["far"] + weights["far_bias"]
    far_slope = _kept(far_sums.shape, dropout.far, rng)
    far_slope *= far_sums > 0
    far = far_sums * far_slope
    scores: Floats32 = near[REACH:-REACH] @ weights["last"][:n_hidden]
    scores += weights["last_bias"]
    scores += far @ weights["last"][n_hidden:]
    return scores, _Trace(sums, inputs, kept, near, near_slope, far, far_slope)


def backward(weights: Weights, batch: Batch, trace: _Trace, slope: Floats32) -> Weights:
    """The gradient of every weight, from the one of the scores."""
    n_hidden, n_places = weights["near_bias"].size, len(slope)
    middle = trace.near[REACH:-REACH]
    far = slope @ weights["last"][n_hidden:].T * trace.far_slope
    window = far @ weights["far"].T
    near = np.zeros_like(trace.near)
    for place in range(WINDOW):
        near[place : place + n_places] += window[:, place * n_hidden : (place + 1) * n_hidden]
    near[REACH:-REACH] += slope @ weights["last"][:n_hidden].T
    near *= trace.near_slope
    near = near[REACH:-REACH]
    seen = _by_type(near, batch.sequence, len(trace.inputs))
    inputs = seen @ weights["near"].T * trace.inputs_kept
    inputs *= np.where(trace.sums > 0, np.float32(1), np.float32(LEAK))
    return {
        "features": batch.features.T @ inputs,
        "vectors": batch.vectors.T @ inputs,
        "type_bias": inputs.sum(axis=0),
        "near": trace.inputs.T @ seen,
        "near_bias": near.sum(axis=0),
        "far": windows(trace.near).T @ far,
        "far_bias": far.sum(axis=0),
        "last": np.concatenate([middle.T @ slope, trace.far.T @ slope]),
        "last_bias": slope.sum(axis=0),
    }


def windows(rows: Floats32) -> Floats32:
    """For each row but the first and last two, the five rows around it, end to end."""
    n_windows = len(rows) - 2 * REACH
    return np.concatenate([rows[place : place + n_windows] for place in range(WINDOW)], axis=1)


def _kept(shape: tuple[int, ...], p_hidden: float, rng: np.random.Generator | None) -> Floats32:
    if rng is None or not p_hidden:
        return np.ones(shape, np.float32)
    kept = (rng.random(shape, dtype=np.float32) >= p_hidden).astype(np.float32)
    kept /= np.float32(1 - p_hidden)
    return kept


def _by_type(near: Floats32, sequence: Ints, n_types: int) -> Floats32:
    """Gradients of the places that see a type, summed by type and place in the window."""
    n_places = len(near)
    ones, ends = np.ones(n_places, np.float32), np.arange(n_places + 1)
    sums = []
    for place in range(WINDOW):
        column = sequence[place : place + n_places]
        where = sparse.csr_matrix((ones, column, ends), shape=(n_places, n_types))
        sums.append(where.T @ near)
    return np.concatenate(sums, axis=1)


class Adam:
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019), changing weights in place."""

    def __init__(self, weights: Weights, *, decay: float) -> None:
        self._weights, self._decay, self._n_steps = weights, decay, 0
        self._means = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._squares = {name: np.zeros_like(weight) for name, weight in weights.items()}

    def state(self) -> Weights:
        """The state that the next steps depend on, including the weights."""
        return {
            **{f"weight {name}": weight for name, weight in self._weights.items()},
            **{f"mean {name}": mean for name, mean in self._means.items()},
            **{f"square {name}": square for name, square in self._squares.items()},
        }

    def restore(self, state: Weights, *, n_steps: int) -> None:
        """Resume from a state that was reached after `n_steps` steps."""
        self._n_steps = n_steps
        for name, numbers in self.state().items():
            numbers[...] = state[name]

    def step(self, gradients: Weights, *, rate: float) -> None:
        """One step against the gradients."""
        self._n_steps += 1
        mean_scale = rate / (1 - 0.9**self._n_steps)
        square_scale = 1 / (1 - 0.99**self._n_steps)
        for name, weight in self._weights.items():
            mean, square, gradient = self._means[name], self._squares[name], gradients[name]
            mean *= np.float32(0.9)
            mean += np.float32(0.1) * gradient
            square *= np.float32(0.99)
            square += np.float32(0.01) * gradient * gradient
            if weight.ndim > 1:
                weight *= np.float32(1 - rate * self._decay)
            root = np.sqrt(square * np.float32(square_scale))
            root += np.float32(1e-8)
            weight -= np.float32(mean_scale) * mean / root
