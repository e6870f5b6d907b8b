"""Errors with prepositions that are certain: *went to outside*, *fond beer*.

They are so rare, even in learners' text, that no model learns them; both are examples of the
papers. Of the places that the rules find in W&I train, annotators changed every one; in 40 million
words of native text they find hardly any (docs/prepositions.md has the numbers).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solecism.detect.detector import EXTRANEOUS, MISSING
from solecism.flag import Flag, Suggestion
from solecism.kind import PREPOSITION
from solecism.sentence import Sentence
from solecism.site import id_of

# Taken as the probability of an error; the places that rules find are too few to measure it.
BY_RULE = 0.95
_MOTION = frozenset(
    "go goes going went gone come comes coming came walk walks walked walking run runs ran running "
    "return returns returned returning travel travels travelled traveled travelling traveling "
    "move moves moved moving fly flies flew flown flying drive drives drove driven driving".split()
)
# Adverbs of place, which say *to* themselves.
_PLACES = frozenset(
    "outside inside abroad upstairs downstairs indoors outdoors overseas home there here".split()
)
# What follows an adverb; a noun (*went to outside experts*) or an article makes it another word.
_AFTER_PLACE = frozenset(("CC", "TO", "IN", "RB", ".", ",", ":", "''", "-RRB-"))
_FOND = "fond"
_BE = frozenset("am is are was were be been being 'm 's 're become became".split())
_DEGREE = frozenset("very so really also not n't quite too extremely especially rather".split())
# What somebody is fond of; *fond memories* are no such thing.
_LIKED = frozenset("NN NNS NNP NNPS PRP PRP$ DT VBG".split())
_FOND_THINGS = frozenset(
    "farewell farewells goodbye hope hopes memories memory recollection recollections regards "
    "wishes thoughts embrace father mother parent parents".split()
)
_TRIGGERS = _PLACES | {_FOND}


def sure_errors(sentence: Sentence, system: str) -> Iterator[Flag]:
    """The flags of prepositions that are certainly extraneous or missing in a tagged sentence.

    >>> from solecism.language.annotate import annotate
    >>> sentences = annotate("He went to outside. We are fond beer. We came to town.", "text")
    >>> [flag.site for sentence in sentences for flag in sure_errors(sentence, "mine")]
    ['text.1:2-3:preposition', 'text.2:3-3:preposition']
    """
    words = [word.lower() for word in sentence.words]
    if _TRIGGERS.isdisjoint(words):
        return
    tags = sentence.tags or ("",) * len(words)
    for place, word in enumerate(words):
        if word in _PLACES and _is_after_motion_and_to(words, tags, place):
            site = id_of(sentence.id, place - 1, place, PREPOSITION)
            yield Flag(site, system, True, EXTRANEOUS, BY_RULE, (Suggestion("", BY_RULE),))
        elif word == _FOND and _is_without_of(words, tags, place):
            site = id_of(sentence.id, place + 1, place + 1, PREPOSITION)
            yield Flag(site, system, True, MISSING, BY_RULE, (Suggestion("of", BY_RULE),))


def _is_after_motion_and_to(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    if place < 2 or words[place - 1] != "to" or words[place - 2] not in _MOTION:
        return False
    return place + 1 == len(words) or tags[place + 1] in _AFTER_PLACE


def _is_without_of(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    before = place - 1
    while before >= 0 and words[before] in _DEGREE:
        before -= 1
    if before < 0 or words[before] not in _BE or place + 1 == len(words):
        return False
    return tags[place + 1] in _LIKED and words[place + 1] not in _FOND_THINGS
