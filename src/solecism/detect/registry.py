"""The bundled detectors by name, each loaded when it is asked for."""

from __future__ import annotations

from typing import Protocol

from solecism.detect.decide import Decided
from solecism.detect.detector import Detector
from solecism.errors import InputError


class Loader(Protocol):
    """What loads a detector.

    It flags from the confidence `threshold` on, or as surely as `precision` asks, or as its model
    was tuned.
    """

    def __call__(
        self, *, precision: float | None = None, threshold: float | None = None
    ) -> Detector: ...


def light(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """Maximum entropy and a window network: wrong, extraneous and missing prepositions."""
    from solecism.detect.prepositions import PrepositionDetector

    return PrepositionDetector(name="light", precision=precision, threshold=threshold)


def maxent(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """Maximum entropy alone, the paper's 25 features: the same kinds of error."""
    from solecism.detect.prepositions import PrepositionDetector

    return PrepositionDetector(name="maxent", precision=precision, threshold=threshold)


def language_model(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The 4-gram language model: extraneous prepositions."""
    from solecism.detect.language_model import bundled

    return _at(bundled(), precision, threshold)


def perceptron(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The averaged perceptron: extraneous prepositions."""
    from solecism.detect.perceptron import bundled

    return _at(bundled(), precision, threshold)


DETECTORS: dict[str, Loader] = {
    "light": light,
    "maxent": maxent,
    "lm": language_model,
    "perceptron": perceptron,
}


def loader(name: str) -> Loader:
    """What loads the bundled detector of this name."""
    try:
        return DETECTORS[name]
    except KeyError:
        known = ", ".join(DETECTORS)
        raise InputError(f"there is no detector {name!r}. There are {known}.") from None


def _at(detector: Detector, precision: float | None, threshold: float | None) -> Detector:
    if precision is not None:
        raise InputError(
            f"{detector.name} has no stored curve of precision. Give a threshold instead."
        )
    return detector if threshold is None else Decided(detector, threshold, detector.kinds)
