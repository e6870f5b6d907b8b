"""Tuning: calibrated groups, quiet defaults, lines to the shares of readers."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.strong.repairs import GROUPS
from solecism.detect.strong.tuning import Line, untuned
from solecism.detect.training.strong import readers, tune
from solecism.detect.training.strong.tune import Bounds, Judged, Objections
from solecism.edit import Annotation, Edit
from solecism.sentence import from_words
from strong_models import random_model

N = 20_000


def drawn(seed: int, *, slope: float = 1.0) -> Judged:
    """Places whose errors are as frequent as a line through the shares says."""
    rng = np.random.default_rng(seed)
    shares = rng.beta(0.05, 1.0, (N, len(GROUPS)))
    is_error = rng.random(shares.shape) < Line(slope, 0.0)(shares)
    return Judged(shares, is_error, np.arange(N) % (N // 20))


def test_the_line_through_the_shares_is_found() -> None:
    found = tune.tune(drawn(1, slope=0.5), np.zeros((N, len(GROUPS))))
    for each in found.groups.values():
        assert each.calibration.slope == pytest.approx(0.5, abs=0.1)
        assert each.calibration.shift == pytest.approx(0.0, abs=0.3)


def test_defaults_keep_to_the_precision_and_to_the_bound_on_native_text() -> None:
    learners, native = drawn(2), drawn(3).shares * 0.9
    loose = tune.tune(learners, native, bounds=Bounds(precision=0.75, max_alarms=1e9))
    tight = tune.tune(learners, native, bounds=Bounds(precision=0.75, max_alarms=20))
    for number, group in enumerate(GROUPS):
        p = loose.groups[group].calibration(learners.shares[:, number])
        flagged = p >= loose.groups[group].threshold
        assert learners.is_error[flagged, number].mean() > 0.7
        assert tight.groups[group].threshold >= loose.groups[group].threshold
    n_alarms = sum(
        (tight.groups[g].calibration(native[:, n]) >= tight.groups[g].threshold).sum()
        for n, g in enumerate(GROUPS)
        if g != "punctuation"
    )
    assert n_alarms <= 20 * N / 2 / 1_000


def test_another_register_has_curves_of_its_own() -> None:
    found = tune.with_register(tune.tune(drawn(4), np.zeros((2, len(GROUPS)))), "web", drawn(5))
    assert found.registers == ("learners", "web")
    assert found.groups["number"].curves["web"] != found.groups["number"].curves["learners"]


def objected(n_places: int, seed: int) -> Objections:
    rng = np.random.default_rng(seed)
    shares = rng.uniform(0.02, 0.98, n_places)
    counts = rng.binomial(10, Line(0.6, -0.8)(shares))
    zeros = np.zeros(n_places, np.int64)
    return Objections(shares, zeros, counts, rng.integers(0, 30, n_places), 10)


def test_the_share_of_readers_is_a_line_of_its_own() -> None:
    found = tune.with_readers(untuned(), objected(5_000, 1))
    line = found.groups[GROUPS[0]].readers
    assert line.slope == pytest.approx(0.6, abs=0.05)
    assert line.shift == pytest.approx(-0.8, abs=0.05)


def test_lines_tell_more_than_the_mean_and_than_the_confidence() -> None:
    loss = readers.cross_fitted(objected(3_000, 2), untuned())
    assert loss.lines < loss.base
    assert loss.lines < loss.confidence
    assert loss.gap < 0.03
    assert loss.n == 3_000


def test_readers_are_counted_where_they_object() -> None:
    edits = (Edit(1, ("of",), ("on",), "Prep"),)
    sentence = from_words("e.1", ["rely", "of", "it"]).with_annotations(
        (Annotation("0", edits), Annotation("1", edits), Annotation("2"))
    )
    found = tune.objections(random_model(), [sentence], [7])
    assert found.n_readers == 3
    assert set(found.documents) <= {7}
    mine = found.groups == GROUPS.index("preposition")
    assert found.counts[mine].max(initial=0) in (0, 2)
