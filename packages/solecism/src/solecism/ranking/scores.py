"""The scores of systems against annotators that are compared with people's rankings.

A score gives statistics per system and sentence that add up, and a value for their sums; so a
resample of sentences costs one matrix product.

Best-annotator F is against the annotator who agrees best with the system, chosen for each sentence
(Dahlmeier and Ng 2012; Bryant, Felice and Briscoe 2017). As in ERRANT, that is the one that gives
the highest F over all sentences so far; ties go to more hits, then to fewer false alarms, then to
fewer misses, then to the first annotator.

In graded F every edit is right by the share of annotators who made it; the sums over edits have a
reward or a cost for each edit, by the same share.

Graded gain is how much a system's edits improve a sentence for its readers. For a sentence whose
edits i were made by a share p_i of the annotators,

    gain = sum over i of p_i ** (1/3)  -  4/5 if some edit was made by no annotator

and the score is the mean over sentences, so it does not depend on how many there are. An edit that
all annotators made counts 1, one that one of ten made counts 0.46: it is optional, but welcome.
Edits that nobody made disturb a reader once per sentence: whoever has noticed that a sentence was
changed without need loses little by a second such change, and a fluent rewrite is not punished word
by word. docs/ranking.md shows how the two constants were chosen.

GLEU counts n-grams shared with a reference, less those kept from the source that it does not have
(Napoles, Sakaguchi, Post and Tetreault 2015, "Ground truth for grammatical error correction
metrics", in the version without tuning, 2016). For n = 1 to 4, over the n-grams of an output,

    matches = those in the reference - those in the source but not in the reference, at least 0

GLEU is the geometric mean of matches per n-gram, times BLEU's penalty for short outputs. Where
there are several references, Napoles et al. draw one per sentence, many times; here the statistics
are averaged over all references, which is what the draws come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from solecism.errors import InputError
from solecism.figure import f_name, f_score
from solecism.numeric import Floats, Ints
from solecism.ranking.evidence import Evidence, Words


class SystemMetric(Protocol):
    """A score of systems against annotators, by name; higher is better."""

    @property
    def name(self) -> str:
        """The name of the score with its constants."""

    def statistics(self, evidence: Evidence) -> Floats:
        """The statistics that are summed (systems x sentences x statistics)."""

    def value(self, sums: Floats) -> Floats:
        """The score for sums of the statistics (... x statistics)."""


def metric_values(score: SystemMetric, evidence: Evidence) -> Floats:
    """The score of each system on all sentences."""
    return score.value(score.statistics(evidence).sum(axis=1))


@dataclass(frozen=True, slots=True)
class BestAnnotatorF:
    """F against the best annotator, of all of them or of the first `n_annotators`."""

    beta: float = 0.5
    n_annotators: int | None = None

    @property
    def name(self) -> str:
        """The name of the score with its beta."""
        of = f" of the first {self.n_annotators}" if self.n_annotators else ""
        return f"{f_name(self.beta)}, best{of}"

    def statistics(self, evidence: Evidence) -> Floats:
        """Hits, edits of the system and edits of the chosen annotator."""
        by_annotator = evidence.by_annotator[: self.n_annotators]
        counts = np.stack(
            [_annotator_counts(evidence, made.astype(np.float64)) for made in by_annotator], axis=2
        )
        return best_annotator_counts(counts, self.beta)

    def value(self, sums: Floats) -> Floats:
        """F of the sums; 1 for a system without edits where no annotator has any."""
        with np.errstate(invalid="ignore"):
            f = f_score(sums[..., 0], sums[..., 1], sums[..., 2], self.beta)
        return np.where(np.isnan(f), 1.0, f)


def best_annotator_counts(counts: Floats, beta: float) -> Floats:
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


def _annotator_counts(evidence: Evidence, is_wanted: Floats) -> Floats:
    """Hits, edits of the system and edits of one annotator per sentence."""
    hits = evidence.per_sentence(is_wanted)
    flagged = evidence.per_sentence(np.ones_like(is_wanted))
    wanted = np.bincount(evidence.sentence, is_wanted, minlength=evidence.n_sentences)
    return np.stack([hits, flagged, np.broadcast_to(wanted, hits.shape)], axis=-1)


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


@dataclass(frozen=True, slots=True)
class Gleu:
    """GLEU with n-grams of up to `order` words."""

    order: int = 4

    @property
    def name(self) -> str:
        """The name of the score."""
        return "GLEU"

    def statistics(self, evidence: Evidence) -> Floats:
        """Words of output and reference, then matches and n-grams for each n."""
        shape = len(evidence.systems), evidence.n_sentences, 2 + 2 * self.order
        statistics = np.zeros(shape)
        for number, source in enumerate(evidence.sources):
            outputs = [lines[number] for lines in evidence.outputs]
            references = [lines[number] for lines in evidence.references]
            statistics[:, number] = _gleu_statistics(source, outputs, references, self.order)
        return statistics

    def value(self, sums: Floats) -> Floats:
        """GLEU of the sums; 0 where there is no match of some length."""
        lengths, references = sums[..., 0], sums[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.log(sums[..., 2::2] / sums[..., 3::2]).mean(axis=-1)
            brevity = np.minimum(0.0, 1 - references / lengths)
            return np.asarray(np.nan_to_num(np.exp(precision + brevity), nan=0.0))


def _gleu_statistics(
    source: Words, outputs: Sequence[Words], references: Sequence[Words], order: int
) -> Floats:
    """The statistics of each output, averaged over the references."""
    texts = list(dict.fromkeys([*outputs, *references]))
    place = {words: number for number, words in enumerate(texts)}
    of_outputs = [place[words] for words in outputs]
    counts_of_references = np.bincount([place[words] for words in references], minlength=len(texts))
    weights = counts_of_references / len(references)
    is_reference = weights > 0
    lengths = np.array([len(words) for words in texts], dtype=np.float64)
    columns = [lengths, np.full(len(texts), lengths @ weights)]
    for n in range(1, order + 1):
        counts = _ngram_counts([source, *texts], n)
        matches = _gleu_matches(counts[0], counts[1:], counts[1:][is_reference])
        columns += [matches @ weights[is_reference], np.maximum(lengths + 1 - n, 0)]
    return np.column_stack(columns)[of_outputs]


def _gleu_matches(source: Ints, outputs: Ints, references: Ints) -> Floats:
    """The matches of each output with each reference."""
    kept = np.where(references > 0, 0, source)
    shared = np.minimum(outputs[:, None], references).sum(axis=-1)
    wrong = np.minimum(outputs[:, None], kept).sum(axis=-1)
    return np.asarray(np.maximum(shared - wrong, 0), dtype=np.float64)


def _ngram_counts(texts: Sequence[Words], n: int) -> Ints:
    """How often each n-gram of any of the texts is in each of them (texts x n-grams)."""
    counters = [Counter(zip(*(words[i:] for i in range(n)), strict=False)) for words in texts]
    place: dict[tuple[str, ...], int] = {}
    for counter in counters:
        for ngram in counter:
            place.setdefault(ngram, len(place))
    counts = np.zeros((len(texts), len(place)), dtype=np.int64)
    for row, counter in zip(counts, counters, strict=True):
        row[[place[ngram] for ngram in counter]] = list(counter.values())
    return counts


RECOMMENDED = GradedGain()
SCORES: dict[str, SystemMetric] = {
    "gain": RECOMMENDED,
    "best-of-2": BestAnnotatorF(n_annotators=2),
    "best": BestAnnotatorF(),
    "graded-f0.5": GradedF(0.5),
    "graded-f1": GradedF(1),
    "graded-f2": GradedF(2),
    "share": ShareMinusCost(),
    "any": AnyMinusNone(),
    "gleu": Gleu(),
}


CURVE_SCORES = ("gain", "graded-f0.5", "best")
"""The scores that are shown by number of annotators."""


def scores_by_name(names: tuple[str, ...] = ()) -> list[SystemMetric]:
    """The scores with these names; all scores if no name is given."""
    for name in names:
        if name not in SCORES:
            raise InputError(f"{name!r} is not a score. The scores are {', '.join(SCORES)}.")
    return [SCORES[name] for name in names or SCORES]
