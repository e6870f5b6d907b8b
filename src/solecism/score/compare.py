"""Comparison of two systems, on the same judgments or on different corpora.

On the same judgments: stratified shuffling and paired bootstrap of sentences, mid-p McNemar,
and an interval of the difference that knows about raters. On different corpora: kappa by bin of
agreement, side by side (papers 002 and 003).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self, Unpack

import numpy as np

from solecism.errors import InputError
from solecism.figure import MEASURES, Difference, Figure, Parts, ratio
from solecism.interval import DEFAULT_LEVEL, Interval, undefined
from solecism.numeric.arrays import Floats
from solecism.score.bins import Bin
from solecism.score.match import Match
from solecism.score.plain import MAJORITY, jackknife, leave_one_out, majority_share
from solecism.score.score import SENTENCES, SENTENCES_AND_RATERS, Added, clustered, site_terms
from solecism.score.weighted import GRADED
from solecism.uncertainty.bootstrap import Statistic
from solecism.uncertainty.mcnemar import mid_p
from solecism.uncertainty.shuffle import SHUFFLING, paired_bootstrap, stratified_shuffle
from solecism.uncertainty.two_way import ratio_influence

N_DRAWS = 10_000


class SystemDifference(Difference):
    """The difference of a measure between two systems; `against` names the reference answers.

    `interval` is over sentences and raters, `bootstrap` over sentences alone; `p_value` is that
    of stratified shuffling, which takes the raters as given too.
    """

    __slots__ = ("against", "bootstrap")

    against: str
    bootstrap: Interval

    def __new__(
        cls,
        first: float,
        second: float,
        *,
        against: str,
        bootstrap: Interval,
        p_value: float,
        **parts: Unpack[Parts],
    ) -> Self:
        difference = super().__new__(cls, first, second, p_value=p_value, test=SHUFFLING, **parts)
        difference._set(against=against, bootstrap=bootstrap)
        return difference


@dataclass(frozen=True, slots=True)
class McNemar:
    """Sites where only one system agrees with the majority; ties of raters are left out."""

    n_first_right: int
    n_second_right: int
    n_ties: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Decisive:
    """The sites where the systems differ: only judgments there can distinguish them."""

    n_sites: int
    n_first_only: int
    n_second_only: int
    n_judgments: int
    n_informative: int

    @property
    def n_differ(self) -> int:
        """The number of sites that exactly one of the systems flags."""
        return self.n_first_only + self.n_second_only

    @property
    def share(self) -> float:
        """The share of all judgments that decides."""
        return self.n_informative / self.n_judgments


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same judgments."""

    first: str
    second: str
    differences: list[SystemDifference]
    mcnemar: McNemar
    decisive: Decisive


class BinDifference(Difference):
    """The difference in kappa between two corpora, in the bin of agreement with this name."""

    __slots__ = ("n_first", "n_second")

    n_first: int
    n_second: int

    def __new__(
        cls, first: float, second: float, *, n_first: int, n_second: int, **parts: Unpack[Parts]
    ) -> Self:
        difference = super().__new__(cls, first, second, **parts)
        difference._set(n_first=n_first, n_second=n_second)
        return difference


def compare(
    first: Match,
    second: Match,
    *,
    rng: np.random.Generator,
    n_draws: int = N_DRAWS,
    level: float = DEFAULT_LEVEL,
) -> Comparison:
    """The differences, graded and against the majority, and the judgments that decide them."""
    if first.panel.items != second.panel.items:
        raise InputError("the systems are matched with different judgments.")
    majority = majority_share(first.n_error, first.n_answers)[:, None]
    left_out = [leave_one_out(match, majority[:, 0]) for match in (first, second)]
    between = jackknife({name: left_out[0][name] - left_out[1][name] for name in MEASURES})
    differences = [
        _difference(name, against, (first, second), errors, added, rng, n_draws, level)
        for against, errors, added in (
            (GRADED, first.answers, None),
            (MAJORITY, majority, between),
        )
        for name in MEASURES
    ]
    return Comparison(
        first.system,
        second.system,
        differences,
        _mcnemar(first, second, majority[:, 0]),
        _decisive(first, second),
    )


