"""An unsplit grammar as arrays, for charts to look up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.numeric.arrays import Bools, Floats, Ints, Ints32
from solecism.parse.grammar.grammar import Grammar
from solecism.parse.grammar.strip import ROOT
from solecism.parse.grammar.symbols import PHRASE, TAG


class Tables(NamedTuple):
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


def tables(grammar: Grammar) -> Tables:
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
    return Tables(
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
