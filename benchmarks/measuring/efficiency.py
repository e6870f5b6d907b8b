"""How many labels the paper's design needs for one label of a better design.

Called by benchmarks/measuring/interval_coverage.py. 22,000 items, 10% errors, a system of precision
.8 and recall .14; 750 labels. The ratio is that of the variances of recall's log-odds, exact for
each drawn allocation; for prediction-powered estimates it is simulated.

`rescaled` is about scores in the right order whose scale is wrong: the log-odds of an error are
stretched and moved. Widths are beside those of the paper's design with as many labels, in three
corpora: 22,000 items as above with 750 labels, 3,000 items with recall .5 and 250 labels, and 6,000
items with recall .34 and 300 labels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from scipy.special import expit, logit, ndtri

from solecism.figure import Interval
from solecism.numeric import Floats, Ints
from solecism.sample_key import Key, Stratum
from solecism.sampling import strata as designs
from solecism.sampling.draw import Answers, recalibrated_rates
from solecism.sampling.error_rates import side
from solecism.sampling.estimate import measure_value, stratified_interval
from solecism.sampling.strata import LATER_HEDGE, PILOT_HEDGE, Design, Population

Line = tuple[str, float, float, float]
SEED, N_LABELS = 20080824, 750
SIZES, ERRORS = (385, 21_615), (308, 1892)
TRUTH = math.log(ERRORS[0] / ERRORS[1])
POWERED = ", prediction-powered"
SHAPES = (
    (SIZES, ERRORS, N_LABELS),
    ((300, 2700), (225, 225), 250),
    ((400, 5600), (260, 510), 300),
)
RESCALED = ("precision", "recall", "F0.5")
# What is added to the log-odds that the scores ought to have, after these are multiplied.
SCALES = {
    "as they ought to be": (0.0, 1.0),
    "three times too sure": (0.0, 3.0),
    "a third as sure": (0.0, 1 / 3),
    "a tenth as sure": (0.0, 0.1),
    "far too high": (4.0, 1.0),
    "far too low": (-4.0, 1.0),
    "all above one half": (2.0, 0.2),
}


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """A population, which of its items are errors, and its strata."""

    population: Population
    is_error: Floats
    two: Design
    score: Design


@dataclass(slots=True)
class Tally:
    """What the studies of one design came to."""

    variances: list[float] = field(default_factory=list)
    deviations: list[float] = field(default_factory=list)
    n_covered: int = 0


def efficiency(scale: float) -> Iterator[Line]:
    """Labels the paper's design needs for one label of another ("noise": scores that claim an AUC
    of .96 and know nothing), and what the intervals cover"""
    promises = ((0.96, False, 4.0), (0.84, False, 1.0), (0.5, False, 1 / 1.05))
    for auc, is_noise, least in (*promises, (0.5, True, 1 / 1.05)):
        tallies = _simulated(auc, is_noise, int(2000 * scale))
        label = f"AUC {auc}{', noise' if is_noise else ''}"
        for name, tally in tallies.items():
            reference = tallies["paper"]
            of, over = np.array(reference.variances), np.array(tally.variances)
            if name.endswith(POWERED):
                of, over = np.square(reference.deviations), np.square(tally.deviations)
            # The promise is for score strata with a pilot; the others stand beside it.
            wanted = least if name == "score strata after a pilot" else 0.0
            yield f"{label}: {name}", float(np.mean(of) / np.mean(over)), wanted, math.inf
            covered = tally.n_covered / len(tally.deviations)
            yield f"{label}: {name}, covers", covered, 0.93, 0.97


def rescaled(scale: float) -> Iterator[Line]:
    """Intervals by score strata, with the scores' scale wrong, beside the paper's design: widths as
    a share of its, and what they cover (AUC .9; in "noise" scores know nothing)"""
    n_studies = int(500 * scale)
    cases = [(name, 0.9, by) for name, by in SCALES.items()]
    for sizes, errors, n_labels in SHAPES:
        label = f"{sum(sizes)} items, {n_labels} labels"
        plain = _widths(sizes, errors, n_labels, n_studies, auc=0.9)
        for measure, (width, covered) in plain.items():
            yield f"{label}: the paper's design, {measure}, width", width, 0.0, 1.0
            yield f"{label}: the paper's design, {measure}, covers", covered, 0.92, 0.98
        for name, auc, by in (*cases, ("noise", 0.5, (0.0, 1.0))):
            found = _widths(sizes, errors, n_labels, n_studies, auc=auc, rescaled_by=by)
            most = 1.05 if auc > 0.5 else math.inf
            for measure, (width, covered) in found.items():
                yield f"{label}: {name}, {measure}, width", width / plain[measure][0], 0.0, most
                yield f"{label}: {name}, {measure}, covers", covered, 0.92, 0.99


def _widths(
    sizes: tuple[int, int],
    errors: tuple[int, int],
    n_labels: int,
    n_studies: int,
    *,
    auc: float,
    rescaled_by: tuple[float, float] | None = None,
) -> dict[str, tuple[float, float]]:
    """Mean width and coverage of each measure; by score where there is a scale."""
    rng = np.random.default_rng(SEED)
    truths = {name: measure_value(name, *errors, sizes[0]) for name in RESCALED}
    results: dict[str, list[tuple[float, bool]]] = {name: [] for name in RESCALED}
    for study in range(n_studies):
        if study % 25 == 0:
            corpus = _corpus(rng, auc, is_noise=auc <= 0.5, sizes=sizes, errors=errors)
            corpus = _with_scale(corpus, *(rescaled_by or (0.0, 1.0)))
            design = corpus.score if rescaled_by else corpus.two
            key = _key(corpus, design)
            drawn = designs.allocate_as_the_paper(design, n_labels)
            if rescaled_by:
                rates = designs.expected_rates(design, corpus.population)
                drawn = designs.allocate_by_score(design, n_labels, rates=rates)
        answers = _answers(corpus, design, _order(rng, design), drawn)
        flagged, other = (side(key, answers, flagged=which) for which in (True, False))
        for name, truth in truths.items():
            interval = stratified_interval(
                name, flagged, other, key=key, answers=answers, level=0.95
            )
            results[name].append((interval.high - interval.low, truth in interval))
    means = {name: np.mean(rows, axis=0) for name, rows in results.items()}
    return {name: (float(width), float(covered)) for name, (width, covered) in means.items()}


def _with_scale(corpus: Corpus, added: float, times: float) -> Corpus:
    items = corpus.population
    items = replace(items, score=expit(added + times * logit(items.score)))
    return Corpus(items, corpus.is_error, corpus.two, designs.score_strata(items))


def _simulated(auc: float, is_noise: bool, n_studies: int) -> dict[str, Tally]:
    rng = np.random.default_rng(SEED)
    tallies: dict[str, Tally] = {}
    for study in range(n_studies):
        if study % 20 == 0:
            corpus = _corpus(rng, auc, is_noise=is_noise)
        for name, design, sizes, answers in _studies(rng, corpus):
            variance = _variance(corpus, design, sizes)
            for method in ("", POWERED) if "paper" in name or "pilot" in name else ("",):
                tally = tallies.setdefault(name + method, Tally())
                tally.variances.append(variance)
                _judge(tally, _key(corpus, design), answers, powered=bool(method))
    return tallies


def _judge(tally: Tally, key: Key, answers: Answers, *, powered: bool) -> None:
    found, interval = _recall_interval(key, answers, powered=powered)
    tally.deviations.append(math.log(found / (1 - found)) - TRUTH)
    tally.n_covered += expit(TRUTH) in interval


def _recall_interval(
    key: Key, answers: Answers, *, powered: bool = False
) -> tuple[float, Interval]:
    flagged, other = (side(key, answers, flagged=which, powered=powered) for which in (True, False))
    found = measure_value("recall", flagged.total, other.total, flagged.n_population)
    return found, stratified_interval(
        "recall", flagged, other, key=key, answers=answers, level=0.95
    )


def _studies(
    rng: np.random.Generator, corpus: Corpus
) -> Iterator[tuple[str, Design, Ints, Answers]]:
    items, two, score = corpus.population, corpus.two, corpus.score
    rates = designs.expected_rates(score, items)
    for name, design, sizes in (
        ("paper", two, designs.allocate_as_the_paper(two, N_LABELS)),
        ("two strata, Neyman", two, designs.allocate_neyman(two, N_LABELS, rates=[0.8, 0.0875])),
        (
            "score strata, scores trusted",
            score,
            designs.allocate_by_score(score, N_LABELS, rates=rates),
        ),
    ):
        yield name, design, sizes, _answers(corpus, design, _order(rng, design), sizes)
    first = designs.allocate_by_score(score, 3 * N_LABELS // 10, rates=rates, hedge=PILOT_HEDGE)
    order = _order(rng, score)
    corrected = recalibrated_rates(items, score, _answers(corpus, score, order, first))
    sizes = designs.allocate_by_score(
        score, N_LABELS, rates=corrected, least=first, hedge=LATER_HEDGE
    )
    yield "score strata after a pilot", score, sizes, _answers(corpus, score, order, sizes)


def _variance(corpus: Corpus, design: Design, sizes: Ints) -> float:
    """Var(logit R) of the stratified estimate: the two sides' squared relative errors."""
    n, p = design.sizes, design.means(corpus.is_error)
    unbiased = p * (1 - p) * n / np.maximum(n - 1, 1)
    squared = n**2 * (1 - sizes / n) * unbiased / sizes
    totals = np.where(design.is_flagged, *ERRORS)
    return float(np.sum(squared / totals**2))


