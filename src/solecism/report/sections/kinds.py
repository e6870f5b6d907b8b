"""Precision and recall of systems by kind of site."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from solecism.figure import F05, PRECISION, RECALL
from solecism.report.drawing import Drawing, ink
from solecism.report.interval_rows import Row, draw_rows
from solecism.report.measurements import Measurements
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table
from solecism.report.words import short, with_interval
from solecism.score.score import Score

_MEASURES = (PRECISION, RECALL, F05)


def kinds_section(measurements: Measurements) -> Section:
    """How good the systems are at each kind of site, graded."""
    title = "Scores by kind"
    if not measurements.scores:
        return Section("kinds", title, missing=measurements.unscored)
    scores = [score for one in measurements.scores for score in one.by_kind]
    if not scores:
        kind = measurements.scores[0].match.kinds[0]
        return Section("kinds", title, missing=f"All sites are of one kind, {kind or 'unnamed'}.")
    scores.sort(key=lambda score: (score.kind, score.system))
    text = (
        "Graded: a site is an error by the share of its raters who call it one. The intervals are "
        "for other sentences and raters. Few sites of a kind make wide intervals.",
    )
    contents = (_table(measurements, scores), _drawing(measurements, scores))
    return Section("kinds", title, text, contents)


def _table(measurements: Measurements, scores: Sequence[Score]) -> Table:
    columns = ["kind", "system", "sites"]
    for name in _MEASURES:
        columns += [name, f"{name} {measurements.level:.0%} interval"]
    rows: list[list[Cell]] = []
    for score in scores:
        row: list[Cell] = [score.kind, score.system, score.n_items]
        for name in _MEASURES:
            row += [score.figures[name], score.figures[name].interval]
        rows.append(row)
    return table("kinds", "Scores by kind of site, graded", columns, rows)


def _drawing(measurements: Measurements, scores: Sequence[Score]) -> Drawing:
    systems = [one.system for one in measurements.scores]
    rows = []
    for score in scores:
        place = systems.index(score.system)
        marks = {name: [score.figures[name]] for name in _MEASURES}
        label = short(score.system, 16)
        white = _MEASURES if place % 2 else ()
        rows.append(Row(score.kind, label, marks, ink(place).marker, white))
    said = [
        f"{short(score.kind)}, {short(score.system)}: precision "
        f"{with_interval(score.figures[PRECISION])}, recall {with_interval(score.figures[RECALL])}"
        for score in scores
    ]
    return Drawing(
        "kind-intervals",
        "Precision, recall and F0.5 by kind of site",
        f"Marks with intervals. {'; '.join(said)}.",
        f"Graded, with {measurements.level:.0%} intervals; one mark per system.",
        partial(draw_rows, rows, _MEASURES),
        _drawn_table(measurements, scores),
    )


def _drawn_table(measurements: Measurements, scores: Sequence[Score]) -> Table:
    cells = [
        (score.kind, score.system, name, score.figures[name], score.figures[name].interval)
        for score in scores
        for name in _MEASURES
    ]
    columns = ("kind", "system", "measure", "value", f"{measurements.level:.0%} interval")
    return table("kind-intervals", "What the figure shows", columns, cells)
