"""Graded gain agrees with people's published rankings as docs/ranking.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

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
