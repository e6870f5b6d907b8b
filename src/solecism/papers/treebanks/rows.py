"""Rows of the paper's tables: our scores and changes beside the printed ones."""

from __future__ import annotations

from solecism.papers.treebanks.lines import Line
from solecism.papers.treebanks.printed import BIKEL, CHARNIAK_JOHNSON
from solecism.report.table import Cell

_FIRST = ("F1", "F1 ±", "change", "change ±", "p")
_REST = ("P", "R", "LA", "LA change", "sentences")
CHANGE_COLUMNS = (*_FIRST, *_REST)
# Changes first, which can be compared, and the printed ones right beside ours.
SCORE_COLUMNS = (
    *_FIRST,
    "change, Bikel (printed)",
    "change, C&J (printed)",
    "F1, Bikel (printed)",
    "F1, C&J (printed)",
    *_REST,
)
_N_FIRST = len(_FIRST)


def change_row(line: Line) -> tuple[Cell, ...]:
    """The cells of CHANGE_COLUMNS."""
    score = line.score
    return (
        score.f,
        score.spread,
        line.change,
        line.change_spread,
        f"{line.p_value:.2g}",
        score.precision,
        score.recall,
        score.leaf_ancestor,
        line.leaf_ancestor_change,
        line.n_sentences,
    )


def score_row(line: Line) -> tuple[Cell, ...]:
    """The cells of SCORE_COLUMNS; nothing where the paper has no figure."""
    ours = change_row(line)
    parsers = (BIKEL, CHARNIAK_JOHNSON)
    changes = [line.printed_change.get(parser) for parser in parsers]
    f = [line.printed[parser][2] if parser in line.printed else None for parser in parsers]
    return (*ours[:_N_FIRST], *changes, *f, *ours[_N_FIRST:])
