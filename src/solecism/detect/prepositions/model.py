"""The trained parts of the preposition detectors, and their file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.choice import error_classifier
from solecism.detect.choice.channel import Channel
from solecism.detect.choice.context_arrays import (
    MAXENT_ARRAYS,
    NETWORK_ARRAYS,
    maxent_arrays,
    maxent_of,
    network_arrays,
    network_of,
)
from solecism.detect.choice.context_ensemble import ContextEnsemble, ContextModel, weights_of
from solecism.detect.choice.error_classifier import (
    ErrorClassifier,
    array_names,
    classifier_arrays,
    classifier_of,
)
from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.model_file import parsed
from solecism.detect.choice.window_network import WindowNetwork
from solecism.detect.prepositions.error_features import N_FIGURES, PrepositionFeatureExtractor
from solecism.detect.prepositions.features import FEATURES, PREPOSITIONS
from solecism.errors import InputError
from solecism.locate.preposition_choice import CHOICE_OF, CHOICES
from solecism.system import archive
from solecism.system.array_forms import check_forms, check_range, form
from solecism.system.bundled import model_path, read_model

BUNDLED_MODEL = model_path("prepositions.npz")
VERSION = 4
# The ensemble of both context models, and the maximum entropy of the paper alone.
LIGHT, MAXENT = "light", "maxent"
# The paper does not flag antonyms: both fit wherever one does, and mean the opposite.
ANTONYMS = tuple(
    (CHOICE_OF[one], CHOICE_OF[other])
    for one, other in (
        ("with", "without"),
        ("before", "after"),
        ("to", "from"),
        ("over", "under"),
        ("on", "off"),
        ("since", "until"),
        ("for", "against"),
        ("into", "from"),
        ("behind", "before"),
    )
)
_REMEDY = "Train it again with `solecism train prepositions`."
_ARRAYS = (
    "about",
    "confusions",
    *MAXENT_ARRAYS,
    *NETWORK_ARRAYS,
    *(array for name in (LIGHT, MAXENT) for array in array_names(name)),
)


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionModel:
    """Two context models, the confusions of learners, and one classifier per context model."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]
    confusions: Counts
    classifiers: Mapping[str, ErrorClassifier]

    def context(self, name: str) -> ContextModel:
        """The context model of this name."""
        if name == LIGHT:
            return ContextEnsemble(self.maxent, self.network, self.weights)
        if name == MAXENT:
            return self.maxent
        raise InputError(f"there is no context model {name!r}. There are {LIGHT}, {MAXENT}.")

    def feature_extractor(self, name: str) -> PrepositionFeatureExtractor:
        """The extractor of features for the context model of this name."""
        return feature_extractor(self.context(name), self.confusions)


def feature_extractor(context: ContextModel, confusions: Counts) -> PrepositionFeatureExtractor:
    """The extractor of features by a context model and confusions, antonyms excluded."""
    return PrepositionFeatureExtractor(context, Channel(confusions, excluded=ANTONYMS))


def format(model: PrepositionModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    about = {
        "choices": CHOICES,
        "features": FEATURES,
        "weights": model.weights,
        **error_classifier.about(model.classifiers),
    }
    arrays: archive.Arrays = {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "confusions": model.confusions.astype(np.int32),
        **maxent_arrays(model.maxent),
        **network_arrays(model.network),
    }
    for name, each in model.classifiers.items():
        arrays |= classifier_arrays(name, each)
    # Unpacking would take longer than all the rest of loading.
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> PrepositionModel:
    """The model in the bytes of its file."""
    return parsed(
        data,
        _built,
        what="prepositions",
        names=_ARRAYS,
        version=VERSION,
        expected={"choices": list(CHOICES), "features": list(map(list, FEATURES))},
        file=file,
        remedy=_REMEDY,
    )


def _built(arrays: archive.Arrays, about: Any) -> PrepositionModel:
    check_forms(arrays, {"confusions": form("int32", len(CHOICES), len(CHOICES))})
    check_range("confusions", arrays["confusions"], 0)
    return PrepositionModel(
        maxent=maxent_of(arrays, PREPOSITIONS),
        network=network_of(arrays, PREPOSITIONS),
        weights=weights_of(about["weights"]),
        confusions=arrays["confusions"].astype(np.int64),
        classifiers={
            name: classifier_of(name, arrays, about, n_figures=N_FIGURES)
            for name in (LIGHT, MAXENT)
        },
    )


def read(path: Path = BUNDLED_MODEL) -> PrepositionModel:
    """The model in a file, or the one that comes with this package."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> PrepositionModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()
