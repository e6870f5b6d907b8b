"""Who says what where another says something: raters among themselves, systems and majority."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from solecism.agree.confusion import Confusion, from_counts
from solecism.arrays import Floats
from solecism.panel import Panel
from solecism.report.figure import WIDTH, Figure, new_drawing, settings
from solecism.report.section import Section
from solecism.report.study import Study, SystemScores
from solecism.report.table import Cell, Table, table
from solecism.report.words import count, number, share, short

ONE, ANOTHER = "one rater", "another rater"
_MOST_LABELS = 10
_IN_A_ROW = 3
# Light enough for black letters on the darkest cell.
_BLACK = 2.0


def confusion_section(study: Study) -> Section:
    """Confusions of raters, pair by pair or of all pairs together, and of systems."""
    found: list[Table | Figure] = []
    text = []
    raters = rater_confusion(study.panel)
    if raters.n_items and study.panel.n_labels <= _MOST_LABELS:
        found.append(_raters_figure(raters, study.panel.n_raters))
    if len(study.pairs) > 1:
        found.append(_kappa_figure(study))
    if study.scores:
        found.append(_systems_figure(study.scores))
        text.append("Against the majority a tie is half an error, so that halves can occur.")
    title = "Confusion matrices"
    if not found:
        reason = "No site has two answers, and there are no flags to hold against them."
        return Section("confusion", title, missing=reason)
    return Section("confusion", title, tuple(text), tuple(found))


def rater_confusion(panel: Panel) -> Confusion:
    """Two raters' table; of more than two, all ordered pairs of answers about a site together."""
    counts = panel.counts()
    together = counts.T @ counts - np.diag(counts.sum(axis=0))
    if panel.n_raters == 2:
        answers = panel.matrix()
        both = answers[(answers >= 0).all(axis=1)].astype(np.int64)
        cells = both[:, 0] * panel.n_labels + both[:, 1]
        counted = np.bincount(cells, minlength=panel.n_labels**2)
        first, second = panel.raters
        table = counted.reshape(panel.n_labels, -1)
        return from_counts(table, labels=panel.labels, first=first, second=second)
    return from_counts(together, labels=panel.labels, first=ONE, second=ANOTHER)


def _raters_figure(found: Confusion, n_raters: int) -> Figure:
    n = len(found.labels)
    shares = _row_shares(found.counts)
    with settings():
        drawing = new_drawing(1.2 + 0.55 * n, width=min(WIDTH, 3.0 + 0.9 * n))
        axes = drawing.subplots()
        cells = [
            [f"{found.counts[row, column]:,}\n{share(shares[row, column])}" for column in range(n)]
            for row in range(n)
        ]
        names = [short(label, 16) for label in found.labels]
        _shade(axes, shares, cells, names, names)
        axes.set_ylabel(f"{short(found.first)} says")
        axes.set_xlabel(f"{short(found.second)} says")
    pooled = "" if n_raters == 2 else " Every pair of answers about a site counts both ways."
    rows: list[tuple[Cell, ...]] = [
        (label, *found.counts[index].tolist(), *shares[index].tolist())
        for index, label in enumerate(found.labels)
    ]
    said = [
        f"where {short(found.first)} says “{short(label)}”, {short(found.second)} says the same "
        f"{share(shares[index, index])} of the time"
        for index, label in enumerate(found.labels)
    ]
    return Figure(
        "confusion-raters",
        "What one rater says where another says something",
        f"Shaded table of {count(found.n_items, 'pair')} of answers: {'; '.join(said)}.",
        f"Counts, and shares of each row; darker is more.{pooled}",
        drawing,
        table(
            "confusion-raters",
            f"{found.first} (rows) and {found.second} (columns)",
            ("", *found.labels, *(f"share of {label}" for label in found.labels)),
            rows,
        ),
    )


