"""Suggestions: determiners that fit the following word, or the noun in its other number."""

from __future__ import annotations

import numpy as np

from solecism.detect.articles.choice import MY, NONE, THIS, WORD_OF_GROUP, A, group_of
from solecism.detect.choice.channel import Candidates
from solecism.flag import Suggestion
from solecism.language.forms.article import indefinite_article
from solecism.language.forms.inflect import Number, with_case_of, with_number
from solecism.sentence import Sentence

_N_SUGGESTIONS = 3
# A noun's tag by its number, and the other number.
_FORMS: dict[bool, tuple[str, Number]] = {False: ("NN", "plural"), True: ("NNS", "singular")}


def determiners(
    sentence: Sentence, left: int, right: int, candidates: Candidates, row: int, p_error: float
) -> tuple[Suggestion, ...]:
    """The best determiners for words `left:right`, each with its part of the probability."""
    if candidates.best[row] == NONE:
        return (Suggestion("", p_error),)
    shares = np.exp(candidates.posterior[row].astype(np.float64))
    # Which possessive is meant cannot be known.
    shares[[int(candidates.written[row]), MY]] = 0
    if left == right:
        shares[NONE] = 0
    shares /= max(float(shares.sum()), 1e-30)
    best = np.argsort(-shares, kind="stable")[:_N_SUGGESTIONS].tolist()
    return tuple(
        Suggestion(_word(group, sentence, left, right), p_error * float(shares[group]))
        for group in best
        if shares[group] > 0
    )


def agreeing(word: str, *, is_plural: bool) -> str:
    """*These* for *this* before a plural and the like, empty where the number is right.

    >>> agreeing("This", is_plural=True), agreeing("those", is_plural=True)
    ('These', '')
    """
    other = with_number(word, "DT", "plural" if is_plural else "singular")
    is_demonstrative = group_of(word) == THIS
    return with_case_of(word, other) if is_demonstrative and other != word else ""


def _word(group: int, sentence: Sentence, left: int, right: int) -> str:
    following = sentence.words[right] if right < len(sentence.words) else ""
    word = indefinite_article(following) if group == A else WORD_OF_GROUP[group]
    # The first word of a sentence, or what becomes it.
    is_capital = (left < right or not left) and sentence.words[left].istitle()
    return word.capitalize() if is_capital and word else word


def number(word: str, p_error: float, *, is_plural: bool) -> tuple[Suggestion, ...]:
    """A noun in its other number, if it has one."""
    tag, number = _FORMS[is_plural]
    other = with_number(word, tag, number)
    return () if other == word else (Suggestion(with_case_of(word, other), p_error),)
