"""Which words are English."""

from __future__ import annotations

from functools import cache

from solecism.language.tagging.tag import bundled_tagger


@cache
def _known_words() -> frozenset[str]:
    return frozenset(bundled_tagger().model.vocabulary())


def is_known(word: str) -> bool:
    """Whether a word in lower case is among those that the tagger has learnt from native text."""
    return word in _known_words()
