"""Precision and recall of systems: graded, against the majority and each rater, from samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from solecism.figure import F05, PRECISION, RECALL, Figure
from solecism.report.drawing import Drawing
from solecism.report.interval_rows import Row, draw_rows
from solecism.report.measurements import Measurements, SystemScores
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table
from solecism.report.words import listed, number, printable, short, with_interval
from solecism.sample.estimate import Estimates
from solecism.score.score import Score

GRADED, MAJORITY, RATERS, SAMPLE = "graded", "majority", "each rater", "sample"
_MEASURES = (PRECISION, RECALL, F05)
_MARKERS = {GRADED: "o", MAJORITY: "s", RATERS: "|", SAMPLE: "D"}


@dataclass(frozen=True, slots=True)
class Line:
    """One way to score a system: its figures by name."""

    system: str
    way: str
    n_items: int
    figures: dict[str, Figure]


def scores_section(measurements: Measurements) -> Section:
    """How good the systems are, in every way that the data allow."""
    title = "Precision and recall"
    lines = score_lines(measurements)
    if not lines:
        return Section(
            "scores", title, missing=f"{measurements.unscored} No sample was given either."
        )
    contents: list[Table | Drawing] = [
        _scores_table(measurements, lines),
        _scores_drawing(measurements, lines),
    ]
    if measurements.scores:
        contents.append(_rater_table(measurements))
    return Section("scores", title, tuple(_text(measurements)), tuple(contents))


def score_lines(measurements: Measurements) -> list[Line]:
    """The lines of all systems, sorted by system."""
    lines = []
    for one in measurements.scores:
        lines += [_of_score(GRADED, one.graded), _of_score(MAJORITY, one.majority)]
    lines += [_of_sample(sample) for sample in measurements.estimates]
    return sorted(lines, key=lambda line: line.system)


def _of_score(way: str, score: Score) -> Line:
    return Line(score.system, way, score.n_items, score.figures)


def _of_sample(sample: Estimates) -> Line:
    return Line(sample.system, SAMPLE, sample.n_judged, sample.figures)


def _text(measurements: Measurements) -> Iterator[str]:
    if measurements.scores:
        yield (
            "Graded: a site is an error by the share of its raters who call it one, so that "
            "contentious sites count less. Majority: what most raters say is taken for the "
            "truth, a tie for half an error. Each rater: the same system, scored against one "
            "rater at a time. All intervals take account of sites and raters as samples of many, "
            "and are about what raters would say, not about a truth behind it."
        )
    if measurements.unscored and measurements.estimates:
        yield measurements.unscored
    for sample in measurements.estimates:
        yield (
            f"Sample: {sample.n_judged} judged sites of {printable(sample.system)}, drawn by "
            f"the design “{printable(sample.design)}”, weighed up to the whole corpus"
            + (f"; {sample.n_unjudged} not judged yet" if sample.n_unjudged else "")
            + "."
        )


def _scores_table(measurements: Measurements, lines: Sequence[Line]) -> Table:
    columns = ["system", "scored by", "sites"]
    for name in _MEASURES:
        columns += [name, f"{name} {measurements.level:.0%} interval"]
    rows: list[list[Cell]] = []
    for line in lines:
        row: list[Cell] = [line.system, line.way, line.n_items]
        for name in _MEASURES:
            row += [line.figures[name], line.figures[name].interval]
        rows.append(row)
    return table("scores", "Precision, recall and F with intervals", columns, rows)


def _rater_table(measurements: Measurements) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            one.system,
            score.against,
            score.n_items,
            *(score.figures[name] for name in _MEASURES),
        )
        for one in measurements.scores
        for score in one.by_rater
    ]
    columns = ("system", "rater", "sites", *_MEASURES)
    return table(
        "scores-by-rater", "The same systems against each rater", columns, rows, is_folded=True
    )


def _scores_drawing(measurements: Measurements, lines: Sequence[Line]) -> Drawing:
    by_rater = {one.system: one for one in measurements.scores}
    rows = []
    for index, line in enumerate(lines):
        marks = {name: [line.figures[name]] for name in _MEASURES}
        white = _MEASURES if line.way == MAJORITY else ()
        rows.append(Row(line.system, line.way, marks, _MARKERS[line.way], white))
        is_last = index + 1 == len(lines) or lines[index + 1].system != line.system
        if is_last and line.system in by_rater:
            rows.append(_rater_row(by_rater[line.system]))
    return Drawing(
        "score-intervals",
        "Precision, recall and F0.5 with intervals",
        _alt(lines),
        f"Markers with {measurements.level:.0%} intervals: circles graded, squares majority, "
        "diamonds sample. Upright strokes: single raters, without intervals.",
        partial(draw_rows, rows, _MEASURES),
        _drawn_table(measurements, lines),
    )


def _rater_row(one: SystemScores) -> Row:
    marks = {name: [score.figures[name] for score in one.by_rater] for name in _MEASURES}
    return Row(one.system, RATERS, marks, _MARKERS[RATERS])


def _drawn_table(measurements: Measurements, lines: Sequence[Line]) -> Table:
    cells: list[tuple[Cell, ...]] = [
        (line.system, line.way, name, line.figures[name], line.figures[name].interval)
        for line in lines
        for name in _MEASURES
    ]
    cells += [
        (one.system, f"rater {score.against}", name, score.figures[name], None)
        for one in measurements.scores
        for name in _MEASURES
        for score in one.by_rater
    ]
    columns = ("system", "scored by", "measure", "value", f"{measurements.level:.0%} interval")
    return table("score-intervals", "What the figure shows", columns, cells)


def _alt(lines: Sequence[Line]) -> str:
    said = [
        f"{short(line.system)}, {line.way}: "
        f"precision {with_interval(line.figures[PRECISION])}, "
        f"recall {with_interval(line.figures[RECALL])}, "
        f"F0.5 {number(line.figures[F05])}"
        for line in lines
    ]
    names = listed(sorted({short(line.system) for line in lines}))
    return f"Dots with intervals for {names}. {'; '.join(said)}."
