"""Signs of errors that the light detector does not cover, and errors that are certain by a rule.

The signs are fast, and often false.
Of wrong verbs: neighbouring words or tags that are rare where subject and verb, or auxiliary and
verb, agree. Of misspellings: a word that is not known, but is a letter away from a common one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from solecism.detect.articles.sound import sound_flags
from solecism.detect.network.apostrophes import apostrophe_flags
from solecism.detect.prepositions.sure_errors import sure_errors
from solecism.flag import Flag
from solecism.language.forms.subjects import PLURAL_SUBJECTS, SINGULAR_SUBJECTS
from solecism.language.spelling.candidates import bundled_speller
from solecism.sentence import Sentence

# *That* may begin a clause: *that you go*.
_SINGULAR = SINGULAR_SUBJECTS - {"this", "that"}
_PLURAL = PLURAL_SUBJECTS | {"i"}
_AUXILIARIES = frozenset("is are was were am 's 're has have had 've".split())
_HELPERS = frozenset("do does did n't".split())
# The tag of a word and that of the next one.
_TAGS = frozenset(
    {
        ("NN", "VBP"),
        ("NNS", "VBZ"),
        *((helper, verb) for helper in ("MD", "TO") for verb in ("VBD", "VBZ", "VBG", "VBN")),
    }
)
# A word, and the tag of the next one.
_WORDS = frozenset(
    {
        *((word, tag) for word in _SINGULAR for tag in ("VBP", "VB")),
        *((word, "VBZ") for word in _PLURAL),
        *((word, tag) for word in _AUXILIARIES for tag in ("VBP", "VB", "VBD")),
        *((word, tag) for word in _HELPERS for tag in ("VBD", "VBZ")),
    }
)
# Two words of which the tags tell nothing: *was* and *were* have the same one.
_PAIRS = frozenset(
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
    yield from sure_errors(sentence, system)
    yield from apostrophe_flags(sentence, system)


def _has_wrong_verb(sentence: Sentence) -> bool:
    words = [word.lower() for word in sentence.words]
    return any(
        tags in _TAGS or (pair[0], tags[1]) in _WORDS or pair in _PAIRS
        for tags, pair in zip(pairwise(sentence.tags or ()), pairwise(words), strict=False)
    )
