"""TrueSkill: values of the published formulas, and intervals."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.judgment import Ranking
from solecism.ranking.comparisons import comparisons
from solecism.ranking.human_ranking import Ratings, TrueSkill, resamples, trueskill_draws


def test_one_win_and_one_draw_are_those_of_the_package_trueskill() -> None:
    # trueskill 0.4.5: TrueSkill(mu=0, sigma=0.5, beta=0.25, tau=0.005, draw_probability=0.25),
    # rate_1vs1(a, b), then rate_1vs1(a, c, drawn=True).
    ratings = Ratings(1, 3, TrueSkill(tau=0.005))
    ratings.play(np.array([0]), np.array([1]), np.array([False]))
    ratings.play(np.array([0]), np.array([2]), np.array([True]))
    assert ratings.mean[0] == pytest.approx(
        [0.18988444358081838, -0.2816990492033782, 0.125175606242448], abs=1e-6
    )
    assert np.sqrt(ratings.variance[0]) == pytest.approx(
        [0.3515923514236454, 0.4282113249573974, 0.37272469399240477], abs=1e-6
    )


def test_a_better_system_has_a_higher_skill_and_the_order_is_drawn_again() -> None:
    rankings = [Ranking(str(n), "ann", {"A": 1, "B": 2 - n % 2, "C": 3}) for n in range(30)]
    pairs = comparisons(rankings)
    rng = np.random.default_rng(1)
    drawn = resamples(30, 1, over=("sentences",), n_draws=20, rng=rng)
    draws = trueskill_draws(pairs, np.arange(30), drawn, rng=rng)
    assert draws.shape == (21, 3)
    a, b, c = draws[0]
    assert a > b > c
    assert draws[0] == pytest.approx(draws[1:].mean(axis=0))
    assert (draws[1:].std(axis=0) > 0).all()
