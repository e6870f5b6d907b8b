"""Log odds that a writer's choice is an error: logistic regression that knows what was written.

Its features come from the context models, from the channel of confusions, and from the written
choice together with its context. It is trained on errors: real ones of learners, and confusions
that were injected into native text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import HashPlan, mixed
from solecism.locate.sentence_columns import Hashes
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


def plan_of(features: Sequence[str], names: Sequence[str], *, first_seed: int) -> HashPlan:
    """The plan for features that are given by the names of their columns, with spaces between."""
    index = {name: number for number, name in enumerate(names)}
    return HashPlan.of(
        [[index[name] for name in feature.split()] for feature in features], first_seed=first_seed
    )


def hashed_rows(values: Sequence[UInts32], contexts: Hashes, plan: HashPlan) -> UInts32:
    """The row in the table for each feature of each context.

    The columns that features join are these values, and after them those of the contexts.
    """
    hashes = mixed(np.concatenate((np.stack(values), contexts.T)), plan)
    return np.asarray(hashes.T) & np.uint32((1 << BITS) - 1)


def steps(values: Floats32, low: float, high: float, n_steps: int) -> UInts32:
    """The number of the step that each value lies in, of equal steps between two bounds."""
    scaled = (values - low) / (high - low) * n_steps
    # Several times faster than `np.clip` where there are few values.
    return np.asarray(np.minimum(np.maximum(scaled, 0), n_steps).astype(np.uint32))
