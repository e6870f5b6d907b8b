"""Reliability against several references, and each rater in turn."""

from __future__ import annotations

import numpy as np
import pytest

from random_panels import simulated_panel
from solecism.agreement.coefficients import mean_pairwise_kappa
from solecism.agreement.confusion import confusion
from solecism.agreement.reliability import MOST_REFERENCES, by_reference
from solecism.errors import InputError
from solecism.panel import from_matrix


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


def test_with_one_other_rater_agreement_is_that_of_pairs() -> None:
    panel = simulated_panel(1, n_labels=2, p_missing=0.0, n_raters=4)
    found = by_reference(panel, rng=rng(), n_draws=400)
    expected = np.mean(
        [
            np.trace(confusion(panel, first, second).counts) / panel.n_items
            for first in panel.raters
            for second in panel.raters
            if first != second
        ]
    )
    assert found.mean[0].agreement == pytest.approx(expected, abs=0.01)
    assert found.mean[0].kappa == pytest.approx(mean_pairwise_kappa(panel).value, abs=0.05)


def test_the_mean_lies_in_its_band_and_sizes_go_up_to_all_others() -> None:
    found = by_reference(simulated_panel(2, n_labels=2, p_missing=0.0), rng=rng())
    assert [point.n_raters for point in found.mean] == [1, 2, 3, 4, 5]
    assert found.in_turn
    for point in found.mean:
        assert point.kappa in point.kappa.interval
        assert point.agreement in point.agreement.interval


def test_references_are_not_among_the_others() -> None:
    panel = simulated_panel(3, n_labels=2, p_missing=0.0)
    found = by_reference(panel, panel.raters[:2], rng=rng())
    assert list(found.curves) == list(panel.raters[:2])
    assert len(found.mean) == panel.n_raters - 2
    assert not found.in_turn


def test_an_unknown_reference_is_an_error() -> None:
    with pytest.raises(InputError, match="no rater 'nobody'"):
        by_reference(simulated_panel(3), ["nobody"], rng=rng())


def test_raters_who_share_too_little_give_a_reason() -> None:
    found = by_reference(from_matrix(np.eye(30, dtype=int) - 1), rng=rng())
    assert found.curves == {}
    assert found.mean == []
    assert "share" in found.reason


def test_the_busiest_of_many_raters_are_taken() -> None:
    answers = np.tile(np.arange(20)[:, None] % 2, (1, 40))
    answers[:9, :10] = -1
    found = by_reference(from_matrix(answers), rng=rng(), n_draws=2)
    assert list(found.curves) == [f"rater{index}" for index in range(10, 40)]
    assert len(found.curves) == MOST_REFERENCES


def test_references_count_by_the_items_that_they_share_with_others() -> None:
    # Ann judges 30 items, bob only 10 of them, and both are held against cyd, who judges all.
    answers = np.zeros((30, 3), dtype=int)
    answers[:, 2] = np.arange(30) % 2
    answers[:, 0] = answers[:, 2]
    answers[:, 1] = 1 - answers[:, 2]
    answers[10:, 1] = -1
    found = by_reference(from_matrix(answers), ["rater0", "rater1"], rng=rng())
    assert [found.curves[name][0].agreement for name in ("rater0", "rater1")] == [1, 0]
    assert found.mean[0].agreement == pytest.approx(30 / 40)


def test_references_count_by_their_items_and_the_band_holds_the_middle_of_them() -> None:
    panel = simulated_panel(5, n_labels=2, p_missing=0.6, n_items=60)
    found = by_reference(panel, rng=rng(), n_draws=50, level=0.8)
    points = [curve[1] for curve in found.curves.values()]
    sizes = [point.n_items for point in points]
    assert len(set(sizes)) > 1
    for mean, each in (
        (found.mean[1].kappa, [point.kappa for point in points]),
        (found.mean[1].agreement, [point.agreement for point in points]),
    ):
        weighted = sum(n * one for n, one in zip(sizes, each, strict=True)) / sum(sizes)
        assert mean.value == pytest.approx(weighted)
        ends = tuple(np.quantile(np.array(each), [0.1, 0.9]))
        assert (mean.interval.low, mean.interval.high) == pytest.approx(ends)
