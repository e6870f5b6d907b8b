"""The quality of each rater: agreement with others, answers to control items, signs of spam.

Spammers answer always the same, at random or too fast, or copy another rater. What a rater says is
held against what the others say of the very same items, so that a rater who met only easy items is
not taken for a spammer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solecism.agreement.agreement import Agreement
from solecism.agreement.coefficients import Weights, cohen_kappa
from solecism.agreement.confusion import Confusion, confusions, from_counts
from solecism.agreement.consensus import drawn_majority
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure, Interval
from solecism.numeric import Bools, Floats
from solecism.panel import Panel
from solecism.uncertainty.quantiles import check_level


@dataclass(frozen=True, slots=True)
class RaterPair:
    """Two raters, their confusion table, and their kappa."""

    table: Confusion
    kappa: Agreement


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """A rater compared with the others: shares of labels, mean kappa, kappa with the majority.

    The mean goes over the other raters with whom kappa is defined, each weighed by the number
    of items they share.
    """

    rater: str
    n_items: int
    shares: dict[str, float]
    mean_kappa: float
    with_majority: Agreement


def pairwise(
    panel: Panel, *, weights: Weights = "none", level: float = DEFAULT_LEVEL
) -> list[RaterPair]:
    """Every pair of raters who judged a common item."""
    return [
        RaterPair(table, cohen_kappa(table, weights=weights, level=level))
        for table in confusions(panel)
    ]


def rater_agreements(
    panel: Panel, *, rng: np.random.Generator, level: float = DEFAULT_LEVEL
) -> list[RaterAgreement]:
    """Each rater compared with the others; ties of a majority are broken at random."""
    sums = {rater: np.zeros(2) for rater in panel.raters}
    for pair in pairwise(panel, level=level):
        if pair.kappa.is_defined:
            n_items = pair.table.n_items
            for rater in (pair.table.first, pair.table.second):
                sums[rater] += (n_items * pair.kappa, n_items)
    return [
        _against_others(panel, index, sums[rater], rng, level)
        for index, rater in enumerate(panel.raters)
    ]


def _against_others(
    panel: Panel, index: int, sums: Floats, rng: np.random.Generator, level: float
) -> RaterAgreement:
    rows = panel.rater == index
    answers, items = panel.answer[rows], panel.item[rows]
    counts = np.bincount(answers, minlength=panel.n_labels)
    counts_of_others = panel.counts()
    counts_of_others[items, answers] -= 1
    others = drawn_majority(counts_of_others, rng=rng)[items]
    compared = others >= 0
    cells = answers[compared].astype(np.int64) * panel.n_labels + others[compared]
    table = np.bincount(cells, minlength=panel.n_labels**2).reshape(panel.n_labels, -1)
    rater = panel.raters[index]
    return RaterAgreement(
        rater,
        len(items),
        dict(zip(panel.labels, (counts / max(len(items), 1)).tolist(), strict=True)),
        float(sums[0] / sums[1]) if sums[1] else math.nan,
        cohen_kappa(
            from_counts(table, labels=panel.labels, first=rater, second="majority"), level=level
        ),
    )


DEFAULT_BAR = 0.7


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """A rater's results on control items, and the posterior of being right on another one.

    `p_above_bar` is how probably the rater's accuracy is above the bar.
    """

    rater: str
    n_control: int
    n_right: int
    accuracy: Figure
    p_above_bar: float


def rater_quality(
    gold: Panel,
    *,
    bar: float = DEFAULT_BAR,
    prior: tuple[float, float] = (1.0, 1.0),
    level: float = DEFAULT_LEVEL,
) -> list[RaterQuality]:
    """One posterior per rater, from the panel of control items and a beta prior.

    The default prior takes every accuracy for equally probable beforehand.
    """
    from scipy.special import betaincc, betaincinv

    check_level(level)
    if not 0 < bar < 1:
        raise InputError(f"bar {bar} is not between 0 and 1. Give a share such as 0.7.")
    if gold.truth is None:
        raise InputError("these are not control items: their right answers are not known.")
    n = np.bincount(gold.rater, minlength=gold.n_raters)
    n_right = np.bincount(gold.rater, gold.answer == gold.truth, minlength=gold.n_raters)
    a, b = prior[0] + n_right, prior[1] + n - n_right
    low, high = (betaincinv(a, b, share) for share in ((1 - level) / 2, (1 + level) / 2))
    above = betaincc(a, b, bar)
    return [
        RaterQuality(
            rater,
            int(n[index]),
            int(n_right[index]),
            Figure(
                a[index] / (a[index] + b[index]),
                name="accuracy",
                interval=Interval(float(low[index]), float(high[index]), level, "beta posterior"),
            ),
            float(above[index]),
        )
        for index, rater in enumerate(gold.raters)
    ]


P_SIGN = 0.01
LEAST_ITEMS = 10
FAST = 1 / 3
UNSKILLED = 1 / 3
NEARLY_SAME = 0.95


@dataclass(frozen=True, slots=True)
class SpamSigns:
    """The signs that a rater is a spammer, in words; empty if there are none.

    `skill` is agreement with the others beyond what the same answers in random order would
    reach, 0 for chance and 1 for the most there is; NaN where the others never differ.
    """

    rater: str
    n_items: int
    skill: float
    skill_se: float
    median_seconds: float
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """Two raters who give the same answers more often than the others' answers explain."""

    first: str
    second: str
    n_items: int
    n_same: int
    n_expected: float
    p_value: float


