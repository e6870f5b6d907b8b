"""The sentences of many texts, which are read together, and where each begins in its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from solecism.finding import span
from solecism.formats import text as plain_text
from solecism.sentence import Sentence

_Item = TypeVar("_Item")


class TextSentences(NamedTuple):
    """The sentences of one text, in order."""

    sentences: list[Sentence]

    def placed(self) -> Iterator[tuple[int, Sentence]]:
        """Each sentence with the character of the text at which it begins."""
        offset = 0
        for sentence in self.sentences:
            yield offset, sentence
            offset += len(sentence.text) + len(sentence.after)


def split_texts(texts: Sequence[str], names: Iterable[str]) -> list[TextSentences]:
    """The sentences of each text; their ids begin with its name."""
    return [
        TextSentences(
            list(
                plain_text.parse(text.splitlines(keepends=True), document=name, file=name),
            )
        )
        for text, name in zip(texts, names, strict=True)
    ]


def numbered(texts: Sequence[str]) -> list[TextSentences]:
    """The sentences of each text, which is named by its number."""
    return split_texts(texts, (f"text{number}" for number in range(1, len(texts) + 1)))


def every_sentence(split: Iterable[TextSentences]) -> list[Sentence]:
    """The sentences of all texts in one list."""
    return [sentence for text in split for sentence in text.sentences]


def parted(items: Iterable[_Item], split: Iterable[TextSentences]) -> Iterator[list[_Item]]:
    """Items that stand for the sentences of all texts, as one list per text."""
    every = iter(items)
    for text in split:
        yield list(islice(every, len(text.sentences)))


def characters(offset: int, sentence: Sentence, first: int, last: int) -> tuple[int, int]:
    """The span of characters in the text of some words of a sentence that begins at `offset`."""
    start, end = span(sentence, first, last)
    return offset + start, offset + end
