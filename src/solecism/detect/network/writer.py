"""How probable errors are in a text, by how many it seems to have.

Saerens et al. (2002) estimate from a text's own probabilities how frequent a class is in it, and
shift their odds by that frequency over the usual one. This is the first step of their iteration,
drawn to the usual frequency as if so many more errors had been seen, and raised to a power that is
learnt from texts of learners and of native writers. Further steps go too far: they end with no
errors at all in the essays of good learners, whose correct sentences differ, too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats, Ints
from solecism.numeric.link_functions import expit, logit

# Log odds are shifted in steps of 1/32, which change a probability by at most 0.004: an edit of a
# long text then leaves most findings elsewhere in it exactly as they were, and they can be kept.
_STEPS = 32


@dataclass(frozen=True, slots=True)
class Writer:
    """What is usual for a writer, and how far one text may differ from it.

    `rate` is the mean probability of an error per place in learners' text, `strength` the number
    of errors that it counts for, and `power` that of the ratio by which odds are multiplied.
    """

    rate: float = 0.0
    strength: float = 1.0
    power: float = 0.0

    def shifted(self, p: Floats, documents: Ints, *, rate: float | None = None) -> Floats:
        """The probabilities of errors at places of texts, given all places of each text."""
        n_errors = np.asarray(np.bincount(documents, p), np.float64)
        shifts = self.shifts(n_errors, np.bincount(documents), rate=rate)
        return expit(logit(p) + shifts[documents])

    def shifts(
        self, n_errors: Floats, n_places: Floats | Ints, *, rate: float | None = None
    ) -> Floats:
        """How far the log odds of all errors of each text are shifted, in steps.

        `n_errors` are the sums of the probabilities of errors at all places of each text.

        >>> usual = Writer(rate=0.3, strength=0.4, power=1.0)
        >>> usual.shifts(np.array([1.0, 1.01, 0.2]), np.array([2, 2, 2])).tolist()
        [0.34375, 0.34375, -0.5]
        """
        shifts = self.power * self._log_ratios(n_errors, n_places, rate=rate)
        return np.asarray(np.round(shifts * _STEPS) / _STEPS)

    def log_ratios(self, p: Floats, documents: Ints) -> Floats:
        """For each place, the logarithm of its text's errors over the usual number of them.

        >>> p, usual = np.array([0.5, 0.5, 0.1, 0.1]), Writer(rate=0.3, strength=0.4)
        >>> np.exp(usual.log_ratios(p, np.array([0, 0, 1, 1]))).round(2).tolist()
        [1.4, 1.4, 0.6, 0.6]
        """
        n_errors = np.asarray(np.bincount(documents, p), np.float64)
        return np.asarray(self._log_ratios(n_errors, np.bincount(documents))[documents])

    def _log_ratios(
        self, n_errors: Floats, n_places: Floats | Ints, *, rate: float | None = None
    ) -> Floats:
        n_usual = n_places * (self.rate if rate is None else rate) + self.strength
        return np.asarray(np.log((n_errors + self.strength) / n_usual))
