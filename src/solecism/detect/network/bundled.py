"""The networks that are installed: data distributions, each with a licence of its own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import metadata
from pathlib import Path

from solecism.errors import InputError
from solecism.system.bundled import model_path, package_folder

BUNDLED_MODEL = model_path("strong.onnx")
NONE_INSTALLED = (
    "no network is installed. From a checkout of Solecism: `pip install ./open` (for every use) or "
    "`pip install ./models` (finds more; for non-commercial research only)."
)


@dataclass(frozen=True, slots=True)
class Network:
    """A network that a distribution brings.

    `detector` is its name for `check --detector`, `folder` that of the distribution in a checkout.
    """

    detector: str
    folder: str
    file: str

    @property
    def distribution(self) -> str:
        """The name of the distribution."""
        return f"solecism-{self.folder}"

    @property
    def path(self) -> Path | None:
        """The file of the network; None if it is not installed."""
        folder = package_folder(f"solecism_{self.folder}")
        path = None if folder is None else folder / self.file
        return path if path is not None and path.is_file() else None

    @property
    def licence(self) -> str:
        """The licence that the metadata of the distribution name."""
        return metadata(self.distribution)["License-Expression"]


LARGE = Network("large", "large", "large.onnx")
SMALL = Network("cascade", "models", "strong.onnx")
OPEN = Network("open", "open", "open.onnx")
# The best first.
NETWORKS = (LARGE, SMALL, OPEN)


def is_bundled() -> bool:
    """Whether the small network is installed."""
    return BUNDLED_MODEL.is_file()


def is_available() -> bool:
    """Whether the small network can run: onnxruntime is imported to make sure."""
    return is_bundled() and can_run()


def can_run() -> bool:
    """Whether onnxruntime can be imported."""
    try:
        import_module("onnxruntime")
    except ImportError:
        return False
    return True


def best() -> Network | None:
    """The best network that is installed."""
    return next((each for each in NETWORKS if each.path is not None), None)


def installed_file(network: Network) -> Path:
    """The file of a network, which must be installed."""
    path = network.path
    if path is None:
        raise InputError(
            f"the {network.detector} network is not installed. From a checkout of Solecism, "
            f"install it with `pip install ./{network.folder}`."
        )
    return path
