"""The trained parts of the detector of articles and noun number, and their file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.articles.choice import DETERMINER, N_DETERMINERS, NUMBER
from solecism.detect.articles.context_ensemble import NounContextEnsemble
from solecism.detect.articles.contexts import NAMES, NOUNS
from solecism.detect.articles.error_features import N_FIGURES, NounFeatureExtractor
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
from solecism.detect.choice.context_ensemble import weights_of
from solecism.detect.choice.error_classifier import (
    ErrorClassifier,
    array_names,
    classifier_arrays,
    classifier_of,
)
from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.model_file import parsed
from solecism.detect.choice.window_network import WindowNetwork
from solecism.locate.noun_table import NounTable
from solecism.system import archive
from solecism.system.array_forms import check_forms, check_range, form
from solecism.system.bundled import model_path, read_model

BUNDLED_MODEL = model_path("articles.npz")
VERSION = 1
# The names of the two decisions, in the order of their numbers.
DECISIONS = ("determiner", "number")
_N_CHOICES = {DETERMINER: N_DETERMINERS, NUMBER: 2}
_REMEDY = "Train it again with `solecism train articles`."
_ARRAYS = (
    "about",
    *(f"{name}_confusions" for name in DECISIONS),
    *MAXENT_ARRAYS,
    *NETWORK_ARRAYS,
    *(array for name in DECISIONS for array in array_names(name)),
)


@dataclass(frozen=True, slots=True, eq=False)
class ArticleModel:
    """Two context models, and per decision the confusions of learners and a classifier."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]
    confusions: tuple[Counts, Counts]
    classifiers: Mapping[str, ErrorClassifier]

    @property
    def context(self) -> NounContextEnsemble:
        """The ensemble of both context models."""
        return NounContextEnsemble(self.maxent, self.network, self.weights)

    def feature_extractor(self, decision: int, nouns: NounTable) -> NounFeatureExtractor:
        """The extractor of features for a decision."""
        channel = Channel(self.confusions[decision])
        return NounFeatureExtractor(self.context, channel, nouns, decision)


def format(model: ArticleModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    about = {"names": NAMES, "features": NOUNS.features, "weights": model.weights}
    arrays: archive.Arrays = {
        "about": np.frombuffer(
            json.dumps(about | error_classifier.about(model.classifiers)).encode(), dtype=np.uint8
        ),
        **maxent_arrays(model.maxent),
        **network_arrays(model.network),
    }
    for name, counts in zip(DECISIONS, model.confusions, strict=True):
        arrays[f"{name}_confusions"] = counts.astype(np.int32)
        arrays |= classifier_arrays(name, model.classifiers[name])
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> ArticleModel:
    """The model in the bytes of its file."""
    return parsed(
        data,
        _built,
        what="articles",
        names=_ARRAYS,
        version=VERSION,
        expected={"names": list(NAMES), "features": list(map(list, NOUNS.features))},
        file=file,
        remedy=_REMEDY,
    )


def _built(arrays: archive.Arrays, about: Any) -> ArticleModel:
    of_determiners, of_number = (_confusions(arrays, decision) for decision in _N_CHOICES)
    return ArticleModel(
        maxent=maxent_of(arrays, NOUNS),
        network=network_of(arrays, NOUNS),
        weights=weights_of(about["weights"]),
        confusions=(of_determiners, of_number),
        classifiers={
            name: classifier_of(name, arrays, about, n_figures=N_FIGURES) for name in DECISIONS
        },
    )


def read(path: Path = BUNDLED_MODEL) -> ArticleModel:
    """The model in a file, or the one that comes with this package."""
    return parse(read_model(path), file=str(path))


@cache
def bundled() -> ArticleModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()


def _confusions(arrays: Mapping[str, Any], decision: int) -> Counts:
    name, size = f"{DECISIONS[decision]}_confusions", _N_CHOICES[decision]
    check_forms(arrays, {name: form("int32", size, size)})
    check_range(name, arrays[name], 0)
    counts: Counts = arrays[name].astype(np.int64)
    return counts
