"""A drawing of the differences between systems' edits."""

from __future__ import annotations

from functools import partial

from solecism.errors import InputError
from solecism.report.drawing import Drawing
from solecism.report.interval_rows import Row, draw_rows
from solecism.report.table import table
from solecism.report.words import count, short, with_interval
from solecism.score.edit_comparison import EditComparison, PairDifference

MOST_PAIRS = 30


def edit_differences_drawing(result: EditComparison) -> Drawing:
    """Every pair of systems, in one panel per measure and one group of rows per reference."""
    groups: dict[tuple[str, str, str], list[PairDifference]] = {}
    for one in result.differences:
        groups.setdefault((one.reference, one.first_system, one.second_system), []).append(one)
    n_pairs = len(groups) // len({reference for reference, _, _ in groups})
    if n_pairs > MOST_PAIRS:
        raise InputError(f"{n_pairs} pairs of systems are too many for a figure. Give fewer.")
    rows, said = [], []
    for (reference, first, second), differences in groups.items():
        label = f"{short(first, 14)} − {short(second, 14)}"
        white = [one.name for one in differences if not one.is_beyond_chance(result.level)]
        rows.append(Row(reference, label, {one.name: [one] for one in differences}, white=white))
        values = ", ".join(f"{one.name} {with_interval(one)}" for one in differences)
        said.append(f"{reference}, {label}: {values}")
    measures = tuple(dict.fromkeys(one.name for one in result.differences))
    level = f"{result.level:.0%}"
    columns = ("reference", "first system", "second system", "measure", "difference")
    return Drawing(
        "edit-differences",
        "Differences between systems",
        f"Marks with intervals for {count(n_pairs, 'pair')} of systems. {'; '.join(said)}.",
        f"First minus second by reference, with {level} intervals; filled where p (Holm) is below "
        f"{1 - result.level:g}.",
        partial(draw_rows, rows, measures, are_differences=True),
        table(
            "edit-differences",
            "What the figure shows",
            (*columns, f"{level} interval", "p", "p (Holm)"),
            [
                (
                    one.reference,
                    one.first_system,
                    one.second_system,
                    one.name,
                    one,
                    one.interval,
                    one.p_value,
                    one.p_holm,
                )
                for one in result.differences
            ],
        ),
    )
