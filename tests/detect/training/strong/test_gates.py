"""Gates: the doubt that lets nearly all findings through, by how sure findings shall be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from judged_places import judged_places
from solecism.detect.strong.repairs import GROUPS
from solecism.detect.strong.tuning import Floats, GroupTuning, Plane, Tuning
from solecism.detect.training.strong.gates import with_gates
from solecism.detect.training.strong.judge import Judged

N = 4_000
CURVE = ((0.9, 0.95, 0.1), (0.7, 0.85, 0.2), (0.3, 0.65, 0.5), (0.1, 0.5, 0.9))
TUNING = Tuning({group: GroupTuning(threshold=0.7, curves={"learners": CURVE}) for group in GROUPS})


def drawn(seed: int) -> tuple[Judged, Floats]:
    """A place a sentence, which is doubted as much as the network doubts it, or a little less."""
    rng = np.random.default_rng(seed)
    shares = np.zeros((N, len(GROUPS)))
    shares[:, 0] = rng.beta(0.3, 1.0, N)
    is_error = rng.random(shares.shape) < shares
    doubts = shares[:, 0] * rng.uniform(0.5, 1.0, N)
    return judged_places(shares, is_error, owners=np.arange(N)), doubts


def test_a_gate_lets_nearly_all_findings_through_and_no_more() -> None:
    learners, doubts = drawn(1)
    tuned = with_gates(TUNING, learners, doubts)
    for precision, gate in tuned.gates:
        threshold = TUNING.groups[GROUPS[0]].at(precision)
        is_found = (learners.shares[:, 0] >= threshold) & learners.is_error[:, 0]
        kept = (is_found & (doubts >= gate)).sum() / is_found.sum()
        assert 0.95 <= kept < 0.96
    assert tuned.default_gate == pytest.approx(tuned.gate(precision=0.8))


def test_surer_findings_need_more_doubt() -> None:
    gates = [gate for _, gate in with_gates(TUNING, *drawn(2)).gates]
    assert gates == sorted(gates)
    assert gates[0] < gates[-1]


def test_a_precision_at_which_nothing_is_found_has_no_gate() -> None:
    learners, doubts = drawn(3)
    unsure = replace(learners, shares=learners.shares * 0.8)
    assert [precision for precision, _ in with_gates(TUNING, unsure, doubts).gates] == [
        0.5,
        0.6,
        0.7,
        0.8,
    ]


def test_where_nothing_is_an_error_everything_is_read() -> None:
    learners, doubts = drawn(4)
    nothing = replace(learners, counts=np.zeros_like(learners.counts))
    tuned = with_gates(TUNING, nothing, doubts)
    assert (tuned.default_gate, tuned.gates) == (0.0, ())


def test_what_a_second_detector_finds_is_let_through_too() -> None:
    learners, doubts = drawn(5)
    heard = Tuning(
        {group: replace(each, second=Plane(0, 1, 0)) for group, each in TUNING.groups.items()}
    )
    both = replace(learners, shares=np.zeros_like(learners.shares), opinions=learners.shares)
    assert with_gates(heard, both.alone(), doubts).gates == ()
    assert with_gates(heard, both, doubts).gates == with_gates(TUNING, learners, doubts).gates
