"""The strong detector: the probabilities of the network at every word and gap, as flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from solecism.detect.network.kinds import KINDS, kind_of
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.read import Reading, read
from solecism.detect.network.repairs import FLAGGED, GROUPS, INSERT, Repair
from solecism.detect.network.site_probabilities import SiteProbability, probability_tables
from solecism.detect.network.suggest import suggestions
from solecism.detect.network.tuning import LEARNERS, NEVER, Tuning
from solecism.flag import Flag
from solecism.locate.sites import located
from solecism.numeric.arrays import Floats, Floats32
from solecism.sentence import Sentence
from solecism.site import id_of
from solecism.system.batches import batches

# The flags of a sentence by the start, end and kind of their sites.
_FlagsBySite = dict[tuple[int, int, str], Flag]


class StrongDetector:
    """Flags places where the probability of an error reaches the threshold of its group.

    A tuning for the network and a second detector needs the probabilities of that detector besides.
    """

    kinds = KINDS

    def __init__(
        self,
        model: StrongModel | None = None,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
        name: str = "strong",
        tuning: Tuning | None = None,
    ) -> None:
        self.name = name
        self._model = bundled() if model is None else model
        self._tuning = self._model.tuning if tuning is None else tuning
        thresholds = self._tuning.thresholds(
            precision=precision, threshold=threshold, register=register
        )
        self._thresholds = np.array(
            [thresholds[group] if group in FLAGGED else NEVER for group in GROUPS]
        )
        self._words, self._gaps = self._model.repairs.words, self._model.repairs.gaps
        self._word_members, self._gap_members = _members(self._words), _members(self._gaps)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per preposition, determiner and noun, and per error elsewhere."""
        for batch in batches(sentences):
            for flags in self.by_sentence(batch):
                yield from flags

    def by_sentence(
        self,
        sentences: Sequence[Sentence],
        second: Sequence[Sequence[SiteProbability]] | None = None,
    ) -> Iterator[list[Flag]]:
        """The flags of each sentence; all sentences are read together.

        `second` are the probabilities by a second detector, sentence by sentence.
        """
        if not sentences:
            return
        reading = self.reading(sentences)
        p_words, p_gaps = self._probabilities(reading, second)
        errors = self._errors(sentences, reading, p_words, p_gaps)
        for sentence, start, wrong in zip(sentences, reading.places.tolist(), errors, strict=False):
            flags = _flags_without_errors(sentence, self.name, p_words[start:]) | wrong
            yield [flags[key] for key in sorted(flags, key=lambda key: key[:2])]

    def reading(self, sentences: Sequence[Sentence]) -> Reading:
        """The probabilities of all repairs by the network."""
        return read([each.words for each in sentences], self._model.session, self._model.pieces)

    def group_probabilities(self, reading: Reading) -> tuple[Floats, Floats]:
        """The uncalibrated probability of an error of each group, per word and per gap."""
        words = (reading.words @ self._word_members).astype(np.float64)
        words[reading.places[1:] - 1] = 0
        return words, (reading.gaps @ self._gap_members).astype(np.float64)

    def _probabilities(
        self, reading: Reading, second: Sequence[Sequence[SiteProbability]] | None
    ) -> tuple[Floats, Floats]:
        """The probability of an error of each group, per word and per gap."""
        second_p = (None, None) if second is None else probability_tables(second, reading.places)
        words, gaps = (
            probabilities(self._tuning, *pair)
            for pair in zip(self.group_probabilities(reading), second_p, strict=True)
        )
        # There is no word at a sentence's end.
        words[reading.places[1:] - 1] = 0
        return words, gaps

    def _errors(
        self, sentences: Sequence[Sentence], reading: Reading, p_words: Floats, p_gaps: Floats
    ) -> list[_FlagsBySite]:
        """The flags of the errors of each sentence."""
        flags: list[_FlagsBySite] = [{} for _ in sentences]
        for is_gap, table in ((False, p_words), (True, p_gaps)):
            flagged = np.where(table >= self._thresholds, table, 0.0)
            rows = np.flatnonzero(flagged.max(axis=1, initial=0.0))
            owners = np.searchsorted(reading.places, rows, side="right") - 1
            for row, owner in zip(rows.tolist(), owners.tolist(), strict=True):
                group = int(flagged[row].argmax())
                p_repairs = (reading.gaps if is_gap else reading.words)[row]
                start = row - int(reading.places[owner])
                end = start if is_gap else start + 1
                p = float(table[row, group])
                flag = self._error(sentences[owner], start, end, GROUPS[group], p_repairs, p)
                flags[owner][start, end, GROUPS[group]] = flag
        return flags

    def _error(
        self,
        sentence: Sentence,
        place: int,
        end: int,
        group: str,
        p_repairs: Floats32,
        p_error: float,
    ) -> Flag:
        is_gap = end == place
        classes = self._gaps if is_gap else self._words
        members = self._gap_members if is_gap else self._word_members
        of_group = p_repairs * members[:, GROUPS.index(group)]
        operation = INSERT if is_gap else _most_probable_operation(of_group, classes)
        fitting = np.where([each.operation == operation for each in classes], of_group, 0)
        readers = self._tuning.groups[group].readers
        return Flag(
            id_of(sentence.id, place, end, group),
            self.name,
            True,
            kind_of(group, operation),
            p_error,
            suggestions(fitting, classes, sentence.words, place, p_error),
            None if readers is None else float(readers(np.array(p_error))),
        )


def probabilities(tuning: Tuning, network_p: Floats, second_p: Floats | None = None) -> Floats:
    """The calibrated probability of an error of each group (column) at each place (row).

    `network_p` is that of the network before calibration, `second_p` that of a second detector, NaN
    where it has none.
    """
    columns = [
        tuning.groups[group].probabilities(
            network_p[:, number], None if second_p is None else second_p[:, number]
        )
        for number, group in enumerate(GROUPS)
    ]
    return np.stack(columns, axis=1)


def _flags_without_errors(sentence: Sentence, system: str, p_words: Floats) -> _FlagsBySite:
    """One flag per preposition, determiner and noun that says that there is no error.

    `p_words` is the probability of an error of each group (column) at each word (row).
    """
    return {
        (site.start, site.end, site.kind): Flag(
            site.id, system, False, None, float(p_words[site.start, GROUPS.index(site.kind)])
        )
        for site in located(sentence)
    }


def _members(classes: Sequence[Repair]) -> Floats32:
    """Which classes (rows) belong to which group (columns)."""
    return np.array([[each.group == group for group in GROUPS] for each in classes], np.float32)


def _most_probable_operation(p_repairs: Floats32, classes: Sequence[Repair]) -> str:
    sums: dict[str, float] = {}
    for p, repair in zip(p_repairs.tolist(), classes, strict=True):
        sums[repair.operation] = sums.get(repair.operation, 0.0) + p
    return max(sums, key=lambda operation: sums[operation])
