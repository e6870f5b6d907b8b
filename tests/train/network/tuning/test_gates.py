"""Gates: the probability that lets nearly all findings through, by precision of findings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tuning_places import tuning_places

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import GroupTuning, Plane, Tuning
from solecism.numeric.arrays import Bools, Floats
from solecism.train.network.tuning import gates
from solecism.train.network.tuning.gates import with_gates
from solecism.train.network.tuning.tuning_data import TuningData

N = 4_000
CURVE = ((0.9, 0.95, 0.1), (0.7, 0.85, 0.2), (0.3, 0.65, 0.5), (0.1, 0.5, 0.9))
ALONE = GroupTuning(threshold=0.7, curves={"learners": CURVE})
# The second detector only decides which sentences are read.
BOTH = replace(ALONE, second=Plane(1, 0, 0))
TUNING = Tuning(dict.fromkeys(GROUPS, BOTH))


@pytest.fixture(autouse=True)
def shares_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gates, "_KEPT", 0.97)
    monkeypatch.setattr(gates, "_KEPT_BY_DEFAULT", 0.95)


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
    tuned = with_gates(TUNING, learners)
    assert [precision for precision, _ in tuned.gates] == [0.5, 0.6, 0.7, 0.8, 0.9]
    for precision, gate in tuned.gates:
        assert 0.97 <= kept(learners, BOTH.threshold_for(precision), gate) < 0.98
    assert 0.95 <= kept(learners, BOTH.threshold, tuned.default_gate) < 0.96
    assert tuned.default_gate > tuned.gate(precision=0.8)


def test_surer_findings_need_more_doubt() -> None:
    found = [gate for _, gate in with_gates(TUNING, drawn(2)).gates]
    assert found == sorted(found)
    assert found[0] < found[-1]


def test_a_precision_at_which_nothing_is_found_has_no_gate() -> None:
    learners = drawn(3)
    unsure = replace(learners, network_p=learners.network_p * 0.8)
    precisions = [precision for precision, _ in with_gates(TUNING, unsure).gates]
    assert precisions == [0.5, 0.6, 0.7, 0.8]


def test_where_nothing_is_an_error_everything_is_read() -> None:
    learners = drawn(4)
    nothing = replace(learners, counts=np.zeros_like(learners.counts))
    tuned = with_gates(TUNING, nothing)
    assert (tuned.default_gate, tuned.gates) == (0.0, ())


def test_without_a_sentence_everything_is_read() -> None:
    nothing = tuning_places(np.zeros((0, len(GROUPS))), np.zeros((0, len(GROUPS)), np.bool_))
    tuned = with_gates(TUNING, nothing)
    assert (tuned.default_gate, tuned.gates) == (0.0, ())


def test_what_a_second_detector_finds_is_let_through_too() -> None:
    learners = drawn(5)
    combined = Tuning(dict.fromkeys(GROUPS, replace(BOTH, second=Plane(0, 1, 0))))
    silent = replace(learners, network_p=np.zeros_like(learners.network_p))
    assert with_gates(combined, silent.without_second()).gates == ()
    second_p = replace(learners, network_p=np.nan_to_num(learners.second_p))
    assert with_gates(combined, silent).gates == with_gates(TUNING, second_p).gates != ()


def test_findings_of_kinds_that_only_the_network_knows_do_not_count() -> None:
    learners = drawn(6)
    network_p, is_error = learners.network_p.copy(), learners.is_error.copy()
    # Sentences that are hardly doubted hold an error of another kind, of which it is sure.
    is_quiet = learners.second_p[:, 0] < 0.01
    network_p[is_quiet, 1], is_error[is_quiet, 1] = 0.99, True
    more = tuning_places(network_p, is_error, learners.second_p, owners=learners.owners)
    groups = dict.fromkeys(GROUPS, ALONE) | {GROUPS[0]: BOTH}
    assert with_gates(Tuning(groups), more).gates == with_gates(TUNING, learners).gates
    known = with_gates(Tuning(groups | {GROUPS[1]: BOTH}), more)
    assert known.default_gate < 0.01
    nobody = with_gates(Tuning(dict.fromkeys(GROUPS, ALONE)), more)
    assert (nobody.default_gate, nobody.gates) == (0.0, ())


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
    assert with_gates(TUNING, moved).gates == with_gates(TUNING, learners).gates


def _doubled(table: Floats | Bools) -> Floats:
    """The table and as many rows in which nothing is."""
    return np.concatenate([table.astype(np.float64), np.zeros(table.shape)])
