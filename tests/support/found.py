"""Findings without a detector: some words of a sentence, with a kind."""

from __future__ import annotations

from solecism.finding import CheckedSentence, Finding, Place
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion


def finding(
    text: str, word: str, kind: str = "spelling", suggestions: tuple[str, ...] = ()
) -> Finding:
    """The finding that a word of a sentence is an error of this kind."""
    words = text.split()
    start = words.index(word)
    flag = Flag(
        f"a.1:{start}-{start + 1}:word",
        "test",
        True,
        kind,
        0.9,
        tuple(Suggestion(each, 0.5) for each in suggestions),
    )
    sentence = from_words("a.1", words)
    [found] = CheckedSentence("a.txt", Place(1, 1), sentence, (flag,)).findings
    return found
