"""The strong detector: the network's word on every word and gap, as flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from solecism.detect.batches import batches
from solecism.detect.strong.kinds import KINDS, kind_of
from solecism.detect.strong.model import StrongModel, bundled
from solecism.detect.strong.read import Reading, read
from solecism.detect.strong.repairs import FLAGGED, GROUPS, INSERT, Repair
from solecism.detect.strong.suggest import suggestions
from solecism.detect.strong.tuning import LEARNERS, NEVER
from solecism.flag import Flag
from solecism.locate.sites import located
from solecism.sentence import Sentence

Floats = npt.NDArray[np.float64]


class StrongDetector:
    """Flags what is more probably an error than its group's threshold."""

    name = "strong"
    kinds = KINDS

    def __init__(
        self,
        model: StrongModel | None = None,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
    ) -> None:
        self._model = bundled() if model is None else model
        self._tuning = self._model.tuning
        found = self._tuning.thresholds(precision=precision, threshold=threshold, register=register)
        self._thresholds = np.array(
            [found[group] if group in FLAGGED else NEVER for group in GROUPS]
        )
        self._words, self._gaps = self._model.repairs.words, self._model.repairs.gaps
        self._word_members, self._gap_members = _members(self._words), _members(self._gaps)

    @property
    def gate(self) -> float:
        """The doubt of a faster detector from which on a sentence is worth reading."""
        return self._tuning.gate

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at prepositions, determiners and nouns, and wherever an error is."""
        for batch in batches(sentences):
            reading = self.reading(batch)
            tables = [self._calibrated(shares) for shares in self.shares(reading)]
            for number, sentence in enumerate(batch):
                rows = slice(reading.places[number], reading.places[number + 1])
                yield from self._flags(sentence, reading, rows, *(each[rows] for each in tables))

    def reading(self, sentences: Sequence[Sentence]) -> Reading:
        """What the network says."""
        return read([each.words for each in sentences], self._model.session, self._model.pieces)

    def shares(self, reading: Reading) -> tuple[Floats, Floats]:
        """Of each word and each gap, the network's share of each group."""
        words = (reading.words @ self._word_members).astype(np.float64)
        words[reading.places[1:] - 1] = 0
        return words, (reading.gaps @ self._gap_members).astype(np.float64)

    def _calibrated(self, shares: Floats) -> Floats:
        lines = [self._tuning.groups[group].calibration for group in GROUPS]
        return np.stack([line(shares[:, n]) for n, line in enumerate(lines)], axis=1)

    def _flags(
        self, sentence: Sentence, reading: Reading, rows: slice, p_words: Floats, p_gaps: Floats
    ) -> Iterator[Flag]:
        found: dict[tuple[int, int, str], Flag] = {}
        for site in located(sentence):
            p = float(p_words[site.start, GROUPS.index(site.kind)])
            found[site.start, site.end, site.kind] = Flag(site.id, self.name, False, None, p)
        for is_gap, table in ((False, p_words), (True, p_gaps)):
            margin = np.where(table >= self._thresholds, table, 0.0)
            for place in np.flatnonzero(margin.max(axis=1, initial=0.0) > 0).tolist():
                group = GROUPS[int(margin[place].argmax())]
                end = place if is_gap else place + 1
                shares = (reading.gaps if is_gap else reading.words)[rows][place]
                p = float(table[place, GROUPS.index(group)])
                found[place, end, group] = self._error(sentence, place, end, group, shares, p)
        order = sorted(found, key=lambda key: key[:2])
        return iter([found[key] for key in order])

    def _error(
        self,
        sentence: Sentence,
        place: int,
        end: int,
        group: str,
        shares: npt.NDArray[np.float32],
        p_error: float,
    ) -> Flag:
        is_gap = end == place
        classes = self._gaps if is_gap else self._words
        members = self._gap_members if is_gap else self._word_members
        mine = shares * members[:, GROUPS.index(group)]
        total = mine.sum()
        operation = INSERT if is_gap else _likeliest(mine, classes)
        mine = np.where([each.operation == operation for each in classes], mine, 0)
        return Flag(
            f"{sentence.id}:{place}-{end}:{group}",
            self.name,
            True,
            kind_of(group, operation),
            p_error,
            suggestions(mine, classes, sentence.words, place, p_error),
            float(self._tuning.groups[group].readers(total)),
        )


def _members(classes: Sequence[Repair]) -> npt.NDArray[np.float32]:
    """Which classes (rows) are of which group (columns)."""
    return np.array([[each.group == group for group in GROUPS] for each in classes], np.float32)


def _likeliest(shares: npt.NDArray[np.float32], classes: Sequence[Repair]) -> str:
    sums: dict[str, float] = {}
    for share, repair in zip(shares.tolist(), classes, strict=True):
        sums[repair.operation] = sums.get(repair.operation, 0.0) + share
    return max(sums, key=lambda operation: sums[operation])
