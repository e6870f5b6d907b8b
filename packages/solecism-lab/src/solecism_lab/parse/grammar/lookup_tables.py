"""What charts look up: an unsplit grammar as arrays, and the scores of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.numeric import Bools, Floats, Ints, Ints32
from solecism_lab.parse.grammar.grammar import PHRASE, TAG, Grammar
from solecism_lab.parse.treebank_style import ROOT, treebank_spelling


class GrammarTables(NamedTuple):
    """Rules are parent, left, right and the number of the pair of children; chains top, bottom.

    `stays` is the probability of no chain, `priors` how frequent a symbol is; `pair_ids` is the
    number of a pair of symbols as children, -1 for pairs that no rule has. Pairs of the same
    left child b are those from `left_bounds[b]` on, with right children `pair_rights`; rules of
    pair p are `pair_rules[pair_bounds[p]:pair_bounds[p + 1]]`, and those of a parent likewise.
    `stay_blocks` is the block of a phrase that stays, -1 for other symbols; the chains'
    blocks begin at `first_chain`.
    """

    rules: Ints
    rule_probs: Floats
    chains: Ints
    chain_probs: Floats
    stays: Floats
    priors: Floats
    pair_ids: Ints32
    pair_rights: npt.NDArray[np.uint16]
    left_bounds: Ints
    pair_rules: Ints
    pair_bounds: Ints
    parent_rules: Ints
    parent_bounds: Ints
    is_phrase: Bools
    is_tag: Bools
    stay_blocks: Ints
    first_chain: int
    root: int


def grammar_tables(grammar: Grammar) -> GrammarTables:
    """The grammar as arrays."""
    symbols = grammar.symbols
    n_symbols, n_rules = len(symbols.names), len(symbols.rules)
    kinds = np.array([kind for kind, _ in symbols.names])
    rules = np.array(symbols.rules, dtype=np.int64).reshape(-1, 3)
    pairs, rule_pairs = np.unique(rules[:, 1] * n_symbols + rules[:, 2], return_inverse=True)
    pair_ids = np.full(n_symbols * n_symbols, -1, dtype=np.int32)
    pair_ids[pairs] = np.arange(len(pairs))
    by_pair = np.argsort(rule_pairs, kind="stable")
    by_parent = np.argsort(rules[:, 0], kind="stable")
    phrases = np.flatnonzero(kinds == PHRASE)
    stay_blocks = np.full(n_symbols, -1)
    stay_blocks[phrases] = n_rules + np.arange(len(phrases))
    first_chain = n_rules + len(phrases)
    stays = np.ones(n_symbols)
    stays[phrases] = grammar.probs[n_rules:first_chain]
    return GrammarTables(
        rules=np.column_stack((rules, rule_pairs)),
        rule_probs=grammar.probs[:n_rules].copy(),
        chains=np.array([(a, b) for a, _, b in symbols.chains], dtype=np.int64).reshape(-1, 2),
        chain_probs=grammar.probs[first_chain:].copy(),
        stays=stays,
        priors=grammar.priors,
        pair_ids=pair_ids.reshape(n_symbols, n_symbols),
        pair_rights=(pairs % n_symbols).astype(np.uint16),
        left_bounds=np.searchsorted(pairs // n_symbols, np.arange(n_symbols + 1)),
        pair_rules=by_pair,
        pair_bounds=np.searchsorted(rule_pairs[by_pair], np.arange(len(pairs) + 1)),
        parent_rules=by_parent,
        parent_bounds=np.searchsorted(rules[by_parent, 0], np.arange(n_symbols + 1)),
        is_phrase=kinds == PHRASE,
        is_tag=kinds == TAG,
        stay_blocks=stay_blocks,
        first_chain=first_chain,
        root=symbols.names.index((PHRASE, ROOT)),
    )


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
