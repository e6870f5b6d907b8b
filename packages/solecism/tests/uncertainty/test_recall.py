"""Recall from two sub-corpora: at the edges, between methods, and by coverage."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from solecism.errors import InputError
from solecism.figure import Interval
from solecism.uncertainty import recall as recalls
from solecism.uncertainty.recall import Part, recall


@st.composite
def parts(draw: st.DrawFn) -> Part:
    n_population = draw(st.integers(2, 300))
    n_sample = draw(st.integers(1, n_population))
    return Part(draw(st.integers(0, n_sample)), n_sample, n_population)


@given(parts(), parts())
def test_mover_holds_the_estimate_or_says_why_not(flagged: Part, other: Part) -> None:
    interval = recalls.mover(flagged, other)
    if flagged.n_errors + other.n_errors == 0:
        assert "no error" in interval.method
    else:
        assert 0 <= interval.low <= recall(flagged, other) + 1e-12
        assert recall(flagged, other) - 1e-12 <= interval.high <= 1


@given(parts(), parts())
def test_the_posterior_lies_between_the_possible_extremes(flagged: Part, other: Part) -> None:
    interval = recalls.bayes(flagged, other)
    assert 0 <= interval.low <= interval.high <= 1


def test_all_methods_agree_where_there_is_much_data() -> None:
    flagged, other = Part(1600, 2000, 20_000), Part(3000, 10_000, 90_000)
    wanted = recalls.delta(flagged, other, finite=True)
    for method in (recalls.mover, recalls.bayes):
        interval = method(flagged, other)
        assert (interval.low, interval.high) == pytest.approx((wanted.low, wanted.high), abs=1e-3)


def test_no_miss_leaves_an_interval_up_to_one() -> None:
    flagged, other = Part(20, 50, 500), Part(0, 100, 5000)
    for method in (recalls.mover, recalls.bayes):
        assert 0.4 < method(flagged, other).low < 0.8
        assert method(flagged, other).high == 1
    assert "no miss" in recalls.delta(flagged, other).method


def test_no_hit_leaves_an_interval_down_to_zero() -> None:
    interval = recalls.mover(Part(0, 50, 500), Part(20, 100, 5000))
    assert interval.low == 0
    assert 0 < interval.high < 0.1


def test_an_impossible_sample_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be"):
        Part(3, 2, 10)


def test_an_empty_sub_corpus_gives_a_reason() -> None:
    assert "empty" in recalls.mover(Part(3, 5, 10), Part(0, 0, 0)).method


def exact_coverage(
    method: Callable[[Part, Part], Interval],
    flagged: tuple[int, int, int],
    other: tuple[int, int, int],
) -> float:
    """The probability that the interval holds recall, over all samples that are at all likely."""
    weights, found = [], []
    for n_errors, n_sample, n_population in (flagged, other):
        x = np.arange(n_sample + 1)
        p = stats.hypergeom.pmf(x, n_population, n_errors, n_sample)
        likely = np.flatnonzero(p > 1e-5)
        weights.append(p[likely])
        found.append(likely)
    truth = flagged[0] / (flagged[0] + other[0])
    holds = [
        [truth in method(Part(int(x), *flagged[1:]), Part(int(y), *other[1:])) for y in found[1]]
        for x in found[0]
    ]
    return float(weights[0] @ np.array(holds) @ weights[1])


@pytest.mark.parametrize("n_misses", [5, 8, 20])
def test_mover_covers_at_its_level_down_to_five_expected_misses(n_misses: int) -> None:
    """Averaged over neighbouring corpora, as whole errors make a single one jump."""
    covered = [
        exact_coverage(recalls.mover, (240, 100, 400), (round(20 * n_misses * near), 250, 5000))
        for near in (0.85, 0.9, 0.95, 1.0, 1.05, 1.1, 1.15)
    ]
    assert 0.94 <= np.mean(covered) <= 0.96


def test_posteriors_end_at_what_is_still_possible() -> None:
    """Exactly: 0 where no hit was found, 1 where no flag was wrong and no error was missed."""
    right, wrong, none = Part(10, 10, 40), Part(9, 10, 40), Part(0, 10, 40)
    assert recalls.bayes_f(right, none, beta=0.5).high == 1.0
    assert recalls.bayes_f(wrong, none, beta=0.5).high < 0.999
    assert recalls.bayes_f(right, wrong, beta=0.5).high < 0.999
    assert recalls.bayes(none, wrong).low == recalls.bayes_f(none, wrong, beta=0.5).low == 0.0
