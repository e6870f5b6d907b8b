"""Noun number: every common noun is singular or plural by the writer's choice."""

from __future__ import annotations

_TAGS = frozenset(("NN", "NNS"))


def is_word(word: str) -> bool:
    """Whether the word can be a noun: any word with a letter in it.

    >>> is_word("info"), is_word("...")
    (True, False)
    """
    return any(map(str.isalpha, word))


def is_located(word: str, tag: str) -> bool:
    """Whether the word is a common noun here."""
    return tag in _TAGS and is_word(word)
