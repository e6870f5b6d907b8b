"""Weights of choices."""

from __future__ import annotations

import numpy as np
import pytest

from solecism_lab.train.spelling import fit_choices


def test_the_weight_is_the_log_of_the_odds() -> None:
    options = np.array([[1.0], [0.0]])
    choices = [(options, 0)] * 80 + [(options, 1)] * 20
    assert fit_choices(choices, np.zeros(1))[0] == pytest.approx(np.log(4), abs=1e-3)


def test_without_choices_weights_stay() -> None:
    assert fit_choices([], np.array([1.0, 2.0])).tolist() == [1, 2]
