"""McNemar's mid-p value, against its definition."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from solecism.errors import InputError
from solecism.uncertainty.significance import mcnemar_mid_p


@given(st.integers(0, 60), st.integers(0, 60))
def test_it_is_the_exact_value_less_half_of_the_probability_of_what_was_seen(
    b: int, c: int
) -> None:
    if b + c == 0:
        assert math.isnan(mcnemar_mid_p(b, c))
        return
    exact = 2 * stats.binom.cdf(min(b, c), b + c, 0.5)
    wanted = min(1.0, exact - stats.binom.pmf(min(b, c), b + c, 0.5))
    assert mcnemar_mid_p(b, c) == pytest.approx(wanted, abs=1e-12)
    assert mcnemar_mid_p(b, c) == mcnemar_mid_p(c, b)


def test_many_items_do_not_overflow() -> None:
    assert 0 < mcnemar_mid_p(4_000, 4_300) < 0.01


def test_counts_must_be_counts() -> None:
    with pytest.raises(InputError):
        mcnemar_mid_p(-1, 3)
