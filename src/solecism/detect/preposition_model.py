"""The preposition detector's trained parts, and the file they are kept in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism import archive
from solecism.corrupt.error_rates import Counts
from solecism.detect.calibration import Calibration
from solecism.detect.features import FEATURES
from solecism.detect.judge import Judge
from solecism.detect.maxent import Maxent
from solecism.errors import ModelError
from solecism.locate.preposition_choice import CHOICES

BUNDLED_MODEL = Path(__file__).parents[1] / "models" / "prepositions.npz"
VERSION = 3
_FULL = 255
_REMEDY = "Train it anew with `solecism train prepositions`."
_ARRAYS = tuple(
    "about kept places weights confusions judge judge_figures calibration curve".split()
)

Integers = npt.NDArray[np.integer]


@dataclass(frozen=True, slots=True, eq=False)
class PrepositionModel:
    """What the context says, how learners confuse, what is an error, how probably."""

    maxent: Maxent
    confusions: Counts
    judge: Judge
    calibration: Calibration
    threshold: float


def format(model: PrepositionModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    maxent, judge, calibration = model.maxent, model.judge, model.calibration
    is_there = maxent.weights != 0
    about = {
        "choices": CHOICES,
        "features": FEATURES,
        "bits": maxent.bits,
        "scale": maxent.scale,
        "judge_scale": judge.scale,
        "threshold": model.threshold,
    }
    arrays: archive.Arrays = {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "kept": _steps(maxent.kept),
        "places": _steps(maxent.places[is_there]),
        "weights": _with_fillers(maxent.places[is_there], maxent.weights[is_there]),
        "confusions": model.confusions.astype(np.int32),
        "judge": judge.table,
        "judge_figures": judge.of_figures,
        "calibration": np.stack([calibration.slopes, calibration.shifts]),
        "curve": calibration.curve,
    }
    # Unpacking would take longer than all the rest of loading.
    return archive.format(arrays, version=VERSION, compressed=False)


def parse(data: bytes, *, file: str) -> PrepositionModel:
    """The model in the bytes of its file."""
    found = archive.parse(data, names=_ARRAYS, version=VERSION, file=file, remedy=_REMEDY)
    try:
        about = json.loads(found["about"].tobytes())
        _check(about, file)
        return _model(found, about)
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise ModelError(f"{file}: not a model of prepositions: {error}. {_REMEDY}") from error


def read(path: Path = BUNDLED_MODEL) -> PrepositionModel:
    """The model in a file, or the one that comes with this package."""
    return parse(archive.read_bytes(path), file=str(path))


@cache
def bundled() -> PrepositionModel:
    """The model that comes with this package, loaded when first asked for."""
    return read()


def _check(about: Any, file: str) -> None:
    expected = {"choices": list(CHOICES), "features": list(map(list, FEATURES))}
    for name, value in expected.items():
        if about[name] != value:
            raise ModelError(f"{file}: was made with other {name} than these. {_REMEDY}")


def _model(found: dict[str, npt.NDArray[Any]], about: dict[str, Any]) -> PrepositionModel:
    slopes, shifts = found["calibration"]
    return PrepositionModel(
        maxent=Maxent(
            about["bits"],
            np.cumsum(found["kept"], dtype=np.int64)[found["kept"] != _FULL],
            np.cumsum(found["places"], dtype=np.int64),
            found["weights"],
            about["scale"],
        ),
        confusions=found["confusions"].astype(np.int64),
        judge=Judge(found["judge"], about["judge_scale"], found["judge_figures"]),
        calibration=Calibration(slopes, shifts, found["curve"]),
        threshold=about["threshold"],
    )


def _steps(ascending: Integers) -> npt.NDArray[np.uint8]:
    """Ascending numbers as differences of a byte; 255 means so much and the next byte too."""
    n_full, rest = _parts(ascending)
    ends = np.cumsum(n_full + 1)
    found = np.full(int(ends[-1]) if len(ends) else 0, _FULL, dtype=np.uint8)
    found[ends - 1] = rest.astype(np.uint8)
    return found


def _with_fillers(places: Integers, weights: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """A weight for every byte of the places' steps, 0 for those that mean "and the next".

    So nothing has to be picked out of millions of weights when the model is read: what is put at
    a filler's place is 0, or is overwritten by the weight that belongs there.
    """
    n_full, _ = _parts(places)
    ends = np.cumsum(n_full + 1)
    found = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.int8)
    found[ends - 1] = weights
    return found


def _parts(ascending: Integers) -> tuple[Integers, Integers]:
    numbers = ascending.astype(np.int64)
    n_full, rest = np.divmod(np.append(numbers[:1], numbers[1:] - numbers[:-1]), _FULL)
    return n_full, rest
