"""Log odds that a writer's choice is an error: logistic regression that knows what was written.

Its features come from the context models, from the channel of confusions, and from the written
choice together with its context. It is trained on errors: real ones of learners, and confusions
that were injected into native text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import mixed
from solecism.numeric.arrays import Floats32, UInts32

BITS = 20


@dataclass(frozen=True, slots=True, eq=False)
class ErrorScorer:
    """Weights of hashed features, in 8 bits, and weights of numeric features."""

    table: npt.NDArray[np.int8]
    scale: float
    of_figures: Floats32

    def scores(self, rows: UInts32, figures: Floats32) -> Floats32:
        """The log odds that each site is an error.

        `rows` are the rows in the table of hashed features, `figures` the numeric features: one
        row per site, one column per feature.
        """
        sums = self.table[rows].sum(axis=1, dtype=np.int32)
        return np.asarray(sums * np.float32(self.scale) + figures @ self.of_figures)


def hashed_rows(features: Iterable[tuple[UInts32, ...]], *, first_seed: int) -> UInts32:
    """The row in the table for each feature, which is a tuple of numbers hashed with its seed."""
    hashes = mixed(list(features), first_seed=first_seed)
    return np.asarray(hashes.T) & np.uint32((1 << BITS) - 1)


def steps(values: Floats32, low: float, high: float, n_steps: int) -> UInts32:
    """The number of the step that each value lies in, of equal steps between two bounds."""
    scaled = (values - low) / (high - low) * n_steps
    return np.asarray(np.clip(scaled, 0, n_steps)).astype(np.uint32)
