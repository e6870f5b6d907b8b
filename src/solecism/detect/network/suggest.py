"""Suggestions: the words that the most probable repairs would write."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solecism.detect.network.repairs import INSERT, REMOVE, UNSAID, Repair
from solecism.flag import Suggestion
from solecism.language.forms.article import indefinite_article
from solecism.language.forms.inflect import VERB_TAGS, inflect
from solecism.language.forms.lemma import lemma
from solecism.numeric.arrays import Floats32

_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03
_ARTICLES = ("a", "an")
_NUMBERS = ("NN", "NNS")


def suggestions(
    p_repairs: Floats32,
    classes: Sequence[Repair],
    words: Sequence[str],
    place: int,
    p_error: float,
) -> tuple[Suggestion, ...]:
    """The texts of the most probable repairs, each with its share of the error's probability."""
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
    return tuple(Suggestion(text, p_error * share) for text, share in best)


def written(repair: Repair, words: Sequence[str], place: int) -> str | None:
    """The text after a repair; None where it is not known, or where nothing would change.

    >>> words = ["He", "have", "two", "dog"]
    >>> written(Repair("R", "number", "NNS"), words, 3), written(Repair("U", "other", ""), words, 2)
    ('dogs', '')
    """
    if repair.operation == REMOVE:
        return ""
    if repair.form == UNSAID:
        return None
    following = words[place : place + 2] if repair.operation == INSERT else words[place + 1 :]
    text = _form(repair, words[place] if place < len(words) else "")
    if text in _ARTICLES and following:
        text = indefinite_article(following[0])
    old = words[place] if place < len(words) and repair.operation != INSERT else ""
    if text is None or text.lower() == old.lower():
        return None
    return text[:1].upper() + text[1:] if old[:1].isupper() else text


def _form(repair: Repair, word: str) -> str | None:
    tag = repair.form
    if tag in _NUMBERS:
        base = lemma(word.lower(), "NNS")
        return base if tag == "NN" else _first(inflect(lemma(word.lower(), "NN"), tag))
    if tag in VERB_TAGS:
        return _first(inflect(_verb(word.lower()), tag))
    return tag


def _verb(word: str) -> str:
    """The lemma of a verb whose form is not known: the shortest of the lemmas of all forms."""
    return min((lemma(word, tag) for tag in ("VBZ", "VBD", "VBG", "VB")), key=len)


def _first(forms: Sequence[str]) -> str | None:
    return forms[0] if forms else None
