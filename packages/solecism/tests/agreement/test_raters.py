"""Rater quality from control items."""

from __future__ import annotations

import pytest
import scipy.stats

from solecism.agreement.rater_quality import rater_quality
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.panel import Panel, panels


def control(n_right: int, n_wrong: int) -> Panel:
    judgments = [
        Judgment(f"g{index}", "ann", "ok" if index < n_right else "error", gold="ok")
        for index in range(n_right + n_wrong)
    ]
    return panels(judgments).gold


def test_the_posterior_is_the_beta_distribution() -> None:
    (found,) = rater_quality(control(8, 2), bar=0.6, level=0.9)
    posterior = scipy.stats.beta(9, 3)
    assert (found.n_right, found.n_control) == (8, 10)
    assert found.accuracy == pytest.approx(posterior.mean())
    assert found.p_above_bar == pytest.approx(posterior.sf(0.6))
    interval = found.accuracy.interval
    assert (interval.low, interval.high) == pytest.approx(posterior.interval(0.9))


def test_one_right_answer_proves_little() -> None:
    (found,) = rater_quality(control(1, 0))
    assert found.p_above_bar == pytest.approx(1 - 0.7**2)


def test_data_is_no_control() -> None:
    data = panels([Judgment("s1", "ann", "ok")]).data
    with pytest.raises(InputError, match="not control items"):
        rater_quality(data)


@pytest.mark.parametrize("bar", [0, 1, 70])
def test_the_bar_is_a_share(bar: float) -> None:
    with pytest.raises(InputError, match="between 0 and 1"):
        rater_quality(control(1, 1), bar=bar)


def test_without_control_items_nothing_is_known() -> None:
    assert rater_quality(panels([]).gold) == []
