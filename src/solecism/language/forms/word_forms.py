"""A word with its forms, as a lexicon lists them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WordForms:
    """A lemma and the spellings of one of its forms, the usual one first."""

    lemma: str
    tag: str
    spellings: tuple[str, ...]
