"""Sentences tagged by several processes, which write them as lines as well where they can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path

from solecism.formats import jsonl, tag_columns
from solecism.language.annotate import annotate_sentences
from solecism.language.chunking.chunk import Chunker
from solecism.language.tagging.tag import Tagger
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.system.parallel import ordered_map

Format = Callable[[Iterable[Sentence]], Iterator[str]]
# Formats in which the lines of a sentence do not depend on other sentences.
LINES: dict[str, Format] = {"columns": tag_columns.format, "jsonl": jsonl.format}


class SentenceTagger:
    """Tags batches of sentences, with the models in files or those that come with this package.

    A process of its own loads the models at its first batch.
    """

    def __init__(self, tagger: str | None = None, chunker: str | None = None) -> None:
        self._paths = tagger, chunker

    @cached_property
    def _models(self) -> tuple[Tagger | None, Chunker | None]:
        tagger, chunker = self._paths
        return (
            None if tagger is None else Tagger.load(Path(tagger)),
            None if chunker is None else Chunker.load(Path(chunker)),
        )

    def load(self) -> None:
        """Load the models now, so that what is wrong with them is found before anything else."""
        self._models  # noqa: B018 - computed when it is first used

    def __call__(self, batch: Iterable[Sentence]) -> list[Sentence]:
        tagger, chunker = self._models
        return list(annotate_sentences(batch, tagger=tagger, chunker=chunker))


class LineTagger:
    """Tags batches of sentences, and gives their lines in one of the formats `LINES`."""

    def __init__(self, tag: SentenceTagger, format: str) -> None:
        self._tag = tag
        self._format = format

    def __call__(self, batch: Iterable[Sentence]) -> str:
        return "".join(LINES[self._format](self._tag(batch)))


def tagged_sentences(
    sentences: Iterable[Sentence], tag: SentenceTagger, *, n_jobs: int = 1
) -> Iterator[Sentence]:
    """The sentences with tags, lemmas and chunks, by `n_jobs` processes."""
    for batch in ordered_map(tag, batches(sentences), n_jobs=n_jobs):
        yield from batch


def tagged_lines(
    sentences: Iterable[Sentence], tag: SentenceTagger, format: str, *, n_jobs: int = 1
) -> Iterator[str]:
    """The same as text, in one of the formats `LINES`."""
    return ordered_map(LineTagger(tag, format), batches(sentences), n_jobs=n_jobs)
