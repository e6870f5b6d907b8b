"""Whether a writer's choice is an error: a second look, which knows what was written.

Logistic regression over what the maximum-entropy model and the channel of confusions say of the
site, and over the written preposition together with its context. It is trained on errors: real
ones of learners, and native text into which their confusions are put.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
from solecism.detect.choice.channel import Candidates
from solecism.detect.choice.layout import mixed
from solecism.detect.prepositions.contexts import INDEX
from solecism.locate.preposition_columns import Hashes

BITS = 20
# Seeds of hashes below this belong to the features of the context alone.
_FIRST_SEED = 100
# Which parts of the context go with the written preposition (w), and with the best other too.
_WITH_WRITTEN = "PV|PN|FH|L1|R1|L1 R1|PV FH|PN FH|L1 L2|R1 R2|FP|PP|tL1 tR1|tPV tPN tFH".split("|")
_WITH_BOTH = "L1|R1|FH|PV|PN|tL1|tFH".split("|")

Rows = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Weights of hashed features, in 8 bits, and of the figures of `figures`."""

    table: npt.NDArray[np.int8]
    scale: float
    of_figures: Floats32

    def scores(self, rows: Rows, figures: Floats32) -> Floats32:
        """The log odds that each site is an error."""
        sums = self.table[rows].sum(axis=1, dtype=np.int32)
        return np.asarray(sums * np.float32(self.scale) + figures @ self.of_figures)


def judged_rows(
    contexts: Hashes, log_p: Floats32, written: npt.NDArray[np.uint8], candidates: Candidates
) -> Rows:
    """A row of the table for each feature (column) of each site (row)."""
    features = _features(contexts, log_p, written, candidates)
    return hashed_rows(features, first_seed=_FIRST_SEED)


def hashed_rows(features: Iterable[tuple[npt.NDArray[np.uint32], ...]], *, first_seed: int) -> Rows:
    """A row of the table for each feature: some numbers together, with a seed of its own."""
    found = [mixed(seed, *parts) for seed, parts in enumerate(features, first_seed)]
    return np.stack(found, axis=1) & np.uint32((1 << BITS) - 1)


def figures(written: npt.NDArray[np.uint8], candidates: Candidates) -> Floats32:
    """What does not fit a table: the odds themselves, so that no step between them is lost."""
    odds, own = candidates.log_odds, candidates.log_written
    columns = (
        np.ones(len(odds)),
        odds / 3,
        own / 3,
        (candidates.log_best - own) / 3,
        np.maximum(odds, 0) / 2,
        written == 0,
    )
    return np.stack(columns, axis=1).astype(np.float32)


def _features(
    contexts: Hashes, log_p: Floats32, written: npt.NDArray[np.uint8], candidates: Candidates
) -> Iterator[tuple[npt.NDArray[np.uint32], ...]]:
    own, best = written.astype(np.uint32), candidates.best.astype(np.uint32)
    odds = steps(candidates.log_odds, -10, 6, 32)
    fit = steps(candidates.log_written, -10, 0, 12)
    margin = steps(candidates.log_best - candidates.log_written, -6, 10, 16)
    nothing = steps(log_p[:, 0], -10, 0, 10)
    kind = (best == 0).astype(np.uint32) + np.uint32(2) * (own == 0)
    yield from ((own,), (best,), (own, best), (odds,), (odds, own), (odds, own, best))
    yield from ((fit,), (margin,), (fit, margin), (fit, margin, kind), (margin, own), (fit, own))
    yield (nothing, own)
    columns = np.asfortranarray(contexts)
    for names in _WITH_WRITTEN:
        yield (own, *(columns[:, INDEX[name]] for name in names.split()))
    for names in _WITH_BOTH:
        yield (own, best, *(columns[:, INDEX[name]] for name in names.split()))


def steps(values: Floats32, low: float, high: float, n_steps: int) -> npt.NDArray[np.uint32]:
    """Which of equal steps between two bounds each value lies in."""
    scaled = (values - low) / (high - low) * n_steps
    return np.asarray(np.clip(scaled, 0, n_steps)).astype(np.uint32)
