"""Thresholds from tuning data."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.light.error_classifier import KindCalibration
from solecism_lab.train.choice.error_classifier import operating_point

CURVE = np.array([[0.9, 0.95, 0.1], [0.7, 0.85, 0.3], [0.5, 0.6, 0.6]])
ONES = np.ones(3, dtype=np.float32)
CALIBRATION = KindCalibration(ONES, ONES, CURVE)


def test_without_native_text_precision_picks_the_threshold() -> None:
    assert operating_point(CALIBRATION, [], precision=0.8, max_alarms=0.5) == 0.7
    assert operating_point(CALIBRATION, [], precision=0.99, max_alarms=0.5) == 0.5


@given(
    st.lists(st.floats(0, 1, width=32), min_size=1, max_size=60),
    st.integers(1_000, 60_000),
    st.sampled_from([0.0, 0.1, 0.5]),
)
def test_no_native_text_is_flagged_more_often_than_allowed(
    values: list[float], n_words: int, max_alarms: float
) -> None:
    p_error = np.array(values, dtype=np.float32)
    found = operating_point(CALIBRATION, [(p_error, n_words)], precision=0.8, max_alarms=max_alarms)
    assert found >= 0.7
    assert (p_error >= found).sum() <= max_alarms * n_words / 1000


def test_the_noisiest_text_decides() -> None:
    quiet = (np.full(100, 0.1, dtype=np.float32), 30_000)
    noisy = (np.linspace(0, 1, 101, dtype=np.float32), 30_000)
    both = operating_point(CALIBRATION, [quiet, noisy], precision=0.8, max_alarms=0.5)
    alone = operating_point(CALIBRATION, [noisy], precision=0.8, max_alarms=0.5)
    assert both == alone == pytest.approx(0.85, abs=1e-6)
