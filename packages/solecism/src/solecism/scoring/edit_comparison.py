"""Every pair of several systems, compared by their edits against annotated text.

Intervals are of a paired bootstrap over sentences, p-values of stratified shuffling by sentence,
corrected by Holm's method for all pairs of systems that are compared in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self, Unpack

import numpy as np

from solecism.errors import InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    PRECISION,
    RECALL,
    Difference,
    FigureParts,
    Interval,
    f_name,
)
from solecism.numeric import Floats
from solecism.scoring.edit_counts import CORRECTION, Matching
from solecism.scoring.edit_scores import (
    M2_SCORER,
    Reference,
    SystemEdits,
    checked_annotators,
    chosen_references,
    edit_counts,
    edit_statistic,
)
from solecism.scoring.score_tables import p_value
from solecism.sentence import Sentence
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.bootstrap import Statistic, bootstrap
from solecism.uncertainty.significance import SHUFFLING, holm_corrected, stratified_shuffle

_DIGITS = 4


class PairDifference(Difference):
    """The difference of a measure between two systems by one reference.

    `p_holm` is the p-value after Holm's correction for all pairs of systems.
    """

    __slots__ = ("first_system", "p_holm", "reference", "second_system")

    first_system: str
    second_system: str
    reference: Reference
    p_holm: float

    def __new__(
        cls,
        first: float,
        second: float,
        *,
        systems: tuple[str, str],
        reference: Reference,
        p_value: float,
        p_holm: float,
        **parts: Unpack[FigureParts],
    ) -> Self:
        difference = super().__new__(cls, first, second, p_value=p_value, test=SHUFFLING, **parts)
        one, other = systems
        difference._set(first_system=one, second_system=other, reference=reference, p_holm=p_holm)
        return difference

    def is_beyond_chance(self, level: float) -> bool:
        """Whether the corrected p-value is below one minus the level."""
        return self.p_holm < 1 - level


@dataclass(frozen=True, slots=True, repr=False)
class EditComparison(Tabular):
    """The differences between all pairs of systems, the first minus the second."""

    systems: tuple[str, ...]
    differences: list[PairDifference]
    n_sentences: int
    annotators: tuple[str, ...]
    matching: Matching
    level: float

    def difference(
        self, first: str, second: str, *, measure: str | None = None, reference: str | None = None
    ) -> PairDifference:
        """One difference; by default of the first measure, by the first reference."""
        for one in self.differences:
            is_meant = measure in (None, one.name) and reference in (None, one.reference)
            if is_meant and (first, second) == (one.first_system, one.second_system):
                return one
        raise InputError(f"there is no such comparison of {first!r} and {second!r}.")

    def tables(self) -> Iterator[Table]:
        """Per reference and measure a matrix of several systems, and the pairs with p-values."""
        ways = dict.fromkeys((one.reference, one.name) for one in self.differences)
        for reference, measure in ways:
            rows = [
                one for one in self.differences if (one.reference, one.name) == (reference, measure)
            ]
            title = f"{measure}, reference {reference}, matching {self._matching(reference)}"
            if len(self.systems) > 2:
                yield self._matrix(title, rows)
            yield self._pairs(title, rows)

    def remarks(self) -> Iterator[str]:
        """The amount of data, and what the p-values allow for."""
        n, n_pairs = len(self.annotators), len(self.systems) * (len(self.systems) - 1) // 2
        yield (
            f"{self.n_sentences} sentences, {n} annotator{'' if n == 1 else 's'}. The intervals "
            "hold for other sentences, each pair by itself; p is that of stratified shuffling by "
            "sentence."
        )
        if n_pairs > 1:
            yield (
                f"p (Holm) is corrected for the {n_pairs} pairs of systems; * marks differences "
                f"with p (Holm) below {1 - self.level:g}."
            )

    def _matching(self, reference: Reference) -> Matching:
        return CORRECTION if reference == M2_SCORER else self.matching

    def _matrix(self, title: str, rows: Sequence[PairDifference]) -> Table:
        cells = {}
        for one in rows:
            mark = "*" if one.is_beyond_chance(self.level) else ""
            pair = one.first_system, one.second_system
            cells[pair] = f"{one.value:+.{_DIGITS}f}{mark}"
            cells[pair[::-1]] = f"{-one.value:+.{_DIGITS}f}{mark}"
        values = {one.first_system: one.first for one in rows}
        values |= {one.second_system: one.second for one in rows}
        return table(
            f"{title}: row minus column",
            ("system", rows[0].name, *self.systems),
            [
                [row, number(values[row], _DIGITS)]
                + [cells.get((row, column), "") for column in self.systems]
                for row in self.systems
            ],
        )

    def _pairs(self, title: str, rows: Sequence[PairDifference]) -> Table:
        columns = "first system", "second system", "first", "second", "difference"
        corrected = ["p (Holm)"] if len(rows) > 1 else []
        return table(
            f"{title}: first minus second",
            (*columns, f"{self.level:.0%}", "p", *corrected),
            [
                [
                    one.first_system,
                    one.second_system,
                    *(number(value, _DIGITS) for value in (one.first, one.second, one)),
                    span(one.interval),
                    p_value(one.p_value),
                    *([p_value(one.p_holm)] if corrected else []),
                ]
                for one in rows
            ],
        )


N_DRAWS = 10_000
F = "F"


def compare_edits(
    systems: Mapping[str, SystemEdits],
    sentences: Sequence[Sentence],
    *,
    references: Sequence[Reference] = (),
    matching: Matching = CORRECTION,
    measures: Sequence[str] = (F,),
    beta: float = 0.5,
    n_draws: int = N_DRAWS,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> EditComparison:
    """All pairs of systems, whose edits are of the same sentences in the same order.

    The references are those of a score, and each system has the annotators that are best for it.
    `measures` are precision, recall and F.
    """
    names = checked_annotators(systems, sentences, beta)
    if len(systems) < 2:
        raise InputError(f"there is one system only, {next(iter(systems))}. Give at least two.")
    differences = []
    for reference in chosen_references(references, names):
        counts = [
            edit_counts(edits, sentences, names, reference=reference, matching=matching, beta=beta)
            for edits in systems.values()
        ]
        for name in _names(measures, beta):
            differences += _differences(
                name, reference, tuple(systems), counts, n_draws=n_draws, level=level, seed=seed
            )
    return EditComparison(tuple(systems), differences, len(sentences), names, matching, level)


def _names(measures: Sequence[str], beta: float) -> list[str]:
    for measure in measures:
        if measure not in (PRECISION, RECALL, F):
            raise InputError(f"there is no measure {measure!r}. Give precision, recall or F.")
    return [f_name(beta) if measure == F else measure for measure in dict.fromkeys(measures)]


def _differences(
    name: str,
    reference: Reference,
    systems: tuple[str, ...],
    counts: Sequence[Floats],
    *,
    n_draws: int,
    level: float,
    seed: int,
) -> list[PairDifference]:
    """All pairs by one measure: a family of tests."""
    measure = edit_statistic([name])

    def statistic(sums: Floats) -> Floats:
        return measure(sums)[:, 0]

    # Each pair has the same random numbers, so that it does not depend on the other systems.
    p_values = [
        stratified_shuffle(
            one, other, statistic, rng=np.random.default_rng(seed), n_draws=n_draws
        ).p_value
        for one, other in combinations(counts, 2)
    ]
    with np.errstate(invalid="ignore"):
        values = [float(statistic(each.sum(axis=0)[None])[0]) for each in counts]
    intervals = _intervals(counts, statistic, n_draws=n_draws, level=level, seed=seed)
    return [
        PairDifference(
            *pair_values,
            name=name,
            interval=interval,
            systems=pair,
            reference=reference,
            p_value=p,
            p_holm=corrected,
        )
        for pair, pair_values, interval, p, corrected in zip(
            combinations(systems, 2),
            combinations(values, 2),
            intervals,
            p_values,
            holm_corrected(p_values),
            strict=True,
        )
    ]


def _intervals(
    counts: Sequence[Floats], statistic: Statistic, *, n_draws: int, level: float, seed: int
) -> list[Interval]:
    """The intervals of all pairs, from the same resamples of sentences."""
    pairs = list(combinations(range(len(counts)), 2))

    def differences(sums: Floats) -> Floats:
        parts = np.split(sums, len(counts), axis=1)
        values = [statistic(part) for part in parts]
        return np.column_stack([values[one] - values[other] for one, other in pairs])

    rng = np.random.default_rng(seed)
    return bootstrap(np.hstack(counts), differences, rng=rng, n_draws=n_draws).intervals(
        level=level
    )
