"""The folders of the files that ship with this package: models with their cards, and examples."""

from __future__ import annotations

from pathlib import Path

MODELS = Path(__file__).parents[1] / "models"
EXAMPLES = Path(__file__).parents[1] / "examples"
