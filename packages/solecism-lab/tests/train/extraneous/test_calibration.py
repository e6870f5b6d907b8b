"""From scores to thresholds and probabilities."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism_lab.train.extraneous.learner_examples import best_threshold, calibrated

scored = st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=1, max_size=30).filter(
    lambda items: any(is_error for _, is_error in items)
)


def f_half(scores: list[int], is_error: list[bool], threshold: float) -> float:
    flagged = [score > threshold for score in scores]
    hits = sum(flag and error for flag, error in zip(flagged, is_error, strict=True))
    return 1.25 * hits / (sum(flagged) + 0.25 * sum(is_error))


@given(scored)
def test_no_threshold_has_a_greater_f_than_the_best(items: list[tuple[int, bool]]) -> None:
    scores, is_error = map(list, zip(*items, strict=True))
    best = best_threshold(np.array(scores, dtype=float), np.array(is_error))
    reached = f_half(scores, is_error, best)
    assert all(f_half(scores, is_error, limit) <= reached + 1e-12 for limit in range(-6, 6))


def test_tuning_text_without_errors_is_refused() -> None:
    with pytest.raises(InputError, match="Give more of it"):
        calibrated(lambda sentences, places: np.zeros(0), [])
