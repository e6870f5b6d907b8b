"""Data to tune a network on: probabilities before calibration, and annotators' corrections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.detector import Detector
from solecism.detect.network.detector import StrongDetector
from solecism.detect.network.model import StrongModel
from solecism.detect.network.repairs import GROUPS, INSERT, repairs_of
from solecism.detect.network.site_probabilities import probability_tables, site_probabilities
from solecism.edit import Edit
from solecism.numeric.arrays import Bools, Floats, Ints
from solecism.sentence import Sentence
from solecism.system.batches import batches


@dataclass(frozen=True, slots=True, eq=False)
class TuningData:
    """One row per word, then one per gap; one column per group of errors.

    `network_p` is the probability of an error by the network, before calibration, and `second_p`
    that by a second detector, NaN where it has none. `counts` is how many annotators corrected an
    error there; `owners` has the number of the sentence that each row belongs to.
    """

    network_p: Floats
    second_p: Floats
    counts: Ints
    owners: Ints

    @property
    def is_error(self) -> Bools:
        """Whether any annotator corrected an error there."""
        return self.counts > 0

    @property
    def n_words(self) -> float:
        """The number of words and sentence ends: words and gaps have a row each."""
        return len(self.network_p) / 2

    def without_second(self) -> TuningData:
        """The same data without the second detector."""
        return replace(self, second_p=np.full_like(self.second_p, np.nan))


def tuning_data(
    model: StrongModel,
    sentences: Sequence[Sentence],
    second: Detector | None = None,
    *,
    n_annotators: int = 1,
) -> TuningData:
    """The data of sentences and their first annotators; a second detector needs them annotated.

    An annotator counts once per place and group.
    """
    places = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
    counts = np.zeros((2, places[-1], len(GROUPS)), np.int64)
    for number, sentence in enumerate(sentences):
        for annotation in sentence.annotations[:n_annotators]:
            for is_gap, place, group in _corrected(annotation.edits):
                counts[is_gap, places[number] + place, group] += 1
    parts = _probabilities(model, sentences, second) or [_EMPTY]
    network_p, second_p = (
        np.concatenate([part for side in zip(*pairs, strict=True) for part in side])
        for pairs in zip(*parts, strict=True)
    )
    owners = np.tile(np.repeat(np.arange(len(sentences)), np.diff(places)), 2)
    return TuningData(network_p, second_p, np.concatenate(list(counts)), owners)


_NOTHING = np.zeros((0, len(GROUPS)))
# The probabilities by the network and by the second detector, each of words and of gaps.
_Part = tuple[tuple[Floats, Floats], tuple[Floats, Floats]]
_EMPTY: _Part = ((_NOTHING, _NOTHING), (_NOTHING, _NOTHING))


def _probabilities(
    model: StrongModel, sentences: Sequence[Sentence], second: Detector | None
) -> list[_Part]:
    detector = StrongDetector(model, threshold=1.0)
    parts = []
    for batch in batches(sentences):
        reading = detector.reading(batch)
        sites = [()] * len(batch) if second is None else site_probabilities(second, batch)
        second_p = probability_tables(sites, reading.places)
        parts.append((detector.group_probabilities(reading), second_p))
    return parts


def _corrected(edits: Sequence[Edit]) -> set[tuple[int, int, int]]:
    """Whether each place that an annotator corrects is a gap, its number, and that of the group."""
    return {
        (int(repair.operation == INSERT), place, GROUPS.index(repair.group))
        for place, repair in repairs_of(edits)
    }
