"""Sums over edits: a reward or a cost for each edit, by the share of annotators who made it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats
from solecism.rank.evidence import Evidence


@dataclass(frozen=True, slots=True)
class ShareMinusCost:
    """The sum over edits of the share of annotators who made them, less a cost per edit."""

    cost: float = 0.15

    @property
    def name(self) -> str:
        """The name of the score with its cost."""
        return f"share - {self.cost:g}"

    def statistics(self, evidence: Evidence) -> Floats:
        """The sum per sentence."""
        return evidence.per_sentence(evidence.share - self.cost)[..., None]

    def value(self, sums: Floats) -> Floats:
        """The sum itself."""
        return sums[..., 0]


@dataclass(frozen=True, slots=True)
class AnyMinusNone:
    """The number of edits that any annotator made, less a cost per edit that none made."""

    cost: float = 0.5

    @property
    def name(self) -> str:
        """The name of the score with its cost."""
        return f"any - {self.cost:g} none"

    def statistics(self, evidence: Evidence) -> Floats:
        """The sum per sentence."""
        return evidence.per_sentence(np.where(evidence.share > 0, 1.0, -self.cost))[..., None]

    def value(self, sums: Floats) -> Floats:
        """The sum itself."""
        return sums[..., 0]
