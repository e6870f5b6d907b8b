"""A bounded memory: values by key, of which those not asked for longest are forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Values of together at most `max_size`; several threads may use them.

    >>> recent = BoundedCache[str, int](max_size=2)
    >>> [recent.value(key, lambda: len(key), size=1) for key in ("a", "bb", "ccc", "bb")]
    [1, 2, 3, 2]
    >>> len(recent)
    2
    """

    def __init__(self, *, max_size: int) -> None:
        self._max_size = max_size
        self._size = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def value(self, key: K, make: Callable[[], V], *, size: int) -> V:
        """The value of a key, made if it is not known; two threads may both make it."""
        with self._lock:
            known = self._values.get(key)
            if known is not None:
                self._values.move_to_end(key)
                return known[0]
        made = make()
        with self._lock:
            if key in self._values:
                return self._values[key][0]
            self._values[key] = made, size
            self._size += size
            while self._size > self._max_size and len(self._values) > 1:
                _, (_, its_size) = self._values.popitem(last=False)
                self._size -= its_size
        return made


class IdentityCache(Generic[V]):
    """Values that are kept for the very same objects, which need no hash and are not compared.

    >>> recent, word = IdentityCache[int](max_size=10), ["solecism"]
    >>> [recent.value((word,), lambda: n, size=1) for n in (1, 2)]
    [1, 1]
    """

    def __init__(self, *, max_size: int) -> None:
        # The objects are kept as well: while they are, no other object has their number.
        self._values = BoundedCache[tuple[int, ...], tuple[tuple[object, ...], V]](
            max_size=max_size
        )

    def value(self, objects: tuple[object, ...], make: Callable[[], V], *, size: int) -> V:
        """The value of some objects, made if it is not known."""
        key = tuple(map(id, objects))
        return self._values.value(key, lambda: (objects, make()), size=size)[1]
