"""What every detector is: a name, the kinds of error it knows, and sentences to flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from solecism.flag import Flag
from solecism.sentence import Sentence

WRONG = "wrong-preposition"
EXTRANEOUS = "extraneous-preposition"
MISSING = "missing-preposition"
WRONG_ARTICLE = "wrong-article"
UNNEEDED_ARTICLE = "unneeded-article"
MISSING_ARTICLE = "missing-article"
NOUN_NUMBER = "noun-number"
DISAGREEMENT = "agreement"
VERB_FORM = "verb-form"
MISSPELLING = "spelling"
WRONG_WORD = "wrong-word"
EXTRA_WORD = "extra-word"
MISSING_WORD = "missing-word"


class Detector(Protocol):
    """Something that decides at every site it knows.

    `flags` takes sentences with tags, lemmas and chunks (`language.annotate`) and gives a flag for
    each site that is located, whether an error or not; gaps where nothing is missing may be left
    out. Flags of one kind of site come sentence by sentence and from left to right. `confidence`
    is the probability that the site is an error, `kind` one of `kinds` where it is, and
    suggestions come best first.
    """

    @property
    def name(self) -> str:
        """What flags call the system."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of error that it can flag."""

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at the sites of annotated sentences."""
