"""Rows of the paper's tables: our scores and changes beside the printed ones."""

from __future__ import annotations

from solecism.papers.treebanks.lines import Line
from solecism.papers.treebanks.printed import BIKEL, CHARNIAK_JOHNSON
from solecism.report.table import Cell

CHANGE_COLUMNS = ("sentences", "P", "R", "F1", "F1 ±", "change", "change ±", "p", "LA", "LA change")
SCORE_COLUMNS = (
    *CHANGE_COLUMNS,
    "Bikel F1 printed",
    "Bikel change printed",
    "C&J F1 printed",
    "C&J change printed",
)


def change_row(line: Line) -> tuple[Cell, ...]:
    """The cells of CHANGE_COLUMNS."""
    score = line.score
    return (
        line.n_sentences,
        score.precision,
        score.recall,
        score.f,
        score.spread,
        line.change,
        line.change_spread,
        f"{line.p_value:.2g}",
        score.leaf_ancestor,
        line.leaf_ancestor_change,
    )


def score_row(line: Line) -> tuple[Cell, ...]:
    """The cells of SCORE_COLUMNS; nothing where the paper has no figure."""
    printed: list[Cell] = []
    for parser in (BIKEL, CHARNIAK_JOHNSON):
        figures = line.printed.get(parser)
        printed += [figures[2] if figures else None, line.printed_change.get(parser)]
    return (*change_row(line), *printed)
