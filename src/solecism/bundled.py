"""The folder of the models that ship with this package, each with a card beside it."""

from __future__ import annotations

from pathlib import Path

MODELS = Path(__file__).parent / "models"
