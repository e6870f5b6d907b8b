"""The bundled detectors by name; each is loaded when it is called for."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from solecism.detect.detector import Detector, ThresholdedDetector
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.detect.bundled_networks import Network
    from solecism.detect.network.strong_detector import StrongDetector


class Loader(Protocol):
    """A function that loads a detector.

    It flags from the confidence `threshold` on, or from where it reaches `precision` on tuning
    data; by default at the operating point of its model.
    """

    def __call__(
        self, *, precision: float | None = None, threshold: float | None = None
    ) -> Detector: ...


def light(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The fast detectors together: prepositions, articles and noun number."""
    from solecism.detect.detector import CombinedDetector

    detectors = [
        load(precision=precision, threshold=threshold) for load in (prepositions, articles)
    ]
    return CombinedDetector("light", detectors)


def prepositions(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """Maximum entropy and a window network: wrong, extraneous and missing prepositions."""
    from solecism.detect.light.preposition_detector import PrepositionDetector

    return PrepositionDetector(name="light", precision=precision, threshold=threshold)


def articles(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The same for articles that are wrong, unneeded or missing, and for noun number."""
    from solecism.detect.light.noun_detector import ArticleDetector

    return ArticleDetector(name="light", precision=precision, threshold=threshold)


def maxent(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The paper's own: native text, a threshold, filters: wrong and extraneous prepositions."""
    from solecism.detect.light.paper_detector import PaperDetector

    if precision is not None:
        raise InputError("maxent has no stored curve of precision. Give a threshold instead.")
    return PaperDetector(threshold=threshold)


def maxent_learners(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """Maximum entropy and a classifier that has learnt from learners' errors: prepositions."""
    from solecism.detect.light.preposition_detector import PrepositionDetector

    return PrepositionDetector(
        name="maxent", system="maxent-learners", precision=precision, threshold=threshold
    )


def language_model(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The 4-gram language model: extraneous prepositions."""
    from solecism.detect.extraneous.language_model import bundled

    return _thresholded(bundled(), precision, threshold)


def perceptron(*, precision: float | None = None, threshold: float | None = None) -> Detector:
    """The averaged perceptron: extraneous prepositions."""
    from solecism.detect.extraneous.perceptron import bundled

    return _thresholded(bundled(), precision, threshold)


def strong(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """A small transformer that reads whole sentences: all kinds of error."""
    return _network(None, precision=precision, threshold=threshold, **settings)


def cascade(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """The light detectors and the small transformer together: all kinds of error."""
    return _network(
        None, precision=precision, threshold=threshold, second=light(), name="cascade", **settings
    )


def large(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """The light detectors and a large transformer."""
    from solecism.detect.bundled_networks import LARGE

    return _network(
        LARGE, precision=precision, threshold=threshold, second=light(), name="large", **settings
    )


def openly_licensed(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """A small transformer that has learnt from openly licensed text with made errors only."""
    from solecism.detect.bundled_networks import OPEN
    from solecism.language.speller import plain_speller

    return _network(
        OPEN,
        precision=precision,
        threshold=threshold,
        name="open",
        speller=plain_speller(),
        **settings,
    )


def _network(
    installed: Network | None, *, model: Path | None = None, **settings: Any
) -> StrongDetector:
    """The detector with a model's file, that of an installed network, or the small network."""
    from solecism.detect.bundled_networks import installed_file
    from solecism.detect.network.model import bundled, read
    from solecism.detect.network.strong_detector import StrongDetector

    path = model or (installed_file(installed) if installed else None)
    network = read(path) if path else bundled()
    return StrongDetector(network, **settings)


DETECTORS: dict[str, Loader] = {
    "cascade": cascade,
    "strong": strong,
    "large": large,
    "open": openly_licensed,
    "light": light,
    "prepositions": prepositions,
    "articles": articles,
    "maxent": maxent,
    "maxent-learners": maxent_learners,
    "lm": language_model,
    "perceptron": perceptron,
}


_NETWORKS = (cascade, strong, large, openly_licensed)


def default() -> str:
    """The name of the best detector that is installed and can run."""
    from solecism.detect.bundled_networks import NONE_INSTALLED, best, can_run, is_bundled

    network = best()
    if network is None:
        raise InputError(NONE_INSTALLED)
    return network.detector if can_run() or not is_bundled() else "light"


def default_note() -> str | None:
    """Why the default is not the best detector that is installed; None if it is."""
    if default() != "light":
        return None
    return (
        "the network needs onnxruntime, which cannot be imported: the light detector was used. "
        "Install it with `pip install onnxruntime`, or choose --detector light."
    )


def loader(name: str, *, model: Path | None = None, **settings: Any) -> Loader:
    """The loader of the detector with this name.

    A `model` and further `settings`, which are those of `StrongDetector`, are for networks only;
    settings that are None are left out.
    """
    try:
        load = DETECTORS[name]
    except KeyError:
        known = ", ".join(DETECTORS)
        raise InputError(f"there is no detector {name!r}. There are {known}.") from None
    given = {key: value for key, value in {"model": model, **settings}.items() if value is not None}
    if load in _NETWORKS:
        return partial(load, **given) if given else load
    if "model" in given:
        raise InputError(f"{name} takes no model. Choose cascade, strong, large or open.")
    return load


def _thresholded(detector: Detector, precision: float | None, threshold: float | None) -> Detector:
    if precision is not None:
        raise InputError(
            f"{detector.name} has no stored curve of precision. Give a threshold instead."
        )
    return (
        detector if threshold is None else ThresholdedDetector(detector, threshold, detector.kinds)
    )
