"""The noisy channel: how often learners write one choice where another is right.

The context gives the probability of each choice, the confusions how often a learner who should have
made it makes this one. Rozovskaya and Roth (2010) put such priors
into training; here they also weigh the candidates when a text is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.corrupt.tables.error_rates import Counts, error_rates
from solecism.numeric.arrays import Floats32, UInts8

# The log rate of confusions that are excluded.
_EXCLUDED = -99.0


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """At each site: the written choice, the best other candidate, and the log odds of an error.

    `log_written` and `log_best` are the log probabilities of the two by the context alone.
    `posterior` has one column per choice, the written one included: its log probability by context
    and confusions, up to a constant per row.
    """

    written: UInts8
    best: UInts8
    log_odds: Floats32
    log_written: Floats32
    log_best: Floats32
    posterior: Floats32


class Channel:
    """The error rates of learners; the two choices of a pair in `excluded` are never confused."""

    def __init__(self, counts: Counts, *, excluded: Sequence[tuple[int, int]] = ()) -> None:
        log_rates = np.log(error_rates(counts))
        for one, other in excluded:
            log_rates[one, other] = log_rates[other, one] = _EXCLUDED
        # One row per written choice.
        self._log_rates = np.ascontiguousarray(log_rates.T.astype(np.float32))

    def candidates(self, log_p: Floats32, written: UInts8) -> Candidates:
        """The candidates, given the log probability of each choice in its context."""
        each = np.arange(len(written))
        posterior = log_p + self._log_rates[written]
        of_written = posterior[each, written]
        posterior[each, written] = _EXCLUDED
        best = posterior.argmax(axis=1)
        others = np.log(np.exp(posterior).sum(axis=1) + np.float32(1e-30))
        posterior[each, written] = of_written
        return Candidates(
            written=written,
            best=best.astype(np.uint8),
            log_odds=others - of_written,
            log_written=log_p[each, written],
            log_best=log_p[each, best],
            posterior=posterior,
        )
