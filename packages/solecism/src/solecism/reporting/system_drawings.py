"""Drawings of how systems differ: by their edits, by people's rankings, and by scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from solecism.errors import InputError
from solecism.figure import Figure
from solecism.ranking.human_ranking import EXPECTED_WINS, RankedSystem
from solecism.ranking.score_agreement import AnnotatorPoint
from solecism.ranking.system_ranking import SystemRanking
from solecism.reporting.drawing import (
    Drawing,
    DrawingSize,
    IntervalRow,
    add_legend,
    draw_interval_rows,
    new_canvas,
    new_panels,
    series_style,
)
from solecism.reporting.table import table
from solecism.reporting.wording import number, shortened, with_interval
from solecism.scoring.edit_comparison import EditComparison, PairDifference
from solecism.system.display_text import count

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
        label = f"{shortened(first, 14)} − {shortened(second, 14)}"
        white = [one.name for one in differences if not one.is_beyond_chance(result.level)]
        rows.append(
            IntervalRow(reference, label, {one.name: [one] for one in differences}, white=white)
        )
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
        partial(draw_interval_rows, rows, measures, are_differences=True),
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


_MOST_ABREAST = 3


def ranking_drawings(result: SystemRanking) -> Iterator[Drawing]:
    """Yield a drawing of people's ranking, and of what else was measured."""
    yield _people_drawing(result)
    if result.scores:
        yield _scores_drawing(result)
    if result.curve:
        yield _curve_drawing(result)


def _people_drawing(result: SystemRanking) -> Drawing:
    rows = [
        IntervalRow(
            f"cluster {one.cluster}", shortened(one.name, 18), {EXPECTED_WINS: [one.expected_wins]}
        )
        for one in result.systems
    ]
    said = [f"{shortened(one.name)} {with_interval(one.expected_wins)}" for one in result.systems]
    level = f"{result.level:.0%}"
    return Drawing(
        "expected-wins",
        "People's ranking of systems",
        f"Expected wins of {count(len(rows), 'system')}, the best first: {', '.join(said)}.",
        f"Expected wins with {level} intervals. Systems of one cluster cannot be told apart.",
        partial(draw_interval_rows, rows, (EXPECTED_WINS,)),
        table(
            "expected-wins",
            "What the figure shows",
            ("system", "cluster", EXPECTED_WINS, f"{level} interval"),
            [
                (one.name, one.cluster, one.expected_wins, one.expected_wins.interval)
                for one in result.systems
            ],
        ),
    )


def _scores_drawing(result: SystemRanking) -> Drawing:
    """Each score against expected wins; a system is drawn as its place in people's ranking."""
    places = [
        (place, one)
        for place, one in enumerate(result.systems, 1)
        if all(one.name in values for values in result.scores.values())
    ]
    names = ", ".join(f"{place} {shortened(one.name)}" for place, one in places)
    figures = {one.score: one.figures for one in reversed(result.correlations)}
    said = [
        f"{score}: Pearson {number(figures[score]['Pearson'])}, "
        f"Spearman {number(figures[score]['Spearman'])}"
        for score in result.scores
    ]
    return Drawing(
        "scores-and-people",
        "Scores beside people's ranking",
        f"One panel per score, with {count(len(places), 'system')}. {'; '.join(said)}.",
        f"Numbers are places in people's ranking: {names}. Arrows point to the better side.",
        partial(_draw_scores, places, result.scores),
        table(
            "scores-and-people",
            "What the figure shows",
            ("system", "place", EXPECTED_WINS, *result.scores),
            [
                (
                    one.name,
                    place,
                    one.expected_wins,
                    *(values[one.name] for values in result.scores.values()),
                )
                for place, one in places
            ],
        ),
    )


def _draw_scores(
    places: Sequence[tuple[int, RankedSystem]],
    scores: Mapping[str, Mapping[str, Figure]],
    layout: DrawingSize,
) -> Canvas:
    n_columns = min(len(scores), 2 if layout.is_narrow else _MOST_ABREAST)
    n_rows = -(-len(scores) // n_columns)
    canvas = new_canvas(layout, 0.4 + 2.1 * n_rows)
    panels = canvas.subplots(n_rows, n_columns, squeeze=False, sharey=True)
    for axes, (score, values) in zip(panels.flat, scores.items(), strict=False):
        for place, one in places:
            point = values[one.name], one.expected_wins
            axes.plot(*point, "o", color="white")
            axes.annotate(str(place), point, ha="center", va="center", fontsize="small")
        axes.set_xlabel(f"{shortened(score)} →")
    for axes in panels.flat[len(scores) :]:
        axes.set_visible(False)
    for row in panels:
        row[0].set_ylabel(f"{EXPECTED_WINS} →")
    return canvas


def _curve_drawing(result: SystemRanking) -> Drawing:
    points = result.curve
    last = max(point.n_annotators for point in points)
    said = [
        f"{one.score}, {one.measure} {number(one.mean)}"
        for one in points
        if one.n_annotators == last
    ]
    band = f"{result.level:.0%} of subsets"
    return Drawing(
        "by-annotators",
        "Agreement with people by number of annotators",
        f"Lines from 1 to {count(last, 'annotator')}. With all of them: {'; '.join(said)}.",
        f"Means over subsets of annotators; bands hold {band}.",
        partial(_draw_curve, points),
        table(
            "by-annotators",
            "What the figure shows",
            ("score", "measure", "annotators", "subsets", "mean", f"{band}: low", "high"),
            [
                (
                    one.score,
                    one.measure,
                    one.n_annotators,
                    one.n_subsets,
                    one.mean,
                    one.low,
                    one.high,
                )
                for one in points
            ],
        ),
    )


def _draw_curve(points: Sequence[AnnotatorPoint], layout: DrawingSize) -> Canvas:
    measures = list(dict.fromkeys(point.measure for point in points))
    scores = list(dict.fromkeys(point.score for point in points))
    head = 0.2 * -(-len(scores) // (1 if layout.is_narrow else 3))
    canvas, panels = new_panels(layout, len(measures), height=2.8, head=head)
    for axes, measure in zip(panels, measures, strict=True):
        for index, score in enumerate(scores):
            _draw_line(axes, [p for p in points if (p.score, p.measure) == (score, measure)], index)
        axes.set_title(measure, loc="left")
        axes.set_xlabel("annotators")
        axes.set_ylabel("agreement with people →" if axes is panels[0] else "")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    add_legend(canvas, panels[0], layout)
    return canvas


def _draw_line(axes: Axes, points: Sequence[AnnotatorPoint], index: int) -> None:
    style = series_style(index)
    sizes = [point.n_annotators for point in points]
    lows, highs = [point.low for point in points], [point.high for point in points]
    axes.fill_between(sizes, lows, highs, color=style.colour, alpha=0.14, linewidth=0)
    axes.plot(
        sizes,
        [point.mean for point in points],
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        label=shortened(points[0].score),
    )
