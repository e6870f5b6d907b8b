"""Training of both context models in parallel, and of their weights in the ensemble.

The states of training are stored, so that it can be resumed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import product
from threading import Lock
from typing import TypeVar

import numpy as np

from solecism.detect.light.context_models import ContextLayout, Maxent, WindowNetwork
from solecism.detect.light.model_archive import (
    MAXENT_ARRAYS,
    NETWORK_ARRAYS,
    maxent_arrays,
    maxent_of,
    network_arrays,
    network_of,
)
from solecism.errors import InputError
from solecism.numeric import log_softmax
from solecism.system import archive
from solecism_lab.train.choice.maxent import N_PASSES, MaxentSettings, train_maxent
from solecism_lab.train.choice.native_shards import Shard, concatenated_shards
from solecism_lab.train.choice.window_network import STATE_ARRAYS, NetworkSettings, train_network
from solecism_lab.train.language.tag_network import Weights

_STATES_VERSION = 1
_REMEDY = "Empty the work folder and train again."


class SavedStates(MutableMapping[int, Weights]):
    """The latest state, by the number of steps before it; a new state replaces it."""

    def __init__(
        self, name: str, parts: MutableMapping[str, bytes], *, arrays: Sequence[str]
    ) -> None:
        self._name, self._parts, self._arrays = name, parts, arrays

    def __getitem__(self, n_steps: int) -> Weights:
        file = self._file(n_steps)
        return archive.parse(
            self._parts[file],
            names=self._arrays,
            version=_STATES_VERSION,
            file=file,
            remedy=_REMEDY,
        )

    def __setitem__(self, n_steps: int, state: Weights) -> None:
        before = list(self)
        self._parts[self._file(n_steps)] = archive.format(
            state, version=_STATES_VERSION, compressed=False
        )
        for number in before:
            if number != n_steps:
                del self[number]

    def __delitem__(self, n_steps: int) -> None:
        del self._parts[self._file(n_steps)]

    def __iter__(self) -> Iterator[int]:
        start = f"{self._name}."
        names = [name for name in self._parts if name.startswith(start)]
        return iter(sorted(int(name[len(start) :]) for name in names))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def _file(self, n_steps: int) -> str:
        return f"{self._name}.{n_steps}"


# One native example in this many is held back from both models, to train what follows them.
_KEPT_EVERY = 40
_N_WEIGHED = 20_000
_WEIGHTS = tuple(number / 10 for number in range(1, 11))
_VERSION = 1

Progress = Callable[[int, int], None]
# Finished parts by name, so that a run that was stopped can be resumed.
Parts = MutableMapping[str, bytes]
_Model = TypeVar("_Model")
_Counts = TypeVar("_Counts")


@dataclass(frozen=True, slots=True, eq=False)
class ContextModels:
    """Both models, their weights, and examples that neither was trained on."""

    maxent: Maxent
    network: WindowNetwork
    weights: tuple[float, float]
    kept_back: Shard


def checked_confusions(counts: _Counts | None, shards: Sequence[Callable[[], Shard]]) -> _Counts:
    """The confusions; InputError, before the long work, if they or native text are missing."""
    if not shards:
        raise InputError("there is no native text to learn from.")
    if counts is None:
        raise InputError("there is neither learner text nor a table of confusions.")
    return counts


def contexts_from_shards(
    shards: Sequence[Callable[[], Shard]],
    layout: ContextLayout,
    maxent: MaxentSettings,
    network: NetworkSettings,
    *,
    seed: int,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> ContextModels:
    """The context models trained on shards of native text, which are read on demand."""
    native, kept_back = held_back_split([read() for read in shards], layout)
    models = train_context_models(
        native,
        layout,
        seed=seed,
        maxent=maxent,
        network=network,
        progress=progress,
        parts=parts,
    )
    return ContextModels(*models, best_weights(*models, kept_back), kept_back)


def held_back_split(shards: Sequence[Shard], layout: ContextLayout) -> tuple[Shard, Shard]:
    """The examples to train on, and those that are held back."""
    learnt: list[Shard] = []
    kept: list[Shard] = []
    for shard in shards:
        is_kept = np.arange(len(shard)) % _KEPT_EVERY == 0
        for parts, rows in ((learnt, ~is_kept), (kept, is_kept)):
            parts.append(Shard(shard.contexts[rows], shard.choices[rows], shard.n_words))
    return concatenated_shards(learnt, layout), concatenated_shards(kept, layout)


def train_context_models(
    native: Shard,
    layout: ContextLayout,
    *,
    seed: int,
    maxent: MaxentSettings,
    network: NetworkSettings,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> tuple[Maxent, WindowNetwork]:
    """Maximum entropy and the window network, each with its own random state."""
    report = _joint_progress(len(native) * (N_PASSES + network.n_epochs), progress)
    make_maxent = partial(
        train_maxent,
        native,
        layout,
        rng=np.random.default_rng([seed, 1]),
        settings=maxent,
        report=partial(report, "maxent"),
    )
    names = [_name("maxent", native, seed, maxent), _name("network", native, seed, network)]
    make_network = partial(
        train_network,
        native,
        layout,
        seed=seed,
        settings=network,
        report=partial(report, "network"),
        states=None if parts is None else SavedStates(names[1], parts, arrays=STATE_ARRAYS),
    )
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(_kept_maxent, names[0], make_maxent, layout, parts)
        second = pool.submit(_kept_network, names[1], make_network, layout, parts)
        return first.result(), second.result()


def best_weights(maxent: Maxent, network: WindowNetwork, kept_back: Shard) -> tuple[float, float]:
    """The weights with which unseen examples have the greatest likelihood."""
    some = slice(0, None, max(1, len(kept_back) // _N_WEIGHED))
    contexts, choices = kept_back.contexts[some], kept_back.choices[some]
    each = np.arange(len(choices))
    first, second = maxent.log_probabilities(contexts), network.scores(contexts)

    def likelihood(weights: tuple[float, float]) -> float:
        scores = np.float32(weights[0]) * first + np.float32(weights[1]) * second
        return float(log_softmax(scores)[each, choices].sum())

    return max(product(_WEIGHTS, _WEIGHTS), key=likelihood)


def _name(part: str, native: Shard, seed: int, settings: object) -> str:
    """The name of a part, different for other examples, seeds and settings."""
    mark = zlib.crc32(repr((seed, settings)).encode(), zlib.crc32(native.choices.tobytes()))
    return f"{part}.{mark:08x}"


def _kept_maxent(
    name: str, make: Callable[[], Maxent], layout: ContextLayout, parts: Parts | None
) -> Maxent:
    ways = maxent_arrays, partial(maxent_of, layout=layout)
    return _kept(name, make, MAXENT_ARRAYS, ways, parts)


def _kept_network(
    name: str, make: Callable[[], WindowNetwork], layout: ContextLayout, parts: Parts | None
) -> WindowNetwork:
    ways = network_arrays, partial(network_of, layout=layout)
    return _kept(name, make, NETWORK_ARRAYS, ways, parts)


def _kept(
    name: str,
    make: Callable[[], _Model],
    names: Sequence[str],
    ways: tuple[Callable[[_Model], archive.Arrays], Callable[[archive.Arrays], _Model]],
    parts: Parts | None,
) -> _Model:
    """The stored model of this name; if it is missing, it is trained and stored."""
    to_arrays, from_arrays = ways
    if parts is None:
        return make()
    if name not in parts:
        arrays = to_arrays(make())
        parts[name] = archive.format(arrays, version=_VERSION, compressed=False)
    data = parts[name]
    for unfinished in [each for each in parts if each.startswith(f"{name}.")]:
        del parts[unfinished]
    return from_arrays(
        archive.parse(data, names=names, version=_VERSION, file=name, remedy=_REMEDY)
    )


def _joint_progress(total: int, progress: Progress | None) -> Callable[[str, int], None]:
    """A function that takes the progress of each model and reports that of both."""
    done: dict[str, int] = {}
    lock = Lock()

    def report(name: str, n_seen: int) -> None:
        if progress is not None:
            with lock:
                done[name] = n_seen
                progress(sum(done.values()), total)

    return report
