"""Where the bundled model of the strong path is, and whether it can run: cheap to ask."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

BUNDLED_MODEL = Path(__file__).parents[2] / "models" / "strong.onnx"


def is_available(path: Path = BUNDLED_MODEL) -> bool:
    """Whether there are a model and what runs it."""
    return path.is_file() and find_spec("onnxruntime") is not None
