"""The context models as arrays of an archive, and the reverse."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.choice.layout import Layout
from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.window_network import N_RESERVED, Vocabulary, WindowNetwork
from solecism.numeric.arrays import AnyInts, UInts8
from solecism.system.archive import Arrays
from solecism.system.array_forms import check_ascending, check_forms, check_range, form

MAXENT_ARRAYS = ("bits", "kept", "places", "weights", "scale")
NETWORK_ARRAYS = tuple(
    "words tags word_vectors tag_vectors choice_vectors unit hidden hidden_units hidden_bias "
    "last last_bias".split()
)
_FULL = 255
# A table of marks of this many bits fits in 32 MB.
_MOST_BITS = 28
_MAXENT_FORMS = {
    "bits": form("int64"),
    "kept": form("uint8", "kept"),
    "places": form("uint8", "places"),
    "weights": form("int8", "weights"),
    "scale": form("float64"),
}
_VOCABULARY_FORMS = {
    "words": form("uint32", "words"),
    "tags": form("uint32", "tags"),
    "word_vectors": form("int8", "vectors", "vector"),
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


def maxent_of(arrays: Mapping[str, npt.NDArray[Any]], layout: Layout) -> Maxent:
    """The model in its arrays."""
    check_forms(arrays, _MAXENT_FORMS)
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


def network_of(arrays: Mapping[str, npt.NDArray[Any]], layout: Layout) -> WindowNetwork:
    """The network in its arrays."""
    weights = {name: arrays[name] for name in NETWORK_ARRAYS[2:]}
    sizes = check_forms(arrays, _VOCABULARY_FORMS)
    for name in ("words", "tags"):
        check_ascending(name, arrays[name])
    vocabulary = Vocabulary(layout, arrays["words"], arrays["tags"])
    n_vector = sizes["vector"]
    expected = {
        "word_vectors": form("int8", len(vocabulary.words) + N_RESERVED, n_vector),
        "tag_vectors": form("int8", len(vocabulary.tags) + 1, n_vector),
        "choice_vectors": form("int8", layout.n_categories, n_vector),
        "hidden": form("int8", layout.n_places * n_vector, "hidden"),
        "hidden_units": form("float32", "hidden"),
        "hidden_bias": form("float32", "hidden"),
        "last": form("float32", "hidden", layout.n_classes),
        "last_bias": form("float32", layout.n_classes),
        "unit": form("float64"),
    }
    check_forms(weights, expected)
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
