"""Graded F: every edit is right by the share of annotators who made it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.figure import f_name, f_score
from solecism.numeric.arrays import Floats
from solecism.rank.evidence import Evidence


@dataclass(frozen=True, slots=True)
class GradedF:
    """F of hits in parts: precision is the mean share of a system's edits."""

    beta: float = 0.5

    @property
    def name(self) -> str:
        """The name of the score with its beta."""
        return f"graded {f_name(self.beta)}"

    def statistics(self, evidence: Evidence) -> Floats:
        """Hits, edits of the system, and edits of the annotators (as shares)."""
        share = evidence.share
        hits = evidence.per_sentence(share)
        flagged = evidence.per_sentence(np.ones_like(share))
        wanted = np.bincount(evidence.sentence, share, minlength=evidence.n_sentences)
        return np.stack([hits, flagged, np.broadcast_to(wanted, hits.shape)], axis=-1)

    def value(self, sums: Floats) -> Floats:
        """F of the sums."""
        with np.errstate(invalid="ignore"):
            return f_score(sums[..., 0], sums[..., 1], sums[..., 2], self.beta)
