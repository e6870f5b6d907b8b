"""Do intervals cover at their level, do plans keep their promise, what do score strata save?

`python benchmarks/measuring/interval_coverage.py [--fast] [--only PART ...]`: seeded simulations,
about six minutes on one core (--fast: a tenth of the studies; the parts are the functions below and
in efficiency.py). Each line has the figure, what it must be, and ok or MISSED.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from scipy.special import expit

from solecism.figure import Interval
from solecism.numeric import Floats
from solecism.sampling.plan import Expectation, Targets, two_strata_sizes
from solecism.uncertainty import recall as recalls
from solecism.uncertainty import sequential
from solecism.uncertainty.proportion import wald, wilson
from solecism.uncertainty.recall import Part
from solecism.uncertainty.two_way import RATERS_OF_STUDIES, ratio_interval

SEED = 20080824
NEAR = 0.2


def main(*, fast: bool = False, only: Sequence[str] = ()) -> None:
    """Print all figures, or those of the named parts."""
    scale = 0.1 if fast else 1.0
    beside = importlib.import_module("efficiency")
    parts = {
        part.__name__: part
        for part in (
            precision,
            recall,
            raters,
            looking,
            planning,
            beside.efficiency,
            beside.rescaled,
        )
    }
    for part in [parts[name] for name in only or parts]:
        began = time.perf_counter()
        print(f"\n== {part.__doc__}", flush=True)
        for name, figure, least, most in part(scale):
            verdict = "ok" if least <= figure <= most else "MISSED"
            wanted = f"{least:g} to {most:g}" if most < 100 else f"at least {least:g}"
            print(f"{name:68s} {figure:7.3f}  ({wanted}) {verdict}", flush=True)
        print(f"{time.perf_counter() - began:.1f} s")


Line = tuple[str, float, float, float]


def precision(scale: float) -> Iterator[Line]:
    """Precision: Wilson for finite corpora; corpora within a point of the named precision"""
    rng = np.random.default_rng(SEED)
    for n_population, n in ((1000, 250), (400, 150), (10_000, 500)):
        for p in (0.5, 0.8, 0.9, 0.95, 0.97):
            n_studies = int(20_000 * scale)
            errors = rng.binomial(n_population, rng.uniform(p - 0.01, p + 0.01, n_studies))
            seen = rng.hypergeometric(errors, n_population - errors, n)
            intervals = {x: wilson(x, n, n_population=n_population) for x in set(seen.tolist())}
            holds = [
                k / n_population in intervals[x]
                for k, x in zip(errors.tolist(), seen.tolist(), strict=True)
            ]
            name = f"precision {p}, {n} of {n_population} flagged items"
            yield name, float(np.mean(holds)), 0.94, 0.96


def recall(scale: float) -> Iterator[Line]:
    """Recall: two sub-corpora; rates of misses within a fifth of the named one"""
    rng = np.random.default_rng(SEED)
    methods: dict[str, Callable[[Part, Part], Interval]] = {
        "MOVER": recalls.mover,
        "Bayes": recalls.bayes,
        "the paper's": _papers_recall,
    }
    for flagged, other in (
        ((0.8, 250, 1000), (250, 9000)),
        ((0.6, 100, 400), (250, 5000)),
        ((0.9, 200, 500), (700, 9500)),
        ((0.5, 100, 2000), (500, 20_000)),
    ):
        for misses in (1, 2, 5, 10, 30):
            for name, method in methods.items():
                n_studies = int((600 if name == "Bayes" else 20_000) * scale)
                covered = _recall_coverage(rng, flagged, other, misses, method, n_studies)
                label = f"{name}: {misses} expected misses of {other[0]}, {flagged[1]} flagged"
                slack = 0.0 if name == "MOVER" else 0.01
                least, most = (0.94 - slack, 0.96 + slack) if misses >= 5 else (0.93, 1.0)
                if name == "the paper's":
                    least, most = 0.0, 1.0
                yield f"{label} at {flagged[0]}", covered, least, most


def _papers_recall(flagged: Part, other: Part) -> Interval:
    """Both rates at the ends of their Wald intervals, which is what `--method paper` does."""
    of_hits, of_misses = (wald(part.n_errors, part.n_sample) for part in (flagged, other))
    ends = []
    for hit_rate, miss_rate in ((of_hits.low, of_misses.high), (of_hits.high, of_misses.low)):
        hits = hit_rate * flagged.n_population
        ends.append(hits / (hits + miss_rate * other.n_population))
    return Interval(ends[0], ends[1])


def _recall_coverage(
    rng: np.random.Generator,
    flagged: tuple[float, int, int],
    other: tuple[int, int],
    misses: float,
    method: Callable[[Part, Part], Interval],
    n_studies: int,
) -> float:
    rate, n_flagged, size_flagged = flagged
    n_other, size_other = other
    hits = rng.binomial(size_flagged, rate, n_studies)
    missed = rng.binomial(size_other, misses / n_other * rng.uniform(1 - NEAR, 1 + NEAR, n_studies))
    x = rng.hypergeometric(hits, size_flagged - hits, n_flagged)
    y = rng.hypergeometric(missed, size_other - missed, n_other)
    intervals: dict[tuple[int, int], Interval] = {}
    covered = 0
    for hit, miss, a, b in zip(*(v.tolist() for v in (hits, missed, x, y)), strict=True):
        if (a, b) not in intervals:
            parts = Part(a, n_flagged, size_flagged), Part(b, n_other, size_other)
            intervals[a, b] = method(*parts)
        covered += hit / (hit + miss) in intervals[a, b]
    return covered / n_studies


def raters(scale: float) -> Iterator[Line]:
    """Weighted precision and recall, 400 items: items and raters both drawn. Raters' strictness has
    this standard deviation, or one that is drawn from what studies found, for each study anew"""
    for n_raters in (2, 3, 5, 10):
        for spread in (None, 0.3, 0.6, 0.9, 1.2):
            rng = np.random.default_rng(SEED)
            found = _rater_coverage(rng, n_raters, spread, 400, int(500 * scale))
            label = f"{n_raters} raters (sd {spread or 'as in studies'})"
            for (name, known), (covered, width) in found.items():
                least = 0.93 if known and spread is None else 0.0
                most = 0.45 if known else 1.0
                prior = "with" if known else "without"
                yield f"{label}: {name} {prior} the prior, covers", covered, least, 1.0
                yield f"{label}: {name} {prior} the prior, width", width, 0.0, most


def _rater_coverage(
    rng: np.random.Generator, n_raters: int, spread: float | None, n: int, n_studies: int
) -> dict[tuple[str, bool], tuple[float, float]]:
    """Coverage and mean width of each measure, without and with the prior of raters."""
    difficulty = rng.normal(-2.2, 2.2, 100_000)
    flags = (rng.random(len(difficulty)) < expit(1.4 * (difficulty - 1))).astype(float)
    truths: dict[float, dict[str, float]] = {}
    results: dict[tuple[str, bool], list[tuple[bool, float]]] = {}
    for _ in range(n_studies):
        sd = _drawn_spread(rng) if spread is None else spread
        if sd not in truths:
            truths[sd] = _rater_truth(difficulty, flags, sd)
        rows = rng.integers(len(difficulty), size=n)
        strict = sd * rng.normal(size=n_raters)
        x = (rng.random((n, n_raters)) < expit(difficulty[rows, None] + strict)).astype(float)
        c = flags[rows, None]
        for name, below in zip(truths[sd], (c, x), strict=True):
            for prior in (None, RATERS_OF_STUDIES):
                interval = ratio_interval(c * x, below, answers=x, prior=prior)[1]
                result = truths[sd][name] in interval, interval.high - interval.low
                results.setdefault((name, prior is not None), []).append(result)
    means = {key: np.mean(values, axis=0) for key, values in results.items()}
    return {key: (float(covered), float(width)) for key, (covered, width) in means.items()}


def _drawn_spread(rng: np.random.Generator) -> float:
    """A standard deviation of strictness, rounded so that few of them occur."""
    prior = RATERS_OF_STUDIES
    freedom = prior.degrees_of_freedom
    return round(float(np.sqrt(prior.variance * freedom / rng.chisquare(freedom))) * 20) / 20


def _rater_truth(difficulty: Floats, flags: Floats, spread: float) -> dict[str, float]:
    """Precision and recall by what all raters say, averaged over their strictness."""
    strictness, weight = np.polynomial.hermite_e.hermegauss(31)
    p = expit(difficulty[:, None] + spread * strictness) @ weight / weight.sum()
    return {"precision": float(flags @ p / flags.sum()), "recall": float(flags @ p / p.sum())}


def looking(scale: float) -> Iterator[Line]:
    """Looking after every few answers until all is judged: the share of studies never wrong"""
    rng = np.random.default_rng(SEED)
    n_studies = int(600 * scale)
    for hits, misses in ((160, 40), (160, 200), (60, 300)):
        flagged = np.repeat([1, 0], [hits, 200 - hits])
        other = np.repeat([1, 0], [misses, 1000 - misses])
        always = {"precision": 0, "recall": 0, "recall, an interval for one look": 0}
        for _ in range(n_studies):
            x = np.concatenate([[0], rng.permutation(flagged).cumsum()])
            y = np.concatenate([[0], rng.permutation(other).cumsum()])
            looks = [
                (Part(int(x[n]), n, 200), Part(int(y[5 * n]), 5 * n, 1000))
                for n in range(6, 200, 6)
            ]
            share = hits / (hits + misses)
            always["precision"] += all(
                hits / 200 in sequential.proportion([part]) for part, _ in looks
            )
            always["recall"] += all(share in sequential.recall([a], [b]) for a, b in looks)
            always["recall, an interval for one look"] += all(
                share in recalls.mover(a, b) for a, b in looks
            )
        for name, count in always.items():
            least = 0.0 if "one look" in name else 0.95
            yield f"{name}: {hits} hits, {misses} misses", count / n_studies, least, 1.0


def planning(scale: float) -> Iterator[Line]:
    """Plans: the share of corpora in which both half-widths come out within a tenth of the plan"""
    rng = np.random.default_rng(SEED)
    for expected in (
        Expectation(10_000, 0.35, 0.8, 8 / 35),
        Expectation(22_000, 0.1, 0.8, 0.14),
        Expectation(22_000, 0.03, 0.8, 0.14),
        Expectation(22_000, 0.1, 0.7, 0.5),
        Expectation(22_000, 0.1, 0.9, 0.75),
        Expectation(200_000, 0.01, 0.9, 0.12),
    ):
        for assurance, least in ((None, 0.0), (0.9, 0.9)):
            sizes = two_strata_sizes(expected, Targets(assurance=assurance))
            kept = _kept(rng, expected, sizes, int(3000 * scale))
            label = "on average" if assurance is None else "assured"
            name = f"{expected.error_rate:.0%} of {expected.n_population}, R {expected.recall:.2f}"
            yield f"{name}, {label}: {sizes[0]} + {sizes[1]}", kept, least, 1.0


def _kept(
    rng: np.random.Generator, expected: Expectation, sizes: tuple[int, int], n_studies: int
) -> float:
    kept = 0
    for _ in range(n_studies):
        errors = rng.binomial(expected.n_population, expected.error_rate)
        hits = int(rng.binomial(errors, expected.recall))
        flagged = hits + int(rng.poisson(expected.n_flagged * (1 - expected.precision)))
        other = expected.n_population - flagged
        n_flagged, n_other = min(sizes[0], flagged), min(sizes[1], other)
        x = int(rng.hypergeometric(hits, flagged - hits, n_flagged))
        y = int(rng.hypergeometric(errors - hits, other - errors + hits, n_other))
        is_precise = wilson(x, n_flagged, n_population=flagged).half_width <= 0.03 * 1.1
        interval = recalls.mover(Part(x, n_flagged, flagged), Part(y, n_other, other))
        kept += is_precise and interval.half_width <= 0.05 * 1.1
    return kept / n_studies


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true", help="a tenth of the studies")
    parser.add_argument("--only", nargs="*", default=(), help="names of the parts to run")
    arguments = parser.parse_args()
    main(fast=arguments.fast, only=arguments.only)
