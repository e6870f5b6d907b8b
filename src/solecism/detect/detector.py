"""The protocol of detectors, and the names of the kinds of error."""

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
TENSE = "tense"
WRONG_VERB = "wrong-verb"
WRONG_NOUN = "wrong-noun"
PRONOUN = "pronoun"
ADJECTIVE = "adjective"
ADVERB = "adverb"
CONJUNCTION = "conjunction"
WORD_FORM = "word-form"
WORD_ORDER = "word-order"
CAPITALS = "capitals"
PUNCTUATION = "punctuation"
# Kinds that are flagged only where they are asked for.
ON_REQUEST = (CAPITALS, PUNCTUATION)


class Detector(Protocol):
    """A detector of errors.

    `flags` takes sentences with tags, lemmas and chunks (`language.annotate`) and gives one flag
    per located site, whether it is an error or not; gaps where nothing is missing may be left out.
    Flags of one kind of site come sentence by sentence and from left to right. `confidence` is the
    probability that the site is an error, `kind` one of `kinds` where it is, and suggestions come
    best first.
    """

    @property
    def name(self) -> str:
        """The name of the system in its flags."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of error that it can flag."""

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of the sites of annotated sentences."""
