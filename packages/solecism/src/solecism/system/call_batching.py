"""Calls that several threads make at the same time, answered together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock, Semaphore
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class CallBatcher(Generic[K, V]):
    """A function of many arguments at once, for threads that have one argument each.

    Few threads work at a time, `n_working` of them. Whoever comes meanwhile waits, and the next who
    works does so for all who wait, up to `max_calls`, which is faster than one after another.

    >>> shout = CallBatcher[str, str](lambda words: [word.upper() for word in words])
    >>> shout("yes")
    'YES'
    """

    def __init__(
        self, work: Callable[[Sequence[K]], Sequence[V]], *, n_working: int = 1, max_calls: int = 32
    ) -> None:
        self._work = work
        self._max_calls = max_calls
        self._turn = Semaphore(n_working)
        self._lock = Lock()
        self._waiting: deque[tuple[K, Future[V]]] = deque()

    def __call__(self, argument: K) -> V:
        """The value of one argument."""
        mine: Future[V] = Future()
        with self._lock:
            self._waiting.append((argument, mine))
        with self._turn:
            # Another thread may have taken it, and may still work on it.
            while not mine.done() and (calls := self._next_calls()):
                self._answer(calls)
        return mine.result()

    def _next_calls(self) -> list[tuple[K, Future[V]]]:
        with self._lock:
            n_calls = min(len(self._waiting), self._max_calls)
            return [self._waiting.popleft() for _ in range(n_calls)]

    def _answer(self, calls: Sequence[tuple[K, Future[V]]]) -> None:
        try:
            values = self._work([argument for argument, _ in calls])
        except Exception as error:  # noqa: BLE001 - each caller gets it
            if len(calls) == 1:
                calls[0][1].set_exception(error)
                return
            # One by one, so that nobody suffers from the argument of another.
            for call in calls:
                self._answer([call])
            return
        for (_, future), value in zip(calls, values, strict=True):
            future.set_result(value)
