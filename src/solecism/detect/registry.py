"""The detectors by name, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from solecism.detect.detector import Detector
from solecism.errors import InputError

Loader = Callable[[], Detector]

DETECTORS: dict[str, Loader] = {}


def loader(name: str) -> Loader:
    """What loads the bundled detector of this name."""
    try:
        return DETECTORS[name]
    except KeyError:
        known = ", ".join(DETECTORS)
        raise InputError(f"there is no detector {name!r}. There are {known}.") from None
