"""Systems against several references side by side: what is called wrong depends on who is asked.

A reference is a text that one or many annotators have corrected. An edit is right if any of them
made it, so that precision rises with every annotator who is added: what one annotator leaves
alone, another often corrects in the same way (Madnani, Tetreault, Chodorow & Rozovskaya 2011 make
the point with twenty raters). Recall is over the edits of the nearest annotator of each sentence,
whose edits differ least from the system's.

With m of an annotated sentence's K annotators, of whom r made an edit, a random m of them has
somebody who made it with probability 1 - C(K - r, m) / C(K, m). So precision against m annotators
is the exact mean over all choices of m of them. It is likewise with the nearest annotator: the
one who is number i by distance (from 0) is the nearest of a random m with probability
C(K - 1 - i, m - 1) / C(K, m).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from math import comb
from statistics import fmean
from typing import TypeAlias

import numpy as np

from solecism.edit import Edit
from solecism.errors import InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    PRECISION,
    RECALL,
    Figure,
    Interval,
    f_mean,
    f_name,
    undefined_figure,
)
from solecism.numeric import Floats
from solecism.scoring.edit_counts import CORRECTION, EditKey, Matching, edit_types
from solecism.scoring.edit_scores import N_DRAWS, SystemEdits, checked_annotators
from solecism.sentence import Sentence
from solecism.table import Table, Tabular, table
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.quantiles import normal_quantile

PEOPLE, SILVER = "people", "silver"
CONFIRMED = "wrong to one, made by another"
_MAX_COLUMNS = 10
# Of each number of annotators.
_N_COUNTS = 3

_Keys: TypeAlias = frozenset[EditKey]


@dataclass(frozen=True, slots=True)
class AnnotatedReference:
    """A corrected text under a name, made by people or (silver) by machines.

    Each sentence has an annotation by each of its annotators, without edits where they accept it.
    """

    name: str
    sentences: Sequence[Sentence]
    is_silver: bool = False

    @property
    def numbers(self) -> list[int]:
        """How many annotators each sentence has."""
        return [max(1, len(sentence.annotations)) for sentence in self.sentences]

    @property
    def heading(self) -> str:
        """The name with the number of annotators and what they are, for a column."""
        numbers = self.numbers
        n = str(numbers[0]) if len(set(numbers)) == 1 else f"{fmean(numbers):.1f}"
        who = SILVER if self.is_silver else "person" if n == "1" else PEOPLE
        return f"{self.name} ({n} {who})"


@dataclass(frozen=True, slots=True)
class SubsetScore:
    """Precision, recall and F against so many of a reference's annotators, on average.

    Sentences with fewer annotators have all of them.
    """

    n_annotators: int
    figures: dict[str, Figure]


@dataclass(frozen=True, slots=True)
class ReferenceScore:
    """A system's scores by a reference: against any of its annotators, and against fewer of them.

    `confirmed` is the share of what is wrong to one annotator on average that another made.
    """

    system: str
    reference: str
    n_edits: int
    by_number: list[SubsetScore]
    confirmed: Figure

    @property
    def figures(self) -> dict[str, Figure]:
        """Precision, recall and F against all annotators of the reference."""
        return self.by_number[-1].figures


@dataclass(frozen=True, slots=True, repr=False)
class ReferenceScores(Tabular):
    """The scores of all systems by all references; `people` are annotators, each by the others."""

    scores: list[ReferenceScore]
    people: list[ReferenceScore]
    references: list[AnnotatedReference]
    n_sentences: int
    matching: Matching
    beta: float

    def score(self, system: str, reference: str) -> ReferenceScore:
        """The scores of one system by one reference."""
        for each in self.scores:
            if (each.system, each.reference) == (system, reference):
                return each
        raise InputError(f"there is no score of {system!r} by the reference {reference!r}.")

    def tables(self) -> Iterator[Table]:
        """One line per system; then, per reference, precision by the number of annotators."""
        yield self._side_by_side()
        for reference in self.references:
            rows = [each for each in self.scores if each.reference == reference.name]
            if len(rows[0].by_number) > 1:
                own = [each for each in self.people if each.reference == reference.name]
                yield _by_number(reference, [*rows, *own])

    def remarks(self) -> Iterator[str]:
        """What the columns mean, and which references people did not make."""
        yield (
            f"{self.n_sentences} sentences, matching {self.matching}. Edits of systems and of "
            "references are made from the corrected text by the same alignment. An edit is right "
            "if any annotator made it; recall is over the edits of the annotator of each sentence "
            "whose edits differ least from the system's. The intervals hold for other sentences "
            "with these annotators."
        )
        for name in (each.name for each in self.references if each.is_silver):
            yield (
                f"{name} is silver: not only people made its corrections, so its figures say "
                "what models accept, not what readers do."
            )

    def _side_by_side(self) -> Table:
        measures = (PRECISION, RECALL, f_name(self.beta))
        systems = dict.fromkeys((each.system, each.n_edits) for each in self.scores)
        return table(
            "Systems by reference: precision by any annotator, recall by the nearest",
            (
                "system",
                "edits",
                *(f"{each.heading}: {name}" for each in self.references for name in measures),
            ),
            [
                [
                    system,
                    str(n_edits),
                    *(
                        str(self.score(system, each.name).figures[name])
                        for each in self.references
                        for name in measures
                    ),
                ]
                for system, n_edits in systems
            ],
        )


def _by_number(reference: AnnotatedReference, rows: Sequence[ReferenceScore]) -> Table:
    """Precision against 1, 2 and more of the annotators."""
    sizes = [each.n_annotators for each in rows[0].by_number]
    figures = [
        {each.n_annotators: each.figures[PRECISION] for each in row.by_number} for row in rows
    ]
    return table(
        f"Precision by how many annotators count: {reference.heading}",
        ("system", *map(str, sizes), CONFIRMED),
        [
            [
                row.system,
                *(f"{own[size]:.3f}" if size in own else "" for size in sizes),
                str(row.confirmed) if row.confirmed.is_defined else "",
            ]
            for row, own in zip(rows, figures, strict=True)
        ],
    )


def score_by_references(
    systems: Mapping[str, SystemEdits],
    references: Sequence[AnnotatedReference],
    *,
    matching: Matching = CORRECTION,
    beta: float = 0.5,
    n_draws: int = N_DRAWS,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> ReferenceScores:
    """The scores of systems, whose edits are of the same sentences as all references.

    The figures of a system do not depend on the other systems and references.
    """
    options = _Options(beta, n_draws, level, seed)
    own = {name: [_keys(edits, matching) for edits in each] for name, each in systems.items()}
    scores, people = [], []
    for reference in references:
        checked_annotators(systems, reference.sentences, beta)
        _check_words(reference, references[0])
        gold = [
            [_keys(note.edits, matching) for note in sentence.annotations] or [frozenset()]
            for sentence in reference.sentences
        ]
        sizes = _sizes(max(reference.numbers))
        for system, keys in own.items():
            counts = np.array([_counts(*pair, sizes) for pair in zip(keys, gold, strict=True)])
            scores.append(_scored(system, reference.name, sizes, counts, options))
        n_annotators = len(gold[0])
        if not reference.is_silver and n_annotators > 1:
            counts = np.array([_mutual_counts(notes, sizes[:-1]) for notes in gold])
            others = "other" if n_annotators == 2 else f"{n_annotators - 1} others"
            name = f"an annotator, by the {others}"
            people.append(_scored(name, reference.name, sizes[:-1], counts, options))
    n_sentences = len(references[0].sentences)
    return ReferenceScores(scores, people, list(references), n_sentences, matching, beta)


def _check_words(reference: AnnotatedReference, first: AnnotatedReference) -> None:
    pairs = zip(reference.sentences, first.sentences, strict=False)
    for number, (own, other) in enumerate(pairs, 1):
        if own.words != other.words:
            raise InputError(
                f"sentence {number} of {reference.name} is {' '.join(own.words)[:60]!r}, but in "
                f"{first.name} it is {' '.join(other.words)[:60]!r}. Give references of the same "
                "sentences."
            )


@dataclass(frozen=True, slots=True)
class _Options:
    beta: float
    n_draws: int
    level: float
    seed: int


def _keys(edits: Iterable[Edit], matching: Matching) -> _Keys:
    return frozenset(edit_types(edits, matching))


def _sizes(n_annotators: int) -> list[int]:
    """The numbers of annotators to show: up to ten, and all."""
    sizes = list(range(1, min(n_annotators, _MAX_COLUMNS) + 1))
    return sizes if n_annotators <= _MAX_COLUMNS else [*sizes, n_annotators]


def _counts(own: _Keys, notes: Sequence[_Keys], sizes: Sequence[int]) -> list[float]:
    """Edits; then by size right ones, hits on the nearest annotator, and this annotator's edits."""
    n = len(notes)
    makers = [sum(key in note for note in notes) for key in own]
    hits = [len(own & note) for note in notes]
    by_distance = sorted(
        range(n), key=lambda place: (len(notes[place]) - 2 * hits[place], -hits[place])
    )
    counts: list[float] = [len(own)]
    for size in (min(size, n) for size in sizes):
        nearest = [p_nearest(rank, n, size) for rank in range(n)]
        counts += [
            sum(p_made(number, n, size) for number in makers),
            sum(p * hits[place] for p, place in zip(nearest, by_distance, strict=True)),
            sum(p * len(notes[place]) for p, place in zip(nearest, by_distance, strict=True)),
        ]
    return counts


