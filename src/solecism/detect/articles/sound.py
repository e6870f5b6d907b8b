"""*a* before vowel sounds and *an* before consonant sounds, which are certainly wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from solecism.detect.detector import WRONG_ARTICLE
from solecism.flag import Flag, Suggestion
from solecism.kind import DETERMINER
from solecism.language.forms.article import indefinite_article
from solecism.language.forms.inflect import with_case_of
from solecism.locate.noun_table import bundled_nouns
from solecism.sentence import Sentence
from solecism.site import id_of

# Words, not numbers and abbreviations, which people pronounce in several ways; nor words that
# take both articles: *an historic, an herb*; nor words of x's, which stand for code.
_SURE = re.compile(r"(?!x+$)[A-Za-z][a-z]+(?:-[A-Za-z]+)*")
_EITHER = re.compile(r"h(?:erb|ist|otel|abit|ero[ie]|ypo|yster|allu|ilari|oriz|umb)", re.IGNORECASE)
_MAX_CACHED = 1 << 14
_INDEFINITE = frozenset(("a", "an", "A", "An", "AN"))
# What may follow an article; a plural does not, and *an* before a pronoun is meant for *and*.
_FOLLOWING = frozenset("JJ JJR JJS NN NNP RB RBR RBS VBG VBN".split())
# At least this share of *a* before a vowel and *an* before a consonant is wrong on tuning data.
BY_SOUND = 0.97


@lru_cache(_MAX_CACHED)
def sure_article(following: str) -> str:
    """The indefinite article before a word, empty where it is not certain.

    >>> sure_article("hour"), sure_article("unit"), sure_article("X-ray"), sure_article("xxxx")
    ('an', 'a', '', '')
    """
    if not _SURE.fullmatch(following) or _EITHER.match(following):
        return ""
    return indefinite_article(following)


def sound_flags(sentence: Sentence, system: str) -> Iterator[Flag]:
    """The flags of *a* and *an* in a tagged sentence that do not fit the sound after them.

    Before plurals and nouns without a plural there are none: the article is not needed there.

    >>> from solecism.language.annotate import annotate
    >>> [sentence] = annotate("We met an doctor for a hour.", "letter")
    >>> [(flag.site, flag.suggestions[0].text) for flag in sound_flags(sentence, "mine")]
    [('letter.1:2-3:determiner', 'a'), ('letter.1:5-6:determiner', 'an')]
    """
    for place, word in enumerate(sentence.words):
        if word in _INDEFINITE and (flag := sound_flag(sentence, place, system)):
            yield flag


def sound_flag(sentence: Sentence, place: int, system: str) -> Flag | None:
    """The flag of *a* or *an* at a place, None where it fits or where that is not certain."""
    right = _by_sound(sentence, place)
    if not right:
        return None
    site = id_of(sentence.id, place, place + 1, DETERMINER)
    return Flag(site, system, True, WRONG_ARTICLE, BY_SOUND, (Suggestion(right, BY_SOUND),))


def _by_sound(sentence: Sentence, place: int) -> str:
    """The other one of *a* and *an*, where the sound that follows needs it; else empty."""
    if place + 1 >= len(sentence.words):
        return ""
    written, following = sentence.words[place : place + 2]
    right = sure_article(following)
    # A capital inside a sentence is a letter: *vitamin A intake*.
    if not right or right == written.lower() or (written == "A" and place):
        return ""
    tag = sentence.tags[place + 1] if sentence.tags else ""
    if tag not in _FOLLOWING or (tag == "NN" and bundled_nouns().has_no_plural(following.lower())):
        return ""
    return with_case_of(written, right)
