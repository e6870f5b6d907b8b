"""The nouns of a sentence whose article and number are open, in each of the five constructions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.kind import NUMBER
from solecism.language.forms.article import indefinite_article
from solecism.language.forms.inflect import with_number
from solecism.locate.construction import ARTICLE_OF, CONSTRUCTIONS, IS_PLURAL, THE, A
from solecism.locate.noun_phrases import NounPhrases, Reason, noun_phrases
from solecism.locate.noun_table import NounTable, with_non_count
from solecism.locate.sentence_columns import Columns, columns
from solecism.sentence import Sentence, tokenised
from solecism.site import Site

_NAMES = ("NNP", "NNPS")
# The key of a sentence's notes that lists the words to ask about, if these are not all nouns.
_ASKED = "ask"


@dataclass(frozen=True, slots=True)
class OpenNoun:
    """The site of a noun, its phrase with the article, its construction, and all five variants."""

    site: Site
    start: int
    end: int
    construction: str
    ways: dict[str, str]


def open_nouns(sentence: Sentence, table: NounTable) -> Iterator[OpenNoun]:
    """The noun phrases of an annotated sentence whose article and number are open.

    >>> from solecism.language.annotate import annotate
    >>> from solecism.locate.noun_table import bundled_nouns
    >>> [sentence] = annotate("We saw an old house.", "letter")
    >>> [noun] = open_nouns(sentence, bundled_nouns())
    >>> noun.construction, list(noun.ways.values())
    ('a singular', ['old house', 'an old house', 'the old house', 'old houses', 'the old houses'])
    """
    place = columns([sentence])
    phrases = with_non_count(noun_phrases(place), place, table)
    phrases = phrases.select(is_askable(phrases))
    for number in range(len(phrases)):
        yield _open_noun(sentence, place, phrases, number)


def is_askable(phrases: NounPhrases) -> npt.NDArray[np.bool_]:
    """Which noun phrases are open, begin with an article if they have one, and end in the noun."""
    is_whole = (phrases.openings == phrases.begins) & (phrases.heads == phrases.ends - 1)
    is_open = (phrases.reasons == Reason.OPEN) & (phrases.constructions < len(CONSTRUCTIONS))
    return np.asarray(is_whole & is_open)


def _open_noun(sentence: Sentence, columns: Columns, phrases: NounPhrases, number: int) -> OpenNoun:
    """One of the phrases, which is in this sentence."""
    first = int(columns.starts[columns.sentences[phrases.heads[number]]])
    start, end, head = (
        int(places[number]) - first for places in (phrases.begins, phrases.ends, phrases.heads)
    )
    after_article = start + bool(phrases.articles[number])
    return OpenNoun(
        Site(sentence.id, head, head + 1, NUMBER, sentence.words[head]),
        start,
        end,
        CONSTRUCTIONS[phrases.constructions[number]],
        _ways(sentence, after_article, head),
    )


def asking(sentence: Sentence, words: Iterable[int]) -> Sentence:
    """The bare sentence, with a note that raters are asked only about these of its nouns."""
    return replace(bare(sentence), notes={_ASKED: " ".join(map(str, sorted(words)))})


def bare(sentence: Sentence) -> Sentence:
    """The sentence without tags, lemmas and chunks, which would keep a whole block in memory."""
    return tokenised(
        sentence.id, sentence.text, sentence.words, sentence.starts, after=sentence.after
    )


def asked_words(sentence: Sentence) -> frozenset[int] | None:
    """The words in the note of `asking`, None if there is no such note.

    >>> from solecism.sentence import from_words
    >>> asked_words(asking(from_words("a.1", ["A", "cat", "slept"]), [1]))
    frozenset({1})
    """
    note = sentence.notes.get(_ASKED)
    if note is None:
        return None
    numbers = note.split()
    if not all(number.isdecimal() for number in numbers):
        raise InputError(
            f"{sentence.id}: {_ASKED} is {note!r}, which is not a list of numbers of words."
        )
    return frozenset(map(int, numbers))


def _ways(sentence: Sentence, start: int, head: int) -> dict[str, str]:
    tags = sentence.tags
    # A capital at the beginning of the sentence, or after an article there, is not the word's own.
    words = [
        word if index > 1 or tags[index] in _NAMES or word.isupper() else word.lower()
        for index, word in enumerate(sentence.words[: head + 1])
    ]
    before, noun = words[start:head], words[head]
    phrases = {}
    for name, article, is_plural in zip(CONSTRUCTIONS, ARTICLE_OF, IS_PLURAL, strict=True):
        form = with_number(noun, tags[head], "plural" if is_plural else "singular")
        phrase = " ".join([*before, form])
        if article == A:
            phrase = f"{indefinite_article(phrase)} {phrase}"
        phrases[name] = f"the {phrase}" if article == THE else phrase
    return phrases
