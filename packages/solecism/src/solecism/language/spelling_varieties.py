"""British and American spellings of the same word, and which of them a text has.

Only words with two spellings of the same meaning are here: *practice* and *practise*, *meter* and
*metre* or *check* and *cheque* also differ in meaning or part of speech.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Literal

from solecism.language.dictionary import listed_counts, plain_form
from solecism.language.inflection import with_case_of

Variety = Literal["British", "American"]
BRITISH: Variety = "British"
AMERICAN: Variety = "American"

_OUR = (
    "arm behavi cand clam col demean endeav fav ferv flav harb hon hum lab neighb od ranc rig rum "
    "sav splend tum val vap vig"
).split()
_RE = "calib cent centimet fib kilomet lit lust meag millimet somb spect theat".split()
_L = (
    "cancel channel counsel dial duel equal fuel funnel jewel label level marvel model panel pedal "
    "quarrel signal snorkel total travel tunnel"
).split()
_PAIRS = (
    ("analyse", "analyze"),
    ("behavioural", "behavioral"),
    ("paralyse", "paralyze"),
    ("catalyse", "catalyze"),
    ("defence", "defense"),
    ("offence", "offense"),
    ("pretence", "pretense"),
    ("aeroplane", "airplane"),
    ("aluminium", "aluminum"),
    ("cosy", "cozy"),
    ("enrol", "enroll"),
    ("enrolment", "enrollment"),
    ("fulfil", "fulfill"),
    ("grey", "gray"),
    ("jewellery", "jewelry"),
    ("manoeuvre", "maneuver"),
    ("marvellous", "marvelous"),
    ("mould", "mold"),
    ("moustache", "mustache"),
    ("plough", "plow"),
    ("pyjamas", "pajamas"),
    ("sceptical", "skeptical"),
    ("sceptic", "skeptic"),
    ("skilful", "skillful"),
    ("wilful", "willful"),
    ("woollen", "woolen"),
)
# Endings of the words that are made of these stems.
_ENDINGS = " s ed ing er ers able ably ful fully less ite ites hood hoods ly".split(" ")
_ISE = re.compile(r"(?<=[a-z]{2})is(?=(?:e|es|ed|ing|er|ers|ation|ations)$)")
_OTHER_WORDS = frozenset(("prise", "prised", "prises", "prising"))


def variety_of(word: str) -> Variety | None:
    """The variety whose spelling a word has; None for a word that has only one.

    >>> [variety_of(word) for word in ("Colour", "favorite", "hour", "organised", "prize")]
    ['British', 'American', None, 'British', None]
    """
    plain = plain_form(word)
    if _american_spelling(plain) is not None:
        return BRITISH
    return AMERICAN if plain in _british_spellings() else None


def spelt_as(word: str, variety: Variety) -> str:
    """A word in the spelling of a variety, with its capitals.

    A word in *-ize* is left as it is: many British writers spell it so.

    >>> spelt_as("Colors", BRITISH), spelt_as("realise", AMERICAN), spelt_as("dog", BRITISH)
    ('Colours', 'realize', 'dog')
    """
    plain = plain_form(word)
    other = _american_spelling(plain) if variety == AMERICAN else _british_spellings().get(plain)
    return word if other is None else with_case_of(word, other)


def prevailing_variety(words: Iterable[str]) -> Variety | None:
    """The variety that most words with two spellings are written in; None where none prevails.

    >>> prevailing_variety("My favourite colours are gray and blue".split())
    'British'
    """
    counts = Counter(map(variety_of, words))
    if counts[BRITISH] == counts[AMERICAN]:
        return None
    return BRITISH if counts[BRITISH] > counts[AMERICAN] else AMERICAN


def _american_spelling(plain: str) -> str | None:
    """The American spelling of a word in British spelling and lower case; None for others."""
    if other := _american_spellings().get(plain):
        return other
    other = _ISE.sub("iz", plain)
    if other == plain or plain in _OTHER_WORDS:
        return None
    # The list is read only where a word may have two spellings.
    return other if other in listed_counts() else None


@cache
def _american_spellings() -> Mapping[str, str]:
    """American spellings by British ones, without words in *-ise*; not all of them are words."""
    return dict(_pairs())


@cache
def _british_spellings() -> Mapping[str, str]:
    """British spellings by American ones, without words in *-ize*; not all of them are words."""
    return {american: british for british, american in _pairs()}


def _pairs() -> Iterator[tuple[str, str]]:
    for stem, ending in product(_OUR, _ENDINGS):
        yield f"{stem}our{ending}", f"{stem}or{ending}"
    for stem, (british, american) in product(_RE, (("re", "er"), ("res", "ers"), ("red", "ered"))):
        yield stem + british, stem + american
    for stem, ending in product(_L, ("ed", "ing", "er", "ers")):
        yield f"{stem}l{ending}", stem + ending
    for (british, american), ending in product(_PAIRS, ("", "s", "d", "ly")):
        yield british + ending, american + ending
