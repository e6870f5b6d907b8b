"""Both context models of nouns; the network is asked where the other doubts a half of the choice.

A noun's determiner and number together are seldom sure, but each often is, given the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.arrays import Floats32
from solecism.detect.articles.choice import DETERMINER, NUMBER, Choices, divided
from solecism.detect.choice.blend import Blend
from solecism.locate.preposition_columns import Hashes

# A half of the choice is as good as right from this log probability on.
_SURE = float(np.log(0.75))


@dataclass(frozen=True, slots=True, eq=False)
class NounBlend(Blend):
    """Maximum entropy and the network, as in `Blend`."""

    def doubts(self, contexts: Hashes, written: Choices) -> Floats32:
        """The choices' log probabilities, by the first alone where it is sure of both halves."""
        log_p = self.maxent.log_probabilities(contexts)
        is_doubtful = np.zeros(len(written), dtype=bool)
        for decision in (DETERMINER, NUMBER):
            chosen, others = divided(log_p, written, decision)
            is_doubtful |= others[np.arange(len(chosen)), chosen] < _SURE
        log_p[is_doubtful] = self.blended(log_p[is_doubtful], contexts[is_doubtful])
        return log_p
