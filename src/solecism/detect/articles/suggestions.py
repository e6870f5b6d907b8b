"""What to write instead: determiners that fit what follows, or the noun in its other number."""

from __future__ import annotations

import numpy as np

from solecism.detect.articles.choice import MY, NONE, WORD_OF_GROUP, A
from solecism.detect.channel import Candidates
from solecism.flag import Suggestion
from solecism.language.article import indefinite_article
from solecism.language.inflect import with_case_of, with_number
from solecism.sentence import Sentence

_N_SUGGESTIONS = 3


def determiners(
    sentence: Sentence, left: int, right: int, candidates: Candidates, row: int, p_error: float
) -> tuple[Suggestion, ...]:
    """The best determiners for words `left:right`, with their shares of the error's probability."""
    kind_is_unneeded = candidates.best[row] == NONE
    if kind_is_unneeded:
        return (Suggestion("", p_error),)
    shares = np.exp(candidates.posterior[row].astype(np.float64))
    # Whose it is nobody can tell.
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


def _word(group: int, sentence: Sentence, left: int, right: int) -> str:
    following = sentence.words[right] if right < len(sentence.words) else ""
    word = indefinite_article(following) if group == A else WORD_OF_GROUP[group]
    is_capital = left < right and sentence.words[left].istitle()
    return word.capitalize() if is_capital and word else word


def number(sentence: Sentence, head: int, p_error: float) -> tuple[Suggestion, ...]:
    """The noun in its other number, if it has one."""
    word, tag = sentence.words[head], sentence.tags[head]
    other = with_number(word, tag, "singular" if tag == "NNS" else "plural")
    return () if other == word else (Suggestion(with_case_of(word, other), p_error),)
