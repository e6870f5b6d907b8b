"""Scores of systems that were computed elsewhere, such as those of SOME, IMPARA or PT-ERRANT.

A file has tabs between columns: `system`, perhaps `sentence`, and one column per score, of which
higher is better.

    system  sentence  SOME   IMPARA
    T5      0         0.912  0.874
    T5      1         0.855  0.610

Without `sentence` there is one line per system. By sentence a system's score is the mean over its
sentences. Sentences are named as in the rankings, or by their ids in the annotated text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.errors import FormatError, InputError
from solecism.numeric import Bools, Floats, Ints
from solecism.ranking.comparisons import Comparisons
from solecism.ranking.evidence import Evidence

SYSTEM, SENTENCE = "system", "sentence"
WHOLE = ""


@dataclass(frozen=True, slots=True, eq=False)
class OtherScore:
    """The values of a score by system and sentence; the sentence is "" where it is by system."""

    name: str
    values: Mapping[str, Mapping[str, float]]

    @property
    def is_by_sentence(self) -> bool:
        """Whether sentences have values of their own."""
        return not any(WHOLE in values for values in self.values.values())

    def at(self, evidence: Evidence, places: Mapping[str, int], ranked: Ints) -> PlacedScore:
        """The score as one of the systems of the evidence; `places` are of sentences by name.

        A system without values has NaN; one with values has them for all `ranked` sentences.
        """
        table = np.zeros((len(evidence.systems), evidence.n_sentences, 2))
        for row, system in enumerate(evidence.systems):
            for sentence, value in self.values.get(system, {WHOLE: math.nan}).items():
                if sentence != WHOLE and sentence not in places:
                    raise InputError(
                        f"{self.name} has the sentence {sentence!r}, which is not in the text. "
                        "Name sentences as the rankings do."
                    )
                where = slice(None) if sentence == WHOLE else places[sentence]
                table[row, where] = value, 1.0
            n_missing = int(np.sum(table[row, ranked, 1] == 0))
            if n_missing:
                raise InputError(
                    f"{self.name} has no value of {system} for {n_missing} of {len(ranked)} ranked "
                    "sentences. Give one line for each of them."
                )
        return PlacedScore(self.name, table, self.is_by_sentence)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedScore:
    """A score computed elsewhere: its values by system and sentence, and 1 where there is one."""

    name: str
    table: Floats
    is_by_sentence: bool

    def statistics(self, evidence: Evidence) -> Floats:
        """The values and how many there are, for the systems of this very evidence."""
        return self.table

    def value(self, sums: Floats) -> Floats:
        """The mean over sentences, NaN where none has a value."""
        mean = np.full(sums.shape[:-1], np.nan)
        np.divide(sums[..., 0], sums[..., 1], out=mean, where=sums[..., 1] > 0)
        return mean


def parse(lines: Iterable[str], *, file: str) -> list[OtherScore]:
    """The scores of a table with tabs."""
    rows = [line.rstrip("\r\n").split("\t") for line in lines]
    header = rows[0] if rows else [""]
    n_keys = 2 if header[1:2] == [SENTENCE] else 1
    names = header[n_keys:]
    if header[0] != SYSTEM or not names or len(set(names)) < len(names):
        raise FormatError(
            file,
            1,
            f"the columns are {', '.join(header)!r}. Give system, sentence, scores by name.",
        )
    tables: list[dict[str, dict[str, float]]] = [{} for _ in names]
    for number, row in enumerate(rows[1:], start=2):
        if len(row) != len(header):
            n = len(row), len(header)
            raise FormatError(file, number, "there are {} columns, and {} in line 1.".format(*n))
        sentence = row[1] if n_keys == 2 else WHOLE
        if sentence in tables[0].get(row[0], {}):
            raise FormatError(file, number, f"a second line for {' '.join(row[:n_keys])!r}.")
        for table, cell in zip(tables, row[n_keys:], strict=True):
            table.setdefault(row[0], {})[sentence] = _number(cell, file, number)
    return [OtherScore(name, table) for name, table in zip(names, tables, strict=True)]


def _number(cell: str, file: str, line: int) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(file, line, f"the score {cell!r} is not a number.")
    return value


def sentence_places(comparisons: Comparisons, evidence: Evidence, places: Ints) -> dict[str, int]:
    """The numbers of sentences by their ids, and by the names that the rankings have for them.

    If the rankings count sentences, those that nobody ranked are counted in the same way.
    """
    found = {id: number for number, id in enumerate(evidence.sentences)}
    names = comparisons.sentences
    if all(name.isascii() and name.isdecimal() for name in names):
        first = int(places[0]) - int(names[0])
        counted = {str(number - first): number for number in range(evidence.n_sentences)}
        found = {**counted, **found}
    return {**found, **dict(zip(names, places.tolist(), strict=True))}


def without_texts(comparisons: Comparisons, scores: Sequence[OtherScore]) -> Evidence:
    """Evidence of scores alone: the ranked sentences, without texts and edits.

    Outputs are taken to differ where raters did not see them as one.
    """
    systems = tuple(sorted({system for score in scores for system in score.values}))
    sentences = comparisons.sentences
    nothing: Ints = np.zeros(0, dtype=np.int64)
    nobody: Bools = np.zeros((len(systems), 0), dtype=np.bool_)
    outputs = tuple(tuple((system,) for _ in sentences) for system in systems)
    return Evidence(
        sentences,
        systems,
        (),
        nothing,
        nobody,
        nobody[:0],
        tuple(() for _ in sentences),
        outputs,
        (),
    )
