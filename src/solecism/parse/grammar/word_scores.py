"""Scores of the words of a sentence for every tag and each of its subsymbols."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solecism.numeric.arrays import Floats
from solecism.parse.grammar.grammar import Grammar
from solecism.parse.grammar.symbols import TAG
from solecism.parse.spelling import treebank_spelling

# So many words are remembered; their scores are long rows of numbers.
_N_REMEMBERED = 8_000
# The score of a word for a given tag that the grammar finds impossible.
_LEAST = 1e-9


class WordScores:
    """Scores of words under a grammar, with a cache of limited size."""

    def __init__(self, grammar: Grammar) -> None:
        self._lexicons = [split.lexicon for split in grammar.splits]
        self._symbols = np.repeat(
            np.arange(len(grammar.symbols.names)), grammar.splits[0].layout.sizes
        )
        self._n_symbols = len(grammar.symbols.names)
        totals = self._lexicons[0].totals
        of_symbols = np.bincount(self._symbols, weights=totals, minlength=self._n_symbols)
        self._shares = totals / np.maximum(of_symbols, 1e-300)[self._symbols]
        self._tags = {
            name: n for n, (kind, name) in enumerate(grammar.symbols.names) if kind == TAG
        }
        self._remembered: dict[tuple[str, bool], tuple[Floats, list[Floats]]] = {}

    def scores(
        self, words: Sequence[str], tags: Sequence[str] = ()
    ) -> tuple[Floats, list[list[Floats]]]:
        """The words' scores for each symbol, and of each split for each of its subsymbols.

        Where tags are given, all others score nothing; a tag not in the grammar is not used.
        """
        of_words = [
            self._word(word, is_first=place == 0)
            for place, word in enumerate(treebank_spelling(words))
        ]
        plain = np.array([of_symbols for of_symbols, _ in of_words])
        splits = [splits for _, splits in of_words]
        for place, tag in enumerate(tags):
            if tag in self._tags:
                symbol = self._tags[tag]
                score = plain[place, symbol]
                plain[place] = 0.0
                plain[place, symbol] = score or _LEAST
                if not score:
                    splits[place] = [np.full_like(scores, _LEAST) for scores in splits[place]]
        return plain, [list(of_split) for of_split in zip(*splits, strict=True)]

    def _word(self, word: str, *, is_first: bool) -> tuple[Floats, list[Floats]]:
        key = (word, is_first)
        if key not in self._remembered:
            if len(self._remembered) >= _N_REMEMBERED:
                self._remembered.clear()
            splits = [lexicon.emission(word, is_first=is_first) for lexicon in self._lexicons]
            of_symbols = np.bincount(
                self._symbols, weights=splits[0] * self._shares, minlength=self._n_symbols
            ).astype(float)
            self._remembered[key] = of_symbols, splits
        return self._remembered[key]
