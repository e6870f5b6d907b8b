"""Sentences as the network, a second detector and their annotators see them, place by place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.arrays import Bools, Floats, Ints
from solecism.batches import batches
from solecism.detect.detector import Detector
from solecism.detect.network.detector import StrongDetector
from solecism.detect.network.model import StrongModel
from solecism.detect.network.opinions import heard, tables
from solecism.detect.network.repairs import GROUPS, INSERT, repairs_of
from solecism.edit import Edit
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """At each word, then at each gap: shares and opinions of each group, and how many object.

    The shares are the network's, the opinions a second detector's, nan where it is silent. `owners`
    has the number of the sentence that each row is of.
    """

    shares: Floats
    opinions: Floats
    counts: Ints
    owners: Ints

    @property
    def is_error(self) -> Bools:
        """What anybody objects to."""
        return self.counts > 0

    @property
    def n_words(self) -> float:
        """How many words there are, and ends of sentences: words and gaps have a row each."""
        return len(self.shares) / 2

    def alone(self) -> Judged:
        """The same where there is no second detector."""
        return replace(self, opinions=np.full_like(self.opinions, np.nan))


def judged(
    model: StrongModel,
    sentences: Sequence[Sentence],
    second: Detector | None = None,
    *,
    n_annotators: int = 1,
) -> Judged:
    """Sentences as the network and their first annotators see them; tagged, for a second detector.

    Every annotator objects at most once to a place.
    """
    places = np.cumsum([0, *(len(sentence.words) + 1 for sentence in sentences)])
    counts = np.zeros((2, places[-1], len(GROUPS)), np.int64)
    for number, sentence in enumerate(sentences):
        for annotation in sentence.annotations[:n_annotators]:
            for is_gap, place, group in _objected(annotation.edits):
                counts[is_gap, places[number] + place, group] += 1
    parts = _parts(model, sentences, second) or [_EMPTY]
    shares, said = (
        np.concatenate([part for side in zip(*pairs, strict=True) for part in side])
        for pairs in zip(*parts, strict=True)
    )
    owners = np.tile(np.repeat(np.arange(len(sentences)), np.diff(places)), 2)
    return Judged(shares, said, np.concatenate(list(counts)), owners)


_NOTHING = np.zeros((0, len(GROUPS)))
# Shares and opinions, each of words and of gaps.
_Part = tuple[tuple[Floats, Floats], tuple[Floats, Floats]]
_EMPTY: _Part = ((_NOTHING, _NOTHING), (_NOTHING, _NOTHING))


def _parts(
    model: StrongModel, sentences: Sequence[Sentence], second: Detector | None
) -> list[_Part]:
    detector = StrongDetector(model, threshold=1.0)
    found = []
    for batch in batches(sentences):
        reading = detector.reading(batch)
        said = [()] * len(batch) if second is None else heard(second, batch)
        found.append((detector.shares(reading), tables(said, reading.places)))
    return found


def _objected(edits: Sequence[Edit]) -> set[tuple[int, int, int]]:
    """The places where one annotator objects: gap or word, which, and of which group."""
    return {
        (int(repair.operation == INSERT), place, GROUPS.index(repair.group))
        for place, repair in repairs_of(edits)
    }
