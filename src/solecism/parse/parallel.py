"""The same trees by several processes: batches go out and come back in their order."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice

from solecism.parse.parsed import Parsed
from solecism.parse.parser import Parser
from solecism.sentence import Sentence

_BATCH_SENTENCES = 50
# Batches that wait for each process; more would only fill memory.
_AHEAD = 2


def parse_in_parallel(
    sentences: Iterable[Sentence], load: Callable[[], Parser], *, jobs: int
) -> Iterator[tuple[Sentence, Parsed]]:
    """Each sentence with what the loaded parser gives for it, by so many processes."""
    if jobs == 1:
        parser = load()
        for sentence in sentences:
            yield sentence, parser.parse_sentence(sentence)
        return
    stream = iter(sentences)
    # Started afresh: a fork would copy locks that other threads may hold.
    context = multiprocessing.get_context("spawn")
    waiting: deque[tuple[list[Sentence], Future[list[Parsed]]]] = deque()
    with ProcessPoolExecutor(jobs, context, _start, (load,)) as pool:
        while batch := list(islice(stream, _BATCH_SENTENCES)):
            waiting.append((batch, pool.submit(_parse_batch, batch)))
            if len(waiting) > _AHEAD * jobs:
                yield from _done(waiting)
        while waiting:
            yield from _done(waiting)


def _done(
    waiting: deque[tuple[list[Sentence], Future[list[Parsed]]]],
) -> Iterator[tuple[Sentence, Parsed]]:
    batch, future = waiting.popleft()
    yield from zip(batch, future.result(), strict=True)


_parsers: list[Parser] = []


def _start(load: Callable[[], Parser]) -> None:
    _parsers[:] = [load()]


def _parse_batch(batch: list[Sentence]) -> list[Parsed]:
    return [_parsers[0].parse_sentence(sentence) for sentence in batch]
