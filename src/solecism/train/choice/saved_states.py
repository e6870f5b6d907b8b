"""The states of training, stored among the parts of a model, so that it can be resumed."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping, Sequence

from solecism.system import archive
from solecism.train.language.tag_network import Weights

_VERSION = 1
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
            self._parts[file], names=self._arrays, version=_VERSION, file=file, remedy=_REMEDY
        )

    def __setitem__(self, n_steps: int, state: Weights) -> None:
        before = list(self)
        self._parts[self._file(n_steps)] = archive.format(state, version=_VERSION, compressed=False)
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
