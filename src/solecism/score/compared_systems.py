"""Two systems compared by their flags: one call from flags and judgments to results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.flag import Flag
from solecism.interval import DEFAULT_LEVEL
from solecism.panel import Panel
from solecism.score.bins import DEFAULT_EDGES, Bin, agreement_bins
from solecism.score.compare import BinDifference, Comparison, compare, compare_bins
from solecism.score.match import Match, match, only
from solecism.score.summary import notes
from solecism.score.tables import bin_table, comparison_table, corpus_table, p_value
from solecism.table import Table, Tabular


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
    n_draws: int = 10_000,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> SystemComparison:
    """Two systems on the same judgments.

    `systems` names them if there are several; `sources` distinguishes two of the same name.
    """
    one, other = _pair((first, second), (panel, panel), systems, sources, kinds)
    comparison = compare(one, other, rng=np.random.default_rng(seed), n_draws=n_draws, level=level)
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