def spam_signs(panel: Panel) -> list[SpamSigns]:
    """One row per rater; only raters with enough items can have signs."""
    shares = _shares_of_others(panel)
    skill = np.array([_skill(panel, shares, index) for index in range(panel.n_raters)])
    skill = skill.reshape(panel.n_raters, 2)
    seconds = np.array([_median_seconds(panel, index) for index in range(panel.n_raters)])
    usual_skill, usual_seconds = _median(skill[:, 0]), _median(seconds)
    raters = []
    for index, rater in enumerate(panel.raters):
        rows = panel.rater == index
        signs: list[str] = []
        if rows.sum() >= LEAST_ITEMS:
            signs += _constant(panel, shares, rows)
            signs += _random(skill[index], usual_skill)
            signs += _fast(float(seconds[index]), usual_seconds)
        own_skill, spread = skill[index].tolist()
        raters.append(
            SpamSigns(
                rater, int(rows.sum()), own_skill, spread, float(seconds[index]), tuple(signs)
            )
        )
    return raters


def near_duplicates(panel: Panel) -> list[NearDuplicate]:
    """Pairs of raters who give the same answer to nearly all items, more often than others do.

    Each item counts by the share of its other raters who agree with the first (or second)
    rater; p-values are normal tails, corrected for the number of pairs.
    """
    from scipy.sparse import csr_array
    from scipy.special import ndtr

    likely = _p_agree(panel)
    shape = panel.n_items, panel.n_raters
    rows = panel.item, panel.rater
    judged = csr_array((np.ones(len(panel)), rows), shape=shape)
    expected = (csr_array((likely, rows), shape=shape).T @ judged).toarray()
    variance = (csr_array((likely * (1 - likely), rows), shape=shape).T @ judged).toarray()
    n_both = (judged.T @ judged).toarray()
    column = panel.rater * np.int64(panel.n_labels) + panel.answer
    answers = csr_array(
        (np.ones(len(panel)), (panel.item, column)),
        shape=(panel.n_items, panel.n_raters * panel.n_labels),
    )
    together = (answers.T @ answers).toarray()
    size = panel.n_raters, panel.n_labels
    n_same = np.einsum("rksk->rs", together.reshape(*size, *size))
    surprise = (n_same - expected - 0.5) / np.sqrt(np.maximum(variance, 1e-300))
    p = ndtr(-np.minimum(surprise, surprise.T))
    n_pairs = max(1, int((np.triu(n_both, 1) >= LEAST_ITEMS).sum()))
    is_like = (n_both >= LEAST_ITEMS) & (n_same >= NEARLY_SAME * n_both) & (p * n_pairs < P_SIGN)
    is_like &= (variance > 0) & (variance.T > 0)
    return [
        NearDuplicate(
            panel.raters[first],
            panel.raters[second],
            int(n_both[first, second]),
            int(n_same[first, second]),
            float(max(expected[first, second], expected[second, first])),
            float(min(1.0, p[first, second] * n_pairs)),
        )
        for first, second in zip(*np.nonzero(np.triu(is_like, 1)), strict=True)
    ]


def _shares_of_others(panel: Panel) -> Floats:
    """For each judgment the shares of labels among the item's other answers, NaN without any."""
    counts = panel.counts()[panel.item].astype(np.float64)
    counts[np.arange(len(panel)), panel.answer] -= 1
    n_others = counts.sum(axis=1, keepdims=True)
    shares = np.full(counts.shape, np.nan)
    np.divide(counts, n_others, out=shares, where=n_others > 0)
    return shares


def _p_agree(panel: Panel) -> Floats:
    """For each judgment the probability that another rater says the same, always below 1.

    Adding one imaginary dissenter keeps unanimous items from proving anything.
    """
    counts = panel.counts()
    n_same = counts[panel.item, panel.answer] - 1
    n_others = counts.sum(axis=1)[panel.item] - 1
    return np.asarray((n_same + 0.5) / (n_others + 1))


def _skill(panel: Panel, shares: Floats, index: int) -> tuple[float, float]:
    rows = (panel.rater == index) & np.isfinite(shares[:, 0] if panel.n_labels else np.empty(0))
    if not rows.any():
        return np.nan, np.nan
    others, answers = shares[rows], panel.answer[rows]
    own = np.bincount(answers, minlength=panel.n_labels) / len(answers)
    by_chance = others @ own
    room = (others.max(axis=1) - by_chance).sum()
    if room <= 1e-9:
        return np.nan, np.nan
    agreed = others[np.arange(len(answers)), answers]
    spread = np.sqrt(max((others**2 @ own - by_chance**2).sum(), 0.0))
    return float((agreed - by_chance).sum() / room), float(spread / room)


def _median_seconds(panel: Panel, index: int) -> float:
    if panel.seconds is None:
        return np.nan
    return _median(panel.seconds[panel.rater == index])


def _median(values: Floats) -> float:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else np.nan


def _constant(panel: Panel, shares: Floats, rows: Bools) -> list[str]:
    answers = panel.answer[rows]
    if len(np.unique(answers)) > 1:
        return []
    others = shares[rows][:, answers[0]]
    p = np.prod(others[np.isfinite(others)])
    label = panel.labels[answers[0]]
    said = f"constant: all {len(answers)} answers are {label}"
    return [f"{said} (others: {np.nanmean(others):.0%})"] if p * panel.n_raters < P_SIGN else []


def _random(skill: Floats, usual_skill: float) -> list[str]:
    high = skill[0] + 1.645 * skill[1]
    if not high < UNSKILLED * usual_skill:
        return []
    return [f"random: skill {skill[0]:.2f} is near chance (median {usual_skill:.2f})"]


def _fast(seconds: float, usual_seconds: float) -> list[str]:
    if not seconds < FAST * usual_seconds:
        return []
    return [f"fast: median {seconds:.1f} s (median rater {usual_seconds:.1f} s)"]
