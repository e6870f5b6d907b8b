"""Batches of an iterable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

# Enough sentences that array arithmetic pays, few enough that memory stays small.
BATCH_SENTENCES = 1_000

_Item = TypeVar("_Item")


def batches(items: Iterable[_Item], size: int = BATCH_SENTENCES) -> Iterator[list[_Item]]:
    """Lists of `size` items in order; the last one may be shorter, and none is empty.

    >>> list(batches("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    stream = iter(items)
    while batch := list(islice(stream, size)):
        yield batch
