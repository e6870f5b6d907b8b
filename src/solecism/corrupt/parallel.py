"""The same errors made by several processes: batches go out and come back in their order."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice

from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.corrupted import Corrupted
from solecism.corrupt.recipe import Recipe
from solecism.errors import InputError
from solecism.sentence import Sentence

_BATCH_SENTENCES = 1_000
# Batches that wait for each process; more would only fill memory.
_AHEAD = 2
MAX_JOBS = 256


def corrupt_in_parallel(
    sentences: Iterable[Sentence], recipe: Recipe, *, seed: int, jobs: int
) -> Iterator[Corrupted]:
    """What `corrupt` gives, by so many processes."""
    if not 1 <= jobs <= MAX_JOBS:
        raise InputError(f"{jobs} jobs. Give 1 to {MAX_JOBS}.")
    if jobs == 1:
        yield from corrupt(sentences, recipe, seed=seed)
        return
    stream = iter(sentences)
    # Started afresh: a fork would copy locks that other threads may hold.
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[list[Corrupted]]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        while batch := list(islice(stream, _BATCH_SENTENCES)):
            waiting.append(pool.submit(_corrupt_batch, batch, recipe, seed))
            if len(waiting) > _AHEAD * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _corrupt_batch(batch: list[Sentence], recipe: Recipe, seed: int) -> list[Corrupted]:
    return list(corrupt(batch, recipe, seed=seed))
