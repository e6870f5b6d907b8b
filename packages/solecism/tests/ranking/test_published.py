"""Graded gain agrees with people's published rankings as docs/ranking.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import ORACLES
from solecism.api.systems import rank
from solecism.ranking.score_agreement import ScoreAgreement

FLUENT = ("REF-F", "GPT-3.5")


def agreement(data: Path, name: str, judgments: str, *leave_out: str) -> list[ScoreAgreement]:
    folder = data / "ranking" / name
    return rank(
        folder / f"{judgments}.xml.xz",
        {path.stem: path for path in (folder / "outputs").glob("*.txt")},
        data / "learner" / "conll14" / "BN.m2",
        scores=("gain", "best"),
        leave_out=leave_out,
        n_draws=2,
    ).correlations


def both(one: ScoreAgreement) -> tuple[float, float]:
    return one.figures["Pearson"].value, one.figures["Spearman"].value


def test_modern_systems_and_fluent_rewrites(shared_data: Path) -> None:
    with_input, base, best, _ = agreement(shared_data, "seeda", "judgments_edit", "INPUT", *FLUENT)
    assert both(base) == pytest.approx((0.935, 0.888), abs=0.01)
    assert both(with_input) == pytest.approx((0.969, 0.943), abs=0.01)
    assert both(best) == pytest.approx((0.493, 0.350), abs=0.02)
    assert base.figures["sentences"] == pytest.approx(0.77, abs=0.02)


def test_systems_of_2014(shared_data: Path) -> None:
    _, without_input, *_ = agreement(shared_data, "gjg15", "judgments", "INPUT")
    assert both(without_input) == pytest.approx((0.800, 0.846), abs=0.01)


def test_published_scores_of_the_same_systems(shared_data: Path) -> None:
    """SEEDA's repository prints each metric's score of each system (tests/oracles/).

    Over all of CoNLL-2014, while people ranked 391 of its sentences; so the correlations are close
    to, but not those of the paper's table.
    """
    result = rank(
        shared_data / "ranking" / "seeda" / "judgments_edit.xml.xz",
        other_scores=ORACLES / "seeda_scores.tsv",
        leave_out=("INPUT", *FLUENT),
        n_draws=50,
    )
    everything, base = result.correlations[::2], result.correlations[1::2]
    assert {one.score: both(one) for one in everything} == {
        "ERRANT": pytest.approx((0.376, 0.232), abs=0.001),
        "PT-ERRANT": pytest.approx((0.262, 0.396), abs=0.001),
        "GLEU": pytest.approx((0.432, 0.514), abs=0.001),
        "SOME": pytest.approx((0.966, 0.964), abs=0.001),
        "IMPARA": pytest.approx((0.948, 0.946), abs=0.001),
    }
    assert {one.score: both(one) for one in base} == {
        "ERRANT": pytest.approx((0.682, 0.671), abs=0.001),
        "PT-ERRANT": pytest.approx((0.857, 0.909), abs=0.001),
        "GLEU": pytest.approx((0.891, 0.909), abs=0.001),
        "SOME": pytest.approx((0.899, 0.937), abs=0.001),
        "IMPARA": pytest.approx((0.876, 0.902), abs=0.001),
    }
    p_values = {
        (one.other, len(one.systems)): one.p_corrected
        for one in result.differences
        if one.difference.name == "Pearson"
    }
    # ERRANT, the first, is further from people than SOME about all systems, not about twelve.
    assert p_values["SOME", 15] == pytest.approx(0.0003, abs=0.00005)
    assert p_values["SOME", 12] == pytest.approx(0.28, abs=0.005)
