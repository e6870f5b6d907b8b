"""The words of a treebank: classes of rare words that look alike, and the lexicon."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from solecism.numeric.arrays import Floats, Ints
from solecism.parse.grammar.layout import Layout, ranges
from solecism.parse.grammar.lexicon import SIGNATURE, Lexicon
from solecism.parse.grammar.signature import signatures
from solecism.train.parser.bank import Bank, expected_uses
from solecism.train.parser.derivations import LEXICAL, Derivations

_LEAST_PER_CLASS = 10
_LEAST = 1e-4


def word_classes(derivations: Derivations, *, n_rare: int) -> Ints:
    """A number for each word of the treebank, equal for rare words that look alike."""
    n_uses = _uses_of_words(derivations)
    tokens = list(zip(derivations.words, derivations.is_first, strict=True))
    looks: dict[str, float] = defaultdict(float)
    for (word, is_first), weight in zip(tokens, derivations.word_weights.tolist(), strict=True):
        if n_uses[word] <= n_rare:
            for signature in signatures(word, is_first=is_first):
                looks[signature] += weight
    numbers: dict[str, int] = {}

    def named(word: str, is_first: bool) -> str:
        if n_uses[word] > n_rare:
            return word
        alike = signatures(word, is_first=is_first)
        return SIGNATURE + next((s for s in alike if looks[s] >= _LEAST_PER_CLASS), "")

    return np.array([numbers.setdefault(named(*token), len(numbers)) for token in tokens])


def lexicon(bank: Bank, layout: Layout, probs: Floats, *, n_rare: int) -> Lexicon:
    """The lexicon of a treebank: how often each word is expected to be of each subsymbol."""
    made = bank.derivations
    keys, of_keys, tokens = _keys_of_tokens(made, n_rare=n_rare)
    nodes = made.steps[made.steps[:, 0] == LEXICAL, 1][tokens]
    sizes = layout.sizes[made.node_symbols]
    starts = np.cumsum(sizes) - sizes
    within = ranges(sizes[nodes])
    used = expected_uses(bank, layout, probs)[np.repeat(starts[nodes], sizes[nodes]) + within]
    n_subsymbols = int(layout.starts[-1])
    subsymbols = np.repeat(layout.starts[made.node_symbols[nodes]], sizes[nodes]) + within
    rows, where = np.unique(
        np.repeat(of_keys, sizes[nodes]) * n_subsymbols + subsymbols, return_inverse=True
    )
    counts: Floats = np.bincount(where, weights=used).astype(float)
    rows, counts = rows[counts > _LEAST], counts[counts > _LEAST].astype(np.float32).astype(float)
    is_word = np.array([not key.startswith(SIGNATURE) for key in keys])[rows // n_subsymbols]
    totals = np.bincount(
        rows[is_word] % n_subsymbols, weights=counts[is_word], minlength=n_subsymbols
    ).astype(float)
    return Lexicon(
        keys=keys,
        bounds=np.searchsorted(rows // n_subsymbols, np.arange(len(keys) + 1)),
        subsymbols=rows % n_subsymbols,
        counts=counts,
        totals=totals.astype(np.float32).astype(float),
        symbols=np.repeat(np.arange(len(layout.sizes)), layout.sizes),
    )


def _keys_of_tokens(made: Derivations, *, n_rare: int) -> tuple[dict[str, int], Ints, Ints]:
    """Words and signatures, and the pairs of them with the tokens that they stand for."""
    n_uses = _uses_of_words(made)
    keys: dict[str, int] = {}
    pairs: list[tuple[int, int]] = []
    for token, (word, is_first) in enumerate(zip(made.words, made.is_first, strict=True)):
        pairs.append((keys.setdefault(word, len(keys)), token))
        if n_uses[word] <= n_rare:
            for signature in signatures(word, is_first=is_first):
                pairs.append((keys.setdefault(SIGNATURE + signature, len(keys)), token))
    of_keys, tokens = np.array(pairs).T
    return keys, of_keys, tokens


def _uses_of_words(made: Derivations) -> dict[str, float]:
    n_uses: dict[str, float] = defaultdict(float)
    for word, weight in zip(made.words, made.word_weights.tolist(), strict=True):
        n_uses[word] += weight
    return n_uses
