"""The gate: the probability that lets nearly all findings through."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import CalibrationPlane, Gate, GroupTuning, Tuning
from solecism.numeric import Bools, Floats
from solecism_lab.train.network.tuning import light_models as gates
from solecism_lab.train.network.tuning.light_models import with_gate
from solecism_lab.train.network.tuning.tuning_data import TuningData
from tuning_places import tuning_places

N = 4_000
ALONE = GroupTuning(threshold=0.7)
# The second detector only decides which sentences are read.
BOTH = replace(ALONE, second=CalibrationPlane(1, 0, 0))
TUNING = Tuning(dict.fromkeys(GROUPS, BOTH))


@pytest.fixture(autouse=True)
def shares_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "_KEPT", 0.95)


def drawn(seed: int) -> TuningData:
    """One place per sentence, with similar probabilities by both detectors."""
    rng = np.random.default_rng(seed)
    network_p, second_p = np.zeros((N, len(GROUPS))), np.full((N, len(GROUPS)), np.nan)
    network_p[:, 0] = rng.beta(0.3, 1.0, N)
    second_p[:, 0] = network_p[:, 0] * rng.uniform(0.5, 1.0, N)
    return tuning_places(
        network_p, rng.random(network_p.shape) < network_p, second_p, owners=np.arange(N)
    )


def is_found(learners: TuningData, threshold: float) -> Bools:
    return (learners.network_p[:, 0] >= threshold) & learners.is_error[:, 0]


def kept(learners: TuningData, threshold: float, gate: float) -> float:
    """The share of what is found that is in sentences above a gate."""
    found = is_found(learners, threshold)
    return float((found & (learners.second_p[:, 0] >= gate)).sum() / found.sum())


def test_a_gate_lets_nearly_all_findings_through_and_no_more() -> None:
    learners = drawn(1)
    gate = with_gate(TUNING, learners).gate
    assert 0.95 <= kept(learners, BOTH.threshold, gate.least) < 0.96


def test_surer_findings_need_more_doubt() -> None:
    low, high = (
        with_gate(Tuning(dict.fromkeys(GROUPS, replace(BOTH, threshold=each))), drawn(2)).gate
        for each in (0.3, 0.9)
    )
    assert 0 < low.least < high.least


def test_where_nothing_is_an_error_everything_is_read() -> None:
    learners = drawn(4)
    nothing = replace(learners, touched=np.zeros_like(learners.touched))
    assert with_gate(TUNING, nothing).gate == Gate()


def test_without_a_sentence_everything_is_read() -> None:
    nothing = tuning_places(np.zeros((0, len(GROUPS))), np.zeros((0, len(GROUPS)), np.bool_))
    assert with_gate(TUNING, nothing).gate == Gate()


def test_what_a_second_detector_finds_is_let_through_too() -> None:
    learners = drawn(5)
    combined = Tuning(dict.fromkeys(GROUPS, replace(BOTH, second=CalibrationPlane(0, 1, 0))))
    silent = replace(learners, network_p=np.zeros_like(learners.network_p))
    assert with_gate(combined, silent.without_second()).gate == Gate()
    second_p = replace(learners, network_p=np.nan_to_num(learners.second_p))
    found, right = with_gate(combined, silent).gate, with_gate(TUNING, second_p).gate
    assert found.least == right.least > 0


def test_findings_of_kinds_that_only_the_network_knows_do_not_count() -> None:
    learners = drawn(6)
    network_p, is_error = learners.network_p.copy(), learners.is_error.copy()
    # Sentences that are hardly doubted hold an error of another kind, of which it is sure.
    is_quiet = learners.second_p[:, 0] < 0.01
    network_p[is_quiet, 1], is_error[is_quiet, 1] = 0.99, True
    more = tuning_places(network_p, is_error, learners.second_p, owners=learners.owners)
    groups = dict.fromkeys(GROUPS, ALONE) | {GROUPS[0]: BOTH}
    right = with_gate(TUNING, learners).gate
    assert with_gate(Tuning(groups), more).gate.least == right.least
    assert with_gate(Tuning(groups | {GROUPS[1]: BOTH}), more).gate.least < 0.01
    assert with_gate(Tuning(dict.fromkeys(GROUPS, ALONE)), more).gate == Gate()


def test_a_sentence_is_doubted_as_much_as_its_worst_place_of_any_kind() -> None:
    learners = drawn(7)
    everywhere = np.full_like(learners.second_p, np.nan)
    # Half of the places move to another kind, and each sentence gets a place of probability 0.
    columns = np.arange(N) % 2
    everywhere[np.arange(N), columns] = learners.second_p[:, 0]
    moved = tuning_places(
        _doubled(learners.network_p),
        _doubled(learners.is_error).astype(np.bool_),
        np.concatenate([everywhere, np.full_like(everywhere, 0.0)]),
        owners=np.tile(np.arange(N), 2),
    )
    assert with_gate(TUNING, moved).gate.least == with_gate(TUNING, learners).gate.least


def _doubled(table: Floats | Bools) -> Floats:
    """The table and as many rows in which nothing is."""
    return np.concatenate([table.astype(np.float64), np.zeros(table.shape)])
