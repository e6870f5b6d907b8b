"""Scores by agreement."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

from flagged_panels import matched, simulated
from solecism.agreement.coefficients import cohen_kappa
from solecism.agreement.confusion import from_counts
from solecism.errors import InputError
from solecism.scoring.bins import agreement_bins, agreement_curve
from solecism.scoring.score import system_kappa

TWENTY = [[1] * k + [0] * (20 - k) for k in (20, 18, 17, 15, 14, 10, 5, 2, 0)]


def test_bins_hold_their_lower_edge_and_the_last_one_its_upper() -> None:
    bins = agreement_bins(matched(TWENTY, [1] * 9))
    assert [one.name for one in bins] == ["50-75%", "75-90%", "90-100%"]
    assert [one.n_items for one in bins] == [2, 3, 4]
    assert [one.n_errors for one in bins] == [1.5, 2, 2]


def test_bins_may_be_chosen_and_leave_the_rest_out() -> None:
    bins = agreement_bins(matched(TWENTY, [1] * 9), edges=(0.6, 1.0))
    assert [one.n_items for one in bins] == [8]


@pytest.mark.parametrize("edges", [(0.5,), (0.9, 0.7), (0.4, 1.0), (0.5, 1.2), (0.5, math.nan)])
def test_edges_that_make_no_bins_are_refused(edges: tuple[float, ...]) -> None:
    with pytest.raises(InputError, match="bins"):
        agreement_bins(matched(TWENTY, [1] * 9), edges=edges)


def test_an_empty_bin_has_no_figures_and_says_why() -> None:
    one = agreement_bins(matched([[1, 1], [0, 0]], [1, 0]))[0]
    assert one.n_items == 0
    assert math.isnan(one.kappa.value)
    assert one.score.figures["precision"].interval.method == "there is no site"


def test_kappa_is_that_of_a_peer_and_its_interval_nearly_that_of_agree() -> None:
    found, _ = simulated(8)
    most = found.answers.mean(axis=1) > 0.5
    mine = system_kappa(found.is_flagged, most.astype(float), found.clusters)
    assert mine.value == pytest.approx(cohen_kappa_score(most, found.is_flagged), abs=1e-12)
    table = np.zeros((2, 2), dtype=np.int64)
    np.add.at(table, (most.astype(int), found.is_flagged.astype(int)), 1)
    peer = cohen_kappa(from_counts(table))
    assert mine.interval.half_width == pytest.approx(peer.interval.half_width, rel=0.01)


@pytest.mark.parametrize(("answer", "which"), [(1, "all its sites"), (0, "none of its sites")])
def test_a_bin_of_errors_only_or_of_none_has_no_precision_and_no_kappa(
    answer: int, which: str
) -> None:
    """They would be 1 (or 0) and 0 whatever the system flags."""
    one = agreement_bins(matched([[answer, answer]] * 4, [1, 0, 1, 0]))[-1]
    figures = one.score.figures
    for figure in (figures["precision"], figures["F1"], figures["F0.5"], one.kappa):
        assert math.isnan(figure)
        assert figure.reason.startswith(which)
    if answer:
        assert figures["recall"] == 0.5
    mixed = agreement_bins(matched([[1, 1]] * 4 + [[0, 0]], [1, 0, 1, 0, 0]))[-1]
    assert mixed.score.figures["precision"] == 1


def test_a_bin_of_ties_only_has_no_precision_and_no_kappa() -> None:
    """They would be one half and 0, without an interval, whatever the system flags."""
    one = agreement_bins(matched([[1, 0]] * 4 + [[1, 1]], [1, 0, 1, 0, 1]))[0]
    assert (one.n_items, one.n_errors) == (4, 2)
    for figure in (one.score.figures["precision"], one.score.figures["F0.5"], one.kappa):
        assert math.isnan(figure)
        assert figure.reason.startswith("raters are divided alike at all its sites")
    assert one.score.figures["recall"] == 0.5


def test_kappa_of_a_constant_system_on_constant_answers_is_not_defined() -> None:
    one = agreement_bins(matched([[0, 0], [0, 0]], [0, 0]))[-1]
    assert math.isnan(one.kappa.value)
    assert "same answer everywhere" in one.kappa.interval.method


def test_the_curve_starts_with_all_sites_and_ends_with_unanimous_ones() -> None:
    curve = agreement_curve(matched(TWENTY, [1] * 9))
    assert curve[0].n_items == 9
    assert (curve[-1].low, curve[-1].n_items) == (1.0, 2)
    sizes = [one.n_items for one in curve]
    assert sizes == sorted(sizes, reverse=True)


def test_bins_share_out_the_counts_of_the_whole() -> None:
    found, _ = simulated(9)
    [whole] = agreement_curve(found, thresholds=[0.5])
    parts = agreement_bins(found)
    assert sum(one.score.counts.hits for one in parts) == whole.score.counts.hits
    assert sum(one.n_items for one in parts) == whole.n_items
