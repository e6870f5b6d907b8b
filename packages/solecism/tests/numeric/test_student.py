"""Quantiles of Student's t beside those of scipy."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from scipy.special import stdtrit

from solecism.uncertainty.quantiles import two_sided_t

DEGREES = (0.4, 0.7, 1, 1.5, 2, 3, 5.5, 9.7, 30, 39, 120, 999.5, 1_000, 12_345.6, 1e6, 1e12)


@pytest.mark.parametrize("degrees_of_freedom", DEGREES)
@pytest.mark.parametrize("level", [0.01, 0.5, 0.8, 0.95, 0.99, 0.999])
def test_a_quantile_is_scipy_s_to_eleven_digits(level: float, degrees_of_freedom: float) -> None:
    expected = float(stdtrit(degrees_of_freedom, (1 + level) / 2))
    assert two_sided_t(level, degrees_of_freedom) == pytest.approx(expected, rel=1e-11)


def test_with_one_degree_of_freedom_it_is_a_tangent() -> None:
    assert two_sided_t(0.9, 1) == pytest.approx(math.tan(0.45 * math.pi), rel=1e-13)


def test_agreement_and_scores_are_measured_without_scipy() -> None:
    code = (
        "import sys; from solecism.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: print('scipy.special' in sys.modules, file=sys.stderr)"
    )
    judgments = "examples/judgments.simulated.jsonl"
    for arguments in (["agree", judgments], ["score", "examples/flags.a.jsonl", judgments]):
        run = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
        )
        assert run.stderr.strip().endswith("False"), run.stderr
