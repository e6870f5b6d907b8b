"""People's ranking of systems: expected wins, rank ranges, clusters and TrueSkill, resampled.

Bojar et al. (2013), "Findings of the 2013 workshop on statistical machine translation", section
3.3. With w(i, j) the number of times that i is ranked above j,

    expected wins of i = mean over j != i of w(i, j) / (w(i, j) + w(j, i))

Ties count for neither; an opponent with whom there are only ties is left out of the mean. Systems
are ranked in every resample; a system's range holds the ranks that it has in the middle 95% of
them; a new cluster begins where no system below has a range that overlaps with a range above.

Herbrich, Minka and Graepel (2007), "TrueSkill: a Bayesian skill rating system", for matches of two
with draws; used for systems by Sakaguchi, Post and Van Durme (2014). A rating depends on the order
of the matches, so the value of a system is its mean over many orders. All of them are updated
together, step by step, which makes intervals affordable.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri
from scipy.stats import rankdata

from solecism.figure import DEFAULT_LEVEL, Figure, undefined_interval
from solecism.numeric import Bools, Floats, Ints
from solecism.ranking.comparisons import FIRST, SECOND, TIE, Comparisons
from solecism.uncertainty.bootstrap import Draws, resample_counts

SENTENCES, RATERS, SYSTEMS = "sentences", "raters", "systems"
RESAMPLED = (SENTENCES, RATERS, SYSTEMS)


@dataclass(frozen=True, slots=True, eq=False)
class Resamples:
    """How often each sentence and each rater occurs in each draw.

    The first row is the data itself: everything comes up once.
    """

    sentences: Floats
    raters: Floats

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def is_drawn(self) -> bool:
        """Whether sentences or raters were resampled at all."""
        return bool((self.sentences != 1).any() or (self.raters != 1).any())

    def first(self, n_draws: int) -> Resamples:
        """The data and the first draws, up to this number."""
        return Resamples(self.sentences[: n_draws + 1], self.raters[: n_draws + 1])

    def cells(self, sentence: Ints, rater: Ints) -> Floats:
        """How often each pair of a sentence and a rater occurs."""
        return self.sentences[:, sentence] * self.raters[:, rater]


def resamples(
    n_sentences: int,
    n_raters: int,
    *,
    over: Collection[str],
    n_draws: int,
    rng: np.random.Generator,
) -> Resamples:
    """The data and `n_draws` resamples of whatever `over` names; the rest stays as it is."""
    return Resamples(
        _occurrences(n_sentences, SENTENCES in over, n_draws, rng),
        _occurrences(n_raters, RATERS in over, n_draws, rng),
    )


def drawn_systems(n_systems: int, n_draws: int, *, rng: np.random.Generator) -> Ints:
    """Numbers of systems drawn with replacement; the first row has each system once."""
    drawn = rng.integers(n_systems, size=(n_draws, n_systems))
    return np.vstack([np.arange(n_systems), drawn])


def _occurrences(n: int, is_drawn: bool, n_draws: int, rng: np.random.Generator) -> Floats:
    data = np.ones((1, n))
    if not is_drawn:
        return np.repeat(data, n_draws + 1, axis=0)
    drawn = resample_counts(np.ones(n, dtype=np.int64), n_draws=n_draws, rng=rng)
    return np.concatenate([data, *drawn])


def expected_wins(wins: Floats) -> Floats:
    """The expected wins of each system, from tables of wins (... x systems x systems).

    >>> expected_wins(np.array([[0.0, 3.0], [1.0, 0.0]])).tolist()
    [0.75, 0.25]
    """
    decided = wins + np.swapaxes(wins, -1, -2)
    is_known = decided > 0
    shares = np.divide(wins, decided, out=np.zeros_like(wins), where=is_known)
    n_opponents = is_known.sum(axis=-1)
    total = shares.sum(axis=-1)
    mean: Floats = np.full_like(total, np.nan)
    np.divide(total, n_opponents, out=mean, where=n_opponents > 0)
    return mean


def rank_ranges(draws: Floats, *, level: float = DEFAULT_LEVEL) -> tuple[Ints, Ints]:
    """The lowest and the highest rank of each system over draws (draws x systems); 1 is best."""
    ranks = rankdata(-draws, axis=1, method="min", nan_policy="omit")
    shares = (1 - level) / 2, (1 + level) / 2
    low = np.nanquantile(ranks, shares[0], axis=0, method="lower")
    high = np.nanquantile(ranks, shares[1], axis=0, method="higher")
    return low.astype(np.int64), high.astype(np.int64)


def clusters(values: Floats, low: Ints, high: Ints) -> Ints:
    """The number of each system's cluster; 1 holds the best.

    >>> low, high = np.array([1, 1, 3]), np.array([2, 2, 3])
    >>> clusters(np.array([0.7, 0.6, 0.2]), low, high).tolist()
    [1, 1, 2]
    """
    order = np.argsort(-values, kind="stable")
    number = np.zeros(len(values), dtype=np.int64)
    cluster, highest = 0, 0
    for place, system in enumerate(order):
        if low[order[place:]].min() > highest:
            cluster += 1
        highest = max(highest, int(high[system]))
        number[system] = cluster
    return number


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
    figures = figures_of_draws(draws, EXPECTED_WINS, level=level, is_drawn=is_drawn)
    by_skill = None if skills is None else figures_of_draws(skills, TRUESKILL, level=level)
    counts = _outcomes(comparisons)
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


def figures_of_draws(
    draws: Floats, name: str, *, level: float, is_drawn: bool = True
) -> list[Figure]:
    """One figure per column of draws, whose first row is the data, with percentile intervals.

    There are no intervals where nothing that the figures depend on `is_drawn` again.
    """
    if not is_drawn:
        none = undefined_interval("neither sentences nor raters were drawn again", level=level)
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


def _outcomes(comparisons: Comparisons) -> list[tuple[int, int, int]]:
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


Progress = Callable[[int, int | None], None]
_STEPS_PER_PROGRESS = 500
_SMALLEST = 1e-12


@dataclass(frozen=True, slots=True)
class TrueSkill:
    """The constants: skills begin at 0 with deviation `sigma`, and results vary by `beta`.

    `tau` is how much skills drift between matches; systems do not change.
    """

    sigma: float = 0.5
    beta: float = 0.25
    tau: float = 0.0
    p_draw: float = 0.25
    n_matches: int = 10_000

    @property
    def margin(self) -> float:
        """The difference in performance below which a match is a draw."""
        return float(ndtri((self.p_draw + 1) / 2) * np.sqrt(2) * self.beta)


DEFAULT_TRUESKILL = TrueSkill()


def trueskill_draws(
    comparisons: Comparisons,
    places: Ints,
    resamples: Resamples,
    *,
    rng: np.random.Generator,
    constants: TrueSkill = DEFAULT_TRUESKILL,
    progress: Progress | None = None,
) -> Floats:
    """The skill of each system in each resample (draws x systems), each in an order of its own.

    Every draw plays `n_matches` comparisons, or as many as there are. Outputs that were shown as
    one are not compared. The first row is the mean over all other rows.
    """
    rows = np.flatnonzero(~comparisons.is_same)
    n_matches = min(constants.n_matches, len(rows))
    weights = resamples.cells(places[comparisons.sentence[rows]], comparisons.rater[rows])[1:]
    played = np.stack(
        [rows[rng.choice(len(rows), n_matches, p=row / row.sum())] for row in weights]
    )
    first, second = comparisons.first[played], comparisons.second[played]
    is_second = comparisons.outcome[played] == -FIRST
    winner, loser = np.where(is_second, second, first), np.where(is_second, first, second)
    is_draw = comparisons.outcome[played] == TIE
    ratings = Ratings(len(played), len(comparisons.systems), constants)
    for step in range(n_matches):
        ratings.play(winner[:, step], loser[:, step], is_draw[:, step])
        if progress is not None and step % _STEPS_PER_PROGRESS == 0:
            progress(step, n_matches)
    return np.vstack([ratings.mean.mean(axis=0), ratings.mean])


class Ratings:
    """The ratings of all systems in several independent runs."""

    def __init__(
        self, n_worlds: int, n_systems: int, constants: TrueSkill = DEFAULT_TRUESKILL
    ) -> None:
        self.mean = np.zeros((n_worlds, n_systems))
        self.variance = np.full((n_worlds, n_systems), constants.sigma**2)
        self._constants = constants
        self._worlds = np.arange(n_worlds)

    def play(self, winner: Ints, loser: Ints, is_draw: Bools) -> None:
        """Update the ratings by one match per run; in a draw the order does not matter."""
        worlds, constants = self._worlds, self._constants
        variances = [self.variance[worlds, one] + constants.tau**2 for one in (winner, loser)]
        scale = np.sqrt(sum(variances) + 2 * constants.beta**2)
        t = (self.mean[worlds, winner] - self.mean[worlds, loser]) / scale
        margin = constants.margin / scale
        v, w = _win_update(t - margin)
        v_draw, w_draw = _draw_update(t, margin)
        v, w = np.where(is_draw, v_draw, v), np.where(is_draw, w_draw, w)
        for one, variance, sign in zip((winner, loser), variances, (1, -1), strict=True):
            self.mean[worlds, one] += sign * variance / scale * v
            self.variance[worlds, one] = variance * (1 - variance / scale**2 * w)


def _normal_density(x: Floats) -> Floats:
    return np.asarray(np.exp(-x * x / 2) / np.sqrt(2 * np.pi))


def _win_update(x: Floats) -> tuple[Floats, Floats]:
    """How far a win moves the mean, and shrinks the variance, in units of the scale."""
    v = _normal_density(x) / np.maximum(ndtr(x), _SMALLEST)
    return v, v * (v + x)


def _draw_update(t: Floats, margin: Floats) -> tuple[Floats, Floats]:
    """The same for a draw."""
    low, high = -margin - t, margin - t
    below, above = _normal_density(low), _normal_density(high)
    p = np.maximum(ndtr(high) - ndtr(low), _SMALLEST)
    v = (below - above) / p
    return v, v * v + (high * above - low * below) / p
