"""Batches of an iterable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
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


def batches_of_runs(
    items: Iterable[_Item], key: Callable[[_Item], str], size: int = BATCH_SENTENCES
) -> Iterator[list[_Item]]:
    """Lists of at most twice `size` items in order, which part no run of items with equal keys.

    Only a run of more than `size` items is cut, after each `size` of its own.

    >>> list(batches_of_runs("aabbbbbc", str, 3))
    [['a', 'a', 'b', 'b', 'b'], ['b', 'b', 'c']]
    """
    batch: list[_Item] = []
    for _, run in groupby(items, key):
        for part in batches(run, size):
            batch += part
            if len(batch) >= size:
                yield batch
                batch = []
    if batch:
        yield batch
