"""The share of readers who object, and how well it is predicted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import CalibrationLine, CalibrationPlane, Tuning, untuned
from solecism_lab.train.network.tuning.reader_objections import (
    Objections,
    cross_fitted,
    loss,
    objections,
    readers_lines,
    with_readers,
)
from tuning_places import tuning_places

N_READERS = 10


def objected(n_places: int, seed: int) -> Objections:
    """Places of the first group, to which readers object by a line through the probability."""
    rng = np.random.default_rng(seed)
    p = rng.uniform(0.02, 0.98, n_places)
    counts = rng.binomial(N_READERS, CalibrationLine(0.6, -0.8)(p))
    zeros = np.zeros(n_places, np.int64)
    return Objections(p, zeros, counts, rng.integers(0, 30, n_places), N_READERS)


def test_the_share_of_readers_is_a_line_of_its_own() -> None:
    line = with_readers(untuned(), objected(5_000, 1)).groups[GROUPS[0]].readers
    assert line is not None
    assert line.slope == pytest.approx(0.6, abs=0.05)
    assert line.shift == pytest.approx(-0.8, abs=0.05)


def test_a_group_that_nobody_objects_to_has_no_line() -> None:
    found = objected(300, 2)
    both = Objections(
        np.concatenate([found.p, found.p]),
        np.concatenate([found.groups, found.groups + 1]),
        np.concatenate([found.counts, np.zeros_like(found.counts)]),
        np.concatenate([found.documents, found.documents]),
        N_READERS,
    )
    assert set(readers_lines(both)) == {GROUPS[0]}
    before = with_readers(untuned(), replace(found, groups=found.groups + 1))
    tuned = with_readers(before, both)
    assert [group for group in GROUPS if tuned.groups[group].readers is not None] == [GROUPS[0]]


def test_lines_tell_more_than_the_mean_and_than_the_confidence() -> None:
    found = loss(objected(3_000, 2))
    assert found.lines < found.base
    assert found.lines < found.confidence
    assert found.gap < 0.03
    assert found.n == 3_000


def test_a_share_is_told_by_other_texts_alone() -> None:
    found = objected(2_000, 3)
    first = found.documents % 10 == 0
    others = replace(found, counts=np.where(first, N_READERS, found.counts))
    predicted, means = cross_fitted(found)
    changed, changed_means = cross_fitted(others)
    assert np.array_equal(predicted[first], changed[first])
    assert np.array_equal(means[first], changed_means[first])
    assert not np.isclose(predicted[~first], changed[~first]).any()


def test_what_no_other_text_has_is_told_to_be_nothing() -> None:
    predicted, means = cross_fitted(replace(objected(50, 4), documents=np.zeros(50, np.int64)))
    assert not predicted.any()
    assert not means.any()


def test_objections_are_where_an_error_is_probable_enough_by_both() -> None:
    shares = np.zeros((4, len(GROUPS)))
    shares[:, 0] = [0.5, 0.001, 0.2, 0.5]
    second_p = np.full_like(shares, np.nan)
    second_p[2:, 0] = [0.9, 0.001]
    found = tuning_places(shares, shares > 0, second_p, owners=np.array([0, 0, 1, 1]))
    groups = dict(untuned().groups)
    groups[GROUPS[0]] = replace(groups[GROUPS[0]], second=CalibrationPlane(0, 1, 0))
    many = replace(found, touched=np.array([3, 4, 5, 6]))
    predicted = objections(many, Tuning(groups), n_readers=N_READERS, documents=[7, 8])
    assert predicted.p == pytest.approx([0.5, 0.9], abs=1e-4)
    assert predicted.groups.tolist() == [0, 0]
    assert predicted.counts.tolist() == [3, 5]
    assert predicted.documents.tolist() == [7, 8]
    one = objections(many, Tuning(groups), n_readers=N_READERS, least=0.6)
    assert (one.counts.tolist(), one.documents.tolist()) == ([5], [0])
