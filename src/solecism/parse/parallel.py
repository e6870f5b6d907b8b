"""Parsing by several processes, in batches of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import tee

from solecism.parse.parsed import Parsed
from solecism.parse.parser import Parser
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.system.parallel import ordered_map

_BATCH_SENTENCES = 50


def parse_in_parallel(
    sentences: Iterable[Sentence], load: Callable[[], Parser], *, n_jobs: int
) -> Iterator[tuple[Sentence, Parsed]]:
    """Each sentence with its parse by the loaded parser, by `n_jobs` processes."""
    size = 1 if n_jobs == 1 else _BATCH_SENTENCES
    to_parse, sources = tee(batches(sentences, size))
    parses = ordered_map(_BatchParser(load), to_parse, n_jobs=n_jobs)
    for batch, parsed in zip(sources, parses, strict=True):
        yield from zip(batch, parsed, strict=True)


class _BatchParser:
    """Parses batches in a process of its own, which loads the parser."""

    def __init__(self, load: Callable[[], Parser]) -> None:
        self._load = load

    @cached_property
    def _parser(self) -> Parser:
        return self._load()

    def __call__(self, batch: list[Sentence]) -> list[Parsed]:
        return list(self._parser.parses(batch))
