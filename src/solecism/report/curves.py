"""Scores by agreement of raters: in bins, and from a level of agreement on (002, figure 2; 003)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from solecism.arrays import Floats
from solecism.interval import Interval
from solecism.report.figure import Figure, add_legend, ink, new_drawing, settings
from solecism.report.section import Section
from solecism.report.study import Study, SystemScores
from solecism.report.table import Table, table
from solecism.report.words import count, number, short, with_interval
from solecism.score.bins import Bin
from solecism.score.measure import Measure

_MEASURES = ("precision", "recall", "kappa")
_CURVES = ("precision", "kappa")
_MOST_BANDS = 2
# More lines than this need the whole width of a page.
_MOST_ABREAST = 3


def curves_section(study: Study) -> Section:
    """Precision, recall and kappa against the majority, by how far raters agree."""
    title = "Scores by agreement"
    if not study.scores:
        return Section("curves", title, missing=study.unscored)
    if max(one.match.n_answers.max() for one in study.scores) < 2:
        reason = "No site has two answers, so that agreement cannot be told."
        return Section("curves", title, missing=reason)
    text = (
        "A system should do well where raters agree, and need not where they differ. Precision "
        "and recall depend on how many errors there are among the sites of a bin; kappa between "
        "system and majority allows for that, so that systems on different texts can be compared.",
    )
    return Section("curves", title, text, (bins_figure(study), curve_figure(study)))


def bins_figure(study: Study) -> Figure:
    """Precision, recall and kappa in bins of agreement, systems side by side."""
    systems = study.scores
    bins = [one.name for one in systems[0].bins]
    with settings():
        drawing, panels = _panels(len(_MEASURES), len(systems))
        for axes, measure in zip(panels, _MEASURES, strict=True):
            for index, one in enumerate(systems):
                offset = (index - (len(systems) - 1) / 2) * min(0.12, 0.7 / len(systems))
                places = np.arange(len(bins), dtype=np.float64) + offset
                _with_bars(axes, places, [_measure(bin, measure) for bin in one.bins], one, index)
            axes.set_xticks(range(len(bins)), [name.strip("%").replace("-", "–") for name in bins])
            axes.set_xlim(-0.5, len(bins) - 0.5)
            axes.grid(visible=False, axis="x")
            _finish(axes, measure)
        drawing.supxlabel("agreement of raters (%)", fontsize="medium")
        add_legend(drawing, panels[0])
    return Figure(
        "agreement-bins",
        "Precision, recall and kappa by bin of agreement",
        _alt(systems, [one.bins for one in systems], _in_bin),
        f"Against the majority, with {study.level:.0%} intervals.",
        drawing,
        _table(
            "agreement-bins",
            "Scores in bins of agreement",
            [one.bins for one in systems],
            _in_bin,
        ),
    )


def curve_figure(study: Study) -> Figure:
    """Precision and kappa at sites with at least so much agreement."""
    systems = study.scores
    has_bands = len(systems) <= _MOST_BANDS
    with settings():
        drawing, panels = _panels(len(_CURVES), len(systems))
        for axes, measure in zip(panels, _CURVES, strict=True):
            for index, one in enumerate(systems):
                levels = np.array([100 * point.low for point in one.curve])
                found = [_measure(point, measure) for point in one.curve]
                if has_bands:
                    _with_band(axes, levels, found, one, index)
                else:
                    shift = (index - (len(systems) - 1) / 2) * 0.35
                    _with_bars(axes, levels + shift, found, one, index)
            _finish(axes, measure)
        drawing.supxlabel("at least so much agreement of raters (%)", fontsize="medium")
        add_legend(drawing, panels[0])
    marks = "bands" if has_bands else "upright lines"
    return Figure(
        "agreement-curves",
        "Precision and kappa from a level of agreement on",
        _alt(systems, [one.curve for one in systems], _from_level),
        f"At sites with at least so much agreement, against the majority; {marks} are "
        f"{study.level:.0%} intervals.",
        drawing,
        _table(
            "agreement-curves",
            "Scores from a level of agreement on",
            [one.curve for one in systems],
            _from_level,
        ),
    )


def _panels(n_panels: int, n_systems: int) -> tuple[Drawing, list[Axes]]:
    """Panels side by side, or one below the other where many systems need room."""
    is_tall = n_systems > _MOST_ABREAST
    n_legend_lines = -(-n_systems // 3)
    drawing = new_drawing((2.3 * n_panels if is_tall else 3.0) + 0.2 * n_legend_lines)
    shape = (n_panels, 1) if is_tall else (1, n_panels)
    return drawing, list(drawing.subplots(*shape, squeeze=False).flat)


def _measure(bin: Bin, name: str) -> Measure:
    return bin.kappa if name == "kappa" else bin.score.measures[name]


def _with_bars(
    axes: Axes, places: Floats, found: Sequence[Measure], one: SystemScores, index: int
) -> None:
    style = ink(index)
    axes.plot(
        places,
        [measure.value for measure in found],
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        label=short(one.system),
    )
    for place, measure in zip(places, found, strict=True):
        if measure.interval.is_defined:
            ends = [measure.interval.low, measure.interval.high]
            axes.plot([place, place], ends, color=style.colour, linewidth=0.9)


def _with_band(
    axes: Axes, places: Floats, found: Sequence[Measure], one: SystemScores, index: int
) -> None:
    style = ink(index)
    lows, highs = ([getattr(m.interval, end) for m in found] for end in ("low", "high"))
    axes.fill_between(places, lows, highs, color=style.colour, alpha=0.14, linewidth=0)
    for ends in (lows, highs):
        axes.plot(places, ends, color=style.colour, linewidth=0.6, linestyle=style.line)
    values = [measure.value for measure in found]
    axes.plot(
        places,
        values,
        color=style.colour,
        linestyle=style.line,
        marker=style.marker,
        label=short(one.system),
    )


def _finish(axes: Axes, measure: str) -> None:
    low, _ = axes.get_ylim()
    axes.set_ylim(min(0.0, low), 1.04)
    axes.set_title(measure, loc="left")


def _in_bin(bin: Bin) -> str:
    return bin.name


def _from_level(bin: Bin) -> str:
    return f"at least {100 * bin.low:.3g}%"


def _table(
    name: str, caption: str, by_system: Sequence[Sequence[Bin]], named: Callable[[Bin], str]
) -> Table:
    columns = ["system", "agreement", "sites", "errors"]
    for measure in _MEASURES:
        columns += [measure, f"{measure} interval"]
    rows = []
    for bins in by_system:
        for bin in bins:
            figures = [_measure(bin, measure) for measure in _MEASURES]
            cells = [cell for one in figures for cell in (one.value, one.interval)]
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
            f"{with_interval(*_pair(bin, 'precision'))}, recall "
            f"{number(_pair(bin, 'recall')[0])}, kappa {with_interval(*_pair(bin, 'kappa'))}"
            for bin in ends
        ]
        said.append(f"{short(one.system)}: {'; '.join(parts)}")
    return f"Lines for {count(len(systems), 'system')} by agreement of raters. {'. '.join(said)}."


def _pair(bin: Bin, name: str) -> tuple[float, Interval]:
    found = _measure(bin, name)
    return found.value, found.interval
