"""The differences between systems' edits, as a result that prints as a matrix and a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self, Unpack

from solecism.errors import InputError
from solecism.figure import Difference, Parts
from solecism.score.edit_scores import M2_SCORER, Reference
from solecism.score.errant import CORRECTION, Matching
from solecism.score.tables import p_value
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.shuffle import SHUFFLING

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
        **parts: Unpack[Parts],
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
