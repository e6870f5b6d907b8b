"""Where the bundled model of the strong path is, and whether it can run."""

from __future__ import annotations

from importlib import import_module

from solecism.bundled import MODELS

BUNDLED_MODEL = MODELS / "strong.onnx"


def is_bundled() -> bool:
    """Whether a model comes with this package."""
    return BUNDLED_MODEL.is_file()


def is_available() -> bool:
    """Whether there are a model and what runs it, which is loaded to be sure."""
    if not is_bundled():
        return False
    try:
        import_module("onnxruntime")
    except ImportError:
        return False
    return True
