"""GLEU: n-grams shared with a reference, less those kept from the source that it does not have.

Napoles, Sakaguchi, Post and Tetreault (2015), "Ground truth for grammatical error correction
metrics", in the version without tuning (2016). For n = 1 to 4, over the n-grams of an output,

    matches = those in the reference - those in the source but not in the reference, at least 0

GLEU is the geometric mean of matches per n-gram, times BLEU's penalty for short outputs. Where
there are several references, Napoles et al. draw one per sentence, many times; here the
statistics are averaged over all references, which is what the draws come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats, Ints
from solecism.rank.evidence import Evidence, Words


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
            statistics[:, number] = _sentence(source, outputs, references, self.order)
        return statistics

    def value(self, sums: Floats) -> Floats:
        """GLEU of the sums; 0 where there is no match of some length."""
        lengths, references = sums[..., 0], sums[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.log(sums[..., 2::2] / sums[..., 3::2]).mean(axis=-1)
            brevity = np.minimum(0.0, 1 - references / lengths)
            return np.asarray(np.nan_to_num(np.exp(precision + brevity), nan=0.0))


def _sentence(
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
        counts = _counts([source, *texts], n)
        matches = _matches(counts[0], counts[1:], counts[1:][is_reference])
        columns += [matches @ weights[is_reference], np.maximum(lengths + 1 - n, 0)]
    return np.column_stack(columns)[of_outputs]


def _matches(source: Ints, outputs: Ints, references: Ints) -> Floats:
    """The matches of each output with each reference."""
    kept = np.where(references > 0, 0, source)
    shared = np.minimum(outputs[:, None], references).sum(axis=-1)
    wrong = np.minimum(outputs[:, None], kept).sum(axis=-1)
    return np.asarray(np.maximum(shared - wrong, 0), dtype=np.float64)


def _counts(texts: Sequence[Words], n: int) -> Ints:
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
