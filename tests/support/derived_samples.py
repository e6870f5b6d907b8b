"""Intervals of samples and sizes of plans from their definitions, for the oracles.

A stratum is a table: whether its items are flagged, how many there are (`n_population`), the
mean of all their scores, and of the items judged the answers (items x raters) and the scores.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from derived_proportions import Ends, donner_zou, wald, wilson, z_of
from derived_scores import two_way_parts

Stratum = dict[str, Any]
Floats = NDArray[np.float64]
BETA_SQUARED = {"F1": 1.0, "F0.5": 0.25}


def grades(stratum: Stratum) -> Floats:
    shares: Floats = np.array(stratum["answers"], dtype=float).mean(axis=1)
    return shares


def unseen(stratum: Stratum) -> float:
    return float(1 - len(stratum["answers"]) / stratum["n_population"])


def squared_error(stratum: Stratum, variance: float) -> float:
    """N^2 (1 - f) s^2 / n."""
    n = len(stratum["answers"])
    return float(stratum["n_population"] ** 2 * unseen(stratum) * variance / n)


def only_answer(stratum: Stratum) -> float | None:
    """0 or 1 where every answer is this one."""
    answers = set(grades(stratum).tolist())
    return answers.pop() if answers in ({0.0}, {1.0}) else None


def rate_by_others(strata: Sequence[Stratum], number: int) -> float:
    """The rate at a stratum's rank of the curve through the others that is most probable.

    The prior of the intercept has a variance of 20, that of the slope is normal around 1.
    """
    size = sum(one["n_population"] for one in strata)
    ranks = [
        sum(
            other["n_population"] * (1.0 if other["score"] < one["score"] else 0.5)
            for other in strata
            if other["score"] <= one["score"]
        )
        / size
        for one in strata
    ]
    places = stats.norm.ppf(ranks)
    others = [n for n in range(len(strata)) if n != number]

    def loss(curve: Floats) -> float:
        total = curve[0] ** 2 / 40 + (curve[1] - 1) ** 2 / 2
        for n in others:
            own, linear = grades(strata[n]), curve[0] + curve[1] * places[n]
            total += float(len(own) * np.logaddexp(0, linear) - own.sum() * linear)
        return float(total)

    curve = optimize.minimize(loss, [0.0, 1.0], tol=1e-14).x
    if curve[1] <= 0:
        answers = np.concatenate([grades(strata[n]) for n in others])
        return float((answers.sum() + 0.5) / (len(answers) + 1))
    return float(1 / (1 + math.exp(-curve[0] - curve[1] * places[number])))


def spread(strata: Sequence[Stratum], number: int, power: float) -> float:
    """s^2 of the answers less their scores.

    Where all answers agree there may still be others: as many as the other strata lead one to
    expect, but no more than 1 in n + 1, with n all answers of strata that agree in the same way.
    """
    own = grades(strata[number])
    rest = own - power * np.array(strata[number]["scores"])
    if len(strata) == 1:
        return float(rest.var())
    answer = only_answer(strata[number])
    if answer is None:
        return float(rest.var(ddof=1))
    n = sum(len(one["answers"]) for one in strata if only_answer(one) == answer)
    expected = rate_by_others(strata, number)
    p = min(expected if answer == 0 else 1 - expected, 1 / (n + 1))
    return max(float(rest.var(ddof=1)), float(p * (1 - p)))


def best_power(strata: Sequence[Stratum]) -> float:
    """The share of the scores to use that makes the variance least, by trying."""

    def variance(power: float) -> float:
        return sum(squared_error(one, spread([one], 0, power)) for one in strata)

    optimum = optimize.minimize_scalar(variance, bounds=(0, 1), options={"xatol": 1e-12})
    return float(optimum.x)


def side(strata: Sequence[Stratum], is_flagged: bool, is_powered: bool) -> tuple[float, float, int]:
    """The rate of errors of one side, its variance and its size."""
    own = [one for one in strata if one["flagged"] == is_flagged]
    power = best_power(own) if is_powered else 0.0
    total = 0.0
    for one in own:
        correction = power * (one["score"] - np.mean(one["scores"])) if is_powered else 0.0
        total += one["n_population"] * (grades(one).mean() + correction)
    size = sum(one["n_population"] for one in own)
    rate = float(total / size)
    variance = sum(squared_error(one, spread(own, n, power)) for n, one in enumerate(own))
    return rate, float(variance) / size**2, size


def ends_of_rate(rate: float, variance: float, level: float) -> Ends:
    return wilson(rate, rate * (1 - rate) / variance, z_of(level))


def measured(measure: str, hits: float, misses: float, n_flagged: int) -> float:
    if measure == "precision":
        return hits / n_flagged
    if measure == "recall":
        return hits / (hits + misses)
    precision, recall, beta2 = hits / n_flagged, hits / (hits + misses), BETA_SQUARED[measure]
    return (1 + beta2) * precision * recall / (beta2 * precision + recall)


def stratified(
    measure: str, strata: Sequence[Stratum], is_powered: bool = False, level: float = 0.95
) -> Ends:
    """Wilson's interval of precision; MOVER of the two sides' for recall and F."""
    a, variance_a, n_flagged = side(strata, True, is_powered)
    b, variance_b, n_other = side(strata, False, is_powered)
    of_a, of_b = ends_of_rate(a, variance_a, level), ends_of_rate(b, variance_b, level)
    if measure == "precision":
        return of_a
    if measure == "recall":
        ratios = donner_zou(a, of_a, b, of_b)
        low, high = (n_flagged * ratio / (n_flagged * ratio + n_other) for ratio in ratios)
        return low, high
    # (1 + beta^2) / F = beta^2 + (n_flagged + beta^2 n_other b) / (n_flagged a).
    beta2 = BETA_SQUARED[measure]
    whole, *ends = (n_flagged + beta2 * n_other * rate for rate in (b, *of_b))
    ratios = donner_zou(a, of_a, whole, (ends[0], ends[1]))
    low, high = ((1 + beta2) / (1 / (n_flagged * ratio) + beta2) for ratio in ratios)
    return low, high


def several_raters(measure: str, strata: Sequence[Stratum], level: float = 0.95) -> Ends:
    """The two-way interval: strata, and raters who could have been others."""
    (a, variance_a, n_flagged), (b, variance_b, n_other) = (
        side(strata, which, False) for which in (True, False)
    )
    hits, misses = a * n_flagged, b * n_other
    step = 1e-4
    slopes = [
        (measured(measure, *up, n_flagged) - measured(measure, *down, n_flagged)) / (2 * step)
        for up, down in (
            ((hits + step, misses), (hits - step, misses)),
            ((hits, misses + step), (hits, misses - step)),
        )
    ]
    item = (n_flagged * slopes[0]) ** 2 * variance_a + (n_other * slopes[1]) ** 2 * variance_b
    expansion = [
        one["n_population"] / len(one["answers"]) for one in strata for _ in one["answers"]
    ]
    slope = [slopes[not one["flagged"]] for one in strata for _ in one["answers"]]
    values = np.array([row for one in strata for row in one["answers"]], dtype=float)
    whole = sum(expansion)
    variance = two_way_parts(
        values * np.array(slope)[:, None] * whole, np.array(expansion) / whole, item, values
    )
    return variance.wilson(measured(measure, hits, misses, n_flagged), level)


def wald_extremes(measure: str, flagged: Sequence[int], other: Sequence[int]) -> Ends:
    """Hits at one end of their Wald interval, misses at the other end of theirs."""
    (x, n, n_flagged), (y, m, n_other) = flagged, other
    of_a, of_b = wald(x / n, n), wald(y / m, m)
    return (
        measured(measure, of_a[0] * n_flagged, of_b[1] * n_other, n_flagged),
        measured(measure, of_a[1] * n_flagged, of_b[0] * n_other, n_flagged),
    )


class Corpus:
    """A corpus with a share of errors, and a system of this precision and recall."""

    def __init__(self, n: int, error_rate: float, precision: float, recall: float) -> None:
        self.n_flagged = round(n * error_rate * recall / precision)
        self.n_other = n - self.n_flagged
        self.a = precision
        self.b = n * error_rate * (1 - recall) / self.n_other

    def variances(self, n_flagged: int, n_other: int) -> tuple[float, float]:
        """Of the two rates of errors in samples drawn without replacement (hypergeometric)."""
        return tuple(  # type: ignore[return-value]  # there are two
            p * (1 - p) / drawn * max(whole - drawn, 0) / (whole - 1)
            for p, drawn, whole in (
                (self.a, n_flagged, self.n_flagged),
                (self.b, n_other, self.n_other),
            )
        )

    def recall(self, a: float, b: float) -> float:
        return self.n_flagged * a / (self.n_flagged * a + self.n_other * b)

    def half_widths(self, n_flagged: int, n_other: int, z: float) -> tuple[float, float]:
        """Of precision and recall, by the delta method with slopes by small steps."""
        of_a, of_b = self.variances(n_flagged, n_other)
        step = 1e-7
        by_a = (self.recall(self.a + step, self.b) - self.recall(self.a - step, self.b)) / 2
        by_b = (self.recall(self.a, self.b + step) - self.recall(self.a, self.b - step)) / 2
        variance = (by_a / step) ** 2 * of_a + (by_b / step) ** 2 * of_b
        return z * math.sqrt(of_a), z * math.sqrt(variance)


def least(is_enough: Callable[[int], bool]) -> int:
    return next(n for n in range(2, 10**6) if is_enough(n))


def paper_sizes(
    corpus: Sequence[Any], precision: float, recall: float, level: float = 0.95
) -> list[int]:
    """The smallest sample, a third of it flagged items, that reaches both half-widths."""
    own, z = Corpus(*corpus), z_of(level)

    def drawn(n: int) -> tuple[int, int]:
        n_flagged = min(own.n_flagged, round(n / 3))
        return n_flagged, n - n_flagged

    def is_enough(n: int) -> bool:
        if min(drawn(n)) < 1:
            return False
        widths = own.half_widths(*drawn(n), z)
        return widths[0] <= precision and widths[1] <= recall

    return list(drawn(least(is_enough)))


def planned(measure: str, corpus: Sequence[Any], sizes: Sequence[int], level: float = 0.95) -> Ends:
    """The interval to expect of samples of these sizes, flagged and other items."""
    own = Corpus(*corpus)
    of_a, of_b = (
        ends_of_rate(rate, variance, level)
        for rate, variance in zip((own.a, own.b), own.variances(sizes[0], sizes[1]), strict=True)
    )
    if measure == "precision":
        return of_a
    low, high = (
        own.n_flagged * ratio / (own.n_flagged * ratio + own.n_other)
        for ratio in donner_zou(own.a, of_a, own.b, of_b)
    )
    return low, high


def paper_plan(corpus: Sequence[Any], precision: float, recall: float) -> list[float]:
    """The sizes of the paper's design, and the ends of precision and recall to expect of them."""
    sizes = paper_sizes(corpus, precision, recall)
    ends = [planned(measure, corpus, sizes) for measure in ("precision", "recall")]
    return [*sizes, *ends[0], *ends[1]]
