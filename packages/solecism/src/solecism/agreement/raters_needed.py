"""How many raters together match experts (paper 003, sections 3 and 4), with an interval.

Experts agree with each other to some degree (a mean kappa). The answer of N raters, by majority or
by Dawid and Skene, is held against each expert; the smallest N whose kappa reaches that of the
experts is the number of raters needed. Items are resampled, clusters as a whole: each resample has
its own kappa of experts and its own N, and the interval holds the middle share of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from solecism.agreement.consensus import dawid_skene
from solecism.agreement.rater_quality import spam_signs
from solecism.agreement.reliability import p_majority
from solecism.figure import DEFAULT_LEVEL
from solecism.numeric import Bools, Floats, Ints, Ints32
from solecism.panel import Panel

MEAN = "mean"
MAJORITY, SCREENED, WEIGHTED = "majority", "majority, screened", "dawid-skene"
WAYS = (MAJORITY, SCREENED, WEIGHTED)
N_RESAMPLES = 1000
# Dawid and Skene's method runs once per draw and number of raters, so it must be quick.
_N_DRAWS, _N_WEIGHTED_DRAWS = 100, 10
_MOST_STEPS, _LEAST_CHANGE = 30, 1e-3
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class RatersNeeded:
    """The number of raters whose common answer agrees with a reference as other experts do.

    `experts` is the mean kappa of the reference with the other references, of all pairs for the
    "mean"; `kappa` is that of `n_raters` raters, or of the largest number if none is enough. An
    end of the interval is None where more raters are needed than there are; so is `n_raters`.
    """

    way: str
    reference: str
    experts: float
    kappa: float
    n_raters: int | None
    low: int | None
    high: int | None
    largest: int
    n_left_out: int = 0

    @property
    def shown(self) -> str:
        """The number with its interval.

        >>> RatersNeeded("majority", "mean", 0.6, 0.61, 13, 9, None, 18).shown
        '13 [9, over 18]'
        """
        number, low, high = (
            f"over {self.largest}" if end is None else str(end)
            for end in (self.n_raters, self.low, self.high)
        )
        return f"{number} [{low}, {high}]"


def raters_needed(
    panel: Panel,
    references: Sequence[str],
    *,
    rng: np.random.Generator,
    level: float = DEFAULT_LEVEL,
    n_resamples: int = N_RESAMPLES,
    ways: Sequence[str] = WAYS,
) -> list[RatersNeeded]:
    """Raters needed to match two or more references: by majority, without raters who show signs
    of spam, and by Dawid and Skene's method; for each reference, and for the mean of all.
    """
    if len(references) < 2:
        return []
    panel = panel.judged()
    answers = {name: _answers_of(panel, name) for name in references}
    is_reference = np.isin(panel.rater, [panel.rater_index(name) for name in references])
    crowd = _rows(panel, ~is_reference)
    if not len(crowd):
        return []
    weights = _resampled(panel, n_resamples, rng)
    targets = _targets(answers, weights, panel.n_labels)
    kept, n_left_out = _screened(crowd)
    rows: list[RatersNeeded] = []
    for way in ways:
        if way == SCREENED and not n_left_out:
            continue
        chosen = kept if way == SCREENED else crowd
        curves = _curves(chosen, answers, weights, _shares(chosen, way, rng))
        left_out = n_left_out if way == SCREENED else 0
        rows += _needed(way, targets, curves, level, left_out)
    return rows


def _needed(
    way: str, targets: dict[str, Floats], curves: dict[str, Floats], level: float, n_left_out: int
) -> Iterator[RatersNeeded]:
    """One row per reference; the first column of targets and curves is that of the data."""
    for name, target in targets.items():
        curve = curves[name]
        largest = len(curve)
        first = _first_reached(curve, target)
        ends = np.quantile(
            first[1:], [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf"
        ).tolist()
        number, low, high = (None if value > largest else int(value) for value in (first[0], *ends))
        kappa = float(curve[(number or largest) - 1, 0])
        yield RatersNeeded(
            way, name, float(target[0]), kappa, number, low, high, largest, n_left_out
        )


def _first_reached(curve: Floats, target: Floats) -> Ints:
    """The smallest number of raters that reaches each target, or one more than there are."""
    is_reached = curve >= target - _TOLERANCE
    first = np.argmax(is_reached, axis=0) + 1
    return np.asarray(np.where(is_reached.any(axis=0), first, len(curve) + 1))


def _answers_of(panel: Panel, name: str) -> Ints:
    """The answer of a rater to each item, -1 where there is none."""
    answers = np.full(panel.n_items, -1, dtype=np.int64)
    rows = panel.rater == panel.rater_index(name)
    answers[panel.item[rows]] = panel.answer[rows]
    return answers


def _resampled(panel: Panel, n_resamples: int, rng: np.random.Generator) -> Floats:
    """How often each item counts in the data (first row) and in each resample of clusters."""
    _, cluster = np.unique(panel.cluster, return_inverse=True)
    n_clusters = int(cluster.max()) + 1
    drawn = rng.multinomial(n_clusters, np.full(n_clusters, 1 / n_clusters), size=n_resamples)
    return np.vstack([np.ones(panel.n_items), drawn[:, cluster].astype(np.float64)])


def _targets(answers: dict[str, Ints], weights: Floats, n_labels: int) -> dict[str, Floats]:
    """The mean kappa of each reference with the others, and of all pairs."""
    pairs = {
        (first, second): _kappas(
            _one_hot(answers[first], n_labels),
            _one_hot(answers[second], n_labels),
            (answers[first] >= 0) & (answers[second] >= 0),
            weights,
        )
        for first, second in combinations(answers, 2)
    }
    targets = {
        name: np.mean([kappas for pair, kappas in pairs.items() if name in pair], axis=0)
        for name in answers
    }
    return {**targets, MEAN: np.mean(list(pairs.values()), axis=0)}


def _curves(
    crowd: Panel, answers: dict[str, Ints], weights: Floats, shares: Sequence[Floats]
) -> dict[str, Floats]:
    """Kappa by number of raters (rows) and resample (columns), for each reference and the mean."""
    n_answers = crowd.counts().sum(axis=1)
    curves = {
        name: np.array(
            [
                _kappas(
                    _one_hot(answer, crowd.n_labels),
                    share,
                    (answer >= 0) & (n_answers >= size),
                    weights,
                )
                for size, share in enumerate(shares, 1)
            ]
        )
        for name, answer in answers.items()
    }
    return {**curves, MEAN: np.mean(list(curves.values()), axis=0)}


def _kappas(first: Floats, second: Floats, is_shared: Bools, weights: Floats) -> Floats:
    """Kappa in the data and each resample, from items x labels with the shares of each answer."""
    counted = weights[:, is_shared]
    first, second = first[is_shared], second[is_shared]
    n = counted.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        observed = counted @ (first * second).sum(axis=1) / n
        expected = ((counted @ first) * (counted @ second)).sum(axis=1) / n**2
        return np.asarray(np.nan_to_num((observed - expected) / (1 - expected), nan=-1.0))


def _one_hot(answers: Ints, n_labels: int) -> Floats:
    return np.asarray(np.eye(n_labels)[answers] * (answers >= 0)[:, None])


def _shares(crowd: Panel, way: str, rng: np.random.Generator) -> list[Floats]:
    """How probable each common answer of N raters is, item by item, for N from 1 to the most."""
    counts = crowd.counts()
    n_answers = counts.sum(axis=1)
    # With still more raters, fewer than half of the items are left to look at.
    sizes = range(1, int(np.median(n_answers[n_answers > 0])) + 1)
    if way != WEIGHTED and crowd.n_labels == 2:
        return [_binary_shares(counts, n_answers, size) for size in sizes]
    n_draws = _N_WEIGHTED_DRAWS if way == WEIGHTED else _N_DRAWS
    totals = [np.zeros(counts.shape) for _ in sizes]
    for _ in range(n_draws):
        order = np.argsort(rng.random(len(crowd)) + crowd.item, kind="stable")
        place = np.empty(len(crowd), dtype=np.int64)
        place[order] = np.arange(len(crowd))
        first = np.concatenate([[0], np.cumsum(n_answers)[:-1]])
        rank = place - first[crowd.item]
        for size in sizes:
            is_drawn = (rank < size) & (n_answers >= size)[crowd.item]
            totals[size - 1] += _common_answers(crowd, is_drawn, way, rng)
    return [np.asarray(total / n_draws) for total in totals]


def _binary_shares(counts: Ints, n_answers: Ints, size: int) -> Floats:
    shares = np.zeros(counts.shape)
    is_enough = n_answers >= size
    second = p_majority(counts[is_enough, 1], n_answers[is_enough], size)
    shares[is_enough] = np.column_stack([1 - second, second])
    return shares


def _common_answers(crowd: Panel, is_drawn: Bools, way: str, rng: np.random.Generator) -> Floats:
    """The common answer to each item of the drawn rows; no answer where none is drawn."""
    counts = _rows(crowd, is_drawn).counts()
    has_answers = counts.any(axis=1)
    best = np.argmax(counts + rng.random(counts.shape) / 2, axis=1)
    if way == WEIGHTED:
        drawn = crowd.select(is_drawn)
        best[has_answers] = _weighted_answers(drawn)
    return _one_hot(np.where(has_answers, best, -1), crowd.n_labels)


def _weighted_answers(drawn: Panel) -> Ints32:
    return dawid_skene(drawn, max_iterations=_MOST_STEPS, tolerance=_LEAST_CHANGE).answers()


def _screened(crowd: Panel) -> tuple[Panel, int]:
    """The judgments of raters without signs of spam, and how many raters have such signs."""
    judged = crowd.judged()
    bad = [one.rater for one in spam_signs(judged) if one.signs]
    is_kept = ~np.isin(crowd.rater, [crowd.rater_index(name) for name in bad])
    if not is_kept.any():
        return crowd, 0
    return _rows(crowd, is_kept), len(bad)


def _rows(panel: Panel, is_kept: Bools) -> Panel:
    """Some rows of a panel, with all of its items in their places."""
    return replace(
        panel,
        item=panel.item[is_kept],
        rater=panel.rater[is_kept],
        answer=panel.answer[is_kept],
        seconds=None if panel.seconds is None else panel.seconds[is_kept],
    )
