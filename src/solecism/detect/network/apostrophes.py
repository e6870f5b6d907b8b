"""Contractions without their apostrophe: *dont*, *Im*, *its a*, which are certainly misspelt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from solecism.detect.detector import MISSPELLING
from solecism.detect.network.repairs import SPELLING
from solecism.flag import Flag, Suggestion
from solecism.language.forms.inflect import with_case_of
from solecism.language.forms.subjects import PLURAL_SUBJECTS, SINGULAR_SUBJECTS
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
# The numbers of verbs before *n't*, and the verb of the other number.
_SINGULAR_OF = {"do": "does", "are": "is", "were": "was", "have": "has"}
_PLURAL_OF = {singular: plural for plural, singular in _SINGULAR_OF.items()}
# *I* has the forms of a plural, except of *be*.
_WITH_I = ("does", "has")
# After *its*, these show that *it's* was meant: annotators changed 12 of 13 in W&I train and the
# FCE, and all 30 in 41 million words of native news and encyclopedias are slips. A gerund may
# follow *its not*.
_ITS, _AFTER_IT_IS = "its", frozenset(("a", "an", "been", "not"))
# A noun with *and* so many words before the verb may be a part of a plural.
_REACH = 4
_ENDINGS = frozenset(case for each in _CONTRACTED for case in (each, each.upper()))


def apostrophe_flags(sentence: Sentence, system: str) -> Iterator[Flag]:
    """The flags of contractions without an apostrophe.

    >>> from solecism.language.text.split import sentences
    >>> [sentence] = sentences("Im sure that he dont know his wont.", "letter")
    >>> [(flag.site, flag.suggestions[0].text) for flag in apostrophe_flags(sentence, "mine")]
    [('letter.1:0-2:spelling', "I'm"), ('letter.1:5-7:spelling', "doesn't")]
    >>> [sentence] = sentences("Its a dog, despite its not being large.", "letter")
    >>> [(flag.site, flag.suggestions[0].text) for flag in apostrophe_flags(sentence, "mine")]
    [('letter.1:0-1:spelling', "It's")]
    """
    for place, (first, second) in enumerate(pairwise(sentence.words)):
        if second in _AFTER_IT_IS and _is_it_is(sentence, place):
            text = with_case_of(first, "it's")
            yield _flag(sentence, place, place + 1, text, system)
        if second not in _ENDINGS:
            continue
        pair = first.lower(), second.lower()
        if pair not in _PAIRS or not _has_usual_case(first, second):
            continue
        if pair in _NOUNS and place and sentence.words[place - 1].lower() in _BEFORE_NOUNS:
            continue
        contracted = _CONTRACTED[pair[1]]
        verb = _fitting(sentence, place) if pair[1] == "nt" else first
        text = _capital_i(verb) + (contracted if second.islower() else contracted.upper())
        yield _flag(sentence, place, place + 2, text, system)


def _flag(sentence: Sentence, start: int, end: int, text: str, system: str) -> Flag:
    site = id_of(sentence.id, start, end, SPELLING)
    best = Suggestion(text, BY_APOSTROPHE)
    return Flag(site, system, True, MISSPELLING, BY_APOSTROPHE, (best,))


def _is_it_is(sentence: Sentence, place: int) -> bool:
    """Whether *its* is certainly *it is*, or *it has*: no gerund follows *not*."""
    first, *after = sentence.words[place : place + 3]
    is_gerund = after[0] == "not" and after[-1].endswith("ing")
    return first.lower() == _ITS and not is_gerund


def _fitting(sentence: Sentence, place: int) -> str:
    """The verb at a place in the number of its subject, if that is the word before it."""
    verb = sentence.words[place]
    before = [word.lower() for word in sentence.words[max(0, place - _REACH) : place]]
    if not before:
        return verb
    subject, its_tag = before[-1], sentence.tags[place - 1] if sentence.tags else ""
    is_one = its_tag in ("NN", "NNP") and "and" not in before
    is_singular = subject in SINGULAR_SUBJECTS or is_one
    is_plural = subject in (*PLURAL_SUBJECTS, "people") or its_tag in ("NNS", "NNPS")
    is_plural = is_plural or (subject == "i" and verb.lower() in _WITH_I)
    others = _PLURAL_OF if is_plural else _SINGULAR_OF if is_singular else {}
    return with_case_of(verb, others.get(verb.lower(), verb))


def _has_usual_case(first: str, second: str) -> bool:
    """Whether both are parts of one word: *I M* are initials."""
    return second.islower() or (len(first) > 1 and (first + second).isupper())


def _capital_i(word: str) -> str:
    return "I" if word == "i" else word
