"""Sentences of a text: where each begins and ends."""

from __future__ import annotations

import re
from typing import Protocol

from solecism.language.text import boundary, lines, orthography
from solecism.language.text.tokenise import tokenise
from solecism.sentence import Sentence, tokenised


class Divide(Protocol):
    """A function that gives the sentences of a text, as `sentences` does."""

    def __call__(self, text: str, document: str, *, first: int = 1) -> list[Sentence]: ...


INVISIBLE = re.compile(orthography.INVISIBLE)


def split(text: str) -> list[tuple[int, int]]:
    """The half-open character spans of the sentences, without the white space around them.

    >>> split("It rains. I stay at home.")
    [(0, 9), (10, 25)]
    """
    if not text.isascii():
        text = INVISIBLE.sub(" ", text)
    spans: list[tuple[int, int]] = []
    start = 0
    for end, after in [*lines.sentence_ends(text), (len(text), len(text))]:
        spans += split_line(text, start, end)
        start = after
    return spans


def split_line(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences between two characters with no certain sentence end at a line end."""
    line = text[start:end]
    start, end = end - len(line.lstrip()), start + len(line.rstrip())
    if start >= end:
        return []
    spans = []
    weights = boundary.weights()
    for last, after in boundary.candidates(text, start, end):
        if boundary.CERTAIN.match(text, after) or boundary.is_boundary(
            boundary.features(text, start, last, after, end), weights
        ):
            spans.append((start, last))
            start = after
    spans.append((start, end))
    return spans


def sentences(text: str, document: str, *, first: int = 1) -> list[Sentence]:
    """The tokenised sentences of a document, with ids `document.1`, `document.2` and so on.

    White space before the first sentence belongs to its text, white space behind a sentence is
    its `after`: joined, they are the document.

    >>> [sentence.words for sentence in sentences("Hi! I'm Kim.", "letter")]
    [('Hi', '!'), ('I', "'m", 'Kim', '.')]
    """
    if not text:
        return []
    spans = split(text) or [(0, len(text))]
    begins = [0, *(start for start, _ in spans[1:]), len(text)]
    split_sentences = []
    for index, (_, end) in enumerate(spans):
        inner = text[begins[index] : end]
        words, starts = tokenise(inner)
        after = text[end : begins[index + 1]]
        split_sentences.append(
            tokenised(f"{document}.{first + index}", inner, words, starts, after=after)
        )
    return split_sentences
