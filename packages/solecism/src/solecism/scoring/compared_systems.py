"""Comparison of two systems by their flags, on the same judgments or on different corpora.

On the same judgments: stratified shuffling and paired bootstrap of sentences, mid-p McNemar, and an
interval of the difference that takes account of raters. On different corpora: kappa by bin of
agreement, side by side (papers 002 and 003).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, Unpack

import numpy as np

from solecism.errors import InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    MEASURES,
    Difference,
    Figure,
    FigureParts,
    Interval,
    ratio,
    undefined_interval,
)
from solecism.numeric import Floats
from solecism.panel import Panel
from solecism.scoring.against_raters import (
    GRADED,
    MAJORITY,
    jackknife,
    leave_one_out,
    majority_share,
)
from solecism.scoring.bins import DEFAULT_EDGES, Bin, agreement_bins
from solecism.scoring.match import Match, match, only
from solecism.scoring.score import (
    SENTENCES,
    SENTENCES_AND_RATERS,
    RaterVariance,
    clustered,
    site_terms,
)
from solecism.scoring.score_tables import bin_table, p_value
from solecism.scoring.systems import notes
from solecism.site import Flag
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.bootstrap import Statistic
from solecism.uncertainty.significance import (
    SHUFFLING,
    mcnemar_mid_p,
    paired_bootstrap,
    stratified_shuffle,
)
from solecism.uncertainty.two_way import RATERS_OF_STUDIES, RaterPrior, ratio_influence

if TYPE_CHECKING:
    from solecism.figure import Figure
    from solecism.scoring.bins import Bin

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
        **parts: Unpack[FigureParts],
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
        cls,
        first: float,
        second: float,
        *,
        n_first: int,
        n_second: int,
        **parts: Unpack[FigureParts],
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
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
) -> Comparison:
    """The differences, graded and against the majority, and the judgments that decide them."""
    if first.panel.items != second.panel.items:
        raise InputError("the systems are matched with different judgments.")
    majority = majority_share(first.n_error, first.n_answers)[:, None]
    left_out = [leave_one_out(match, majority[:, 0]) for match in (first, second)]
    between = jackknife({name: left_out[0][name] - left_out[1][name] for name in MEASURES})
    differences = [
        _difference(name, against, (first, second), errors, added or prior, rng, n_draws, level)
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
    known: RaterVariance | RaterPrior | None,
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
        interval=_rater_interval(name, one - other, of_one - of_other, both[0], known, level),
        against=against,
        bootstrap=draws.interval(level=level),
        p_value=shuffled.p_value,
    )


def _rater_interval(
    name: str,
    difference: float,
    influence: Floats,
    match: Match,
    known: RaterVariance | RaterPrior | None,
    level: float,
) -> Interval:
    """The interval of a difference; of raters a variance is known, or a prior, or nothing."""
    if math.isnan(difference):
        return undefined_interval("one of the systems has no such figure", level=level)
    prior = known if isinstance(known, RaterPrior) else None
    variance = clustered(influence, match.clusters, answers=match.answers, prior=prior)
    if isinstance(known, RaterVariance):
        variance = known.to(variance.item, name, match.n_items)
    if math.isnan(variance.variance):
        return undefined_interval("there is one sentence only", level=level)
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
    return McNemar(n_first, n_second, int(is_tie.sum()), mcnemar_mid_p(n_first, n_second))


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
        return undefined_interval(first.reason or second.reason, level=level)
    below = math.hypot(first - first.interval.low, second.interval.high - second)
    above = math.hypot(first.interval.high - first, second - second.interval.low)
    return Interval(first - second - below, first - second + above, level, "MOVER")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SystemComparison(Tabular):
    """Two systems on the same judgments, and remarks on the data."""

    comparison: Comparison
    notes: list[str]

    def tables(self) -> Iterator[Table]:
        """The differences."""
        yield comparison_table(self.comparison)

    def remarks(self) -> Iterator[str]:
        """McNemar's test, how many judgments decide, and what was not counted."""
        one, other = self.comparison.first, self.comparison.second
        test, where = self.comparison.mcnemar, self.comparison.decisive
        yield (
            f"Right by the majority where the other is wrong: {one} at {test.n_first_right} "
            f"sites, {other} at {test.n_second_right}; McNemar mid-p "
            f"{p_value(test.p_value)}; {test.n_ties} ties of raters left out."
        )
        yield (
            f"The systems differ at {where.n_differ} of {where.n_sites} sites, so that "
            f"{where.n_informative} of {where.n_judgments} judgments ({where.share:.1%}) decide."
        )
        yield from dict.fromkeys(self.notes)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CorpusComparison(Tabular):
    """Two systems on different judgments: their bins of agreement, and how kappa differs."""

    first: Match
    second: Match
    first_bins: list[Bin]
    second_bins: list[Bin]
    differences: list[BinDifference]

    def tables(self) -> Iterator[Table]:
        """Both systems by agreement of raters, and how they differ."""
        level = self.first_bins[0].kappa.interval.level
        for side, bins in ((self.first, self.first_bins), (self.second, self.second_bins)):
            title = f"{side.system}: {side.n_items} sites, {side.panel.n_raters} raters"
            yield bin_table(title, bins, level)
        yield corpus_table(self.first.system, self.second.system, self.differences)

    def remarks(self) -> Iterator[str]:
        """A warning where the corpora do not have the same number of raters per site."""
        first, second = (_raters_per_site(side) for side in (self.first, self.second))
        if first != second:
            yield (
                f"The corpora have {first} and {second} raters per site: so few can agree by "
                "chance where so many cannot, and the same bin holds sites of another kind."
            )


