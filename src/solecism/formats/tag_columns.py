"""Annotated sentences as columns: one line per word with its tag, lemma and chunk; write only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.sentence import Sentence

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
