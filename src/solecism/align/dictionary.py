"""Which words are English."""

from __future__ import annotations

from solecism.language.tagging.tag import bundled_tagger


def is_known(word: str) -> bool:
    """Whether a word in lower case is among those that the tagger has learnt from native text."""
    return bundled_tagger().is_known(word)
