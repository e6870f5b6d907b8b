"""A speller that has learnt nothing from learners: every change of a letter costs the same.

Its words are those of the word list and of native text of free licences, and its few weights are
round numbers that were set by hand.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from solecism.language.spelling.candidates import Speller
from solecism.language.spelling.confusions import uniform
from solecism.language.spelling.dictionary import bundled_words
from solecism.language.spelling.model import SpellingModel

# By the names in FEATURES, and in CONTEXT and EVIDENCE of `detect.network.misspellings`.
_RANKING = (-3.0, 0.7, 1.0, -1.0, 1.0)
_CONTEXT = (1.0, 3.0)
_EVIDENCE = (0.2, 0.5, -1.5, -1.0, 2.0, 2.0, 0.0)


@cache
def plain_speller() -> Speller:
    """The speller with equal costs.

    >>> [each.text for each in plain_speller().candidates("recieve")][:1]
    ['receive']
    """
    ranking, context, evidence = map(np.array, (_RANKING, _CONTEXT, _EVIDENCE))
    words = bundled_words()
    return Speller(SpellingModel(words.others, words.names, uniform(), ranking, context, evidence))
