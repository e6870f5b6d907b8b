"""Contractions without their apostrophe: *dont*, *Im*, *thats*, which are certainly misspelt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from solecism.detect.detector import MISSPELLING
from solecism.detect.network.repairs import SPELLING
from solecism.flag import Flag, Suggestion
from solecism.language.text.orthography import RUN_TOGETHER
from solecism.sentence import Sentence
from solecism.site import id_of

# Annotators changed 64 of 65 such contractions in W&I train and the FCE.
BY_APOSTROPHE = 0.98
_CONTRACTED = {"nt": "n't", "m": "'m", "ve": "'ve", "re": "'re", "s": "'s"}
_PAIRS = frozenset(
    (first, second) for first, second in map(str.split, RUN_TOGETHER) if second in _CONTRACTED
)
# After these *cant* and *wont* are nouns: *as is his wont*.
_BEFORE_NOUNS = frozenset("a the my your his her its our their".split())
_NOUNS = frozenset((("ca", "nt"), ("wo", "nt")))
_ENDINGS = frozenset(case for each in _CONTRACTED for case in (each, each.upper()))


def apostrophe_flags(sentence: Sentence, system: str) -> Iterator[Flag]:
    """The flags of contractions without an apostrophe.

    >>> from solecism.language.text.split import sentences
    >>> [sentence] = sentences("Im sure that you dont know his wont.", "letter")
    >>> [(flag.site, flag.suggestions[0].text) for flag in apostrophe_flags(sentence, "mine")]
    [('letter.1:0-2:spelling', "I'm"), ('letter.1:5-7:spelling', "don't")]
    """
    for place, (first, second) in enumerate(pairwise(sentence.words)):
        if second not in _ENDINGS:
            continue
        pair = first.lower(), second.lower()
        if pair not in _PAIRS or not _has_usual_case(first, second):
            continue
        if pair in _NOUNS and place and sentence.words[place - 1].lower() in _BEFORE_NOUNS:
            continue
        contracted = _CONTRACTED[pair[1]]
        text = _capital_i(first) + (contracted if second.islower() else contracted.upper())
        site = id_of(sentence.id, place, place + 2, SPELLING)
        best = Suggestion(text, BY_APOSTROPHE)
        yield Flag(site, system, True, MISSPELLING, BY_APOSTROPHE, (best,))


def _has_usual_case(first: str, second: str) -> bool:
    """Whether both are parts of one word: *I M* are initials."""
    return second.islower() or (len(first) > 1 and (first + second).isupper())


def _capital_i(word: str) -> str:
    return "I" if word == "i" else word
