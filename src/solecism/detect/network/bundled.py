"""Where the bundled model of the strong detector is, and whether it can run."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from solecism.errors import InputError
from solecism.system.bundled import MODELS

BUNDLED_MODEL = MODELS / "strong.onnx"
# The distribution of its own that has the large network.
_LARGE = "solecism_large"


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


def large_model() -> Path:
    """The file of the large network, which is a distribution of its own."""
    if find_spec(_LARGE) is None:
        raise InputError(
            "the large network is not installed. From a checkout of Solecism, install it with "
            "`pip install ./large`."
        )
    return Path(import_module(_LARGE).MODEL)
