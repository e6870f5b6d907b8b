"""Scores and comparisons of systems, as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from solecism.figure import F05, F1, PRECISION, RECALL, Figure
from solecism.system.display_text import count
from solecism.table import Table, figure_cells, figure_columns, number, table

if TYPE_CHECKING:
    from solecism.scoring.against_raters import Stability
    from solecism.scoring.bins import Bin
    from solecism.scoring.score import Score

SHOWN = (PRECISION, RECALL, F05, F1)
THESE_RATERS, OF_THESE = "these raters, graded", "what these raters say"


def score_table(system: str, scores: Sequence[Score], level: float) -> Table:
    """The scores of a system, one row per kind of site and reference.

    Where the raters are taken as a sample of others, a second row is for these raters alone.
    """
    rows = []
    for one in scores:
        known = one.kind, one.against, str(one.n_items)
        rows.append([*known, *score_cells(one.figures), one.estimand])
        if one.these_raters:
            alone = {
                name: Figure(figure, name=name, interval=one.these_raters[name], note=figure.note)
                for name, figure in one.figures.items()
            }
            known = one.kind, THESE_RATERS, str(one.n_items)
            rows.append([*known, *score_cells(alone), OF_THESE])
    return table(
        system, ("kind", "against", "sites", *figure_columns(SHOWN, level), "estimates"), rows
    )


_FEW_EDITS = 20


def few_edits_remarks(counts: Iterable[tuple[str, float, float]]) -> Iterator[str]:
    """A remark on each system where it or the reference (names, then both) has few edits."""
    for system, n_made, n_wanted in counts:
        n, whose = min((n_made, "its own"), (n_wanted, "the reference"))
        if 0 < n < _FEW_EDITS:
            yield (
                f"{system} is scored by {count(round(n, 1), 'edit')} of {whose}: from fewer than "
                f"{_FEW_EDITS} a bootstrap cannot tell how much figures vary, and its intervals "
                "are often too narrow."
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
