"""Where the bundled model of the strong detector is, and whether it can run."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from solecism.errors import InputError
from solecism.system.bundled import MODELS

BUNDLED_MODEL = MODELS / "strong.onnx"
# Networks that are distributions of their own, by the folder of each, and what they install.
_LARGE, _OPEN = "large", "open"
_PACKAGE = "solecism_{name}"


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
    """The file of the large network."""
    return _installed(_LARGE)


def open_model() -> Path:
    """The file of the network that has seen openly licensed text only."""
    return _installed(_OPEN)


def _installed(name: str) -> Path:
    """The file of a network that is a distribution of its own."""
    package = _PACKAGE.format(name=name)
    if find_spec(package) is None:
        raise InputError(
            f"the {name} network is not installed. From a checkout of Solecism, install it with "
            f"`pip install ./{name}`."
        )
    return Path(import_module(package).MODEL)
