"""Simple signs of wrong verbs, which the light detector does not cover: fast, often false.

They are neighbouring words or tags that are rare where subject and verb, or auxiliary and verb,
agree.
"""

from __future__ import annotations

from itertools import pairwise

from solecism.sentence import Sentence

_SINGULAR = frozenset("he she it everyone everybody someone somebody nobody".split())
_PLURAL = frozenset("i you we they these those".split())
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


def is_suspicious(sentence: Sentence) -> bool:
    """Whether some verb of a tagged sentence seems not to agree with the word before it.

    >>> from solecism.language.annotate import annotate
    >>> [is_suspicious(each) for each in annotate("He go home. They went home.", "a")]
    [True, False]
    """
    tags = sentence.tags or ()
    return any(
        pair in _TAGS or (word.lower(), pair[1]) in _WORDS
        for pair, word in zip(pairwise(tags), sentence.words, strict=False)
    )
