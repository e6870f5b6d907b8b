"""The sections on systems: their scores, overall and by kind of site, and which is better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from solecism.figure import F05, PRECISION, RECALL, Figure
from solecism.reporting.drawing import Drawing, IntervalRow, draw_interval_rows, series_style
from solecism.reporting.measurements import Measurements, SystemPair, SystemScores
from solecism.reporting.section import Section
from solecism.reporting.table import Cell, ReportTable, table
from solecism.reporting.wording import listed, number, printable, shortened, with_interval
from solecism.sampling.estimate import Estimates
from solecism.scoring.against_raters import GRADED
from solecism.scoring.compared_systems import SystemDifference
from solecism.scoring.score import Score
from solecism.scoring.score_tables import p_value
from solecism.system.display_text import count

BY_SHARE, MAJORITY, RATERS, SAMPLE = "graded", "majority", "each rater", "sample"
_MEASURES = (PRECISION, RECALL, F05)
_MARKERS = {BY_SHARE: "o", MAJORITY: "s", RATERS: "|", SAMPLE: "D"}


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One way to score a system: its figures by name."""

    system: str
    way: str
    n_items: int
    figures: dict[str, Figure]


def scores_section(measurements: Measurements) -> Section:
    """How good the systems are, in every way that the data allow."""
    title = "Precision and recall"
    lines = score_rows(measurements)
    if not lines:
        return Section(
            "scores", title, missing=f"{measurements.unscored} No sample was given either."
        )
    contents: list[ReportTable | Drawing] = [
        _scores_table(measurements, lines),
        _scores_drawing(measurements, lines),
    ]
    if measurements.scores:
        contents.append(_rater_table(measurements))
    return Section("scores", title, tuple(_scores_text(measurements)), tuple(contents))


def score_rows(measurements: Measurements) -> list[ScoreRow]:
    """The lines of all systems, sorted by system."""
    lines = []
    for one in measurements.scores:
        lines += [_of_score(BY_SHARE, one.graded), _of_score(MAJORITY, one.majority)]
    lines += [_of_sample(sample) for sample in measurements.estimates]
    return sorted(lines, key=lambda line: line.system)


def _of_score(way: str, score: Score) -> ScoreRow:
    return ScoreRow(score.system, way, score.n_items, score.figures)


def _of_sample(sample: Estimates) -> ScoreRow:
    return ScoreRow(sample.system, SAMPLE, sample.n_judged, sample.figures)


def _scores_text(measurements: Measurements) -> Iterator[str]:
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


def _scores_table(measurements: Measurements, lines: Sequence[ScoreRow]) -> ReportTable:
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


def _rater_table(measurements: Measurements) -> ReportTable:
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


def _scores_drawing(measurements: Measurements, lines: Sequence[ScoreRow]) -> Drawing:
    by_rater = {one.system: one for one in measurements.scores}
    rows = []
    for index, line in enumerate(lines):
        marks = {name: [line.figures[name]] for name in _MEASURES}
        white = _MEASURES if line.way == MAJORITY else ()
        rows.append(IntervalRow(line.system, line.way, marks, _MARKERS[line.way], white))
        is_last = index + 1 == len(lines) or lines[index + 1].system != line.system
        if is_last and line.system in by_rater:
            rows.append(_rater_row(by_rater[line.system]))
    return Drawing(
        "score-intervals",
        "Precision, recall and F0.5 with intervals",
        _scores_alt(lines),
        f"Markers with {measurements.level:.0%} intervals: circles graded, squares majority, "
        "diamonds sample. Upright strokes: single raters, without intervals.",
        partial(draw_interval_rows, rows, _MEASURES),
        _drawn_scores(measurements, lines),
    )


def _rater_row(one: SystemScores) -> IntervalRow:
    marks = {name: [score.figures[name] for score in one.by_rater] for name in _MEASURES}
    return IntervalRow(one.system, RATERS, marks, _MARKERS[RATERS])


def _drawn_scores(measurements: Measurements, lines: Sequence[ScoreRow]) -> ReportTable:
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


def _scores_alt(lines: Sequence[ScoreRow]) -> str:
    said = [
        f"{shortened(line.system)}, {line.way}: "
        f"precision {with_interval(line.figures[PRECISION])}, "
        f"recall {with_interval(line.figures[RECALL])}, "
        f"F0.5 {number(line.figures[F05])}"
        for line in lines
    ]
    names = listed(sorted({shortened(line.system) for line in lines}))
    return f"Dots with intervals for {names}. {'; '.join(said)}."


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
    contents = (_kinds_table(measurements, scores), _kinds_drawing(measurements, scores))
    return Section("kinds", title, text, contents)


