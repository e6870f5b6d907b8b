"""Drawings of people's rankings of systems, and of scores beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from solecism.figure import Figure
from solecism.rank.by_annotators import CurvePoint
from solecism.rank.people import EXPECTED_WINS, RankedSystem
from solecism.rank.systems import SystemRanking
from solecism.report.drawing import Drawing, Layout, add_legend, ink, new_canvas, new_panels
from solecism.report.interval_rows import Row, draw_rows
from solecism.report.table import table
from solecism.report.words import count, number, short, with_interval

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
        Row(f"cluster {one.cluster}", short(one.name, 18), {EXPECTED_WINS: [one.expected_wins]})
        for one in result.systems
    ]
    said = [f"{short(one.name)} {with_interval(one.expected_wins)}" for one in result.systems]
    level = f"{result.level:.0%}"
    return Drawing(
        "expected-wins",
        "People's ranking of systems",
        f"Expected wins of {count(len(rows), 'system')}, the best first: {', '.join(said)}.",
        f"Expected wins with {level} intervals. Systems of one cluster cannot be told apart.",
        partial(draw_rows, rows, (EXPECTED_WINS,)),
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
    names = ", ".join(f"{place} {short(one.name)}" for place, one in places)
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
        f"Numbers are places in people's ranking: {names}.",
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
    layout: Layout,
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
        axes.set_xlabel(short(score))
    for axes in panels.flat[len(scores) :]:
        axes.set_visible(False)
    for row in panels:
        row[0].set_ylabel(EXPECTED_WINS)
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


def _draw_curve(points: Sequence[CurvePoint], layout: Layout) -> Canvas:
    measures = list(dict.fromkeys(point.measure for point in points))
    scores = list(dict.fromkeys(point.score for point in points))
    head = 0.2 * -(-len(scores) // (1 if layout.is_narrow else 3))
    canvas, panels = new_panels(layout, len(measures), height=2.8, head=head)
    for axes, measure in zip(panels, measures, strict=True):
        for index, score in enumerate(scores):
            _draw_line(axes, [p for p in points if (p.score, p.measure) == (score, measure)], index)
        axes.set_title(measure, loc="left")
        axes.set_xlabel("annotators")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    add_legend(canvas, panels[0], layout)
    return canvas


def _draw_line(axes: Axes, points: Sequence[CurvePoint], index: int) -> None:
    style = ink(index)
    sizes = [point.n_annotators for point in points]
    lows, highs = [point.low for point in points], [point.high for point in points]
    axes.fill_between(sizes, lows, highs, color=style.colour, alpha=0.14, linewidth=0)
    axes.plot(
        sizes,
        [point.mean for point in points],
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        label=short(points[0].score),
    )
