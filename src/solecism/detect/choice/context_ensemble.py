"""The maximum-entropy model and the window network as one ensemble: a product of experts.

Each was trained alone, on the same text. Maximum entropy has counted which words occur together;
the network generalises to words that are used alike. Where both are fairly sure, that means more
than either alone (Hinton 2002). Their weights were chosen on examples that neither was trained on.
The network is slower, so it can be restricted to the contexts where maximum entropy gives what was
written a low probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.window_network import WindowNetwork
from solecism.locate.sentence_columns import Hashes
from solecism.numeric.arrays import Floats32, UInts8
from solecism.numeric.link_functions import log_softmax

# From this log probability on, what was written is taken to be right without asking the network.
_CONFIDENT = float(np.log(0.9))


class ContextModel(Protocol):
    """A model of how probable each choice is in a context."""

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """One row per context, one column per choice."""

    def screened_log_probabilities(self, contexts: Hashes, written: UInts8) -> Floats32:
        """The same, but computed roughly where what was written is clearly right."""


@dataclass(frozen=True, slots=True, eq=False)
class ContextEnsemble:
    """Both models, and the weights of their log probabilities."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]

    def log_probabilities(self, contexts: Hashes) -> Floats32:
        """One row per context, one column per choice."""
        return self.combined(self.maxent.log_probabilities(contexts), contexts)

    def screened_log_probabilities(self, contexts: Hashes, written: UInts8) -> Floats32:
        """The same, but by maximum entropy alone where it finds what was written probable."""
        log_p = self.maxent.log_probabilities(contexts)
        is_uncertain = log_p[np.arange(len(written)), written] < _CONFIDENT
        log_p[is_uncertain] = self.combined(log_p[is_uncertain], contexts[is_uncertain])
        return log_p

    def combined(self, log_p: Floats32, contexts: Hashes) -> Floats32:
        """The log probabilities of the ensemble, given those of maximum entropy."""
        of_maxent, of_network = self.weights
        scores = np.float32(of_network) * self.network.scores(contexts)
        scores += np.float32(of_maxent) * log_p
        return log_softmax(scores)


def weights_of(stored: Any) -> tuple[float, float]:
    """The two weights that a file has."""
    of_maxent, of_network = stored
    weights = float(of_maxent), float(of_network)
    if not np.isfinite(weights).all():
        raise ValueError(f"the weights {weights}")
    return weights
