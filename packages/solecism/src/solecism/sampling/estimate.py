"""Precision, recall and F of a system, with intervals, from a sample and its judgments.

Stratified by default. The paper's way (000, section 6.3), the Bayesian and the anytime-valid
intervals, and the prediction-powered estimate are there under their names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np

from solecism.errors import InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    MEASURES,
    PRECISION,
    RECALL,
    Count,
    Figure,
    Interval,
    f_beta,
    f_score,
    ratio,
    undefined_figure,
)
from solecism.judgment import Judgment
from solecism.sample_key import Key
from solecism.sampling.draw import Answers, Reading, gaps_left_out, sample_answers
from solecism.sampling.error_rates import Side, side
from solecism.sampling.strata import PAPER_SHARE_FLAGGED
from solecism.system.display_text import count
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty import proportion, recall, sequential
from solecism.uncertainty.quantiles import check_level
from solecism.uncertainty.recall import mover_ratio, mover_share
from solecism.uncertainty.two_way import RATERS_OF_STUDIES, RaterPrior, share_interval, two_way


def measure_value(measure: str, hits: Count, misses: Count, n_flagged: Count) -> Count:
    """The value of the measure, NaN where it is 0 / 0.

    >>> [round(measure_value(measure, 800, 2700, 1000), 4) for measure in (RECALL, "F0.5")]
    [0.2286, 0.5333]
    """
    return ratio(measure, hits, n_flagged, hits + misses)


def measure_gradient(
    measure: str, hits: float, misses: float, n_flagged: int
) -> tuple[float, float]:
    """How much one more hit, and one more miss, changes the measure."""
    now = measure_value(measure, hits, misses, n_flagged)
    if math.isnan(now):
        return math.nan, math.nan
    if measure == PRECISION:
        return 1 / n_flagged, 0.0
    if measure == RECALL:
        return (1 - now) / (hits + misses), -now / (hits + misses)
    weight = f_beta(measure) ** 2
    below = n_flagged + weight * (hits + misses)
    return (1 + weight - weight * now) / below, -weight * now / below


def stratified_interval(
    measure: str,
    flagged: Side,
    other: Side,
    *,
    key: Key,
    answers: Answers,
    level: float,
    prior: RaterPrior | None = RATERS_OF_STUDIES,
) -> Interval:
    """Two-way where items have several raters, else MOVER of the two sides' Wilson intervals."""
    estimate = measure_value(measure, flagged.total, other.total, flagged.n_population)
    if not answers.has_several_raters or not 0 < estimate < 1:
        return _mover_interval(measure, flagged, other, level)
    slopes = measure_gradient(measure, flagged.total, other.total, flagged.n_population)
    sizes = np.bincount(answers.stratum, minlength=len(key.strata))
    expansion = np.array([s.n_population for s in key.strata]) / np.maximum(sizes, 1)
    slope = np.where([s.is_flagged for s in key.strata], *slopes)
    weights = expansion[answers.stratum]
    item_variance = sum(
        (part.n_population * of_part) ** 2 * part.variance
        for part, of_part in zip((flagged, other), slopes, strict=True)
        if of_part
    )
    variance = two_way(
        answers.values * slope[answers.stratum][:, None] * weights.sum(),
        weights=weights / weights.sum(),
        item_variance=item_variance,
        answers=answers.values,
        prior=prior,
    )
    if not variance.variance > 0:
        return _mover_interval(measure, flagged, other, level)
    return share_interval(estimate, variance, n_items=len(answers.values), level=level)


