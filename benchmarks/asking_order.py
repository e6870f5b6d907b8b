"""How many judgments recall costs when items are asked where the estimate gains most.

    python -m benchmarks.asking_order

The corpus is that of Figure 1 of paper 000: 1,000 flagged items of which 80% are errors, and 9,000
others of which 30% are. Raters judge items of a pool until the 95% interval of recall is narrow
enough (logit, with finite populations), in random order and in the order of a study with `order =
"gain"`: of 16 random items that are left, one of the stratum with the largest gain, computed again
every ten judgments. The pools are the paper's sample (750 and 1,500 items), the whole corpus, and
the whole corpus in sixteen strata by a score that separates errors with an AUC of .96.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solecism.sample_key import Stratum
from solecism.sampling.gains import stratum_gains
from solecism.sampling.plan import Expectation, SideModel

FLAGGED, OTHER = 1000, 9000
PRECISION, MISSED = 0.8, 0.3
RECALL = FLAGGED * PRECISION / (FLAGGED * PRECISION + OTHER * MISSED)
WIDTHS = (0.05, 0.03, 0.02)
N_RUNS, WINDOW, REFRESH = 400, 16, 10
Z = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Pool:
    """What raters can be asked: strata with their rates of errors, and the items drawn of each."""

    name: str
    strata: tuple[Stratum, ...]
    rates: tuple[float, ...]
    drawn: tuple[int, ...]


def paper_pool(name: str, n_flagged: int, n_other: int) -> Pool:
    """Two strata, of which so many items were drawn."""
    strata = Stratum("flagged", True, FLAGGED), Stratum("other", False, OTHER)
    return Pool(name, strata, (PRECISION, MISSED), (n_flagged, n_other))


def scored_pool() -> Pool:
    """The whole corpus in strata by score."""
    n, errors = FLAGGED + OTHER, FLAGGED * PRECISION + OTHER * MISSED
    expected = Expectation(n, errors / n, PRECISION, RECALL, auc=0.96)
    strata, rates = list[Stratum](), list[float]()
    for side, is_flagged in zip(expected.by_score(), (True, False), strict=True):
        strata += _strata(side, is_flagged)
        rates += side.rates.tolist()
    sizes = tuple(stratum.n_population for stratum in strata)
    return Pool("whole corpus, 16 strata by score", tuple(strata), tuple(rates), sizes)


def _strata(side: SideModel, is_flagged: bool) -> list[Stratum]:
    return [
        Stratum(f"{is_flagged} {place}", is_flagged, max(1, round(size)))
        for place, size in enumerate(side.sizes.tolist())
    ]


def estimated(
    strata: Sequence[Stratum], n: Sequence[int], errors: Sequence[float]
) -> tuple[float, float]:
    """Recall and the half-width of its interval; infinite before each stratum has two items."""
    totals, variances = {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}
    for stratum, judged, found in zip(strata, n, errors, strict=True):
        if judged < min(2, stratum.n_population):
            return math.nan, math.inf
        rate = (found + 0.5) / (judged + 1)
        totals[stratum.is_flagged] += stratum.n_population * rate
        unseen = 1 / judged - 1 / stratum.n_population
        variances[stratum.is_flagged] += stratum.n_population**2 * rate * (1 - rate) * unseen
    recall = totals[True] / (totals[True] + totals[False])
    of_odds = sum(variances[side] / totals[side] ** 2 for side in (True, False))
    return recall, recall * (1 - recall) * Z * math.sqrt(of_odds)


def judgments_needed(
    pool: Pool, rng: np.random.Generator, *, is_by_gain: bool
) -> dict[float, tuple[float, bool]]:
    """How many judgments it takes to each half-width, and whether the interval then covers."""
    order = rng.permutation(np.repeat(np.arange(len(pool.drawn)), pool.drawn)).tolist()
    n, errors = [0] * len(pool.drawn), [0.0] * len(pool.drawn)
    needed = dict.fromkeys(WIDTHS, (math.inf, False))
    gains: list[float] = []
    for done in range(sum(pool.drawn)):
        if done % REFRESH == 0:
            recall, width = estimated(pool.strata, n, errors)
            now = done, abs(recall - RECALL) <= width
            needed |= {w: now for w in WIDTHS if width <= w and math.isinf(needed[w][0])}
            if width <= min(WIDTHS):
                break
            gains = stratum_gains(pool.strata, n, errors, measure="recall")
        place = len(order) - 1
        if is_by_gain:
            window = rng.integers(len(order), size=WINDOW).tolist()
            place = max(window, key=lambda one: gains[order[one]])
        order[place], order[-1] = order[-1], order[place]
        stratum = order.pop()
        n[stratum] += 1
        errors[stratum] += rng.random() < pool.rates[stratum]
    return needed


def main() -> None:
    """Print the medians."""
    pools = (
        paper_pool("the paper's sample", 750, 1500),
        paper_pool("whole corpus, two strata", FLAGGED, OTHER),
        scored_pool(),
    )
    print("pool\thalf-width\trandom order\tby gain\tsaved\tcovered, each")
    for pool in pools:
        runs = {
            is_by_gain: [
                judgments_needed(pool, np.random.default_rng(seed), is_by_gain=is_by_gain)
                for seed in range(N_RUNS)
            ]
            for is_by_gain in (False, True)
        }
        for width in WIDTHS:
            plain, gainful = (np.array([run[width] for run in runs[by]]) for by in (False, True))
            (n_plain, covers), (n_gainful, covers_too) = (
                (float(np.median(found[:, 0])), float(found[:, 1].mean()))
                for found in (plain, gainful)
            )
            cells = pool.name, f"{width:g}", f"{n_plain:.0f}", f"{n_gainful:.0f}"
            shares = f"{1 - n_gainful / n_plain:.0%}", f"{covers:.2f}, {covers_too:.2f}"
            print(*cells, *shares, sep="\t")


if __name__ == "__main__":
    main()