def _kappa_figure(study: Study) -> Figure:
    raters = study.panel.raters
    place = {rater: index for index, rater in enumerate(raters)}
    kappas = np.full((len(raters), len(raters)), np.nan)
    for pair in study.pairs:
        first, second = place[pair.table.first], place[pair.table.second]
        kappas[first, second] = kappas[second, first] = pair.kappa.value
    with settings():
        drawing = new_drawing(1.0 + 0.34 * len(raters), width=min(WIDTH, 2.2 + 0.55 * len(raters)))
        axes = drawing.subplots()
        cells = [["" if math.isnan(value) else number(value) for value in row] for row in kappas]
        names = [short(rater, 14) for rater in raters]
        _shade(axes, np.nan_to_num(np.clip(kappas, 0, 1)), cells, names, names)
        axes.tick_params(axis="x", rotation=90 if max(map(len, names)) > 3 else 0)
    known = [pair for pair in study.pairs if not math.isnan(pair.kappa.value)]
    return Figure(
        "kappa-of-pairs",
        "Cohen's kappa of each pair of raters",
        _kappas_in_words(study, len(known)),
        "Darker is more agreement beyond chance; empty where it is not defined.",
        drawing,
        table(
            "kappa-of-pairs",
            "Cohen's kappa of each pair of raters",
            ("rater", "other", "sites", "kappa", f"{study.level:.0%} interval", "note"),
            [
                (
                    pair.table.first,
                    pair.table.second,
                    pair.table.n_items,
                    pair.kappa.value,
                    None if pair.kappa.reason else pair.kappa.interval,
                    pair.kappa.reason,
                )
                for pair in study.pairs
            ],
        ),
    )


def _kappas_in_words(study: Study, n_known: int) -> str:
    start = f"Shaded table of Cohen's kappa for {count(len(study.pairs), 'pair')} of raters"
    if not n_known:
        return f"{start}, none of which is defined."
    known = [pair for pair in study.pairs if not math.isnan(pair.kappa.value)]
    low = min(known, key=lambda pair: pair.kappa.value)
    high = max(known, key=lambda pair: pair.kappa.value)
    low_pair, high_pair = (
        f"{number(pair.kappa.value)} ({short(pair.table.first)} and {short(pair.table.second)})"
        for pair in (low, high)
    )
    return f"{start}, from {low_pair} to {high_pair}."


def _systems_figure(scores: Sequence[SystemScores]) -> Figure:
    n_rows = -(-len(scores) // _IN_A_ROW)
    n_columns = min(len(scores), _IN_A_ROW)
    with settings():
        drawing = new_drawing(0.3 + 1.75 * n_rows, width=min(WIDTH, 0.8 + 1.9 * n_columns))
        panels = drawing.subplots(n_rows, n_columns, squeeze=False)
        for axes, one in zip(panels.flat, scores, strict=False):
            counts = _system_counts(one)
            shares = _row_shares(counts)
            cells = [
                [f"{value:,g}\n{share(part)}" for value, part in zip(*row, strict=True)]
                for row in zip(counts, shares, strict=True)
            ]
            _shade(axes, shares, cells, ["flag", "no flag"], ["error", "ok"])
            axes.set_title(short(one.system, 22), loc="left")
        for axes in panels.flat[len(scores) :]:
            axes.set_visible(False)
        for row in panels:
            row[0].set_ylabel("majority")
    said = [
        f"{short(one.system)} flags {share(_row_shares(_system_counts(one))[0, 0])} of the errors "
        f"and {share(_row_shares(_system_counts(one))[1, 0])} of the rest"
        for one in scores
    ]
    return Figure(
        "confusion-systems",
        "Systems against the majority",
        f"Shaded tables, one a system: {'; '.join(said)}.",
        "Counts, and shares of what the majority says; darker is more.",
        drawing,
        table(
            "confusion-systems",
            "Systems against the majority",
            ("system", "hits", "misses", "false alarms", "rightly not flagged"),
            [(one.system, *_cells(one)) for one in scores],
        ),
    )


def _cells(one: SystemScores) -> tuple[float, float, float, float]:
    counts = one.majority.counts
    return (
        float(counts.hits),
        float(counts.misses),
        float(counts.false_alarms),
        float(counts.correct),
    )


def _system_counts(one: SystemScores) -> Floats:
    return np.array(_cells(one)).reshape(2, 2)


def _row_shares(counts: NDArray[Any]) -> Floats:
    totals = counts.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(counts, totals, out=np.zeros(counts.shape), where=totals > 0))


def _shade(
    axes: Axes,
    darkness: Floats,
    cells: Sequence[Sequence[str]],
    columns: Sequence[str],
    rows: Sequence[str],
) -> None:
    """Cells with words, from white (0) to dark grey (1)."""
    # Drawn cell by cell: an image would be a file within the file, which a page may not load.
    axes.pcolormesh(darkness, cmap="Greys", vmin=0, vmax=_BLACK, edgecolors="white", linewidth=1)
    axes.invert_yaxis()
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            axes.text(column + 0.5, row + 0.5, text, ha="center", va="center", fontsize=8.5)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    axes.spines[:].set_visible(True)
