"""Scores by agreement of raters: in bins, and from a level of agreement on (002, figure 2; 003)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from solecism.figure import PRECISION, RECALL, Figure
from solecism.numeric import Floats
from solecism.reporting.drawing import Drawing, DrawingSize, add_legend, new_panels, series_style
from solecism.reporting.measurements import Measurements, SystemScores
from solecism.reporting.section import Section
from solecism.reporting.table import ReportTable, table
from solecism.reporting.wording import number, shortened, with_interval
from solecism.scoring.bins import Bin
from solecism.scoring.score import KAPPA
from solecism.system.display_text import count

_MEASURES = (PRECISION, RECALL, KAPPA)
_CURVES = (PRECISION, KAPPA)
_MOST_BANDS = 2
# More lines than this need the whole width of a page.
_MOST_ABREAST = 3


def curves_section(measurements: Measurements) -> Section:
    """Precision, recall and kappa against the majority, by how far raters agree."""
    title = "Scores by agreement"
    if not measurements.scores:
        return Section("curves", title, missing=measurements.unscored)
    if max(one.match.n_answers.max() for one in measurements.scores) < 2:
        reason = "No site has two answers, so agreement cannot be measured."
        return Section("curves", title, missing=reason)
    text = (
        "A system should do well where raters agree, and need not where they differ. Precision "
        "and recall depend on how many errors there are among the sites of a bin; kappa between "
        "system and majority allows for that, so that systems on different texts can be compared.",
    )
    return Section("curves", title, text, (bins_drawing(measurements), curve_drawing(measurements)))


def bins_drawing(measurements: Measurements) -> Drawing:
    """Precision, recall and kappa in bins of agreement, systems side by side."""
    systems = measurements.scores
    return Drawing(
        "agreement-bins",
        "Precision, recall and kappa by bin of agreement",
        _alt(systems, [one.bins for one in systems], _in_bin),
        f"Against the majority, with {measurements.level:.0%} intervals.",
        partial(_draw_bins, systems),
        _table(
            "agreement-bins",
            "Scores in bins of agreement",
            [one.bins for one in systems],
            _in_bin,
        ),
    )


def curve_drawing(measurements: Measurements) -> Drawing:
    """Precision and kappa at sites with at least a given agreement."""
    systems = measurements.scores
    marks = "bands" if len(systems) <= _MOST_BANDS else "upright lines"
    return Drawing(
        "agreement-curves",
        "Precision and kappa from a level of agreement on",
        _alt(systems, [one.curve for one in systems], _from_level),
        f"At sites with at least so much agreement, against the majority; {marks} are "
        f"{measurements.level:.0%} intervals.",
        partial(_draw_curves, systems),
        _table(
            "agreement-curves",
            "Scores from a level of agreement on",
            [one.curve for one in systems],
            _from_level,
        ),
    )


def _draw_bins(systems: Sequence[SystemScores], layout: DrawingSize) -> Canvas:
    bins = [one.name for one in systems[0].bins]
    canvas, panels = _panels(layout, len(_MEASURES), len(systems))
    for axes, measure in zip(panels, _MEASURES, strict=True):
        for index, one in enumerate(systems):
            offset = (index - (len(systems) - 1) / 2) * min(0.12, 0.7 / len(systems))
            places = np.arange(len(bins), dtype=np.float64) + offset
            _with_bars(axes, places, [_figure(bin, measure) for bin in one.bins], one, index)
        axes.set_xticks(range(len(bins)), [name.strip("%").replace("-", "–") for name in bins])
        axes.set_xlim(-0.5, len(bins) - 0.5)
        axes.grid(visible=False, axis="x")
        _finish(axes, measure)
    canvas.supxlabel("agreement of raters (%)", fontsize="medium")
    add_legend(canvas, panels[0], layout)
    return canvas


def _draw_curves(systems: Sequence[SystemScores], layout: DrawingSize) -> Canvas:
    canvas, panels = _panels(layout, len(_CURVES), len(systems))
    for axes, measure in zip(panels, _CURVES, strict=True):
        for index, one in enumerate(systems):
            levels = np.array([100 * point.low for point in one.curve])
            figures = [_figure(point, measure) for point in one.curve]
            if len(systems) <= _MOST_BANDS:
                _with_band(axes, levels, figures, one, index)
            else:
                shift = (index - (len(systems) - 1) / 2) * 0.35
                _with_bars(axes, levels + shift, figures, one, index)
        _finish(axes, measure)
    canvas.supxlabel("at least so much agreement of raters (%)", fontsize="medium")
    add_legend(canvas, panels[0], layout)
    return canvas


def _panels(layout: DrawingSize, n_panels: int, n_systems: int) -> tuple[Canvas, list[Axes]]:
    """The panels, with room for a legend of the systems."""
    is_stacked = n_systems > _MOST_ABREAST or (layout.is_narrow and n_panels > 2)
    head = 0.2 * -(-n_systems // (1 if layout.is_narrow else 3))
    height = 2.3 if is_stacked else 3.0
    return new_panels(layout, n_panels, height=height, head=head, is_stacked=is_stacked)


def _figure(bin: Bin, name: str) -> Figure:
    return bin.kappa if name == KAPPA else bin.score.figures[name]


def _with_bars(
    axes: Axes, places: Floats, figures: Sequence[Figure], one: SystemScores, index: int
) -> None:
    style = series_style(index)
    axes.plot(
        places,
        figures,
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        label=shortened(one.system),
    )
    for place, figure in zip(places, figures, strict=True):
        if figure.interval.is_defined:
            ends = [figure.interval.low, figure.interval.high]
            axes.plot([place, place], ends, color=style.colour, linewidth=0.9)


def _with_band(
    axes: Axes, places: Floats, figures: Sequence[Figure], one: SystemScores, index: int
) -> None:
    style = series_style(index)
    lows, highs = ([getattr(one.interval, end) for one in figures] for end in ("low", "high"))
    axes.fill_between(places, lows, highs, color=style.colour, alpha=0.14, linewidth=0)
    for ends in (lows, highs):
        axes.plot(places, ends, color=style.colour, linewidth=0.6, linestyle=style.line)
    axes.plot(
        places,
        figures,
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        label=shortened(one.system),
    )


def _finish(axes: Axes, measure: str) -> None:
    low, _ = axes.get_ylim()
    axes.set_ylim(min(0.0, low), 1.04)
    axes.set_title(f"{measure} (better ↑)", loc="left")


def _in_bin(bin: Bin) -> str:
    return bin.name


def _from_level(bin: Bin) -> str:
    return f"at least {100 * bin.low:.3g}%"


def _table(
    name: str, caption: str, by_system: Sequence[Sequence[Bin]], named: Callable[[Bin], str]
) -> ReportTable:
    columns = ["system", "agreement", "sites", "errors"]
    for measure in _MEASURES:
        columns += [measure, f"{measure} interval"]
    rows = []
    for bins in by_system:
        for bin in bins:
            figures = [_figure(bin, measure) for measure in _MEASURES]
            cells = [cell for one in figures for cell in (one, one.interval)]
            rows.append((bin.score.system, named(bin), bin.n_items, bin.n_errors, *cells))
    return table(name, caption, columns, rows)


def _alt(
    systems: Sequence[SystemScores],
    points: Sequence[Sequence[Bin]],
    named: Callable[[Bin], str],
) -> str:
    said = []
    for one, bins in zip(systems, points, strict=True):
        ends = [bins[0], bins[-1]] if len(bins) > 1 else [bins[0]]
        parts = [
            f"{named(bin)} ({count(bin.n_items, 'site')}) precision "
            f"{with_interval(_figure(bin, PRECISION))}, recall "
            f"{number(_figure(bin, RECALL))}, kappa {with_interval(bin.kappa)}"
            for bin in ends
        ]
        said.append(f"{shortened(one.system)}: {'; '.join(parts)}")
    return f"Lines for {count(len(systems), 'system')} by agreement of raters. {'. '.join(said)}."
