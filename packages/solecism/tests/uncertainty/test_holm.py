"""Holm's correction."""

from __future__ import annotations

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from solecism.uncertainty.significance import holm_corrected


def test_the_smallest_is_multiplied_most_and_none_overtakes_another() -> None:
    assert holm_corrected([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]
    assert holm_corrected([0.5, 0.6]) == [1.0, 1.0]
    assert holm_corrected([0.2]) == [0.2]
    assert holm_corrected([]) == []


def test_a_test_without_a_p_value_does_not_count() -> None:
    corrected = holm_corrected([0.01, math.nan, 0.04])
    assert (corrected[0], corrected[2]) == (0.02, 0.04)
    assert math.isnan(corrected[1])


@pytest.mark.parametrize("seed", range(5))
def test_it_is_that_of_statsmodels(seed: int) -> None:
    p_values = np.random.default_rng(seed).beta(0.3, 2, size=30).tolist()
    expected = multipletests(p_values, method="holm")[1]
    assert holm_corrected(p_values) == pytest.approx(expected.tolist())
