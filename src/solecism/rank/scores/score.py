"""The protocol of scores: statistics that add up over sentences, and a value for their sums."""

from __future__ import annotations

from typing import Protocol

from solecism.numeric.arrays import Floats
from solecism.rank.evidence import Evidence


class Score(Protocol):
    """A score of systems against annotators, by name; higher is better."""

    @property
    def name(self) -> str:
        """The name of the score with its constants."""

    def statistics(self, evidence: Evidence) -> Floats:
        """The statistics that are summed (systems x sentences x statistics)."""

    def value(self, sums: Floats) -> Floats:
        """The score for sums of the statistics (... x statistics)."""


def values(score: Score, evidence: Evidence) -> Floats:
    """The score of each system on all sentences."""
    return score.value(score.statistics(evidence).sum(axis=1))