def _mutual_counts(notes: Sequence[_Keys], sizes: Sequence[int]) -> Floats:
    """The same for each annotator against the others, summed."""
    rows = [
        _counts(note, [*notes[:place], *notes[place + 1 :]], sizes)
        for place, note in enumerate(notes)
    ]
    total: Floats = np.sum(rows, axis=0)
    return total


@lru_cache
def p_made(n_makers: int, n_annotators: int, size: int) -> float:
    """How probable it is that a random `size` of the annotators has one who made an edit.

    >>> p_made(1, 4, 1), p_made(3, 4, 2)
    (0.25, 1.0)
    """
    return 1 - comb(n_annotators - n_makers, size) / comb(n_annotators, size)


@lru_cache
def p_nearest(rank: int, n_annotators: int, size: int) -> float:
    """How probable it is that the annotator of this rank is the first of a random `size`.

    >>> [p_nearest(rank, 3, 2) for rank in range(3)]
    [0.6666666666666666, 0.3333333333333333, 0.0]
    """
    return comb(n_annotators - 1 - rank, size - 1) / comb(n_annotators, size)


def _scored(
    system: str, reference: str, sizes: Sequence[int], counts: Floats, options: _Options
) -> ReferenceScore:
    """All figures of a system by a reference, from one bootstrap over sentences."""
    names = (PRECISION, RECALL, f_name(options.beta))
    rng = np.random.default_rng(options.seed)
    draws = bootstrap(counts, partial(_values, beta=options.beta), rng=rng, n_draws=options.n_draws)
    n_edits, n_wanted = float(counts[:, 0].sum()), float(counts[:, -1].sum())
    n_wrong = n_edits - float(counts[:, 1].sum())
    n_items = [n_edits, n_wanted, n_edits] * len(sizes) + [n_wrong]
    figures = [
        _figure(*each, level=options.level)
        for each in zip(
            [*names * len(sizes), CONFIRMED],
            map(float, draws.estimate),
            draws.intervals(level=options.level),
            n_items,
            strict=True,
        )
    ]
    by_number = [
        SubsetScore(size, dict(zip(names, figures[start:], strict=False)))
        for size, start in zip(sizes, range(0, len(figures), len(names)), strict=False)
    ]
    return ReferenceScore(system, reference, round(n_edits), by_number, figures[-1])


def _values(sums: Floats, beta: float) -> Floats:
    """By size precision, recall and F; last, of what is wrong to one what another made."""
    n_edits = sums[:, 0]
    right, hits, wanted = (sums[:, first::_N_COUNTS] for first in range(1, 1 + _N_COUNTS))
    precision, recall = right / n_edits[:, None], hits / wanted
    measures = np.stack([precision, recall, f_mean(precision, recall, beta)], axis=2)
    wrong = (n_edits - right[:, 0]) if right.shape[1] > 1 else np.zeros(len(sums))
    confirmed = (right[:, -1] - right[:, 0]) / wrong
    values: Floats = np.column_stack([measures.reshape(len(sums), -1), confirmed])
    return values


def _figure(name: str, value: float, interval: Interval, n_items: float, *, level: float) -> Figure:
    """The figure; where all resamples are alike, the edits count as independent."""
    if np.isnan(value):
        return undefined_figure(name, "there is no such edit", level=level)
    if value in (0.0, 1.0):
        interval = wilson_effective(value, n_items, quantile=normal_quantile(level), level=level)
    return Figure(value, name=name, interval=interval)
