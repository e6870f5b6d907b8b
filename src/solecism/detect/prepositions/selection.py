"""The selection test (Tetreault and Chodorow 2008, section 3.2): guess the native's preposition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.detect.choice.context_ensemble import ContextModel
from solecism.detect.prepositions.contexts import contexts
from solecism.errors import InputError
from solecism.figure import f_score
from solecism.locate.preposition_choice import CHOICES
from solecism.locate.preposition_places import prepositions
from solecism.locate.sentence_columns import columns
from solecism.numeric.arrays import Floats32, Ints, UInts8
from solecism.sentence import Sentence
from solecism.system.batches import batches

Choices = UInts8
# Felice and Pulman (2007): one classifier for each of the five most frequent.
_N_BINARY = 5


@dataclass(frozen=True, slots=True)
class Row:
    """How well one preposition is guessed; `n` is how often native writers wrote it."""

    preposition: str
    n: int
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """How often each preposition was written (row) and guessed (column)."""

    counts: Ints

    @property
    def n(self) -> int:
        """The number of prepositions that were guessed."""
        return int(self.counts.sum())

    @property
    def accuracy(self) -> float:
        """The share of right guesses."""
        return float(np.trace(self.counts) / self.n)

    @property
    def majority(self) -> tuple[str, float]:
        """The most frequent preposition, and the accuracy of always guessing it."""
        written = self.counts.sum(axis=1)
        return CHOICES[int(written.argmax())], float(written.max() / self.n)

    @property
    def binary_accuracy(self) -> float:
        """The mean accuracy of the five most frequent, each against all others."""
        written, chosen = self.counts.sum(axis=1), self.counts.sum(axis=0)
        five = np.argsort(-written, kind="stable")[:_N_BINARY]
        wrong = written[five] + chosen[five] - 2 * np.diag(self.counts)[five]
        return float(1 - (wrong / self.n).mean())

    def rows(self) -> list[Row]:
        """Each preposition that was written, the most frequent first."""
        written, chosen = self.counts.sum(axis=1), self.counts.sum(axis=0)
        right = np.diag(self.counts)
        rows = []
        for number in np.argsort(-written, kind="stable").tolist():
            if written[number]:
                hits, n_chosen, n_written = (
                    int(counts[number]) for counts in (right, chosen, written)
                )
                f1 = f_score(hits, n_chosen, n_written)
                precision, recall = hits / max(n_chosen, 1), hits / n_written
                rows.append(Row(CHOICES[number], n_written, precision, recall, f1))
        return rows


def select(model: ContextModel, sentences: Iterable[Sentence]) -> Selection:
    """The test on annotated native sentences; the writer's preposition is hidden."""
    return selection(guessed(model, batch) for batch in batches(sentences))


def guessed(model: ContextModel, sentences: Sequence[Sentence]) -> tuple[Choices, Floats32]:
    """The prepositions that were written in a batch, and the scores of all choices for each."""
    table = columns(sentences)
    places = prepositions(table)
    return places.choices, model.log_probabilities(contexts(table, places))


def selection(guesses: Iterable[tuple[Choices, Floats32]]) -> Selection:
    """The test by the written prepositions and the scores of all choices, batch by batch."""
    return total(count_guesses(*each) for each in guesses)


def count_guesses(written: Choices, scores: Floats32) -> Ints:
    """How often each preposition was written and guessed; "no preposition" is never guessed."""
    counts = np.zeros((len(CHOICES), len(CHOICES)), dtype=np.int64)
    np.add.at(counts, (written, scores[:, 1:].argmax(axis=1) + 1), 1)
    return counts


def total(counts: Iterable[Ints]) -> Selection:
    """The test by the counts of its batches."""
    summed = sum(counts, np.zeros((len(CHOICES), len(CHOICES)), dtype=np.int64))
    if not summed.any():
        raise InputError("the text has no preposition to guess.")
    return Selection(summed)
