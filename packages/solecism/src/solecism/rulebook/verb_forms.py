"""Forms of words as rules ask for them: of verbs, nouns, adjectives and pronouns.

They are told by spelling and not by the tag, since a tagger reads an error in the light of the
words around it: *knew* in *did not knew* is a plain form to it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from solecism.language.lemmas import adjective_of, adverb_of, inflect, lemma, with_case_of

_MAX_CACHED = 1 << 14
_SHORTEST_PAST = 3
# Past forms that are plain forms of other verbs as well, and words that only look like past forms.
_NO_PAST = frozenset("lay fell bound ground wound rose rent hundred sacred naked wicked".split())
_IN_EED = frozenset("agreed disagreed freed guaranteed refereed".split())
_BE = {
    **{"am": "VBP", "are": "VBP", "'m": "VBP", "'re": "VBP", "is": "VBZ", "'s": "VBZ"},
    **{"was": "VBD", "were": "VBD", "be": "VB", "been": "VBN", "being": "VBG"},
}
_CLITICS = {"be": ("'m", "'re", "'s"), "have": ("'ve", "'d"), "will": ("'ll", "wo"), "can": ("ca",)}
_INFLECTED = ("VBZ", "VBP", "VBD", "VBN", "VBG", "NNS")
_PRONOUNS = {
    "subject": {"me": "I", "him": "he", "her": "she", "us": "we", "them": "they", "myself": "I"},
    "object": {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them"},
    "possessive": {
        **{"i": "my", "me": "my", "you": "your", "he": "his", "him": "his", "she": "her"},
        **{"her": "her", "it": "its", "we": "our", "us": "our", "they": "their", "them": "their"},
    },
}


@lru_cache(_MAX_CACHED)
def is_past(word: str) -> bool:
    """Whether a word, in small letters, is a past form or a participle and no plain form.

    >>> [is_past(word) for word in ("knew", "wanted", "gone", "put", "need", "hundred")]
    [True, True, True, False, False, False]
    """
    return _plain_of_past(word) is not None


@lru_cache(_MAX_CACHED)
def _plain_of_past(word: str) -> str | None:
    is_other = word.endswith("eed") and word not in _IN_EED
    if len(word) < _SHORTEST_PAST or not word.isalpha() or word in _NO_PAST or is_other:
        return None
    for tag in ("VBD", "VBN"):
        base = lemma(word, tag)
        if base != word and word in inflect(base, tag):
            return base
    return None


@lru_cache(_MAX_CACHED)
def is_third_person(word: str) -> bool:
    """Whether a word, in small letters, looks like a verb with the *s* of the third person.

    >>> [is_third_person(word) for word in ("goes", "has", "needs", "pass", "is")]
    [True, True, True, False, True]
    """
    base = lemma(word, "VBZ")
    return word.endswith("s") and base != word and word in inflect(base, "VBZ")


@lru_cache(_MAX_CACHED)
def plain_verb(word: str) -> str:
    """The plain form of a verb, told by its spelling.

    >>> [plain_verb(word) for word in ("went", "goes", "going", "need", "bring", "been")]
    ['go', 'go', 'go', 'need', 'bring', 'be']
    """
    if word in _BE:
        return "be"
    if is_past(word):
        return _plain_of_past(word) or word
    if is_third_person(word):
        return lemma(word, "VBZ")
    base = lemma(word, "VBG") if word.endswith("ing") else word
    # A stem without a vowel, as of *bring*, is no verb.
    return base if set(base) & set("aeiouy") else word


@lru_cache(_MAX_CACHED)
def all_forms(base: str) -> frozenset[str]:
    """A word and its inflected forms, with contractions, for *be* and *have*.

    >>> sorted(all_forms("take"))
    ['take', 'taken', 'takes', 'taking', 'took']
    """
    forms = {form for tag in _INFLECTED for form in inflect(base, tag)}
    return frozenset((base, *forms, *_CLITICS.get(base, ())))


def form_like(base: str, model: str, tag: str) -> str:
    """A verb in the form that another one has, given that one's tag.

    >>> [form_like("make", *model) for model in (("does", "NNS"), ("was", "VBD"), ("do", "VB"))]
    ['makes', 'made', 'make']
    """
    if base == "be" and plain_verb(model) != "be" and tag in ("VBP", "VBD"):
        return "are" if tag == "VBP" else "was"
    if model in _BE:
        tag = _BE[model]
    elif is_past(model):
        tag = "VBN" if tag == "VBN" else "VBD"
    elif is_third_person(model):
        tag = "VBZ"
    elif model.endswith("ing") and plain_verb(model) != model:
        tag = "VBG"
    elif tag not in ("VBD", "VBN"):
        tag = "VB"
    return inflect(base, tag)[0] if tag != "VB" else base


_WITH_THEY = {"am": "are", "is": "are", "'m": "are", "'s": "are", "was": "were"}
_WITH_IT = {"am": "is", "are": "is", "'m": "is", "'re": "is", "were": "was"}


def _with_they(word: str) -> str:
    """The form that agrees with *they*, in the same tense."""
    if word in _WITH_THEY or word in _BE:
        return _WITH_THEY.get(word, word)
    return plain_verb(word) if is_third_person(word) else word


def _with_it(word: str) -> str:
    """The form that agrees with *it*, in the same tense."""
    if word in _WITH_IT or word in _BE:
        return _WITH_IT.get(word, word)
    return word if is_past(word) or is_third_person(word) else inflect(word, "VBZ")[0]


def _singular(word: str) -> str:
    return lemma(word, "NNS")


def _positive(word: str) -> str:
    return next(
        (base for tag in ("JJR", "JJS") if (base := lemma(word, tag)) != word),
        word,
    )


def _pronoun(case: str, word: str) -> str:
    return _PRONOUNS[case].get(word, word)


# The forms by the names that suggestions have for them; None where a word has no such form.
_FORMS: dict[str, Callable[[str], str | None]] = {
    "base": plain_verb,
    "ing": lambda word: inflect(plain_verb(word), "VBG")[0],
    "past": lambda word: inflect(plain_verb(word), "VBD")[0],
    "participle": lambda word: inflect(plain_verb(word), "VBN")[0],
    "third": lambda word: inflect(plain_verb(word), "VBZ")[0],
    "they": _with_they,
    "it": _with_it,
    "plural": lambda word: inflect(_singular(word), "NNS")[0],
    "singular": _singular,
    "comparative": lambda word: inflect(word, "JJR")[0],
    "superlative": lambda word: inflect(_positive(word), "JJS")[0],
    "positive": _positive,
    "adverb": adverb_of,
    "adjective": adjective_of,
    **{name: partial(_pronoun, name) for name in _PRONOUNS},
}
FORM_NAMES = tuple(_FORMS)


def form(word: str, name: str) -> str | None:
    """The form of a word with one of FORM_NAMES; None where it has none.

    >>> form("Went", "ing"), form("boxes", "singular"), form("me", "subject"), form("was", "they")
    ('Going', 'box', 'I', 'were')
    >>> form("better", "superlative"), form("worse", "positive")
    ('best', 'bad')
    """
    changed = _FORMS[name](word.lower())
    return None if changed is None else with_case_of(word, changed)
