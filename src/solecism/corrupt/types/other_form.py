"""Other forms of a word: in the other number, or in another verb form; with a cache.

Only forms that native text has are given: neither *informations* nor the slip of a rule.
"""

from __future__ import annotations

from functools import lru_cache

from solecism.align.dictionary import is_known
from solecism.corrupt.types.word_class import is_spelt
from solecism.language.forms.inflect import inflect, number, with_case_of, with_number
from solecism.language.forms.lemma import lemma

_MAX_CACHED = 1 << 12
_CLITIC_VERBS = {
    ("'s", "VBZ"): ("'re", "VBP"),
    ("'re", "VBP"): ("'s", "VBZ"),
    ("'ve", "VBP"): ("'s", "VBZ"),
    ("'m", "VBP"): ("'s", "VBZ"),
}
# Verbs that stand only before n't, forms that agree with anything, pronouns, sounds, and plurals
# whose singular is an adjective.
_NOT_NUMBERED = frozenset(
    "ai ca wo sha need dare none nothing something anything everything ha ho hm "
    "electronics athletics aerobics logistics acoustics economics politics genetics".split()
)
# Plurals of *basis* and *base*, *axis* and *axe*: they are ambiguous.
_TWO_SINGULARS = frozenset(("bases", "axes", "ellipses"))
# *Part iv*, *chapter xii*.
_NUMERALS = frozenset("ivx")
_OTHER_TAG = {"NN": "NNS", "NNS": "NN", "VBZ": "VBP", "VBP": "VBZ", "VBD": "VBD", "DT": "DT"}


@lru_cache(_MAX_CACHED)
def of_other_number(word: str, tag: str) -> tuple[str, str] | None:
    """The word in the other number with its tag, None where it has no other.

    >>> of_other_number("Mice", "NNS"), of_other_number("was", "VBD"), of_other_number("a", "DT")
    (('Mouse', 'NN'), ('were', 'VBD'), None)
    """
    lower = word.lower().replace("’", "'")
    if (lower, tag) in _CLITIC_VERBS:
        other, other_tag = _CLITIC_VERBS[lower, tag]
        return word[0] + other[1:], other_tag
    if tag not in _OTHER_TAG or not is_spelt(word) or lower in _NOT_NUMBERED:
        return None
    if lower in _TWO_SINGULARS or _NUMERALS.issuperset(lower):
        return None
    now = number(word, tag)
    if now is None:
        return None
    other = with_number(word, tag, "plural" if now == "singular" else "singular")
    if not _is_another(word, other):
        return None
    return other, "VBP" if lower == "am" else _OTHER_TAG[tag]


@lru_cache(_MAX_CACHED)
def verb_form(word: str, tag: str, other_tag: str) -> str | None:
    """The verb's form with another tag, None if it is the same.

    >>> verb_form("laughing", "VBG", "VB"), verb_form("put", "VBN", "VB")
    ('laugh', None)
    """
    if not is_spelt(word):
        return None
    other = with_case_of(word, inflect(lemma(word, tag), other_tag)[0])
    return other if _is_another(word, other) else None


def _is_another(word: str, other: str) -> bool:
    return other.lower() != word.lower() and is_known(other.lower())
