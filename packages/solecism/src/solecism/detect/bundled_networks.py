"""Which networks are installed, whether they can run, and how good they were when measured.

The figures are those of docs/strong.md, from `python benchmarks/strong.py --only points`; a test
compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from solecism.errors import InputError
from solecism.system.installation import model_path, package_folder

BUNDLED_MODEL = model_path("strong.onnx")
NONE_INSTALLED = (
    "no network is installed. From a checkout of Solecism: `pip install ./open` (for every use) or "
    "`pip install ./models` (finds more; for non-commercial research only)."
)


@dataclass(frozen=True, slots=True)
class Network:
    """A network that a distribution brings.

    `detector` is its name for `check --detector`, `folder` that of the distribution in a checkout,
    `purpose` whom it is for.
    """

    detector: str
    folder: str
    file: str
    purpose: str

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
LARGE = Network("large", "large", "large.onnx", f"finds most, slower; {_RESEARCH}")
SMALL = Network("cascade", "models", "strong.onnx", f"finds more, quick; {_RESEARCH}")
OPEN = Network("open", "open", "open.onnx", "every use")
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
    "author": MeasuredPoint(0.237, 0.963, 0.113, 0.880),
    "learner": MeasuredPoint(0.361, 0.964, 0.211, 0.834),
    "teacher": MeasuredPoint(0.465, 0.848, 0.336, 0.690),
}
_LARGE_POINTS = {
    "author": MeasuredPoint(0.276, 0.963, 0.167, 0.882),
    "learner": MeasuredPoint(0.401, 0.942, 0.251, 0.833),
    "teacher": MeasuredPoint(0.550, 0.823, 0.399, 0.694),
}
_OPEN_POINTS = {
    "author": MeasuredPoint(0.111, 0.832, 0.077, 0.627),
    "learner": MeasuredPoint(0.163, 0.893, 0.097, 0.682),
    "teacher": MeasuredPoint(0.239, 0.835, 0.147, 0.629),
}
MEASURED_POINTS = {"cascade": _CASCADE_POINTS, "large": _LARGE_POINTS, "open": _OPEN_POINTS}

# The share of errors that the cascade finds for a teacher, by ERRANT's types (W&I+LOCNESS dev).
FOUND_BY_TYPE = {
    "SPELL": 0.90,
    "VERB:SVA": 0.80,
    "VERB:FORM": 0.67,
    "NOUN:NUM": 0.59,
    "ORTH": 0.54,
    "DET": 0.51,
    "PREP": 0.48,
    "MORPH": 0.47,
    "PRON": 0.46,
    "NOUN:POSS": 0.39,
    "VERB:TENSE": 0.38,
    "PART": 0.33,
    "PUNCT": 0.33,
    "OTHER": 0.29,
    "CONJ": 0.23,
    "NOUN": 0.23,
    "VERB": 0.22,
    "WO": 0.20,
    "ADJ": 0.17,
    "ADV": 0.17,
}


def measured_point(detector: str, audience: str) -> MeasuredPoint | None:
    """The figures of a detector for an audience, None where nothing was measured."""
    return MEASURED_POINTS.get(detector, {}).get(audience)
