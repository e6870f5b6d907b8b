"""Scores and comparisons of systems, as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from solecism.figure import F05, F1, PRECISION, RECALL
from solecism.table import Table, figure_cells, figure_columns, number, span, table

if TYPE_CHECKING:
    from solecism.figure import Figure
    from solecism.scoring.against_raters import Stability
    from solecism.scoring.bins import Bin
    from solecism.scoring.compared_systems import BinDifference, Comparison
    from solecism.scoring.score import Score

SHOWN = (PRECISION, RECALL, F05, F1)


def score_table(system: str, scores: Sequence[Score], level: float) -> Table:
    """The scores of a system, one row per kind of site and reference."""
    return table(
        system,
        ("kind", "against", "sites", *figure_columns(SHOWN, level), "estimates"),
        [
            [one.kind, one.against, str(one.n_items), *score_cells(one.figures), one.estimand]
            for one in scores
        ],
    )


def comparison_table(result: Comparison) -> Table:
    """How two systems differ on the same judgments."""
    level = result.differences[0].interval.level
    figures = ("first", "second", "difference", f"{level:.0%}", "for other")
    return table(
        f"{result.first} minus {result.second}",
        ("measure", "against", *figures, f"bootstrap {level:.0%}", "p"),
        [
            [
                row.name,
                row.against,
                *map(number, (row.first, row.second, row)),
                span(row.interval),
                row.interval.method,
                span(row.bootstrap),
                p_value(row.p_value),
            ]
            for row in result.differences
        ],
    )


def corpus_table(first: str, second: str, differences: Sequence[BinDifference]) -> Table:
    """How kappa of two systems on different judgments differs, by agreement of raters."""
    level = differences[0].interval.level
    return table(
        f"Kappa of {first} minus kappa of {second}",
        ("agreement", "sites", "sites", "first", "second", "difference", f"{level:.0%}"),
        [
            [
                row.name,
                str(row.n_first),
                str(row.n_second),
                *map(number, (row.first, row.second, row)),
                span(row.interval),
            ]
            for row in differences
        ],
    )


def p_value(value: float) -> str:
    """A p-value in two digits."""
    return "not defined" if math.isnan(value) else f"{value:.2g}"


def score_cells(figures: Mapping[str, Figure]) -> list[str]:
    """Precision, recall and F with their intervals; SHOWN are their names."""
    return figure_cells(figures[name] for name in SHOWN)


def bin_table(title: str, bins: Sequence[Bin], level: float) -> Table:
    """Precision, recall and kappa, one row per bin of agreement."""
    return table(
        title,
        ("agreement", "sites", "errors", *figure_columns((PRECISION, RECALL, "kappa"), level)),
        [
            [
                one.name,
                str(one.n_items),
                f"{one.n_errors:g}",
                *figure_cells((one.score.figures[PRECISION], one.score.figures[RECALL], one.kappa)),
            ]
            for one in bins
        ],
    )


def stability_table(system: str, rows: Iterable[Stability]) -> Table:
    """What one changed judgment does."""
    return table(
        f"{system} if one judgment is turned round",
        ("measure", "against", "value", "largest change", "mean change"),
        [
            [
                one.measure,
                one.against,
                number(one.value),
                number(one.largest, 4),
                number(one.mean, 5),
            ]
            for one in rows
        ],
    )
