"""Precision, recall and F of a system, with intervals, from a sample and its judgments.

Stratified by default. The paper's way (000, section 6.3), the Bayesian and the anytime-valid
intervals, and the prediction-powered estimate are there under their names.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from solecism.counted import count
from solecism.errors import InputError
from solecism.figure import MEASURES, PRECISION, Figure, undefined_figure
from solecism.interval import DEFAULT_LEVEL
from solecism.judgment import Judgment
from solecism.key import Key
from solecism.sample.answers import Answers, Reading, answers
from solecism.sample.draw import gaps_left_out
from solecism.sample.measures import value
from solecism.sample.methods import METHODS
from solecism.sample.side import Side, side
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.interval import check_level

Method = Literal["stratified", "prediction-powered", "paper", "bayes", "anytime"]


@dataclass(frozen=True, slots=True, repr=False)
class Estimates(Tabular):
    """The estimates for a system: figures by name, and the sample that they come from."""

    system: str
    design: str
    method: str
    figures: dict[str, Figure]
    n_judged: int
    n_unjudged: int
    n_outside: int
    n_raters: int
    n_gaps: int = 0

    def tables(self) -> Iterator[Table]:
        """The figures."""
        figures = list(self.figures.values())
        yield table(
            self.system,
            ("measure", "estimate", f"{figures[0].interval.level:.0%} interval", "+-", "by"),
            [
                [
                    one.name,
                    number(one),
                    span(one.interval),
                    number(one.interval.half_width),
                    one.interval.method,
                ]
                for one in figures
            ],
        )

    def remarks(self) -> Iterator[str]:
        """A description of the sample that the figures come from."""
        items, raters = count(self.n_judged, "item"), count(self.n_raters, "rater")
        text = f"{items} of a {self.design} sample judged by {raters}"
        if self.n_unjudged:
            text += f"; {self.n_unjudged} not judged yet"
        if self.n_outside:
            text += f"; judgments of {self.n_outside} other sites left aside"
        yield f"{text}{gaps_left_out(self.n_gaps)}."


def estimate(
    key: Key,
    judgments: Iterable[Judgment],
    *,
    method: Method = "stratified",
    reading: Reading = "graded",
    finite: bool = True,
    level: float = DEFAULT_LEVEL,
    measures: Sequence[str] | None = None,
) -> Estimates:
    """The measures of the system that the sample was drawn for.

    `finite` asks about the very corpus the sample is from, otherwise about texts of its kind.
    Measures that are asked for by name are refused where the design cannot give them; without
    names they are NaN, with the reason.
    """
    check_level(level)
    given = answers(key, judgments, reading=reading)
    is_powered = method == "prediction-powered"
    flagged, other = (
        side(key, given, flagged=which, finite=finite, powered=is_powered)
        for which in (True, False)
    )
    figures = {}
    for measure in measures if measures is not None else MEASURES:
        if measure not in MEASURES:
            raise InputError(f"there is no measure {measure!r}. There are {', '.join(MEASURES)}.")
        reason = _why_not(measure, flagged, other)
        if reason and measures is not None:
            raise InputError(f"{measure} cannot be estimated: {reason}.")
        figures[measure] = (
            undefined_figure(measure, reason, level=level)
            if reason
            else _figure(measure, flagged, other, key, given, method, level)
        )
    return Estimates(
        key.system,
        key.design,
        method,
        figures,
        n_judged=len(given.values),
        n_unjudged=given.n_unjudged,
        n_outside=given.n_outside,
        n_raters=given.n_raters,
        n_gaps=key.n_gaps,
    )


def _figure(
    measure: str,
    flagged: Side,
    other: Side,
    key: Key,
    given: Answers,
    method: Method,
    level: float,
) -> Figure:
    interval = METHODS[method](measure, flagged, other, key=key, answers=given, level=level)
    now = value(measure, flagged.total, other.total, flagged.n_population)
    if math.isnan(now):
        reason = "no error was found among flagged or other items"
        return undefined_figure(measure, reason, level=level)
    return Figure(now, name=measure, interval=interval)


def _why_not(measure: str, flagged: Side, other: Side) -> str:
    """Why the sample cannot estimate the measure; empty if it can."""
    if flagged.reason:
        return flagged.reason
    if measure == PRECISION or not other.reason:
        return ""
    return f"{other.reason}, so nothing is known of the errors that the system missed"
