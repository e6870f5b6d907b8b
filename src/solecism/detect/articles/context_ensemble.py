"""The ensemble of context models for nouns, whose choice has two halves.

The determiner and number of a noun together are seldom certain, but each often is, given the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.detect.articles.choice import DETERMINER, NUMBER, Choices, divided
from solecism.detect.choice.context_ensemble import ContextEnsemble
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Floats32

# From this log probability on, one half of the choice is taken to be right.
_CONFIDENT = float(np.log(0.75))


@dataclass(frozen=True, slots=True, eq=False)
class NounContextEnsemble(ContextEnsemble):
    """Maximum entropy and the network, as in `ContextEnsemble`."""

    def screened_log_probabilities(self, contexts: Hashes, written: Choices) -> Floats32:
        """Log probabilities, by maximum entropy alone where it finds both halves probable."""
        log_p = self.maxent.log_probabilities(contexts)
        is_uncertain = np.zeros(len(written), dtype=bool)
        for decision in (DETERMINER, NUMBER):
            chosen, alternatives = divided(log_p, written, decision)
            is_uncertain |= alternatives[np.arange(len(chosen)), chosen] < _CONFIDENT
        log_p[is_uncertain] = self.combined(log_p[is_uncertain], contexts[is_uncertain])
        return log_p
