"""What learners write for what they should: counts of confusions, and odds of an error by them.

A noisy channel: the context tells how probable each preposition is, the confusions how often a
learner who should have written it writes this one. Rozovskaya and Roth (2010) put such priors
into training; here they also weigh the candidates when a text is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
from solecism.corrupt.tables.error_rates import Counts, error_rates
from solecism.locate.preposition_choice import CHOICE_OF

_NEVER = -99.0
# The paper does not flag antonyms: both fit wherever one does, and mean the opposite.
ANTONYMS = tuple(
    (CHOICE_OF[one], CHOICE_OF[other])
    for one, other in (
        ("with", "without"),
        ("before", "after"),
        ("to", "from"),
        ("over", "under"),
        ("on", "off"),
        ("since", "until"),
        ("for", "against"),
        ("into", "from"),
        ("behind", "before"),
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """At each site: the writer's choice, the best other, and the log odds of an error.

    `log_written` and `log_best` are what the context alone says of the writer's choice and of
    the best other. `posterior` has the logarithm of each choice's share, the writer's included.
    """

    written: npt.NDArray[np.uint8]
    best: npt.NDArray[np.uint8]
    log_odds: Floats32
    log_written: Floats32
    log_best: Floats32
    posterior: Floats32


class Channel:
    """Error rates at work; choices of a pair of `never` are not taken for each other."""

    def __init__(self, counts: Counts, *, never: Sequence[tuple[int, int]] = ANTONYMS) -> None:
        log_rates = np.log(error_rates(counts))
        for one, other in never:
            log_rates[one, other] = log_rates[other, one] = _NEVER
        # A row for each written choice.
        self._log_rates = np.ascontiguousarray(log_rates.T.astype(np.float32))

    def candidates(self, log_p: Floats32, written: npt.NDArray[np.uint8]) -> Candidates:
        """The candidates, given what the context says of each choice."""
        each = np.arange(len(written))
        posterior = log_p + self._log_rates[written]
        own = posterior[each, written]
        posterior[each, written] = _NEVER
        best = posterior.argmax(axis=1)
        others = np.log(np.exp(posterior).sum(axis=1) + np.float32(1e-30))
        posterior[each, written] = own
        return Candidates(
            written=written,
            best=best.astype(np.uint8),
            log_odds=others - own,
            log_written=log_p[each, written],
            log_best=log_p[each, best],
            posterior=posterior,
        )
