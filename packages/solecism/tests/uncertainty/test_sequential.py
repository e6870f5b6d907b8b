"""Anytime-valid intervals: they hold at every look, and know the extremes exactly."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.uncertainty import sequential
from solecism.uncertainty.recall import Part, mover


def test_looking_after_every_answer_still_covers() -> None:
    """Unlimited looks at precision and recall of one study after another; at least .95 hold."""
    rng = np.random.default_rng(1)
    flagged, other = np.repeat([1, 0], [80, 20]), np.repeat([1, 0], [12, 288])
    truth, always = 80 / 92, 0
    for _ in range(150):
        hits = np.concatenate([[0], rng.permutation(flagged).cumsum()])
        misses = np.concatenate([[0], rng.permutation(other).cumsum()])
        always += all(
            truth
            in sequential.recall(
                [Part(int(hits[n]), n, 100)], [Part(int(misses[3 * n]), 3 * n, 300)]
            )
            for n in range(2, 100, 2)
        )
    assert always >= 0.93 * 150


def test_a_proportion_is_covered_at_all_times_together() -> None:
    rng = np.random.default_rng(2)
    population, always = np.repeat([1, 0], [30, 170]), 0
    for _ in range(300):
        found = rng.permutation(population).cumsum()
        always += all(
            0.15 in sequential.proportion([Part(int(found[n - 1]), n, 200)])
            for n in range(1, 200, 3)
        )
    assert always >= 0.93 * 300


def test_it_is_wider_than_an_interval_for_one_look_but_not_much_more_than_twice() -> None:
    flagged, other = Part(200, 250, 1000), Part(30, 500, 9000)
    once, always = mover(flagged, other), sequential.recall([flagged], [other])
    assert once.half_width < always.half_width < 2.2 * once.half_width


def test_nothing_judged_says_nothing_and_all_judged_says_all() -> None:
    nothing = sequential.recall([Part(0, 0, 10)], [Part(0, 0, 90)])
    assert (nothing.low, nothing.high) == (0, 1)
    everything = sequential.recall([Part(8, 10, 10)], [Part(2, 90, 90)])
    assert everything.low == everything.high == pytest.approx(0.8)


def test_nothing_flagged_gives_a_reason() -> None:
    assert not sequential.recall([], [Part(1, 2, 3)]).is_defined
    assert not sequential.proportion([]).is_defined


@st.composite
def parts(draw: st.DrawFn) -> Part:
    n_population = draw(st.integers(1, 12))
    n_sample = draw(st.integers(0, n_population))
    return Part(draw(st.integers(0, n_sample)), n_sample, n_population)


@given(parts(), parts())
def test_totals_over_strata_are_those_of_trying_all_numbers(first: Part, second: Part) -> None:
    prior = sequential.JEFFREYS
    logs = [sequential._log_martingale(part, prior) for part in (first, second)]
    possible = [
        first.n_errors + second.n_errors + i + j
        for i, j in product(range(len(logs[0])), range(len(logs[1])))
        if logs[0][i] + logs[1][j] <= np.log(1 / 0.05) - 1e-9
    ]
    found = sequential.total([first, second])
    assert (found.low, found.high) == (min(possible), max(possible))
