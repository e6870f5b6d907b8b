"""The file of a light detector: its context models as arrays of an archive, and the reverse.

A damaged file gives one clear error.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from solecism.detect.light.context_models import (
    N_RESERVED,
    ContextLayout,
    Maxent,
    Vocabulary,
    WindowNetwork,
)
from solecism.errors import ModelError
from solecism.numeric import AnyInts, UInts8
from solecism.system import archive
from solecism.system.archive import Arrays, check_arrays, check_ascending, check_range, spec

MAXENT_ARRAYS = ("bits", "kept", "places", "weights", "scale")
NETWORK_ARRAYS = tuple(
    "words tags word_vectors tag_vectors choice_vectors unit hidden hidden_units hidden_bias "
    "last last_bias".split()
)
_FULL = 255
# A table of marks of this many bits fits in 32 MB.
_MOST_BITS = 28
_MAXENT_FORMS = {
    "bits": spec("int64"),
    "kept": spec("uint8", "kept"),
    "places": spec("uint8", "places"),
    "weights": spec("int8", "weights"),
    "scale": spec("float64"),
}
_VOCABULARY_FORMS = {
    "words": spec("uint32", "words"),
    "tags": spec("uint32", "tags"),
    "word_vectors": spec("int8", "vectors", "vector"),
}
# This many places at a time stay in the processor's cache.
_BLOCK = 1 << 15


def maxent_arrays(maxent: Maxent) -> Arrays:
    """The arrays of MAXENT_ARRAYS."""
    weights = maxent.table[1:].reshape(-1)
    places = np.flatnonzero(weights)
    return {
        "bits": np.array(maxent.bits),
        "kept": _steps(maxent.kept),
        "places": _packed(_steps(places)),
        "weights": _with_fillers(places, weights[places]),
        "scale": np.array(maxent.scale),
    }


def maxent_of(arrays: Mapping[str, npt.NDArray[Any]], layout: ContextLayout) -> Maxent:
    """The model in its arrays."""
    check_arrays(arrays, _MAXENT_FORMS)
    check_range("bits", arrays["bits"], 0, _MOST_BITS + 1)
    kept = np.cumsum(arrays["kept"], dtype=np.uint32)[arrays["kept"] != _FULL]
    check_ascending("kept", kept)
    check_range("kept", kept, 0, 1 << int(arrays["bits"]))
    table = np.zeros((len(kept) + 1, layout.width), dtype=np.int8)
    weights = arrays["weights"]
    _put(table[1:].reshape(-1), _unpacked(arrays["places"], size=len(weights)), weights)
    return Maxent(layout, int(arrays["bits"]), kept, table, float(arrays["scale"]))


def network_arrays(network: WindowNetwork) -> Arrays:
    """The arrays of NETWORK_ARRAYS."""
    weights = {name: getattr(network, name) for name in NETWORK_ARRAYS[2:]}
    vocabulary = {"words": network.vocabulary.words, "tags": network.vocabulary.tags}
    return {**vocabulary, **weights, "unit": np.array(network.unit)}


def network_of(arrays: Mapping[str, npt.NDArray[Any]], layout: ContextLayout) -> WindowNetwork:
    """The network in its arrays."""
    weights = {name: arrays[name] for name in NETWORK_ARRAYS[2:]}
    sizes = check_arrays(arrays, _VOCABULARY_FORMS)
    for name in ("words", "tags"):
        check_ascending(name, arrays[name])
    vocabulary = Vocabulary(layout, arrays["words"], arrays["tags"])
    n_vector = sizes["vector"]
    expected = {
        "word_vectors": spec("int8", len(vocabulary.words) + N_RESERVED, n_vector),
        "tag_vectors": spec("int8", len(vocabulary.tags) + 1, n_vector),
        "choice_vectors": spec("int8", layout.n_categories, n_vector),
        "hidden": spec("int8", layout.n_places * n_vector, "hidden"),
        "hidden_units": spec("float32", "hidden"),
        "hidden_bias": spec("float32", "hidden"),
        "last": spec("float32", "hidden", layout.n_classes),
        "last_bias": spec("float32", layout.n_classes),
        "unit": spec("float64"),
    }
    check_arrays(weights, expected)
    unit = float(weights.pop("unit"))
    return WindowNetwork(vocabulary=vocabulary, unit=unit, **weights)


def _packed(numbers: UInts8) -> UInts8:
    """The numbers compressed to half as many bytes; weights and vectors would hardly shrink."""
    return np.frombuffer(zlib.compress(numbers.tobytes(), 9), dtype=np.uint8)


def _unpacked(packed: UInts8, *, size: int) -> UInts8:
    """The numbers decompressed; fastest if `size` is right."""
    try:
        # Not a byte more than fits, whatever the packed bytes would become.
        unpacked = zlib.decompressobj().decompress(packed.data, size + 1)
        return np.frombuffer(unpacked, dtype=np.uint8)
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _steps(ascending: AnyInts) -> UInts8:
    """Ascending numbers as differences in bytes; 255 means that the next byte is added."""
    n_full, rest = _parts(ascending)
    ends = np.cumsum(n_full + 1)
    differences = np.full(int(ends[-1]) if len(ends) else 0, _FULL, dtype=np.uint8)
    differences[ends - 1] = rest.astype(np.uint8)
    return differences


def _with_fillers(places: AnyInts, weights: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """One weight per byte of the places' differences, 0 for bytes to which the next is added.

    So no weights have to be selected among millions when the model is read: what is put at the
    place of a filler is 0, or is overwritten by the weight that belongs there.
    """
    n_full, _ = _parts(places)
    ends = np.cumsum(n_full + 1)
    filled = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.int8)
    filled[ends - 1] = weights
    return filled


def _put(table: npt.NDArray[np.int8], steps: UInts8, weights: npt.NDArray[np.int8]) -> None:
    """Put the weights into the table, each `steps` places after the one before."""
    if len(steps) != len(weights):
        raise ValueError(f"{len(steps)} places of {len(weights)} weights")
    last = 0
    for start in range(0, len(steps), _BLOCK):
        places = np.cumsum(steps[start : start + _BLOCK], dtype=np.int64)
        places += last
        table[places] = weights[start : start + _BLOCK]
        last = places[-1]


def _parts(ascending: AnyInts) -> tuple[AnyInts, AnyInts]:
    numbers = ascending.astype(np.int64)
    n_full, rest = np.divmod(np.append(numbers[:1], numbers[1:] - numbers[:-1]), _FULL)
    return n_full, rest


_Model = TypeVar("_Model")


def parsed_model(
    data: bytes,
    build: Callable[[archive.Arrays, Any], _Model],
    *,
    what: str,
    names: Sequence[str],
    version: int,
    expected: Mapping[str, Any],
    file: str,
    remedy: str,
) -> _Model:
    """The model that `build` makes of the arrays and of the JSON in the array "about".

    The JSON must have the `expected` values: a model of other features cannot be used.
    """
    arrays = archive.parse(data, names=names, version=version, file=file, remedy=remedy)
    try:
        check_arrays(arrays, {"about": spec("uint8", "letters")})
        about = json.loads(arrays["about"].tobytes())
        for name, value in expected.items():
            if about[name] != value:
                raise ModelError(f"{file}: was made with other {name} than these. {remedy}")
        return build(arrays, about)
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ModelError(f"{file}: not a model of {what}: {error}. {remedy}") from error
