"""The selection test (Tetreault and Chodorow 2008, section 3.2): guess the native's preposition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from solecism.detect.light.context_models import ContextModel
from solecism.detect.light.preposition_features import preposition_contexts, prepositions
from solecism.errors import InputError
from solecism.figure import f_score
from solecism.locate.sentence_columns import columns
from solecism.locate.sites import PREPOSITION_CHOICES, PREPOSITION_NUMBER
from solecism.numeric import Floats32, Ints, UInts8, log_softmax
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, id_of
from solecism.system.processes import batches

Choices = UInts8
# What was written at each preposition of some sentences, and the scores of all choices there.
Scorer = Callable[[Sequence[Sentence]], tuple[Choices, Floats32]]
# Felice and Pulman (2007): one classifier for each of the five most frequent.
_N_BINARY = 5


@dataclass(frozen=True, slots=True)
class PrepositionRow:
    """How well one preposition is guessed; `n` is how often native writers wrote it."""

    preposition: str
    n: int
    precision: float
    recall: float
    f1: float


class MajorityContent(TypedDict):
    """The most frequent preposition, and the accuracy of always guessing it."""

    preposition: str
    accuracy: float


class SelectionContent(TypedDict):
    """What JSON has of the test: `five_binary` is of the five most frequent prepositions."""

    n: int
    accuracy: float
    majority: MajorityContent
    five_binary: float
    prepositions: list[PrepositionRow]


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
        return PREPOSITION_CHOICES[int(written.argmax())], float(written.max() / self.n)

    @property
    def binary_accuracy(self) -> float:
        """The mean accuracy of the five most frequent, each against all others."""
        written, chosen = self.counts.sum(axis=1), self.counts.sum(axis=0)
        five = np.argsort(-written, kind="stable")[:_N_BINARY]
        wrong = written[five] + chosen[five] - 2 * np.diag(self.counts)[five]
        return float(1 - (wrong / self.n).mean())

    def content(self) -> SelectionContent:
        """All figures for JSON."""
        word, share = self.majority
        return {
            "n": self.n,
            "accuracy": self.accuracy,
            "majority": {"preposition": word, "accuracy": share},
            "five_binary": self.binary_accuracy,
            "prepositions": self.rows(),
        }

    def rows(self) -> list[PrepositionRow]:
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
                rows.append(
                    PrepositionRow(PREPOSITION_CHOICES[number], n_written, precision, recall, f1)
                )
        return rows


@dataclass(frozen=True, slots=True)
class Guess:
    """What a model guesses at the site of a hidden preposition, and what was written there.

    `p_guess` and `p_written` are their probabilities among the 34.
    """

    site: str
    written: str
    guess: str
    p_guess: float
    p_written: float

    @property
    def is_right(self) -> bool:
        """Whether the guess is the writer's word."""
        return self.guess == self.written


def select(model: ContextModel, sentences: Iterable[Sentence]) -> Selection:
    """The test on annotated native sentences; the writer's preposition is hidden."""
    return selection(map(context_scorer(model), batches(sentences)))


def context_scorer(model: ContextModel) -> Scorer:
    """The function that scores the choices at each preposition by a context model."""

    def scored(sentences: Sequence[Sentence]) -> tuple[Choices, Floats32]:
        table = columns(sentences)
        places = prepositions(table)
        return places.choices, model.log_probabilities(preposition_contexts(table, places))

    return scored


def guesses(scorer: Scorer, sentences: Iterable[Sentence]) -> Iterator[Guess]:
    """The guess at each preposition of annotated sentences, from left to right."""
    for batch in batches(sentences):
        yield from guesses_of_batch(scorer, batch)


def guesses_of_batch(scorer: Scorer, batch: Sequence[Sentence]) -> Iterator[Guess]:
    """The same for sentences that are scored together."""
    written, p = _probabilities(scorer, batch)
    best = p.argmax(axis=1)
    for row, site in enumerate(_site_ids(batch)):
        yield Guess(
            site,
            PREPOSITION_CHOICES[int(written[row])],
            PREPOSITION_CHOICES[int(best[row]) + 1],
            float(p[row, best[row]]),
            float(p[row, int(written[row]) - 1]),
        )


def odds(
    scorer: Scorer, sentences: Iterable[Sentence], words: Mapping[str, str]
) -> dict[str, float]:
    """How many times as probable as the writer's word a given preposition is, by site."""
    ratios = {}
    for batch in batches(sentences):
        written, p = _probabilities(scorer, batch)
        for row, site in enumerate(_site_ids(batch)):
            if site in words:
                given, of_writer = PREPOSITION_NUMBER[words[site]] - 1, int(written[row]) - 1
                ratios[site] = float(p[row, given] / max(p[row, of_writer], 1e-12))
    return ratios


def _probabilities(scorer: Scorer, batch: Sequence[Sentence]) -> tuple[Choices, Floats32]:
    """What was written at each preposition, and the probabilities of the 34."""
    written, scores = scorer(batch)
    return written, np.exp(log_softmax(np.asarray(scores[:, 1:], dtype=np.float32)))


def _site_ids(batch: Sequence[Sentence]) -> Iterator[str]:
    table = columns(batch)
    lefts = prepositions(table).lefts
    owners = table.sentences[lefts]
    for owner, start in zip(owners.tolist(), (lefts - table.starts[owners]).tolist(), strict=True):
        yield id_of(batch[owner].id, start, start + 1, PREPOSITION)


def counted(guesses: Iterable[Guess]) -> Selection:
    """The test by guesses."""
    counts = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=np.int64)
    for each in guesses:
        counts[PREPOSITION_NUMBER[each.written], PREPOSITION_NUMBER[each.guess]] += 1
    return _checked(counts)


def selection(guessed: Iterable[tuple[Choices, Floats32]]) -> Selection:
    """The test by the written prepositions and the scores of all choices, batch by batch.

    "No preposition" is never guessed.
    """
    counts = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=np.int64)
    for written, scores in guessed:
        np.add.at(counts, (written, scores[:, 1:].argmax(axis=1) + 1), 1)
    return _checked(counts)


def _checked(counts: Ints) -> Selection:
    if not counts.any():
        raise InputError("the text has no preposition to guess.")
    return Selection(counts)