def paper_interval(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """Wald's interval for precision. The paper computes recall's "in a similar manner": here
    hits and misses are both at their extremes, which is too wide where many misses are found
    and too narrow where few are: Wald's interval of misses has no width where none is found.
    With hits alone it would cover a third of the time or less."""
    rates = []
    for one, word in ((flagged, "flagged"), (other, "other")):
        if len(one.parts) > 1:
            raise InputError(
                f"the paper's interval is for two strata, but the {word} items have "
                f"{len(one.parts)}. Use the stratified one."
            )
        n = one.parts[0].n_sample if one.parts else 0
        rates.append(proportion.wald(one.rate * n if n else 0, n, level=level))
    if measure == PRECISION:
        return rates[0]
    if not rates[1].is_defined:
        return rates[1]
    low = measure_value(
        measure,
        rates[0].low * flagged.n_population,
        rates[1].high * other.n_population,
        flagged.n_population,
    )
    high = measure_value(
        measure,
        rates[0].high * flagged.n_population,
        rates[1].low * other.n_population,
        flagged.n_population,
    )
    return Interval(low, high, level, "Wald, both rates at their extremes")


def bayes_interval(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """The exact posterior of a finite corpus with two strata and one answer per item."""
    _check_one_answer(answers, "The Bayesian interval")
    if len(flagged.parts) != 1 or len(other.parts) != 1:
        raise InputError("the Bayesian interval is for two strata. Use the stratified one.")
    (hits,) = flagged.parts
    if measure == PRECISION:
        return proportion.bayes(
            hits.n_errors, hits.n_sample, n_population=hits.n_population, level=level
        )
    if measure == RECALL:
        return recall.bayes(hits, other.parts[0], level=level)
    return recall.bayes_f(hits, other.parts[0], beta=f_beta(measure), level=level)


def anytime_interval(
    measure: str, flagged: Side, other: Side, *, key: Key, answers: Answers, level: float
) -> Interval:
    """An interval that stays valid however often it is computed; needs one answer per item."""
    _check_one_answer(answers, "The anytime-valid interval")
    if measure == PRECISION:
        return sequential.proportion(flagged.parts, level=level)
    n_flagged = np.array([float(flagged.n_population)])
    of_measure = partial(measure_value, measure, n_flagged=n_flagged)
    return sequential.of_totals(flagged.parts, other.parts, of_measure, level=level)


METHODS = {
    "paper": paper_interval,
    "bayes": bayes_interval,
    "anytime": anytime_interval,
}


def _check_one_answer(answers: Answers, name: str) -> None:
    grades = answers.grades
    if np.any((grades > 0) & (grades < 1)):
        raise InputError(
            f"{name} needs one answer per item, but raters differ about "
            f"{int(np.sum((grades > 0) & (grades < 1)))} of {len(grades)} items. "
            "Use an odd number of raters and their majority, or the stratified interval."
        )


def _mover_interval(measure: str, flagged: Side, other: Side, level: float) -> Interval:
    of_flagged = flagged.interval(level)
    if measure == PRECISION or not of_flagged.is_defined:
        return of_flagged
    of_other = other.interval(level)
    if not of_other.is_defined:
        return of_other
    hits, misses = (flagged.rate, of_flagged), (other.rate, of_other)
    if measure == RECALL and not other.n_population:
        return Interval(1.0, 1.0, level, "everything is flagged")
    if measure == RECALL:
        return mover_share(hits, misses, flagged.n_population, other.n_population)
    beta = f_beta(measure)
    scale = beta**2 * other.n_population / flagged.n_population
    below = (
        1 + scale * other.rate,
        Interval(1 + scale * of_other.low, 1 + scale * of_other.high, level),
    )
    low, high = (f_score(x, 1.0, x, beta) for x in mover_ratio(hits, below))
    return Interval(low, high, level, "MOVER-Wilson")


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
    n_misses: int = 0
    plain: dict[str, Interval] = field(default_factory=dict)
    these_raters: dict[str, Interval] = field(default_factory=dict)

    def tables(self) -> Iterator[Table]:
        """The figures, and what the plain design would have given where it is another."""
        figures = list(self.figures.values())
        beside = ["plain design", "worth"] if self.plain else []
        beside += ["for these raters"] if self.these_raters else []
        yield table(
            self.system,
            (
                "measure",
                "estimate",
                f"{figures[0].interval.level:.0%} interval",
                "+-",
                *beside,
                "by",
            ),
            [
                [
                    one.name,
                    number(one),
                    span(one.interval),
                    number(one.interval.half_width),
                    *self._beside(one),
                    one.interval.method,
                ]
                for one in figures
            ],
        )

    def _beside(self, figure: Figure) -> Iterator[str]:
        """The half-width of the plain design, the design effect, and these raters' interval."""
        if self.plain:
            plain = self.plain[figure.name]
            yield from (number(plain.half_width), number(design_effect(figure.interval, plain)))
        if self.these_raters:
            yield span(self.these_raters[figure.name])

    def remarks(self) -> Iterator[str]:
        """A description of the sample that the figures come from."""
        items, raters = count(self.n_judged, "item"), count(self.n_raters, "rater")
        text = f"{items} of a {self.design} sample judged by {raters}"
        if self.n_unjudged:
            text += f"; {self.n_unjudged} not judged yet"
        if self.n_outside:
            text += f"; judgments of {self.n_outside} other sites left aside"
        yield f"{text}{gaps_left_out(self.n_gaps)}."
        if self.plain:
            yield (
                "The plain design would draw a third of as many items from what is flagged. "
                "Worth: how many judgments of the plain design one of these is worth."
            )
        if self.method == "paper" and self.n_misses < _FEW_MISSES and RECALL in self.figures:
            yield (
                f"{count(self.n_misses, 'miss', 'misses')} found: with fewer than {_FEW_MISSES} "
                "the paper's interval of recall is too narrow: it covers .86 of the time instead "
                "of .95 where 2 are to be expected, and .63 where 1 is. Use the stratified one."
            )


def design_effect(interval: Interval, plain: Interval) -> float:
    """How many judgments of the plain design one judgment of this sample is worth.

    Widths shrink with the square root of the number of judgments.
    """
    if not interval.half_width > 0:
        return math.nan
    return (plain.half_width / interval.half_width) ** 2


_FEW_MISSES = 5
_OTHER_DESIGNS = ("two-strata", "score", "proportional")


def plain_intervals(
    flagged: Side,
    other: Side,
    n_judged: int,
    measures: Iterable[str],
    *,
    finite: bool,
    level: float,
) -> dict[str, Interval]:
    """The intervals to expect of the paper's design, with as many judgments and these rates."""
    n_flagged = min(round(PAPER_SHARE_FLAGGED * n_judged), flagged.n_population)
    n_other = min(n_judged - n_flagged, other.n_population)
    sides = (
        flagged.in_one_stratum(n_flagged, finite=finite),
        other.in_one_stratum(n_other, finite=finite),
    )
    return {measure: _mover_interval(measure, *sides, level) for measure in measures}


def estimate(
    key: Key,
    judgments: Iterable[Judgment],
    *,
    method: Method = "stratified",
    reading: Reading = "graded",
    finite: bool = True,
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
    measures: Sequence[str] | None = None,
) -> Estimates:
    """The measures of the system that the sample was drawn for.

    `finite` asks about the very corpus the sample is from, otherwise about texts of its kind; the
    `prior` says how much raters differ, where items have several. Measures that are asked for by
    name are refused where the design cannot give them; without names they are NaN, with the reason.
    """
    check_level(level)
    given = sample_answers(key, judgments, reading=reading)
    is_powered = method == "prediction-powered"
    flagged, other = (
        side(key, given, flagged=which, finite=finite, powered=is_powered)
        for which in (True, False)
    )
    interval_of = partial(_interval, method, key, given, level, prior)
    figures = {
        name: _figure(name, flagged, other, level, interval_of, is_required=measures is not None)
        for name in (measures if measures is not None else MEASURES)
    }
    plain, these = _beside(key, given, flagged, other, figures, finite=finite, level=level)
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
        n_misses=sum(part.n_errors for part in other.parts),
        plain=plain,
        these_raters=these if method in _STRATIFIED else {},
    )


_STRATIFIED = ("stratified", "prediction-powered")


def _beside(
    key: Key,
    given: Answers,
    flagged: Side,
    other: Side,
    figures: Mapping[str, Figure],
    *,
    finite: bool,
    level: float,
) -> tuple[dict[str, Interval], dict[str, Interval]]:
    """The intervals of the plain design where this is another, and those for these raters."""
    if not all(one.interval.is_defined for one in figures.values()):
        return {}, {}
    if given.has_several_raters:
        return {}, {name: _mover_interval(name, flagged, other, level) for name in figures}
    if key.design not in _OTHER_DESIGNS:
        return {}, {}
    n_judged = len(given.values)
    return plain_intervals(flagged, other, n_judged, figures, finite=finite, level=level), {}


def _interval(
    method: Method,
    key: Key,
    given: Answers,
    level: float,
    prior: RaterPrior | None,
    measure: str,
    flagged: Side,
    other: Side,
) -> Interval:
    if method in _STRATIFIED:
        return stratified_interval(
            measure, flagged, other, key=key, answers=given, level=level, prior=prior
        )
    return METHODS[method](measure, flagged, other, key=key, answers=given, level=level)


def _figure(
    measure: str,
    flagged: Side,
    other: Side,
    level: float,
    interval_of: Callable[[str, Side, Side], Interval],
    *,
    is_required: bool,
) -> Figure:
    """The figure of a measure; one that is required and cannot be estimated is refused."""
    if measure not in MEASURES:
        raise InputError(f"there is no measure {measure!r}. There are {', '.join(MEASURES)}.")
    reason = _why_not(measure, flagged, other)
    if reason and is_required:
        raise InputError(f"{measure} cannot be estimated: {reason}.")
    now = math.nan
    if not reason:
        now = measure_value(measure, flagged.total, other.total, flagged.n_population)
        reason = "no error was found among flagged or other items"
    if math.isnan(now):
        return undefined_figure(measure, reason, level=level)
    return Figure(now, name=measure, interval=interval_of(measure, flagged, other))


def _why_not(measure: str, flagged: Side, other: Side) -> str:
    """Why the sample cannot estimate the measure; empty if it can."""
    if flagged.reason:
        return flagged.reason
    if measure == PRECISION or not other.reason:
        return ""
    return f"{other.reason}, so nothing is known of the errors that the system missed"
