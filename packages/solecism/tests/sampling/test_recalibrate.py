"""What a pilot learns of scores, and what score strata save because of it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit, ndtri

from solecism.numeric import Floats, Ints
from solecism.sampling import strata as designs
from solecism.sampling.draw import Answers, recalibrated_rates
from solecism.sampling.strata import LATER_HEDGE, PILOT_HEDGE, Design, Population

SIZES, ERRORS = (385, 21_615), (308, 1892)


def corpus(rng: np.random.Generator, auc: float, *, is_noise: bool) -> tuple[Population, Floats]:
    """10% errors, precision .8, recall .14; scores calibrated, or noise that claims to be."""
    is_flagged = np.repeat([True, False], SIZES)
    base = np.where(is_flagged, ERRORS[0] / SIZES[0], ERRORS[1] / SIZES[1])
    is_error = np.concatenate(
        [np.repeat([1.0, 0.0], [k, n - k]) for n, k in zip(SIZES, ERRORS, strict=True)]
    )
    shift = math.sqrt(2) * float(ndtri(auc))
    claimed = rng.random(len(base)) < base if is_noise else is_error
    raw = rng.normal(size=len(base)) + shift * claimed
    score = expit(np.log(base / (1 - base)) + shift * raw - shift**2 / 2)
    sites = tuple(f"s{row}.1:0-1:noun" for row in range(len(base)))
    return Population("simulated", sites, is_flagged, score), is_error


def variance(is_error: Floats, design: Design, sizes: Ints) -> float:
    """Var(logit R) of the stratified estimate."""
    n, p = design.sizes, design.means(is_error)
    squared = n**2 * (1 - sizes / n) * p * (1 - p) / sizes
    return float(np.sum(squared / np.where(design.is_flagged, *ERRORS) ** 2))


def savings(auc: float, *, is_noise: bool) -> tuple[float, float]:
    """Labels the paper's design needs for one of score strata: with a pilot, and without."""
    rng = np.random.default_rng(1)
    of_paper, with_pilot, trusted = [], [], []
    for _ in range(12):
        items, is_error = corpus(rng, auc, is_noise=is_noise)
        two, score = designs.two_strata(items), designs.score_strata(items)
        of_paper.append(variance(is_error, two, designs.allocate_as_the_paper(two, 750)))
        rates = designs.expected_rates(score, items)
        trusted.append(
            variance(is_error, score, designs.allocate_by_score(score, 750, rates=rates))
        )
        first = designs.allocate_by_score(score, 225, rates=rates, hedge=PILOT_HEDGE)
        rows = np.concatenate(
            [
                rng.choice(np.flatnonzero(score.stratum == number), n, replace=False)
                for number, n in enumerate(first)
            ]
        )
        pilot = Answers(is_error[rows, None], score.stratum[rows], items.score[rows], 0)
        corrected = recalibrated_rates(items, score, pilot)
        sizes = designs.allocate_by_score(
            score, 750, rates=corrected, least=first, hedge=LATER_HEDGE
        )
        with_pilot.append(variance(is_error, score, sizes))
    paper = np.mean(of_paper)
    return float(paper / np.mean(with_pilot)), float(paper / np.mean(trusted))


def test_good_scores_save_three_labels_in_four_and_more() -> None:
    """Without a pilot half of the sample is spread evenly, in case the scores' scale is wrong."""
    with_pilot, trusted = savings(0.96, is_noise=False)
    assert with_pilot >= 4
    assert trusted >= 3.5


def test_scores_that_know_nothing_cost_next_to_nothing_after_a_pilot() -> None:
    with_pilot, trusted = savings(0.96, is_noise=True)
    assert with_pilot >= 1 / 1.05
    assert trusted < 1 / 1.05


def test_rates_after_a_large_pilot_are_those_of_the_corpus() -> None:
    rng = np.random.default_rng(2)
    items, is_error = corpus(rng, 0.9, is_noise=False)
    overconfident = expit(2 * np.log(items.score / (1 - items.score)))
    items = Population("simulated", items.sites, items.is_flagged, overconfident)
    design = designs.score_strata(items)
    everything = Answers(is_error[:, None], design.stratum, items.score, 0)
    rates = recalibrated_rates(items, design, everything)
    wrong = designs.expected_rates(design, items)
    other = ~design.is_flagged
    truth = design.means(is_error)[other]
    assert np.abs(rates[other] - truth).max() < 0.04
    assert np.abs(wrong[other] - truth).max() > 0.1


@pytest.mark.parametrize("answer", [0.0, 1.0])
def test_a_pilot_in_which_all_answers_agree_is_enough(answer: float) -> None:
    items, _ = corpus(np.random.default_rng(3), 0.9, is_noise=False)
    design = designs.score_strata(items)
    rows = np.arange(0, 22_000, 200)
    pilot = Answers(np.full((len(rows), 1), answer), design.stratum[rows], items.score[rows], 0)
    rates = recalibrated_rates(items, design, pilot)
    assert ((rates > 0) & (rates < 1)).all()
