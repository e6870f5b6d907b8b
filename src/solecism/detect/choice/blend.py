"""The maximum-entropy model and the window network together: a product of experts.

Each was trained alone, on the same text. Where the one counts what words stood together, the other
generalises to words that are used alike; both being fairly sure means more than either alone
(Hinton 2002). Their weights were chosen on examples that neither had learnt from.
The network costs more, so it is asked only where the other doubts what was written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.window_network import WindowNetwork
from solecism.link_functions import log_softmax
from solecism.locate.preposition_columns import Hashes

# What was written is as good as right from this log probability on.
SURE = float(np.log(0.9))


class ContextModel(Protocol):
    """What tells from a context alone how probable each choice is."""

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """A row a context, a column a choice."""

    def doubts(self, contexts: Hashes, written: npt.NDArray[np.uint8]) -> Floats32:
        """The same where only doubts about what was written matter."""


@dataclass(frozen=True, slots=True, eq=False)
class Blend:
    """Both models, and how many times the scores of the one and of the other count."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """A row a context, a column a choice."""
        return self.blended(self.maxent.log_probabilities(contexts), contexts)

    def doubts(self, contexts: Hashes, written: npt.NDArray[np.uint8]) -> Floats32:
        """The same, but by the first model alone where it is sure of what was written."""
        log_p = self.maxent.log_probabilities(contexts)
        is_doubtful = log_p[np.arange(len(written)), written] < SURE
        log_p[is_doubtful] = self.blended(log_p[is_doubtful], contexts[is_doubtful])
        return log_p

    def blended(self, log_p: Floats32, contexts: Hashes) -> Floats32:
        """What both say, given what the first says."""
        of_maxent, of_network = self.weights
        scores = np.float32(of_network) * self.network.scores(contexts)
        scores += np.float32(of_maxent) * log_p
        return log_softmax(scores)


def weights_of(found: Any) -> tuple[float, float]:
    """The two weights that a file has."""
    of_maxent, of_network = found
    return float(of_maxent), float(of_network)
