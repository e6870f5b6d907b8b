"""The strong detector: the network's word on every word and gap, as flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats
from solecism.batches import batches
from solecism.detect.network.kinds import KINDS, kind_of
from solecism.detect.network.model import StrongModel, bundled
from solecism.detect.network.opinions import Opinion, tables
from solecism.detect.network.read import Reading, read
from solecism.detect.network.repairs import FLAGGED, GROUPS, INSERT, Repair
from solecism.detect.network.suggest import suggestions
from solecism.detect.network.tuning import LEARNERS, NEVER, Tuning
from solecism.flag import Flag
from solecism.locate.sites import located
from solecism.sentence import Sentence

# The flags of a sentence by the first and last word and the kind of their sites.
Found = dict[tuple[int, int, str], Flag]


class StrongDetector:
    """Flags what is more probably an error than its group's threshold.

    A tuning for the network and a second detector takes that one's opinions with the sentences.
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
        found = self._tuning.thresholds(precision=precision, threshold=threshold, register=register)
        self._thresholds = np.array(
            [found[group] if group in FLAGGED else NEVER for group in GROUPS]
        )
        self._words, self._gaps = self._model.repairs.words, self._model.repairs.gaps
        self._word_members, self._gap_members = _members(self._words), _members(self._gaps)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at prepositions, determiners and nouns, and wherever an error is."""
        for batch in batches(sentences):
            for found in self.by_sentence(batch):
                yield from found

    def by_sentence(
        self, sentences: Sequence[Sentence], heard: Sequence[Sequence[Opinion]] | None = None
    ) -> Iterator[list[Flag]]:
        """The flags of each sentence, all of which are read together.

        `heard` is what a second detector says of each.
        """
        if not sentences:
            return
        reading = self.reading(sentences)
        p_words, p_gaps = self._probabilities(reading, heard)
        errors = self._errors(sentences, reading, p_words, p_gaps)
        for sentence, start, wrong in zip(sentences, reading.places.tolist(), errors, strict=False):
            right = _right_sites(sentence, self.name, p_words[start:])
            found = right | wrong
            yield [found[key] for key in sorted(found, key=lambda key: key[:2])]

    def reading(self, sentences: Sequence[Sentence]) -> Reading:
        """What the network says."""
        return read([each.words for each in sentences], self._model.session, self._model.pieces)

    def shares(self, reading: Reading) -> tuple[Floats, Floats]:
        """Of each word and each gap, the network's share of each group."""
        words = (reading.words @ self._word_members).astype(np.float64)
        words[reading.places[1:] - 1] = 0
        return words, (reading.gaps @ self._gap_members).astype(np.float64)

    def _probabilities(
        self, reading: Reading, heard: Sequence[Sequence[Opinion]] | None
    ) -> tuple[Floats, Floats]:
        """Of each word and each gap, how probable an error of each group is."""
        said = (None, None) if heard is None else tables(heard, reading.places)
        words, gaps = (
            probabilities(self._tuning, shares, others)
            for shares, others in zip(self.shares(reading), said, strict=True)
        )
        # There is no word at a sentence's end.
        words[reading.places[1:] - 1] = 0
        return words, gaps

    def _errors(
        self, sentences: Sequence[Sentence], reading: Reading, p_words: Floats, p_gaps: Floats
    ) -> list[Found]:
        """What is wrong in each sentence."""
        found: list[Found] = [{} for _ in sentences]
        for is_gap, table in ((False, p_words), (True, p_gaps)):
            sure = np.where(table >= self._thresholds, table, 0.0)
            rows = np.flatnonzero(sure.max(axis=1, initial=0.0))
            owners = np.searchsorted(reading.places, rows, side="right") - 1
            for row, owner in zip(rows.tolist(), owners.tolist(), strict=True):
                group = int(sure[row].argmax())
                shares = (reading.gaps if is_gap else reading.words)[row]
                start = row - int(reading.places[owner])
                end = start if is_gap else start + 1
                p = float(table[row, group])
                flag = self._error(sentences[owner], start, end, GROUPS[group], shares, p)
                found[owner][start, end, GROUPS[group]] = flag
        return found

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
        operation = INSERT if is_gap else _likeliest(mine, classes)
        mine = np.where([each.operation == operation for each in classes], mine, 0)
        readers = self._tuning.groups[group].readers
        return Flag(
            f"{sentence.id}:{place}-{end}:{group}",
            self.name,
            True,
            kind_of(group, operation),
            p_error,
            suggestions(mine, classes, sentence.words, place, p_error),
            None if readers is None else float(readers(np.array(p_error))),
        )


def probabilities(tuning: Tuning, shares: Floats, opinions: Floats | None = None) -> Floats:
    """How probable an error of each group (columns) is in each row."""
    columns = [
        tuning.groups[group].probabilities(
            shares[:, number], None if opinions is None else opinions[:, number]
        )
        for number, group in enumerate(GROUPS)
    ]
    return np.stack(columns, axis=1)


def _right_sites(sentence: Sentence, system: str, p_words: Floats) -> Found:
    """A flag for each preposition, determiner and noun that says that nothing is wrong.

    `p_words` tells of each word how probably an error of each group is there.
    """
    return {
        (site.start, site.end, site.kind): Flag(
            site.id, system, False, None, float(p_words[site.start, GROUPS.index(site.kind)])
        )
        for site in located(sentence)
    }


def _members(classes: Sequence[Repair]) -> npt.NDArray[np.float32]:
    """Which classes (rows) are of which group (columns)."""
    return np.array([[each.group == group for group in GROUPS] for each in classes], np.float32)


def _likeliest(shares: npt.NDArray[np.float32], classes: Sequence[Repair]) -> str:
    sums: dict[str, float] = {}
    for share, repair in zip(shares.tolist(), classes, strict=True):
        sums[repair.operation] = sums.get(repair.operation, 0.0) + share
    return max(sums, key=lambda operation: sums[operation])
