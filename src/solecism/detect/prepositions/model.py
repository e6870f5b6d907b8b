"""The preposition detectors' trained parts, and the file they are kept in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from solecism import archive
from solecism.bundled import MODELS
from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.choice import decider
from solecism.detect.choice.blend import Blend, ContextModel, weights_of
from solecism.detect.choice.context_arrays import (
    MAXENT_ARRAYS,
    NETWORK_ARRAYS,
    maxent_arrays,
    maxent_of,
    network_arrays,
    network_of,
)
from solecism.detect.choice.decider import Decider, array_names, decider_arrays, decider_of
from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.model_file import parsed
from solecism.detect.choice.window_network import WindowNetwork
from solecism.detect.prepositions.features import FEATURES, PREPOSITIONS
from solecism.errors import InputError
from solecism.locate.preposition_choice import CHOICES

BUNDLED_MODEL = MODELS / "prepositions.npz"
VERSION = 4
# Both context models together, and the paper's alone.
LIGHT, MAXENT = "light", "maxent"
_REMEDY = "Train it anew with `solecism train prepositions`."
_ARRAYS = (
    "about",
    "confusions",
    *MAXENT_ARRAYS,
    *NETWORK_ARRAYS,
    *(array for name in (LIGHT, MAXENT) for array in array_names(name)),
)


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionModel:
    """What the context says, how learners confuse, and what is an error by each context model."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]
    confusions: Counts
    deciders: Mapping[str, Decider]

    def context(self, name: str) -> ContextModel:
        """The context model of this name."""
        if name == LIGHT:
            return Blend(self.maxent, self.network, self.weights)
        if name == MAXENT:
            return self.maxent
        raise InputError(f"there is no model {name!r} of contexts. There are {LIGHT}, {MAXENT}.")


def format(model: PrepositionModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    about = {
        "choices": CHOICES,
        "features": FEATURES,
        "weights": model.weights,
        **decider.about(model.deciders),
    }
    arrays: archive.Arrays = {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "confusions": model.confusions.astype(np.int32),
        **maxent_arrays(model.maxent),
        **network_arrays(model.network),
    }
    for name, each in model.deciders.items():
        arrays |= decider_arrays(name, each)
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


def _built(found: archive.Arrays, about: Any) -> PrepositionModel:
    return PrepositionModel(
        maxent=maxent_of(found, PREPOSITIONS),
        network=network_of(found, PREPOSITIONS),
        weights=weights_of(about["weights"]),
        confusions=found["confusions"].astype(np.int64),
        deciders={name: decider_of(name, found, about) for name in (LIGHT, MAXENT)},
    )


def read(path: Path = BUNDLED_MODEL) -> PrepositionModel:
    """The model in a file, or the one that comes with this package."""
    return parse(archive.read_bytes(path), file=str(path))


@cache
def bundled() -> PrepositionModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()
