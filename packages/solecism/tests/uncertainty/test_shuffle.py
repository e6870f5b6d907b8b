"""Shuffling and the paired bootstrap: against all swaps, a plain loop, and no difference."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.numeric import Floats
from solecism.uncertainty.significance import paired_bootstrap, stratified_shuffle


def f1(sums: Floats) -> Floats:
    return np.asarray(2 * sums[:, 0] / (sums[:, 1] + sums[:, 2]))


def two_systems(rng: np.random.Generator, n: int, better: float) -> tuple[Floats, Floats]:
    gold = rng.integers(1, 20, n)
    systems = []
    for p in (0.8 + better, 0.8):
        tested = np.maximum(1, gold + rng.integers(-2, 3, n))
        matched = rng.binomial(np.minimum(gold, tested), p)
        systems.append(np.column_stack([matched, gold, tested]).astype(float))
    return systems[0], systems[1]


def test_the_p_value_is_that_of_all_swaps() -> None:
    rng = np.random.default_rng(1)
    a, b = two_systems(rng, 11, 0.1)
    observed = abs(f1(a.sum(axis=0)[None]) - f1(b.sum(axis=0)[None]))[0]
    n_as_large = 0
    for swap in product([False, True], repeat=11):
        chosen = np.array(swap)[:, None]
        x, y = np.where(chosen, a, b).sum(axis=0), np.where(chosen, b, a).sum(axis=0)
        n_as_large += abs(f1(x[None]) - f1(y[None]))[0] >= observed - 1e-12
    found = stratified_shuffle(a, b, f1, rng=rng, n_draws=40_000)
    assert found.p_value == pytest.approx(n_as_large / 2**11, abs=0.01)


def test_a_system_is_no_better_than_itself() -> None:
    rng = np.random.default_rng(2)
    a, _ = two_systems(rng, 50, 0.0)
    found = stratified_shuffle(a, a, f1, rng=rng, n_draws=99)
    assert found.difference == 0
    assert found.p_value == 1


def test_a_clear_difference_is_found_and_its_sign_kept() -> None:
    rng = np.random.default_rng(3)
    a, b = two_systems(rng, 300, 0.1)
    forth, back = (
        stratified_shuffle(x, y, f1, rng=np.random.default_rng(4), n_draws=999)
        for x, y in ((a, b), (b, a))
    )
    assert forth.difference == -back.difference > 0
    assert forth.p_value == back.p_value == 1 / 1000


def test_p_values_of_equal_systems_are_uniform() -> None:
    rng = np.random.default_rng(5)
    small = 0
    for _ in range(300):
        a, b = two_systems(rng, 40, 0.0)
        small += stratified_shuffle(a, b, f1, rng=rng, n_draws=199).p_value <= 0.1
    assert 0.05 <= small / 300 <= 0.15


def test_the_paired_bootstrap_covers_the_difference_found() -> None:
    rng = np.random.default_rng(6)
    a, b = two_systems(rng, 200, 0.05)
    draws = paired_bootstrap(a, b, f1, rng=rng, n_draws=1000)
    assert float(draws.estimate) in draws.interval()
    assert draws.interval().half_width < 0.1


def test_scores_that_are_not_defined_give_no_p_value() -> None:
    empty = np.zeros((4, 3))
    found = stratified_shuffle(empty, empty, f1, rng=np.random.default_rng(7), n_draws=9)
    assert np.isnan(found.p_value)


def test_systems_must_have_the_same_sentences() -> None:
    with pytest.raises(InputError, match="same sentences"):
        stratified_shuffle(np.ones((3, 2)), np.ones((4, 2)), f1, rng=np.random.default_rng(8))
