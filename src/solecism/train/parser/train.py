"""Training of a grammar on the trees of a treebank."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from solecism.numeric.arrays import Floats
from solecism.parse.grammar.grammar import Grammar, Split, block_symbols
from solecism.parse.grammar.layout import Layout, lay_out
from solecism.system.extras import need
from solecism.train.parser import split_merge, words
from solecism.train.parser.bank import Bank, bank
from solecism.train.parser.derivations import derive
from solecism.train.parser.split_merge import SplitSettings
from solecism.tree import Tree

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class GrammarSettings:
    """How symbols are named before they are split, which words are rare, and the splitting.

    Parts of a phrase remember `horizontal` siblings, phrases `vertical - 1` ancestors; words
    seen up to `n_rare` times share their statistics. `n_splits` grammars are combined.
    """

    horizontal: int = 0
    vertical: int = 1
    n_rare: int = 5
    n_splits: int = 1
    splitting: SplitSettings = field(default_factory=SplitSettings)


def train(
    trees: Iterable[Tree],
    *,
    weights: Iterable[float] | None = None,
    seed: int = 1,
    settings: GrammarSettings | None = None,
    progress: Progress | None = None,
) -> Grammar:
    """The grammar of the trees; the same trees and seed give the same grammar.

    `weights` are those of the trees: with 2 a tree counts as if it were there twice.
    """
    settings = settings or GrammarSettings()
    if settings.splitting.n_rounds:
        need("numba")
    derivations = derive(
        trees, weights=weights, horizontal=settings.horizontal, vertical=settings.vertical
    )
    treebank = bank(derivations, words.word_classes(derivations, n_rare=settings.n_rare))
    _, probs = split_merge.plain_grammar(treebank)
    n_blocks = len(block_symbols(derivations.symbols))
    n_uses = np.bincount(
        derivations.node_symbols, weights=derivations.weights, minlength=treebank.n_symbols
    )
    splits = []
    for number in range(settings.n_splits):
        layout, split_probs = split_merge.split_merge(
            treebank,
            settings=settings.splitting,
            rng=np.random.default_rng([seed, number]),
            progress=_part(progress, number, settings.n_splits),
        )
        splits.append(_split(treebank, layout, split_probs, n_blocks, settings))
    return Grammar(
        symbols=derivations.symbols,
        probs=_rounded(probs[:n_blocks]),
        priors=_rounded(n_uses / n_uses.sum()),
        splits=tuple(splits),
    )


def _split(
    treebank: Bank, layout: Layout, probs: Floats, n_blocks: int, settings: GrammarSettings
) -> Split:
    lexicon = words.lexicon(treebank, layout, probs, n_rare=settings.n_rare)
    rules = lay_out(layout.sizes, layout.block_symbols[:n_blocks])
    return Split(rules, _rounded(probs[: rules.offsets[-1]]), lexicon)


def _rounded(numbers: Floats) -> Floats:
    """Rounded as in a file, so that a grammar is the same before it is written and after."""
    return numbers.astype(np.float32).astype(np.float64)


def _part(progress: Progress | None, number: int, n_parts: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, n_parts * total)
