"""Scores and comparisons of systems, as tables for people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from solecism.figure import F05, F1, PRECISION, RECALL
from solecism.table import Table, figure_cells, figure_columns, number, span, table

if TYPE_CHECKING:
    from solecism.figure import Figure
    from solecism.score.bins import Bin
    from solecism.score.compare import Comparison
    from solecism.score.m2 import M2Scores
    from solecism.score.summary import SystemScore
    from solecism.score.systems import CorpusComparison

_SHOWN = (PRECISION, RECALL, F05, F1)


def score_tables(score: SystemScore) -> Iterator[Table]:
    """The scores of a system by kind, by agreement of raters, and from a level of agreement on."""
    level = score.overall.kappa.interval.level
    yield table(
        score.system,
        ("kind", "against", "sites", *figure_columns(_SHOWN, level), "estimates"),
        [
            [one.kind, one.against, str(one.n_items), *_cells(one.figures), one.estimand]
            for one in score.scores
        ],
    )
    title = f"{score.system} against the majority, by agreement of raters"
    yield _bin_table(title, (*score.bins, score.overall), level)
    yield _bin_table(f"{score.system} from a level of agreement on", score.curve, level)


def m2_table(result: M2Scores) -> Table:
    """The scores of systems against annotated text."""
    counts = ("flags", "right", "edits", "found")
    level = result.scores[0].figures[PRECISION].interval.level
    return table(
        f"Flags in {result.n_sentences} sentences of {len(result.annotators)} annotators",
        ("system", "kind", "counting", *counts, *figure_columns(_SHOWN, level)),
        [
            [
                one.system,
                one.kind,
                one.mode,
                *map(str, (one.n_flags, one.n_right, one.n_edits, one.n_found)),
                *_cells(one.figures),
            ]
            for one in result.scores
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


def corpus_tables(result: CorpusComparison) -> Iterator[Table]:
    """Two systems, each on its own judgments, and how kappa differs by agreement of raters."""
    level = result.first_bins[0].kappa.interval.level
    sides = ((result.first, result.first_bins), (result.second, result.second_bins))
    for match, bins in sides:
        title = f"{match.system}: {match.n_items} sites, {match.panel.n_raters} raters"
        yield _bin_table(title, bins, level)
    yield table(
        f"Kappa of {result.first.system} minus kappa of {result.second.system}",
        ("agreement", "sites", "sites", "first", "second", "difference", f"{level:.0%}"),
        [
            [
                row.name,
                str(row.n_first),
                str(row.n_second),
                *map(number, (row.first, row.second, row)),
                span(row.interval),
            ]
            for row in result.differences
        ],
    )


def p_value(value: float) -> str:
    """A p-value in two digits."""
    return "not defined" if math.isnan(value) else f"{value:.2g}"


def _cells(figures: Mapping[str, Figure]) -> list[str]:
    return figure_cells(figures[name] for name in _SHOWN)


def _bin_table(title: str, bins: Sequence[Bin], level: float) -> Table:
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
