"""Where the bundled model of the strong detector is, and whether it can run."""

from __future__ import annotations

from importlib import import_module

from solecism.system.bundled import MODELS

BUNDLED_MODEL = MODELS / "strong.onnx"


def is_bundled() -> bool:
    """Whether a model comes with this package."""
    return BUNDLED_MODEL.is_file()


def is_available() -> bool:
    """Whether the bundled model can run: onnxruntime is imported to make sure."""
    if not is_bundled():
        return False
    try:
        import_module("onnxruntime")
    except ImportError:
        return False
    return True
