"""Results of people's rankings of systems: expected wins, rank ranges, clusters, agreement."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from solecism.figure import Figure
from solecism.interval import DEFAULT_LEVEL, undefined
from solecism.numeric.arrays import Floats, Ints
from solecism.rank.clusters import clusters, rank_ranges
from solecism.rank.comparisons import FIRST, SECOND, Comparisons
from solecism.rank.expected_wins import expected_wins
from solecism.rank.resample import Resamples
from solecism.uncertainty.bootstrap import Draws

EXPECTED_WINS = "expected wins"
TRUESKILL = "TrueSkill"


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system in people's ranking, with its expected wins and ranks.

    `ranks` are the lowest and the highest rank over resamples; systems of one `cluster` cannot
    be told apart.
    """

    name: str
    expected_wins: Figure
    ranks: tuple[int, int]
    cluster: int
    n_wins: int
    n_ties: int
    n_losses: int
    trueskill: Figure | None = None


def expected_wins_draws(comparisons: Comparisons, places: Ints, resamples: Resamples) -> Floats:
    """Expected wins in the data and in each resample (draws x systems)."""
    sentence, rater, wins = comparisons.wins()
    weights = resamples.cells(places[sentence], rater)
    n = len(comparisons.systems)
    sums = weights @ wins.reshape(len(wins), n * n)
    return expected_wins(sums.reshape(-1, n, n))


def ranked_systems(
    comparisons: Comparisons,
    draws: Floats,
    skills: Floats | None = None,
    *,
    level: float = DEFAULT_LEVEL,
    is_drawn: bool = True,
) -> list[RankedSystem]:
    """All systems, the best first, from draws of expected wins whose first row is the data.

    `skills` are draws of TrueSkill, where it is wanted.
    """
    values = draws[0]
    low, high = rank_ranges(draws[1:], level=level)
    cluster = clusters(values, low, high)
    figures = figures_of(draws, EXPECTED_WINS, level=level, is_drawn=is_drawn)
    by_skill = None if skills is None else figures_of(skills, TRUESKILL, level=level)
    counts = _counts(comparisons)
    systems = []
    for number in np.argsort(-values, kind="stable"):
        n_wins, n_ties, n_losses = counts[number]
        systems.append(
            RankedSystem(
                comparisons.systems[number],
                figures[number],
                (int(low[number]), int(high[number])),
                int(cluster[number]),
                n_wins,
                n_ties,
                n_losses,
                None if by_skill is None else by_skill[number],
            )
        )
    return systems


def figures_of(draws: Floats, name: str, *, level: float, is_drawn: bool = True) -> list[Figure]:
    """One figure per column of draws, whose first row is the data, with percentile intervals.

    There are no intervals where nothing that the figures depend on `is_drawn` again.
    """
    if not is_drawn:
        none = undefined("neither sentences nor raters were drawn again", level=level)
        return [Figure(float(value), name=name, interval=none) for value in draws[0]]
    resampled = Draws(draws[0], draws[1:], np.zeros_like(draws[0]))
    return [
        Figure(float(value), name=name, interval=interval)
        for value, interval in zip(draws[0], resampled.intervals(level=level), strict=True)
    ]


def names_of(kinds: Collection[str]) -> str:
    """The names of what was resampled, as text.

    >>> names_of(["sentences", "raters"])
    'sentences and raters'
    """
    return " and ".join(kinds) or "nothing"


def _counts(comparisons: Comparisons) -> list[tuple[int, int, int]]:
    """Wins, ties and losses of each system; outputs that were shown as one are not a tie."""
    counts = []
    for number in range(len(comparisons.systems)):
        as_first = comparisons.outcome[(comparisons.first == number) & ~comparisons.is_same]
        as_second = comparisons.outcome[(comparisons.second == number) & ~comparisons.is_same]
        outcomes = np.concatenate([as_first, -as_second])
        counts.append(
            (
                int((outcomes == FIRST).sum()),
                int((outcomes == 0).sum()),
                int((outcomes == SECOND).sum()),
            )
        )
    return counts
