"""The context models as arrays of an archive, and back."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.archive import Arrays
from solecism.arrays import AnyInts
from solecism.detect.choice.layout import Layout
from solecism.detect.choice.maxent import Maxent
from solecism.detect.choice.window_network import N_RESERVED, Vocabulary, WindowNetwork

MAXENT_ARRAYS = ("bits", "kept", "places", "weights", "scale")
NETWORK_ARRAYS = tuple(
    "words tags word_vectors tag_vectors choice_vectors unit hidden hidden_units hidden_bias "
    "last last_bias".split()
)
_FULL = 255
# So many places at a time stay in the processor's cache: fresh memory costs more than sums.
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
    kept = np.cumsum(arrays["kept"], dtype=np.uint32)[arrays["kept"] != _FULL]
    table = np.zeros((len(kept) + 1, layout.width), dtype=np.int8)
    weights = arrays["weights"]
    _put(table[1:].reshape(-1), _unpacked(arrays["places"], size=len(weights)), weights)
    return Maxent(layout, int(arrays["bits"]), kept, table, float(arrays["scale"]))


def network_arrays(network: WindowNetwork) -> Arrays:
    """The arrays of NETWORK_ARRAYS."""
    own = {name: getattr(network, name) for name in NETWORK_ARRAYS[2:]}
    vocabulary = {"words": network.vocabulary.words, "tags": network.vocabulary.tags}
    return {**vocabulary, **own, "unit": np.array(network.unit)}


def network_of(arrays: Mapping[str, npt.NDArray[Any]], layout: Layout) -> WindowNetwork:
    """The network in its arrays."""
    own = {name: arrays[name] for name in NETWORK_ARRAYS[2:]}
    vocabulary = Vocabulary(layout, arrays["words"], arrays["tags"])
    n_vector = own["word_vectors"].shape[1]
    n_hidden = own["hidden"].shape[1]
    expected = {
        "word_vectors": (len(vocabulary.words) + N_RESERVED, n_vector),
        "tag_vectors": (len(vocabulary.tags) + 1, n_vector),
        "choice_vectors": (layout.n_categories, n_vector),
        "hidden": (layout.n_places * n_vector, n_hidden),
        "hidden_units": (n_hidden,),
        "hidden_bias": (n_hidden,),
        "last": (n_hidden, layout.n_classes),
        "last_bias": (layout.n_classes,),
    }
    for name, shape in expected.items():
        if own[name].shape != shape:
            raise ValueError(f"{name} has the shape {own[name].shape}, not {shape}")
    unit = float(own.pop("unit"))
    return WindowNetwork(vocabulary=vocabulary, unit=unit, **own)


def _packed(numbers: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Half as many bytes; weights and vectors would hardly shrink, and take their time."""
    return np.frombuffer(zlib.compress(numbers.tobytes(), 9), dtype=np.uint8)


def _unpacked(packed: npt.NDArray[np.uint8], *, size: int) -> npt.NDArray[np.uint8]:
    """The numbers, quickest if there are as many as said."""
    try:
        return np.frombuffer(zlib.decompress(packed.data, bufsize=size), dtype=np.uint8)
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _steps(ascending: AnyInts) -> npt.NDArray[np.uint8]:
    """Ascending numbers as differences of a byte; 255 means so much and the next byte too."""
    n_full, rest = _parts(ascending)
    ends = np.cumsum(n_full + 1)
    found = np.full(int(ends[-1]) if len(ends) else 0, _FULL, dtype=np.uint8)
    found[ends - 1] = rest.astype(np.uint8)
    return found


def _with_fillers(places: AnyInts, weights: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """A weight for every byte of the places' steps, 0 for those that mean "and the next".

    So nothing has to be picked out of millions of weights when the model is read: what is put at
    a filler's place is 0, or is overwritten by the weight that belongs there.
    """
    n_full, _ = _parts(places)
    ends = np.cumsum(n_full + 1)
    found = np.zeros(int(ends[-1]) if len(ends) else 0, dtype=np.int8)
    found[ends - 1] = weights
    return found


def _put(
    table: npt.NDArray[np.int8], steps: npt.NDArray[np.uint8], weights: npt.NDArray[np.int8]
) -> None:
    """Put the weights into the table, each so many places behind the one before."""
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
