"""The bundled detectors by name, each loaded when it is called for, and the networks of some.

Which networks are installed, whether they can run, and how good they were when measured: the
figures are those of docs/strong.md, from `python benchmarks/strong.py --only points`, and a test
compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from solecism.detect.detector import Detector, ThresholdedDetector
from solecism.errors import InputError
from solecism.system.installation import package_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from solecism.detect.network.edit_judge import EditJudge
    from solecism.detect.network.model import StrongModel
    from solecism.detect.network.strong_detector import StrongDetector
    from solecism.language.speller import Speller


@dataclass(frozen=True, slots=True)
class Network:
    """A network that a distribution brings.

    `detector` is its name for `check --detector`, `folder` that of the distribution in a checkout,
    `purpose` whom it is for; its figures are those of the detector `measured_as`.
    """

    detector: str
    folder: str
    file: str
    purpose: str
    measured_as: str

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
        """The licence that the metadata of the distribution name; empty where there are none."""
        # Imported here: to check a text does not need it.
        from importlib.metadata import PackageNotFoundError, metadata

        try:
            return str(metadata(self.distribution)["License-Expression"])
        except PackageNotFoundError:
            return ""


_RESEARCH = "non-commercial research only"
LARGE = Network("large", "large", "large.onnx", f"finds most, slower; {_RESEARCH}", "best")
SMALL = Network("cascade", "models", "strong.onnx", f"finds more, quick; {_RESEARCH}", "cascade")
OPEN = Network("open", "open", "open.onnx", "every use", "open")
# The best first.
NETWORKS = (LARGE, SMALL, OPEN)


def is_bundled() -> bool:
    """Whether the small network is installed."""
    return SMALL.path is not None


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


def networks_used() -> tuple[Network, ...]:
    """The networks that are read by default: the best one that is installed, or the best two.

    The mean of the large and the small network is better than the large one alone.
    """
    installed = tuple(each for each in NETWORKS if each.path is not None)
    return installed[: 2 if installed[:2] == (LARGE, SMALL) else 1]


def installed_file(network: Network) -> Path:
    """The file of a network, which must be installed."""
    path = network.path
    if path is None:
        raise InputError(
            f"the {network.detector} network is not installed. From a checkout of Solecism, "
            f"install it with `pip install ./{network.folder}`."
        )
    return path


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """Shares of errors that are found, and of findings that are right, by two counts.

    `exams` counts whole errors that examiners coded in 18 exam essays; `places` counts every word
    and gap that annotators of other learners' texts (W&I dev) changed, which is stricter.
    """

    exams_found: float
    exams_right: float
    places_found: float
    places_right: float


_CASCADE_POINTS = {
    "author": MeasuredPoint(0.369, 0.937, 0.229, 0.861),
    "learner": MeasuredPoint(0.450, 0.917, 0.300, 0.827),
    "teacher": MeasuredPoint(0.620, 0.814, 0.454, 0.723),
}
_BEST_POINTS = {
    "author": MeasuredPoint(0.410, 0.938, 0.265, 0.852),
    "learner": MeasuredPoint(0.490, 0.925, 0.329, 0.831),
    "teacher": MeasuredPoint(0.646, 0.815, 0.491, 0.738),
}
_OPEN_POINTS = {
    "author": MeasuredPoint(0.394, 0.847, 0.260, 0.710),
    "learner": MeasuredPoint(0.385, 0.869, 0.252, 0.725),
    "teacher": MeasuredPoint(0.443, 0.815, 0.301, 0.682),
}
# Those of the large network are measured together with the small one.
MEASURED_POINTS = {"best": _BEST_POINTS, "cascade": _CASCADE_POINTS, "open": _OPEN_POINTS}

# The share of errors that the cascade finds for a teacher, by ERRANT's types (W&I+LOCNESS dev).
FOUND_BY_TYPE = {
    "SPELL": 0.89,
    "VERB:SVA": 0.78,
    "VERB:FORM": 0.58,
    "NOUN:NUM": 0.59,
    "ORTH": 0.55,
    "DET": 0.53,
    "PREP": 0.51,
    "MORPH": 0.46,
    "PRON": 0.45,
    "NOUN:POSS": 0.36,
    "VERB:TENSE": 0.40,
    "PART": 0.18,
    "PUNCT": 0.32,
    "OTHER": 0.29,
    "CONJ": 0.18,
    "NOUN": 0.23,
    "VERB": 0.25,
    "WO": 0.29,
    "ADJ": 0.22,
    "ADV": 0.22,
}


def measured_point(detector: str, audience: str) -> MeasuredPoint | None:
    """The figures of a detector for an audience, None where nothing was measured."""
    return MEASURED_POINTS.get(detector, {}).get(audience)


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
        None, precision=precision, threshold=threshold, second=light, name="cascade", **settings
    )


def large(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """The light detectors and a large transformer."""

    return _network(
        LARGE, precision=precision, threshold=threshold, second=light, name="large", **settings
    )


def mean(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """The mean of the large and the small transformer, and the light detectors."""
    from solecism.detect.network.model import BUNDLED_MODEL, read_mean

    path = installed_file(LARGE)
    read = partial(read_mean, path, BUNDLED_MODEL, tuning=path.with_name("best.tuning.json"))
    return _network(
        read, precision=precision, threshold=threshold, second=light, name="best", **settings
    )


def openly_licensed(
    *, precision: float | None = None, threshold: float | None = None, **settings: Any
) -> Detector:
    """A large transformer that has learnt from openly licensed text with made errors only."""
    from solecism.language.speller import plain_speller

    return _network(
        OPEN,
        precision=precision,
        threshold=threshold,
        name="open",
        speller=plain_speller,
        is_judged=False,
        **settings,
    )


def _network(
    installed: Network | Callable[[], StrongModel] | None,
    *,
    model: Path | None = None,
    judge: EditJudge | None = None,
    is_judged: bool = True,
    second: Loader | None = None,
    speller: Callable[[], Speller] | None = None,
    **settings: Any,
) -> StrongDetector:
    """The detector with a model, that of a file or of an installed network, or the small network.

    If it `is_judged`, suggestions are judged by what annotators of learners' text did, unless there
    is another `judge`. While onnxruntime prepares the network in a thread of its own, and numpy
    unpacks the `second` detector in another, the tables of the rest are read here.
    """
    from concurrent.futures import ThreadPoolExecutor

    from solecism.detect.network import edit_judge
    from solecism.detect.network.model import bundled, read
    from solecism.detect.network.strong_detector import StrongDetector
    from solecism.language.speller import bundled_speller
    from solecism.rulebook.book import bundled_rules

    if isinstance(installed, Network):
        model = model or installed_file(installed)
        installed = None
    with ThreadPoolExecutor(2, "network") as pool:
        reading = pool.submit(installed or (partial(read, model) if model else bundled))
        unpacking = pool.submit(second) if second else None
        bundled_rules()
        known_words = (speller or bundled_speller)()
        return StrongDetector(
            second=unpacking.result() if unpacking else None,
            judge=judge or (edit_judge.bundled() if is_judged else None),
            speller=known_words,
            model=reading.result(),
            **settings,
        )


DETECTORS: dict[str, Loader] = {
    "cascade": cascade,
    "strong": strong,
    "large": large,
    "best": mean,
    "open": openly_licensed,
    "light": light,
    "prepositions": prepositions,
    "articles": articles,
    "maxent": maxent,
    "maxent-learners": maxent_learners,
    "lm": language_model,
    "perceptron": perceptron,
}


_NETWORK_LOADERS = (cascade, strong, large, mean, openly_licensed)


def default() -> str:
    """The name of the best detector that is installed and can run."""
    networks = networks_used()
    if not networks:
        from solecism.detect.network.model import NONE_INSTALLED

        raise InputError(NONE_INSTALLED)
    if is_bundled() and not can_run():
        return "light"
    return networks[0].detector if len(networks) == 1 else "best"


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
    if load in _NETWORK_LOADERS and not (load is mean and "model" in given):
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
