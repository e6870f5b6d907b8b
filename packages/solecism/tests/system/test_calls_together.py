"""Calls of several threads are answered together, and each gets its own value or error."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from solecism.system.call_batching import CallBatcher

N_CALLS = 12


class Squares:
    """Squares of numbers; the first call waits until it is let go, and zero is refused."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.begun, self.may_end = Event(), Event()

    def __call__(self, numbers: Sequence[int]) -> list[int]:
        self.sizes.append(len(numbers))
        self.begun.set()
        assert self.may_end.wait(30)
        if 0 in numbers:
            raise ValueError("zero")
        return [number * number for number in numbers]


def test_those_who_wait_are_answered_at_once() -> None:
    squares = Squares()
    together = CallBatcher(squares, max_calls=8)
    with ThreadPoolExecutor(N_CALLS) as pool:
        first = pool.submit(together, 100)
        assert squares.begun.wait(30)
        others = [pool.submit(together, number) for number in range(1, N_CALLS)]
        while len(together._waiting) < N_CALLS - 1:
            pass
        squares.may_end.set()
        assert first.result() == 10_000
        assert [each.result() for each in others] == [n * n for n in range(1, N_CALLS)]
    assert squares.sizes == [1, 8, 3]


def test_nobody_suffers_from_the_error_of_another() -> None:
    squares = Squares()
    together = CallBatcher(squares)
    with ThreadPoolExecutor(N_CALLS) as pool:
        pool.submit(together, 100)
        assert squares.begun.wait(30)
        others = [pool.submit(together, number) for number in range(N_CALLS - 1)]
        while len(together._waiting) < N_CALLS - 1:
            pass
        squares.may_end.set()
        assert [each.result() for each in others[1:]] == [n * n for n in range(1, N_CALLS - 1)]
        with pytest.raises(ValueError, match="zero"):
            others[0].result()


def test_many_threads_get_their_own_values() -> None:
    together = CallBatcher[int, int](lambda numbers: [-n for n in numbers], n_working=2)
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(together, range(2_000))) == [-n for n in range(2_000)]
