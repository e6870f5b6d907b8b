"""Which system is better: every pair of systems on the same judgments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from solecism.figure import F05, PRECISION, RECALL
from solecism.report.drawing import Drawing
from solecism.report.interval_rows import Row, draw_rows
from solecism.report.measurements import Measurements
from solecism.report.pairs import SystemPair
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table
from solecism.report.words import count, short, with_interval
from solecism.score.compare import SystemDifference
from solecism.score.tables import p_value
from solecism.score.weighted import GRADED

_MEASURES = (PRECISION, RECALL, F05)
_MOST_DRAWN = 30


def comparisons_section(measurements: Measurements) -> Section:
    """The differences between systems, with intervals and corrected p-values."""
    title = "Which system is better?"
    if not measurements.scores:
        return Section("comparisons", title, missing=measurements.unscored)
    pairs = measurements.comparisons
    if not pairs:
        return Section("comparisons", title, missing="There is one system only.")
    text = [
        "Differences are first minus second. The intervals are for other sentences and raters, "
        "each pair by itself; the p-values are of stratified shuffling by sentence, with the "
        "raters as they are."
    ]
    if len(pairs) > 1:
        text.append(
            f"p (Holm) is corrected for the {len(pairs)} pairs of systems: of many differences "
            "some are large by chance."
        )
    contents: list[Table | Drawing] = [_table(measurements, pairs)]
    if len(pairs) <= _MOST_DRAWN:
        contents.append(_drawing(measurements, pairs))
    contents.append(_decisive(pairs))
    return Section("comparisons", title, tuple(text), tuple(contents))


def _table(measurements: Measurements, pairs: Sequence[SystemPair]) -> Table:
    columns = ["first system", "second system", "measure", "against", "first", "second"]
    columns += ["difference", f"{measurements.level:.0%} interval", "p"]
    rows: list[tuple[Cell, ...]] = []
    for pair in pairs:
        for difference, p_holm in pair.corrected:
            if difference.name in _MEASURES:
                values = difference.first, difference.second, difference, difference.interval
                p_values = p_value(difference.p_value), p_value(p_holm)
                rows.append(
                    (*_systems(pair), difference.name, difference.against, *values, *p_values)
                )
    return table("comparisons", "Every pair of systems", [*columns, "p (Holm)"], rows)


def _drawing(measurements: Measurements, pairs: Sequence[SystemPair]) -> Drawing:
    alpha = 1 - measurements.level
    rows, said, cells = [], [], []
    for pair in pairs:
        first, second = (short(name, 12) for name in _systems(pair))
        label = f"{first} − {second}"
        graded = [each for each in pair.corrected if _is_drawn(each[0])]
        white = [d.name for d, p_holm in graded if not p_holm < alpha]
        rows.append(Row("", label, {d.name: [d] for d, _ in graded}, white=white))
        said.append(f"{label}: " + ", ".join(f"{d.name} {with_interval(d)}" for d, _ in graded))
        cells += [(*_systems(pair), d.name, d, d.interval, p_holm) for d, p_holm in graded]
    columns = ("first system", "second system", "measure", "difference")
    level = f"{measurements.level:.0%}"
    return Drawing(
        "differences",
        "Differences between systems",
        f"Marks with intervals for {count(len(pairs), 'pair')} of systems. {'; '.join(said)}.",
        f"First minus second, graded, with {level} intervals; filled where p (Holm) is below "
        f"{alpha:g}.",
        partial(draw_rows, rows, _MEASURES, are_differences=True),
        table(
            "differences",
            "What the figure shows",
            (*columns, f"{level} interval", "p (Holm)"),
            cells,
        ),
    )


def _decisive(pairs: Sequence[SystemPair]) -> Table:
    rows = []
    for pair in pairs:
        where, test = pair.comparison.decisive, pair.comparison.mcnemar
        rows.append(
            (
                *_systems(pair),
                where.n_differ,
                where.share,
                test.n_first_right,
                test.n_second_right,
                p_value(test.p_value),
            )
        )
    columns = ("first system", "second system", "sites that differ", "share of judgments there")
    return table(
        "decisive",
        "Where the systems differ, and which is right by the majority there",
        (*columns, "first right", "second right", "McNemar mid-p"),
        rows,
        is_folded=True,
    )


def _systems(pair: SystemPair) -> tuple[str, str]:
    return pair.comparison.first, pair.comparison.second


def _is_drawn(difference: SystemDifference) -> bool:
    return difference.name in _MEASURES and difference.against == GRADED
