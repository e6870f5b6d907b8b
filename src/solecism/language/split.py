"""Sentences of a text: where each begins and ends."""

from __future__ import annotations

import re

from solecism.language.tokenise import tokenise
from solecism.sentence import Sentence

END = re.compile(
    r"(?<!\bMr)(?<!\bDr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)[.?!…]++[\"'”’)\]]*+(?=\s+[^\sa-z]|[A-Z][a-z])"
    r"|\n\s*\n"
)


def split(text: str) -> list[tuple[int, int]]:
    """The half-open character spans of the sentences, without the white space around them.

    >>> split("It rains. I stay at home.")
    [(0, 9), (10, 25)]
    """
    cuts = [0, *(found.end() for found in END.finditer(text)), len(text)]
    spans = []
    for start, end in zip(cuts, cuts[1:], strict=False):
        piece = text[start:end]
        inner = piece.strip()
        if inner:
            start += len(piece) - len(piece.lstrip())
            spans.append((start, start + len(inner)))
    return spans


def sentences(text: str, document: str, *, first: int = 1) -> list[Sentence]:
    """The tokenised sentences of a document, with ids `document.1`, `document.2` and so on.

    >>> [sentence.words for sentence in sentences("Hi! I'm Kim.", "letter")]
    [('Hi', '!'), ('I', "'m", 'Kim', '.')]
    """
    if not text:
        return []
    spans = split(text) or [(0, len(text))]
    begins = [0, *(start for start, _ in spans[1:]), len(text)]
    found = []
    for index, (_, end) in enumerate(spans):
        inner = text[begins[index] : end]
        after = text[end : begins[index + 1]]
        found.append(Sentence(f"{document}.{first + index}", inner, *tokenise(inner), after=after))
    return found