def _kinds_table(measurements: Measurements, scores: Sequence[Score]) -> ReportTable:
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


def _kinds_drawing(measurements: Measurements, scores: Sequence[Score]) -> Drawing:
    systems = [one.system for one in measurements.scores]
    rows = []
    for score in scores:
        place = systems.index(score.system)
        marks = {name: [score.figures[name]] for name in _MEASURES}
        label = shortened(score.system, 16)
        white = _MEASURES if place % 2 else ()
        rows.append(IntervalRow(score.kind, label, marks, series_style(place).marker, white))
    said = [
        f"{shortened(score.kind)}, {shortened(score.system)}: precision "
        f"{with_interval(score.figures[PRECISION])}, recall {with_interval(score.figures[RECALL])}"
        for score in scores
    ]
    return Drawing(
        "kind-intervals",
        "Precision, recall and F0.5 by kind of site",
        f"Marks with intervals. {'; '.join(said)}.",
        f"Graded, with {measurements.level:.0%} intervals; one mark per system.",
        partial(draw_interval_rows, rows, _MEASURES),
        _drawn_kinds(measurements, scores),
    )


def _drawn_kinds(measurements: Measurements, scores: Sequence[Score]) -> ReportTable:
    cells = [
        (score.kind, score.system, name, score.figures[name], score.figures[name].interval)
        for score in scores
        for name in _MEASURES
    ]
    columns = ("kind", "system", "measure", "value", f"{measurements.level:.0%} interval")
    return table("kind-intervals", "What the figure shows", columns, cells)


_COMPARED_MEASURES = (PRECISION, RECALL, F05)
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
    contents: list[ReportTable | Drawing] = [_comparisons_table(measurements, pairs)]
    if len(pairs) <= _MOST_DRAWN:
        contents.append(_comparisons_drawing(measurements, pairs))
    contents.append(_decisive(pairs))
    return Section("comparisons", title, tuple(text), tuple(contents))


def _comparisons_table(measurements: Measurements, pairs: Sequence[SystemPair]) -> ReportTable:
    columns = ["first system", "second system", "measure", "against", "first", "second"]
    columns += ["difference", f"{measurements.level:.0%} interval", "p"]
    rows: list[tuple[Cell, ...]] = []
    for pair in pairs:
        for difference, p_holm in pair.corrected:
            if difference.name in _COMPARED_MEASURES:
                values = difference.first, difference.second, difference, difference.interval
                p_values = p_value(difference.p_value), p_value(p_holm)
                rows.append(
                    (
                        *_compared_systems(pair),
                        difference.name,
                        difference.against,
                        *values,
                        *p_values,
                    )
                )
    return table("comparisons", "Every pair of systems", [*columns, "p (Holm)"], rows)


def _comparisons_drawing(measurements: Measurements, pairs: Sequence[SystemPair]) -> Drawing:
    alpha = 1 - measurements.level
    rows, said, cells = [], [], []
    for pair in pairs:
        first, second = (shortened(name, 12) for name in _compared_systems(pair))
        label = f"{first} − {second}"
        graded = [each for each in pair.corrected if _is_drawn(each[0])]
        white = [d.name for d, p_holm in graded if not p_holm < alpha]
        rows.append(IntervalRow("", label, {d.name: [d] for d, _ in graded}, white=white))
        said.append(f"{label}: " + ", ".join(f"{d.name} {with_interval(d)}" for d, _ in graded))
        cells += [(*_compared_systems(pair), d.name, d, d.interval, p_holm) for d, p_holm in graded]
    columns = ("first system", "second system", "measure", "difference")
    level = f"{measurements.level:.0%}"
    return Drawing(
        "differences",
        "Differences between systems",
        f"Marks with intervals for {count(len(pairs), 'pair')} of systems. {'; '.join(said)}.",
        f"First minus second, graded, with {level} intervals; filled where p (Holm) is below "
        f"{alpha:g}.",
        partial(draw_interval_rows, rows, _COMPARED_MEASURES, are_differences=True),
        table(
            "differences",
            "What the figure shows",
            (*columns, f"{level} interval", "p (Holm)"),
            cells,
        ),
    )


def _decisive(pairs: Sequence[SystemPair]) -> ReportTable:
    rows = []
    for pair in pairs:
        where, test = pair.comparison.decisive, pair.comparison.mcnemar
        rows.append(
            (
                *_compared_systems(pair),
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


def _compared_systems(pair: SystemPair) -> tuple[str, str]:
    return pair.comparison.first, pair.comparison.second


def _is_drawn(difference: SystemDifference) -> bool:
    return difference.name in _COMPARED_MEASURES and difference.against == GRADED
