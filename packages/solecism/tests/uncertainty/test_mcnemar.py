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
def test_what_is_as_improbable_as_the_counts_counts_half(b: int, c: int) -> None:
    if b + c == 0:
        assert math.isnan(mcnemar_mid_p(b, c))
        return
    p = stats.binom.pmf(range(b + c + 1), b + c, 0.5)
    further = [abs(2 * n - b - c) - abs(b - c) for n in range(b + c + 1)]
    weights = [1.0 if far > 0 else 0.5 if far == 0 else 0.0 for far in further]
    wanted = float(p @ weights)
    assert mcnemar_mid_p(b, c) == pytest.approx(wanted, abs=1e-12)
    assert mcnemar_mid_p(b, c) == mcnemar_mid_p(c, b)


def test_many_items_do_not_overflow() -> None:
    assert 0 < mcnemar_mid_p(4_000, 4_300) < 0.01


def test_counts_must_be_counts() -> None:
    with pytest.raises(InputError):
        mcnemar_mid_p(-1, 3)
