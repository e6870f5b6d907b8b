"""F against the annotator who agrees best with the system, chosen for each sentence.

Dahlmeier and Ng (2012); Bryant, Felice and Briscoe (2017). As in ERRANT, the annotator of a
sentence is the one that gives the highest F over all sentences so far; ties go to more hits,
then to fewer false alarms, then to fewer misses, then to the first annotator.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.figure import f_name, f_score
from solecism.numeric.arrays import Floats
from solecism.rank.evidence import Evidence


@dataclass(frozen=True, slots=True)
class BestAnnotatorF:
    """F against the best annotator, of all of them or of the first `n_annotators`."""

    beta: float = 0.5
    n_annotators: int | None = None

    @property
    def name(self) -> str:
        """The name of the score with its beta."""
        of = f" of {self.n_annotators}" if self.n_annotators else ""
        return f"{f_name(self.beta)}, best{of}"

    def statistics(self, evidence: Evidence) -> Floats:
        """Hits, edits of the system and edits of the chosen annotator."""
        by_annotator = evidence.by_annotator[: self.n_annotators]
        counts = np.stack(
            [_counts(evidence, made.astype(np.float64)) for made in by_annotator], axis=2
        )
        return chosen(counts, self.beta)

    def value(self, sums: Floats) -> Floats:
        """F of the sums; 1 for a system without edits where no annotator has any."""
        with np.errstate(invalid="ignore"):
            f = f_score(sums[..., 0], sums[..., 1], sums[..., 2], self.beta)
        return np.where(np.isnan(f), 1.0, f)


def chosen(counts: Floats, beta: float) -> Floats:
    """The counts of the best annotator (systems x sentences x annotators x 3 to ... x 3)."""
    n_systems, n_sentences = counts.shape[:2]
    best = np.zeros((n_systems, n_sentences, 3))
    totals = np.zeros((n_systems, 1, 3))
    rows = np.arange(n_systems)
    for number in range(n_sentences):
        own = counts[:, number]
        hits, flagged, wanted = np.moveaxis(totals + own, -1, 0)
        with np.errstate(invalid="ignore"):
            f = np.nan_to_num(f_score(hits, flagged, wanted, beta), nan=1.0)
        order = np.lexsort((wanted - hits, flagged - hits, -hits, -f.round(12)), axis=-1)
        best[:, number] = own[rows, order[:, 0]]
        totals += best[:, number, None]
    return best


def _counts(evidence: Evidence, is_wanted: Floats) -> Floats:
    """Hits, edits of the system and edits of one annotator per sentence."""
    hits = evidence.per_sentence(is_wanted)
    flagged = evidence.per_sentence(np.ones_like(is_wanted))
    wanted = np.bincount(evidence.sentence, is_wanted, minlength=evidence.n_sentences)
    return np.stack([hits, flagged, np.broadcast_to(wanted, hits.shape)], axis=-1)