def compare_bins(first: Sequence[Bin], second: Sequence[Bin]) -> list[BinDifference]:
    """Kappa bin by bin for systems on different corpora, with MOVER intervals (Newcombe 1998)."""
    if [one.name for one in first] != [one.name for one in second]:
        raise InputError("the two corpora are cut into different bins of agreement.")
    return [
        BinDifference(
            one.kappa,
            other.kappa,
            name=one.name,
            interval=_mover(one.kappa, other.kappa),
            n_first=one.n_items,
            n_second=other.n_items,
        )
        for one, other in zip(first, second, strict=True)
    ]


def _difference(
    name: str,
    against: str,
    both: tuple[Match, Match],
    errors: Floats,
    added: Added | None,
    rng: np.random.Generator,
    n_draws: int,
    level: float,
) -> SystemDifference:
    tables = _by_sentence(both[0], errors), _by_sentence(both[1], errors)
    statistic = _statistic(name)
    shuffled = stratified_shuffle(*tables, statistic, rng=rng, n_draws=n_draws)
    draws = paired_bootstrap(*tables, statistic, rng=rng, n_draws=n_draws)
    flagged = [match.is_flagged[:, None].astype(np.float64) for match in both]
    (one, of_one), (other, of_other) = (
        ratio_influence(*site_terms(name, flags, errors)) for flags in flagged
    )
    return SystemDifference(
        one,
        other,
        name=name,
        interval=_rater_interval(name, one - other, of_one - of_other, both[0], added, level),
        against=against,
        bootstrap=draws.interval(level=level),
        p_value=shuffled.p_value,
    )


def _rater_interval(
    name: str, difference: float, influence: Floats, match: Match, added: Added | None, level: float
) -> Interval:
    if math.isnan(difference):
        return undefined("one of the systems has no such figure", level=level)
    variance = clustered(influence, match.clusters)
    if added is not None:
        variance = added.to(variance.item, name, match.n_items)
    if math.isnan(variance.variance):
        return undefined("there is one sentence only", level=level)
    reach = variance.quantile(level) * math.sqrt(variance.variance)
    method = SENTENCES if math.isnan(variance.rater) else SENTENCES_AND_RATERS
    return Interval(max(-1.0, difference - reach), min(1.0, difference + reach), level, method)


def _by_sentence(match: Match, errors: Floats) -> Floats:
    """Hits, errors and flags of each sentence."""
    is_there = ~np.isnan(errors)
    share = np.where(is_there, errors, 0.0).sum(axis=1) / is_there.sum(axis=1)
    flagged = match.is_flagged.astype(np.float64)
    columns = (flagged * share, share, flagged)
    return np.column_stack([np.bincount(match.clusters, column) for column in columns])


def _statistic(name: str) -> Statistic:
    def statistic(sums: Floats) -> Floats:
        hits, n_errors, n_flagged = sums.T
        return ratio(name, hits, n_flagged, n_errors)

    return statistic


def _mcnemar(first: Match, second: Match, majority: Floats) -> McNemar:
    is_tie = majority == 0.5
    right = [(match.is_flagged == (majority == 1)) & ~is_tie for match in (first, second)]
    n_first, n_second = (int(np.sum(right[i] & ~right[1 - i])) for i in (0, 1))
    return McNemar(n_first, n_second, int(is_tie.sum()), mid_p(n_first, n_second))


def _decisive(first: Match, second: Match) -> Decisive:
    first_only = first.is_flagged & ~second.is_flagged
    second_only = second.is_flagged & ~first.is_flagged
    return Decisive(
        first.n_items,
        int(first_only.sum()),
        int(second_only.sum()),
        int(first.n_answers.sum()),
        int(first.n_answers[first_only | second_only].sum()),
    )


def _mover(first: Figure, second: Figure) -> Interval:
    level = first.interval.level
    if first.reason or second.reason:
        return undefined(first.reason or second.reason, level=level)
    below = math.hypot(first - first.interval.low, second.interval.high - second)
    above = math.hypot(first.interval.high - first, second - second.interval.low)
    return Interval(first - second - below, first - second + above, level, "MOVER")
