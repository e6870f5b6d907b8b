"""Where the checkout, its examples and its corpora are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
ORACLES = ROOT / "tests" / "oracles"
