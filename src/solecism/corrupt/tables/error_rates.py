"""Error rates from counts of confusions, and errors drawn at those rates.

Counts have a row for each choice that is right, and a column for each that is written.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_BACK_OFF = 5.0

Counts = npt.NDArray[np.int64]


def error_rates(counts: Counts) -> npt.NDArray[np.float64]:
    """The probability of what is written (column) given what should be (row), smoothed."""
    wrong = counts.astype(np.float64)
    np.fill_diagonal(wrong, 0.0)
    in_general = wrong.sum(axis=0) / max(wrong.sum(), 1.0)
    rate = (wrong.sum(axis=1) + 1) / (counts.sum(axis=1) + 10)
    mixed = wrong + _BACK_OFF * in_general + 1e-3
    np.fill_diagonal(mixed, 0.0)
    rates = rate[:, None] * mixed / mixed.sum(axis=1, keepdims=True)
    np.fill_diagonal(rates, 1 - rate)
    return np.asarray(rates)


def inject(
    correct: npt.NDArray[np.uint8], counts: Counts, *, rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """The choices `correct` of native writers with errors drawn at the rates of learners."""
    sums = np.cumsum(error_rates(counts), axis=1)
    drawn = rng.random(len(correct))
    written = np.empty_like(correct)
    last = len(counts) - 1
    for choice in range(len(counts)):
        is_choice = correct == choice
        written[is_choice] = np.minimum(np.searchsorted(sums[choice], drawn[is_choice]), last)
    return written
