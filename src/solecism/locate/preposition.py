"""Prepositions: a closed list of words, with tags that exclude other uses."""

from __future__ import annotations

PREPOSITIONS = frozenset(
    "aboard about above across after against along alongside amid among amongst around as at "
    "before behind below beneath beside besides between beyond by concerning despite down during "
    "except excluding following for from in including inside into like near of off on onto "
    "opposite out outside over past per plus regarding round since than through throughout till "
    "to toward towards under underneath unlike until unto up upon upto versus via with within "
    "without".split()
)
# "to" before a verb is TO; adverbs, verbs and conjunctions have tags of their own.
TAGS = frozenset(("IN", "RP"))


def is_word(word: str) -> bool:
    """Whether the word can be a preposition.

    >>> is_word("On"), is_word("because")
    (True, False)
    """
    return word.lower() in PREPOSITIONS


def is_located(word: str, tag: str) -> bool:
    """Whether the word is a preposition here, or a particle such as "up"."""
    return tag in TAGS and is_word(word)
