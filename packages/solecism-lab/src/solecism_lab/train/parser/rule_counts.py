"""Counts of rules and words in a treebank: expected uses of each rule, and the lexicon.

Each step of the treebank's derivations has the block of its rule. Rare words that look alike share
a class.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from solecism.numeric import Bools, Floats, Ints
from solecism_lab.parse.grammar.grammar import PHRASE, RuleLayout, block_symbols, ranges
from solecism_lab.parse.grammar.lexicon import SIGNATURE, Lexicon, signatures
from solecism_lab.train.parser.derivations import BINARY, CHAIN, LEXICAL, STAY, Derivations


@dataclass(frozen=True, slots=True)
class TreebankSteps:
    """Steps and blocks. Blocks are two-child rules, phrases that stay, chains, then words.

    A parent's blocks of one of these `families` (chains and staying being one) share its
    probability. `step_blocks` is the block of each step, `is_root` marks each tree's last.
    """

    derivations: Derivations
    block_symbols: Ints
    families: Ints
    step_blocks: Ints
    is_root: Bools

    @property
    def n_symbols(self) -> int:
        """How many unsplit symbols there are."""
        return len(self.derivations.symbols.names)


@dataclass(frozen=True, slots=True)
class RuleUses:
    """The expected uses of each rule in a treebank, and the inside and outside of each node.

    The outer side has the weight of the node's tree in it.
    """

    counts: Floats
    log_likelihood: float
    values: Floats
    outer: Floats
    starts: Ints
    sizes: Ints


def treebank_steps(derivations: Derivations, token_classes: Ints) -> TreebankSteps:
    """The bank of derivations whose words belong to these classes (one for each word)."""
    symbols = derivations.symbols
    steps = derivations.steps
    stays = [number for number, (kind, _) in enumerate(symbols.names) if kind == PHRASE]
    is_word = steps[:, 0] == LEXICAL
    word_tags = derivations.node_symbols[steps[is_word, 1]]
    pairs, word_blocks = np.unique(
        np.stack((token_classes, word_tags.astype(np.int64))), axis=1, return_inverse=True
    )
    n_blocks = [len(symbols.rules), len(stays), len(symbols.chains), pairs.shape[1]]
    firsts = np.cumsum([0, *n_blocks])
    none = -np.ones_like(pairs[1])
    numbers = steps[:, 4].astype(np.int64)
    stay_numbers = np.searchsorted(stays, numbers)
    step_blocks = np.select(
        [steps[:, 0] == BINARY, steps[:, 0] == STAY, steps[:, 0] == CHAIN],
        [numbers, firsts[1] + stay_numbers, firsts[2] + numbers],
    )
    step_blocks[is_word] = firsts[3] + word_blocks.ravel()
    is_root = np.zeros(len(steps), dtype=np.bool_)
    is_root[derivations.step_bounds[1:] - 1] = True
    return TreebankSteps(
        derivations=derivations,
        block_symbols=np.concatenate(
            (block_symbols(symbols), np.stack((pairs[1], none, none), axis=1))
        ),
        families=np.repeat([0, 1, 1, 2], n_blocks),
        step_blocks=step_blocks,
        is_root=is_root,
    )


def expect(bank: TreebankSteps, layout: RuleLayout, probs: Floats) -> RuleUses:
    """The expected uses of all rules in the bank."""
    # Plain grammars, which are only counted, do without numba.
    from solecism_lab.train.parser import expectation

    made = bank.derivations
    sizes = layout.sizes[made.node_symbols]
    starts = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    places = layout.offsets[bank.step_blocks]
    values, outer = np.empty(sizes.sum()), np.empty(sizes.sum())
    scales = np.empty(len(made.steps))
    counts = np.zeros(len(probs))
    of_nodes = (made.steps, starts, sizes, places, probs, values, scales)
    log_likelihood = expectation.inside(*of_nodes)
    expectation.outside(*of_nodes, bank.is_root, made.weights, outer, counts)
    return RuleUses(counts, float(log_likelihood), values, outer, starts, sizes)


def expected_uses(bank: TreebankSteps, layout: RuleLayout, probs: Floats) -> Floats:
    """How likely each subsymbol of each node is, by its weight, one node after another."""
    if layout.sizes.max() == 1:
        return bank.derivations.weights
    expected = expect(bank, layout, probs)
    return expected.values * expected.outer


@dataclass(frozen=True, slots=True)
class Sharing:
    """Which numbers of a layout share a total probability, and which are equal but for the parent.

    Numbers of one of `groups` add up to one; those that differ only in the parent's
    subsymbol, of which there are `n_equals`, have the same place in `equals`.
    """

    groups: Ints
    equals: Ints
    n_equals: Ints
    families: Ints


def sharing(bank: TreebankSteps, layout: RuleLayout) -> Sharing:
    """Which numbers of the layout belong together."""
    blocks, first, second, third = layout.entries()
    shapes = layout.shapes()
    families = bank.families[blocks]
    parents = bank.block_symbols[blocks, 0]
    rows = shapes[:, 1] * shapes[:, 2]
    return Sharing(
        groups=families * layout.starts[-1] + layout.starts[parents] + first,
        equals=(np.cumsum(rows) - rows)[blocks] + second * shapes[blocks, 2] + third,
        n_equals=layout.sizes[parents],
        families=families,
    )


def maximise(
    shared: Sharing, counts: Floats, *, smoothing: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> Floats:
    """Probabilities from counts, those of subsymbols drawn to the mean of their symbol.

    `smoothing` is how strongly, for two-child rules, chains and words.
    """
    totals = np.bincount(shared.groups, weights=counts)
    probs: Floats = counts / np.maximum(totals, 1e-300)[shared.groups]
    if not any(smoothing):
        return probs
    means = np.bincount(shared.equals, weights=probs)[shared.equals] / shared.n_equals
    leaning = np.array(smoothing)[shared.families]
    smoothed: Floats = probs * (1 - leaning) + means * leaning
    return smoothed


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


def lexicon(bank: TreebankSteps, layout: RuleLayout, probs: Floats, *, n_rare: int) -> Lexicon:
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
