"""A stream of random numbers for every sentence, from a seed and the sentence's id.

What happens to a sentence so depends on nothing else: neither on the sentences before it nor on
the number of processes. The generator is splitmix64 (Steele, Lea and Flood 2014): making one of
numpy's for each sentence would take longer than making the error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_STEP = 1 / (1 << 53)
_Item = TypeVar("_Item")


class RandomStream:
    """The random numbers of one sentence.

    >>> stream = RandomStream(7, "essay7.3")
    >>> [stream.below(6) for _ in range(5)] == [RandomStream(7, "essay7.3").below(6)] * 5
    False
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, id: str) -> None:
        key = blake2b(f"{seed}:{id}".encode("utf-8", "surrogatepass"), digest_size=8)
        self._state = int.from_bytes(key.digest(), "little")

    def bits(self) -> int:
        """The next 64 random bits."""
        self._state = state = (self._state + _GAMMA) & _MASK
        state = ((state ^ (state >> 30)) * _FIRST) & _MASK
        state = ((state ^ (state >> 27)) * _SECOND) & _MASK
        return state ^ (state >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return (self.bits() * n) >> 64

    def share(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.bits() >> 11) * _STEP

    def shares(self, n: int) -> list[float]:
        """`n` numbers from 0 up to, but not including, 1."""
        bits = self.bits
        return [(bits() >> 11) * _STEP for _ in range(n)]

    def shuffled(self, items: Sequence[_Item]) -> Iterator[_Item]:
        """The items in random order, drawn lazily."""
        remaining = list(items)
        for n_left in range(len(remaining), 0, -1):
            place = (self.bits() * n_left) >> 64
            item = remaining[place]
            remaining[place] = remaining[n_left - 1]
            yield item

    def drawn(self, weights: Mapping[_Item, float]) -> Iterator[_Item]:
        """The items one by one, each drawn by weight among the remaining ones."""
        remaining = weights
        while (total := sum(remaining.values())) > 0:
            item = _one_at(self.share() * total, remaining)
            yield item
            # Most of the time one is enough.
            remaining = {other: weight for other, weight in remaining.items() if other != item}


def _one_at(point: float, weights: Mapping[_Item, float]) -> _Item:
    """The item that a point falls on where their weights are laid end to end."""
    for item, weight in weights.items():
        point -= weight
        if point < 0:
            return item
    # What rounding has left over belongs to the last one.
    return [item for item, weight in weights.items() if weight > 0][-1]