def _order(rng: np.random.Generator, design: Design) -> list[Ints]:
    numbers = range(len(design.names))
    return [rng.permutation(np.flatnonzero(design.stratum == number)) for number in numbers]


def _key(corpus: Corpus, design: Design) -> Key:
    means = design.means(corpus.population.score)
    columns = zip(design.names, design.is_flagged, design.sizes, means, strict=True)
    strata = [Stratum(name, bool(c), int(size), float(mean)) for name, c, size, mean in columns]
    return Key("simulated", "score", SEED, tuple(strata), ())


def _answers(corpus: Corpus, design: Design, order: list[Ints], sizes: Ints) -> Answers:
    rows = np.concatenate([rows[:n] for rows, n in zip(order, sizes, strict=True)])
    score = corpus.population.score[rows]
    return Answers(corpus.is_error[rows][:, None], design.stratum[rows], score, 0)


def _corpus(
    rng: np.random.Generator,
    auc: float,
    *,
    is_noise: bool,
    sizes: tuple[int, int] = SIZES,
    errors: tuple[int, int] = ERRORS,
) -> Corpus:
    """A corpus whose scores are calibrated, or claim to be."""
    is_flagged = np.repeat([True, False], sizes)
    is_error = np.concatenate(
        [np.repeat([1.0, 0.0], [k, n - k]) for n, k in zip(sizes, errors, strict=True)]
    )
    base = np.where(is_flagged, errors[0] / sizes[0], errors[1] / sizes[1])
    shift = math.sqrt(2) * float(ndtri(0.96 if is_noise else auc))
    claimed = rng.random(len(base)) < base if is_noise else is_error
    raw = rng.normal(size=len(base)) + shift * claimed
    score = expit(np.log(base / (1 - base)) + shift * raw - shift**2 / 2)
    sites = tuple(f"s{row:05}.1:0-1:preposition" for row in range(len(base)))
    items = Population("simulated", sites, is_flagged, score)
    return Corpus(items, is_error, designs.two_strata(items), designs.score_strata(items))
