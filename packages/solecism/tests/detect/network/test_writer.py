"""How many errors a text seems to have shifts how probable each is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.tuning import Writer

WRITER = Writer(rate=0.05, strength=2.0, power=1.5)


def test_a_text_with_as_many_errors_as_usual_is_left_as_it_is() -> None:
    p = np.array([0.01, 0.09, 0.05])
    assert WRITER.shifted(p, np.zeros(3, np.int64)) == pytest.approx(p)


def test_odds_are_multiplied_by_a_power_of_the_ratio() -> None:
    p = np.array([0.5, 0.7, 0.8])
    # Two errors more than the usual 0.15, and two that count for what is usual.
    factor = np.exp(np.round(32 * np.log((4 / 2.15) ** 1.5)) / 32)
    assert WRITER.shifted(p, np.zeros(3, np.int64)) == pytest.approx(
        p * factor / (1 - p + p * factor)
    )


def test_a_little_more_errors_shift_nothing() -> None:
    n_places = np.full(200, 1_000)
    shifts = WRITER.shifts(np.linspace(50, 51, 200), n_places)
    assert set(shifts.tolist()) == {0.0, 1 / 32}
    exact = 1.5 * np.log((np.linspace(50, 51, 200) + 2) / 52)
    assert np.abs(shifts - exact).max() <= 1 / 64


def test_another_rate_may_be_usual_where_not_everything_is_read() -> None:
    p, one = np.array([0.2, 0.2]), np.zeros(2, np.int64)
    assert WRITER.shifted(p, one, rate=0.2) == pytest.approx(p)
    assert WRITER.shifted(p, one).min() > 0.2


def test_short_texts_are_taken_as_usual() -> None:
    few, many = (WRITER.shifted(np.full(n, 0.01), np.zeros(n, np.int64))[0] for n in (10, 1_000))
    assert many < few / 3 < 0.01 / 3


def test_without_a_power_nothing_changes() -> None:
    p = np.array([0.3, 0.6])
    assert Writer().shifted(p, np.array([0, 1])) == pytest.approx(p)


probabilities = st.lists(st.floats(0, 1), min_size=1, max_size=20).map(np.array)


@given(st.lists(probabilities, min_size=1, max_size=5))
def test_each_text_is_shifted_by_itself(texts: list[np.ndarray]) -> None:
    documents = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    together = WRITER.shifted(np.concatenate(texts), documents)
    apart = [WRITER.shifted(text, np.zeros(len(text), np.int64)) for text in texts]
    assert together == pytest.approx(np.concatenate(apart))
