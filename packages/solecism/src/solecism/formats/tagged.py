"""Tagged sentences as columns, one line per word; several processes can tag and write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path

from solecism.formats import jsonl
from solecism.language.annotate import annotate_sentences
from solecism.language.chunker import Chunker
from solecism.language.tagger import Tagger
from solecism.sentence import Sentence
from solecism.system.processes import batches, ordered_map

COLUMNS = ("word", "tag", "lemma", "chunk")


def rows(sentence: Sentence) -> list[tuple[str, str, str, str]]:
    """One row of `COLUMNS` per word; B- begins a chunk, I- continues it, * marks its head."""
    labels = ["O"] * len(sentence)
    for chunk in sentence.chunks:
        for index in range(chunk.start, chunk.end):
            place = "B" if index == chunk.start else "I"
            mark = "*" if index == chunk.head else ""
            labels[index] = f"{place}-{chunk.label}{mark}"
    return list(zip(sentence.words, sentence.tags, sentence.lemmas, labels, strict=True))


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """The rows with tabs between the columns and a blank line after each sentence."""
    for sentence in sentences:
        yield "".join("\t".join(row) + "\n" for row in rows(sentence)) + "\n"


Format = Callable[[Iterable[Sentence]], Iterator[str]]
# Formats in which the lines of a sentence do not depend on other sentences.
LINES: dict[str, Format] = {"columns": format, "jsonl": jsonl.format}


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
