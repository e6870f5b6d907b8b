"""Tables of people's rankings, and of scores beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from solecism.figure import Figure
from solecism.table import Table, figure_cells, figure_columns, number, table

if TYPE_CHECKING:
    from solecism.rank.by_annotators import CurvePoint
    from solecism.rank.people import RankedSystem
    from solecism.rank.score_agreement import ScoreAgreement, WindowAgreement


def people_table(systems: Sequence[RankedSystem], level: float) -> Table:
    """One row per system, the best first."""
    skilled = any(one.trueskill is not None for one in systems)
    measured = ["expected wins", *(["TrueSkill"] if skilled else [])]
    columns = "cluster", "system", *figure_columns(measured, level), "ranks"
    rows = [
        (
            str(one.cluster),
            one.name,
            *figure_cells(
                [one.expected_wins, *([one.trueskill] if one.trueskill is not None else [])]
            ),
            f"{one.ranks[0]}-{one.ranks[1]}",
            str(one.n_wins),
            str(one.n_ties),
            str(one.n_losses),
        )
        for one in systems
    ]
    return table("People's ranking", (*columns, "wins", "ties", "losses"), rows)


def agreement_table(figures: Mapping[str, Figure], level: float) -> Table:
    """One row per measure of agreement between raters."""
    rows = [(name, *figure_cells([figure])) for name, figure in figures.items()]
    columns = "measure", *figure_columns(["value"], level)
    return table("Agreement of raters on pairs of outputs", columns, rows)


def scores_table(
    systems: Sequence[RankedSystem], scores: Mapping[str, Mapping[str, Figure]]
) -> Table:
    """One row per system, the best in people's eyes first, and one column per score."""
    rows = [
        (
            one.name,
            number(one.expected_wins),
            *(number(values[one.name]) for values in scores.values()),
        )
        for one in systems
        if all(one.name in values for values in scores.values())
    ]
    return table("Scores", ("system", "expected wins", *scores), rows if scores else [])


def correlation_tables(agreements: Sequence[ScoreAgreement], level: float) -> Iterator[Table]:
    """One table per set of systems, with one row per score."""
    by_systems: dict[tuple[str, ...], list[ScoreAgreement]] = {}
    for one in agreements:
        by_systems.setdefault(one.systems, []).append(one)
    everything = {name for systems in by_systems for name in systems}
    for systems, rows in by_systems.items():
        missing = sorted(everything - set(systems))
        without = f" (without {', '.join(missing)})" if missing else ""
        yield table(
            f"Agreement of scores with people, {len(systems)} systems{without}",
            ("score", *figure_columns(rows[0].figures, level)),
            [(row.score, *figure_cells(row.figures.values())) for row in rows],
        )


def windows_table(windows: Sequence[WindowAgreement]) -> Table:
    """One row per score."""
    rows = [(one.score, str(one.n_windows), *map(number, _window_figures(one))) for one in windows]
    columns = "score", "windows", "mean Pearson", "lowest Pearson", "mean Spearman"
    return table("Agreement within windows of similar systems", columns, rows)


def curve_table(points: Sequence[CurvePoint], level: float) -> Table:
    """One row per score, measure and number of annotators."""
    rows = [
        (
            one.score,
            one.measure,
            str(one.n_annotators),
            str(one.n_subsets),
            number(one.mean),
            f"[{one.low:.3f}, {one.high:.3f}]",
        )
        for one in points
    ]
    columns = "score", "measure", "annotators", "subsets", "mean", f"{level:.0%} of subsets"
    return table("Agreement by number of annotators", columns, rows)


def _window_figures(one: WindowAgreement) -> tuple[float, float, float]:
    return one.mean_pearson, one.lowest_pearson, one.mean_spearman
