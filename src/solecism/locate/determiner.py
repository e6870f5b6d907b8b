"""Determiners: articles, demonstratives, possessives and quantifiers, from a closed list."""

from __future__ import annotations

DETERMINERS = frozenset(
    "a an the this that these those my your his her its our their whose all another any both "
    "each either enough every few fewer less little many more most much neither no other several "
    "some such what whatever which whichever".split()
)
_TAGS = frozenset(("DT", "PDT", "PRP$", "WDT", "WP$"))


def is_word(word: str) -> bool:
    """Whether the word can be a determiner.

    >>> is_word("An"), is_word("house")
    (True, False)
    """
    return word.lower() in DETERMINERS


def is_located(word: str, tag: str) -> bool:
    """Whether the word is a determiner here."""
    return tag in _TAGS and is_word(word)