def compare_systems(
    first: Iterable[Flag],
    second: Iterable[Flag],
    panel: Panel,
    *,
    systems: tuple[str | None, str | None] = (None, None),
    sources: tuple[str, str] = ("first", "second"),
    kinds: Sequence[str] = (),
    n_draws: int = N_DRAWS,
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> SystemComparison:
    """Two systems on the same judgments.

    `systems` names them if there are several; `sources` distinguishes two of the same name.
    """
    one, other = _pair((first, second), (panel, panel), systems, sources, kinds)
    rng = np.random.default_rng(seed)
    comparison = compare(one, other, rng=rng, n_draws=n_draws, prior=prior, level=level)
    return SystemComparison(comparison, [*notes(one), *notes(other)])


def compare_corpora(
    first: Iterable[Flag],
    second: Iterable[Flag],
    panels: tuple[Panel, Panel],
    *,
    systems: tuple[str | None, str | None] = (None, None),
    sources: tuple[str, str] = ("first", "second"),
    kinds: Sequence[str] = (),
    edges: Sequence[float] = DEFAULT_EDGES,
    level: float = DEFAULT_LEVEL,
) -> CorpusComparison:
    """Two systems, each on its own judgments, by kappa in bins of agreement."""
    one, other = _pair((first, second), panels, systems, sources, kinds)
    bins, other_bins = (agreement_bins(each, edges=edges, level=level) for each in (one, other))
    return CorpusComparison(one, other, bins, other_bins, compare_bins(bins, other_bins))


def _raters_per_site(match: Match) -> str:
    """The usual number of raters of a site, as text."""
    return f"{float(np.median(match.n_answers)):g}"


def _pair(
    flags: tuple[Iterable[Flag], Iterable[Flag]],
    panels: tuple[Panel, Panel],
    systems: tuple[str | None, str | None],
    sources: tuple[str, str],
    kinds: Sequence[str],
) -> tuple[Match, Match]:
    """The matches of two systems, under different names."""
    one, other = (
        only(match(each, panel), system=system)
        for each, panel, system in zip(flags, panels, systems, strict=True)
    )
    if kinds:
        one, other = one.of_kinds(kinds), other.of_kinds(kinds)
    if one.system == other.system:
        name = one.system
        one = replace(one, system=f"{name} ({sources[0]})")
        other = replace(other, system=f"{name} ({sources[1]})")
    return one, other


def comparison_table(result: Comparison) -> Table:
    """How two systems differ on the same judgments."""
    level = result.differences[0].interval.level
    figures = ("first", "second", "difference", f"{level:.0%}", "for other")
    return table(
        f"{result.first} minus {result.second}",
        ("measure", "against", *figures, f"bootstrap {level:.0%}", "p"),
        [
            [
                row.name,
                row.against,
                *map(number, (row.first, row.second, row)),
                span(row.interval),
                row.interval.method,
                span(row.bootstrap),
                p_value(row.p_value),
            ]
            for row in result.differences
        ],
    )


def corpus_table(first: str, second: str, differences: Sequence[BinDifference]) -> Table:
    """How kappa of two systems on different judgments differs, by agreement of raters."""
    level = differences[0].interval.level
    return table(
        f"Kappa of {first} minus kappa of {second}",
        ("agreement", "sites", "sites", "first", "second", "difference", f"{level:.0%}"),
        [
            [
                row.name,
                str(row.n_first),
                str(row.n_second),
                *map(number, (row.first, row.second, row)),
                span(row.interval),
            ]
            for row in differences
        ],
    )
