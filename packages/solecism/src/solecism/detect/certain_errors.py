"""Errors that a simple rule is certain of, and quick signs that a sentence may have others.

Certain are *a* before a vowel sound and *an* before a consonant sound, a few errors with
prepositions (*went to outside*, *fond beer*), and contractions without their apostrophe (*dont*,
*Im*, *its a*). Those with prepositions are so rare, even in learners' text, that no model learns
them; both are examples of the papers. Of the places that these rules find in W&I train, annotators
changed every one; in 40 million words of native text they find hardly any (docs/prepositions.md has
the numbers).

The signs are fast, and often false. Of wrong verbs: neighbouring words or tags that are rare where
subject and verb, or auxiliary and verb, agree. Of misspellings: a word that is not known, but is a
letter away from a common one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from solecism.detect.detector import (
    EXTRANEOUS_PREPOSITION,
    MISSING_PREPOSITION,
    MISSPELLING,
    WRONG_ARTICLE,
)
from solecism.language.lemmas import (
    PLURAL_SUBJECTS,
    SINGULAR_SUBJECTS,
    indefinite_article,
    with_case_of,
)
from solecism.language.speller import bundled_speller
from solecism.language.tokeniser import RUN_TOGETHER
from solecism.locate.noun_table import bundled_nouns
from solecism.sentence import Sentence
from solecism.site import DETERMINER, PREPOSITION, Flag, Suggestion, id_of

# Words, but not those that take both articles (*an historic, an herb, a homage*), nor words of x's,
# which stand for code.
_SURE = re.compile(r"(?!x+$)[A-Za-z][a-z]+(?:-[A-Za-z]+)*")
_EITHER = re.compile(
    r"h(?:erb|ist|otel|abit|ero[ie]|ypo|yster|allu|ilari|oriz|umb|omage|erald)", re.IGNORECASE
)
# Numbers, also of money; not zero, which may be an O, nor 1100 to 1199, which are said in two ways.
_SURE_NUMBER = re.compile(r"(?!11\d\d(?!\d))[$£€]?[1-9][\d.,]*(?:%|s|th|st|nd|rd)?(?:-[a-z-]+)?")
# Abbreviations of two or three letters without a vowel in the middle, which makes words of some
# (*ROM*), those that begin with a vowel, and common others; a letter by itself.
_SURE_ABBREVIATION = re.compile(
    r"(?:[B-DF-HJ-NP-TV-XZ][B-DF-HJ-NP-TV-Z]{1,2}|[AEIOU][A-Z]{1,2}|U\.[KNS]\.|US\$[\d.,]+"
    r"|FBI|HIV|LED|MBA|MEP|MRI|NGO|RAF|SUV|[FHLMNRSX](?=$|-|&))(?:s|-[a-z][a-z-]*|&[A-Z])?"
)
_SURE_ACRONYMS = frozenset(
    "FARC FIFA MIDI NAFTA NASA NASCAR NATO SWAT UEFA UNESCO UNHCR UNICEF".split()
)
# What is said as other words (*a NY paper*, *a AAA battery*) or in two ways (*SQL*).
_SHORT_FOR_WORDS = frozenset(
    "NY NZ NSW LA SF MS MR MT ST RT II IV VI IX XX LL AA AAA SQL ORU MST".split()
)
_MAX_CACHED = 1 << 14
_INDEFINITE = frozenset(("a", "an", "A", "An", "AN"))
# What may follow an article; a plural does not, and *an* before a pronoun is meant for *and*.
_FOLLOWING = frozenset("JJ JJR JJS NN NNP RB RBR RBS VBG VBN".split())
# At least this share of *a* before a vowel and *an* before a consonant is wrong on tuning data.
P_BY_SOUND = 0.97


@lru_cache(_MAX_CACHED)
def sure_article(following: str) -> str:
    """The indefinite article before a word, empty where it is not certain.

    >>> [sure_article(word) for word in ("hour", "unit", "MP", "8", "Uefa", "xxxx", "ROM", "1100")]
    ['an', 'a', 'an', 'an', 'a', '', '', '']
    """
    is_word = _SURE.fullmatch(following) and not _EITHER.match(following)
    is_other = (
        _SURE_NUMBER.fullmatch(following)
        or _SURE_ABBREVIATION.fullmatch(following)
        or following in _SURE_ACRONYMS
    )
    if not (is_word or is_other) or following.partition("-")[0] in _SHORT_FOR_WORDS:
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
    return Flag(site, system, True, WRONG_ARTICLE, P_BY_SOUND, (Suggestion(right, P_BY_SOUND),))


def _by_sound(sentence: Sentence, place: int) -> str:
    """The other one of *a* and *an*, where the sound that follows needs it; else empty."""
    if place + 1 >= len(sentence.words):
        return ""
    written, following = sentence.words[place : place + 2]
    right = sure_article(following)
    # A capital inside a sentence is a letter or a name: *vitamin A intake*, *Minister An Min*.
    is_title = place > 0 and written != "AN" and written[0] == "A" and following[:1].isupper()
    if not right or right == written.lower() or (written == "A" and place) or is_title:
        return ""
    # In capitals all words look like abbreviations.
    if following.isupper() and len(following) > 1 and sentence.text.isupper():
        return ""
    tag = sentence.tags[place + 1] if sentence.tags else ""
    is_number = tag == "CD" and following.lstrip("$£€")[:1].isdigit()
    if (tag not in _FOLLOWING and not is_number) or _needs_no_article(sentence, place + 1):
        return ""
    return with_case_of(written, right)


def _needs_no_article(sentence: Sentence, place: int) -> bool:
    """Whether a noun without a plural stands at a place, and no other noun after it.

    The article of *an insurance company* belongs to the company.
    """
    tags = sentence.tags[place : place + 2]
    return (
        tags[:1] == ("NN",)
        and bundled_nouns().has_no_plural(sentence.words[place].lower())
        and not any(tag.startswith("NN") for tag in tags[1:])
    )


# Taken as the probability of an error; the places that rules find are too few to measure it.
P_BY_RULE = 0.95
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


def preposition_flags(sentence: Sentence, system: str) -> Iterator[Flag]:
    """The flags of prepositions that are certainly extraneous or missing in a tagged sentence.

    >>> from solecism.language.annotate import annotate
    >>> sentences = annotate("He went to outside. We are fond beer. We came to town.", "text")
    >>> [flag.site for sentence in sentences for flag in preposition_flags(sentence, "mine")]
    ['text.1:2-3:preposition', 'text.2:3-3:preposition']
    """
    words = [word.lower() for word in sentence.words]
    if _TRIGGERS.isdisjoint(words):
        return
    tags = sentence.tags or ("",) * len(words)
    for place, word in enumerate(words):
        if word in _PLACES and _is_after_motion_and_to(words, tags, place):
            site = id_of(sentence.id, place - 1, place, PREPOSITION)
            yield Flag(
                site, system, True, EXTRANEOUS_PREPOSITION, P_BY_RULE, (Suggestion("", P_BY_RULE),)
            )
        elif word == _FOND and _is_without_of(words, tags, place):
            site = id_of(sentence.id, place + 1, place + 1, PREPOSITION)
            yield Flag(
                site, system, True, MISSING_PREPOSITION, P_BY_RULE, (Suggestion("of", P_BY_RULE),)
            )


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


# Annotators changed 64 of 65 such contractions in W&I train and the FCE.
P_BY_APOSTROPHE = 0.98
_CONTRACTED = {"nt": "n't", "m": "'m", "ve": "'ve", "re": "'re", "s": "'s"}
_CONTRACTIONS = frozenset(
    (first, second) for first, second in map(str.split, RUN_TOGETHER) if second in _CONTRACTED
)
# After these *cant* and *wont* are nouns: *as is his wont*.
_BEFORE_NOUNS = frozenset("a the my your his her its our their".split())
_CONTRACTIONS_OR_NOUNS = frozenset((("ca", "nt"), ("wo", "nt")))
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

    >>> from solecism.language.sentence_splitter import sentences
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
            yield _apostrophe_flag(sentence, place, place + 1, text, system)
        if second not in _ENDINGS:
            continue
        pair = first.lower(), second.lower()
        if pair not in _CONTRACTIONS or not _has_usual_case(first, second):
            continue
        if (
            pair in _CONTRACTIONS_OR_NOUNS
            and place
            and sentence.words[place - 1].lower() in _BEFORE_NOUNS
        ):
            continue
        contracted = _CONTRACTED[pair[1]]
        verb = _fitting(sentence, place) if pair[1] == "nt" else first
        text = _capital_i(verb) + (contracted if second.islower() else contracted.upper())
        yield _apostrophe_flag(sentence, place, place + 2, text, system)


def _apostrophe_flag(sentence: Sentence, start: int, end: int, text: str, system: str) -> Flag:
    site = id_of(sentence.id, start, end, MISSPELLING)
    best = Suggestion(text, P_BY_APOSTROPHE)
    return Flag(site, system, True, MISSPELLING, P_BY_APOSTROPHE, (best,))


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


# *That* may begin a clause: *that you go*.
_SINGULAR = SINGULAR_SUBJECTS - {"this", "that"}
_PLURAL = PLURAL_SUBJECTS | {"i"}
_AUXILIARIES = frozenset("is are was were am 's 're has have had 've".split())
_HELPERS = frozenset("do does did n't".split())
# The tag of a word and that of the next one.
_DISAGREEING_TAGS = frozenset(
    {
        ("NN", "VBP"),
        ("NNS", "VBZ"),
        *((helper, verb) for helper in ("MD", "TO") for verb in ("VBD", "VBZ", "VBG", "VBN")),
    }
)
# A word, and the tag of the next one.
_DISAGREEING_WORD_AND_TAG = frozenset(
    {
        *((word, tag) for word in _SINGULAR for tag in ("VBP", "VB")),
        *((word, "VBZ") for word in _PLURAL),
        *((word, tag) for word in _AUXILIARIES for tag in ("VBP", "VB", "VBD")),
        *((word, tag) for word in _HELPERS for tag in ("VBD", "VBZ")),
    }
)
# Two words of which the tags tell nothing: *was* and *were* have the same one.
_DISAGREEING_WORDS = frozenset(
    {
        *((word, "was") for word in PLURAL_SUBJECTS),
        *((word, "were") for word in _SINGULAR),
    }
)


def is_suspicious(sentence: Sentence) -> bool:
    """Whether a verb of a tagged sentence seems not to agree, or a word to be misspelt.

    >>> from solecism.language.annotate import annotate
    >>> text = "He go home. They went home. They whent home. They was at home."
    >>> [is_suspicious(each) for each in annotate(text, "a")]
    [True, False, True, True]
    """
    return _has_wrong_verb(sentence) or any(map(bundled_speller().is_near_miss, sentence.words))


def certain_flags(sentence: Sentence, system: str) -> Iterator[Flag]:
    """The flags of *a* for *an*, of sure errors with prepositions, and of missing apostrophes."""
    yield from sound_flags(sentence, system)
    yield from preposition_flags(sentence, system)
    yield from apostrophe_flags(sentence, system)


def _has_wrong_verb(sentence: Sentence) -> bool:
    words = [word.lower() for word in sentence.words]
    return any(
        tags in _DISAGREEING_TAGS
        or (pair[0], tags[1]) in _DISAGREEING_WORD_AND_TAG
        or pair in _DISAGREEING_WORDS
        for tags, pair in zip(pairwise(sentence.tags or ()), pairwise(words), strict=False)
    )
