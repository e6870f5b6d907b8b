"""The folders of what ships with this package: models, each with a card beside it, and examples."""

from __future__ import annotations

from pathlib import Path

MODELS = Path(__file__).parents[1] / "models"
EXAMPLES = Path(__file__).parents[1] / "examples"
