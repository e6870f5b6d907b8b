"""The section on raters: agreement with the others, control items, signs of careless answers."""

from __future__ import annotations

from solecism.report.measurements import Measurements
from solecism.report.section import Section
from solecism.report.table import Cell, Table, table
from solecism.report.words import count


def raters_section(measurements: Measurements) -> Section:
    """One row per rater, and the pairs of raters whose answers are suspiciously alike."""
    text = [
        "Kappa with the majority is with that of the other raters. Accuracy on control items is "
        "what can be expected of the rater's next answer, not the raw percentage."
    ]
    if not measurements.quality:
        text.append("There are no control items, so that accuracy cannot be told.")
    if not any(one.signs for one in measurements.signs):
        text.append("No rater shows signs of spam: constant, random or hasty answers.")
    contents = [_raters(measurements)]
    if measurements.likenesses:
        contents.append(_likenesses(measurements))
    return Section("raters", "Raters", tuple(text), tuple(contents))


def _raters(measurements: Measurements) -> Table:
    quality = {one.rater: one for one in measurements.quality}
    signs = {one.rater: one for one in measurements.signs}
    rows: list[tuple[Cell, ...]] = []
    for one in measurements.raters:
        control, spam = quality.get(one.rater), signs.get(one.rater)
        rows.append(
            (
                one.rater,
                one.n_items,
                *one.shares.values(),
                one.mean_kappa,
                one.with_majority,
                one.with_majority.interval if one.with_majority.is_defined else None,
                control.n_control if control else None,
                control.accuracy if control else None,
                control.accuracy.interval if control else None,
                spam.median_seconds if spam else None,
                "; ".join(spam.signs) if spam else "",
            )
        )
    columns = (
        "rater",
        "sites",
        *(f"share “{label}”" for label in measurements.panel.labels),
        "mean kappa",
        "kappa with majority",
        f"kappa {measurements.level:.0%} interval",
        "control items",
        "accuracy",
        f"accuracy {measurements.level:.0%} interval",
        "median seconds",
        "signs of spam",
    )
    return table("raters", f"{count(len(rows), 'rater')}", columns, rows)


def _likenesses(measurements: Measurements) -> Table:
    rows = [
        (one.first, one.second, one.n_items, one.n_same, one.n_expected, one.p_value)
        for one in measurements.likenesses
    ]
    columns = ("rater", "other", "sites", "same answers", "expected", "p")
    return table("likenesses", "Pairs of raters more alike than they should be", columns, rows)
