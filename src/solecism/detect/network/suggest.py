"""Suggestions: the words that the most probable repairs would write."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from solecism.detect.network.repairs import (
    CAPITAL,
    HYPHEN,
    INSERT,
    JOIN,
    REMOVE,
    SMALL,
    SWAP,
    TO_ADJECTIVE,
    TO_ADVERB,
    UNSAID,
    UPPER,
    WORD_ORDER,
    Repair,
)
from solecism.flag import Suggestion
from solecism.language.forms.adverb import adjective_of, adverb_of
from solecism.language.forms.article import indefinite_article
from solecism.language.forms.inflect import VERB_TAGS, inflect
from solecism.language.forms.lemma import lemma, verb_lemma
from solecism.language.forms.subjects import PLURAL_SUBJECTS
from solecism.numeric.arrays import Floats32

_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03
_ARTICLES = ("a", "an")
_NUMBERS = ("NN", "NNS")
_PAST_OF_BE = {"was": "were", "were": "was"}
_PLURAL_BE = ("are", "'re")
_I = re.compile(r"\bi\b")


def suggestions(
    p_repairs: Floats32,
    classes: Sequence[Repair],
    words: Sequence[str],
    place: int,
) -> tuple[Suggestion, ...]:
    """The texts of the most probable repairs, each with its probability if there is an error."""
    total = max(float(p_repairs.sum()), 1e-9)
    share_of: dict[str, float] = {}
    for number in np.argsort(-p_repairs, kind="stable").tolist():
        share = float(p_repairs[number]) / total
        if share < _LEAST_SHARE:
            break
        text = written(classes[number], words, place)
        if text is not None:
            share_of[text] = share_of.get(text, 0.0) + share
    best = sorted(share_of.items(), key=lambda item: -item[1])[:_N_SUGGESTIONS]
    return tuple(Suggestion(text, share) for text, share in best)


def written(repair: Repair, words: Sequence[str], place: int) -> str | None:
    """The text after a repair; None where it is not known, or where nothing would change.

    >>> words = ["He", "have", "two", "dog"]
    >>> written(Repair("R", "number", "NNS"), words, 3), written(Repair("U", "other", ""), words, 2)
    ('dogs', '')
    """
    if repair.operation == REMOVE:
        # A word in the wrong place is needed in another one.
        return None if repair.group == WORD_ORDER else ""
    if repair.form == UNSAID:
        return None
    old = words[place] if place < len(words) and repair.operation != INSERT else ""
    if repair.form in _CASES:
        return _different(_CASES[repair.form](old), old)
    following = words[place + n_words(repair) :] if repair.operation != INSERT else words[place:]
    if repair.form in _OF_TWO:
        if place + 1 >= len(words):
            return None
        return _OF_TWO[repair.form](old, words[place + 1])
    text = _with_i(_form(repair, old, words[max(0, place - 1) : place]))
    if text in _ARTICLES and following:
        text = indefinite_article(following[0])
    if text is None or text.lower() == old.lower():
        return None
    return text[:1].upper() + text[1:] if old[:1].isupper() else text


def n_words(repair: Repair) -> int:
    """The number of words that a repair changes: two where they change places or become one."""
    if repair.operation == INSERT:
        return 0
    return 2 if repair.form in _OF_TWO else 1


def _with_i(text: str | None) -> str | None:
    """The text, which is in small letters, with a capital *I*."""
    return None if text is None else _I.sub("I", text)


def _different(new: str, old: str) -> str | None:
    return None if new == old else new


def _swapped(first: str, second: str) -> str:
    """Two words in each other's place; the capital of a first word stays in front."""
    if first[:1].isupper() and first != "I":
        return f"{second[:1].upper()}{second[1:]} {first[:1].lower()}{first[1:]}"
    return f"{second} {first}"


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


_CASES = {CAPITAL: _capital, SMALL: str.lower, UPPER: str.upper}
_OF_TWO = {SWAP: _swapped, JOIN: "{}{}".format, HYPHEN: "{}-{}".format}


def _form(repair: Repair, word: str, before: Sequence[str]) -> str | None:
    """The form of a word that a repair asks for; `before` is the word before it."""
    tag = repair.form
    if tag in _NUMBERS:
        base = lemma(word.lower(), "NNS")
        return base if tag == "NN" else _first(inflect(lemma(word.lower(), "NN"), tag))
    if tag in VERB_TAGS:
        base = verb_lemma(word.lower())
        if base == "be" and tag == "VBD":
            return _past_of_be(word.lower(), *map(str.lower, before))
        return _first(inflect(base, tag))
    if tag == TO_ADVERB:
        return adverb_of(word.lower())
    return adjective_of(word.lower()) if tag == TO_ADJECTIVE else tag


def _past_of_be(word: str, subject: str = "") -> str:
    """*Was* for *were* and the reverse; for other forms of *be* the one that fits the subject.

    >>> _past_of_be("was", "we"), _past_of_be("were", "he"), _past_of_be("is", "they")
    ('were', 'was', 'were')
    """
    if word in _PAST_OF_BE:
        return _PAST_OF_BE[word]
    return "were" if word in _PLURAL_BE or subject in PLURAL_SUBJECTS else "was"


def _first(forms: Sequence[str]) -> str | None:
    return forms[0] if forms else None
