"""Graded gain: how much a system's edits improve a sentence for its readers.

For a sentence whose edits i were made by a share p_i of the annotators,

    gain = sum over i of p_i ** (1/3)  -  4/5 if some edit was made by no annotator

and the score is the mean over sentences, so it does not depend on how many there are. An edit
that all annotators made counts 1, one that one of ten made counts 0.46: it is optional, but
welcome. Edits that nobody made disturb a reader once per sentence: whoever has noticed that a
sentence was changed without need loses little by a second such change, and a fluent rewrite is
not punished word by word. docs/ranking.md shows how the two constants were chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats
from solecism.rank.evidence import Evidence


@dataclass(frozen=True, slots=True)
class GradedGain:
    """The mean gain per sentence.

    Each edit that a share p of the annotators made counts p ** `power`; a sentence with edits
    that nobody made loses `cost`.
    """

    power: float = 1 / 3
    cost: float = 0.8

    @property
    def name(self) -> str:
        """The name of the score."""
        return "graded gain"

    @property
    def signature(self) -> str:
        """The constants of the score."""
        return f"gain|power:{self.power:.3g}|cost:{self.cost:g}|unwanted:once"

    def statistics(self, evidence: Evidence) -> Floats:
        """The gain of each sentence, and 1 to count it."""
        share = evidence.share
        is_wanted = share > 0
        wanted = evidence.per_sentence(np.where(is_wanted, share, 1.0) ** self.power * is_wanted)
        has_unwanted = evidence.per_sentence((~is_wanted).astype(np.float64)) > 0
        gain = wanted - self.cost * has_unwanted
        return np.stack([gain, np.ones_like(gain)], axis=-1)

    def value(self, sums: Floats) -> Floats:
        """The mean over sentences."""
        return np.asarray(sums[..., 0] / sums[..., 1])
