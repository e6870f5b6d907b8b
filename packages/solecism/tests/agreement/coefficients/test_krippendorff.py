"""Krippendorff's alpha against the krippendorff package."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given

from random_panels import Answers, answer_matrices, simulated_panel
from solecism.agreement.coefficients import Metric, krippendorff_alpha
from solecism.errors import InputError
from solecism.panel import from_matrix

METRICS: list[Metric] = ["nominal", "ordinal", "interval"]


@pytest.mark.parametrize("metric", METRICS)
@given(answers=answer_matrices(n_labels=4))
def test_alpha_is_that_of_the_peer(metric: Metric, answers: Answers) -> None:
    paired = answers[(answers >= 0).sum(axis=1) > 1]
    assume(len(np.unique(paired[paired >= 0])) > 1)
    panel = from_matrix(answers, labels="0123")
    ratings = np.where(answers < 0, np.nan, answers).T
    expected = krippendorff.alpha(ratings, level_of_measurement=metric, value_domain=np.arange(4.0))
    assert krippendorff_alpha(panel, metric=metric).value() == pytest.approx(expected, abs=1e-9)


def test_interval_values_may_be_given() -> None:
    panel = simulated_panel(1)
    as_numbers = krippendorff_alpha(panel, metric="interval").value()
    moved = krippendorff_alpha(panel, metric="interval", values=[1e6, 1e6 + 2, 1e6 + 4]).value()
    assert moved == pytest.approx(as_numbers, abs=1e-9)


def test_labels_that_are_no_numbers_have_no_distance() -> None:
    panel = from_matrix(np.array([[0, 1]]), labels=["ok", "error"])
    with pytest.raises(InputError, match="labels ok, error are not numbers"):
        krippendorff_alpha(panel, metric="interval")


def test_values_must_be_as_many_as_labels() -> None:
    with pytest.raises(InputError, match="finite values expected for 3 labels"):
        krippendorff_alpha(simulated_panel(1), metric="interval", values=[1.0, 2.0])
