"""Several grammars joined into one: the splits of each, over the symbols and rules of all.

A rule that a grammar does not have is impossible in its split; a parser that weighs the splits
(`Parser(..., weights=...)`) lets the others decide on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.numeric import Floats, Ints
from solecism_lab.parse.grammar.grammar import (
    PHRASE,
    Grammar,
    Split,
    Symbols,
    block_symbols,
    rule_layout,
)
from solecism_lab.parse.grammar.lexicon import Lexicon

Block = tuple[object, ...]


def join_grammars(grammars: Sequence[Grammar]) -> Grammar:
    """The grammar with all splits; its unsplit rules have the mean of their probabilities.

    Which tags a word may have at all is said by the first grammar.
    """
    symbols = _all_symbols([grammar.symbols for grammar in grammars])
    numbers = {block: number for number, block in enumerate(_blocks(symbols))}
    places = [_places(grammar.symbols, symbols, numbers) for grammar in grammars]
    probs, priors = np.zeros(len(numbers)), np.zeros(len(symbols.names))
    for grammar, place in zip(grammars, places, strict=True):
        probs[place.blocks] += grammar.probs / len(grammars)
        priors[place.symbols] += grammar.priors / len(grammars)
    blocks = block_symbols(symbols)
    splits = [
        _moved(split, place, blocks, len(symbols.names))
        for grammar, place in zip(grammars, places, strict=True)
        for split in grammar.splits
    ]
    return Grammar(symbols, probs, priors, tuple(splits))


@dataclass(frozen=True, slots=True)
class _Places:
    """The places of a grammar's symbols and blocks among those of the joint grammar."""

    symbols: Ints
    blocks: Ints


def _all_symbols(each: Sequence[Symbols]) -> Symbols:
    names = {name: None for symbols in each for name in symbols.names}
    numbers = {name: number for number, name in enumerate(names)}
    rules: dict[tuple[int, int, int], None] = {}
    chains: dict[tuple[int, tuple[str, ...], int], None] = {}
    for symbols in each:
        of = [numbers[name] for name in symbols.names]
        rules.update(((of[a], of[b], of[c]), None) for a, b, c in symbols.rules)
        chains.update(((of[a], between, of[b]), None) for a, between, b in symbols.chains)
    return Symbols(tuple(names), tuple(rules), tuple(chains))


def _blocks(symbols: Symbols) -> list[Block]:
    """An identifier of each block, the same in all grammars, in the order of the blocks."""
    names = symbols.names
    rules: list[Block] = [(names[a], names[b], names[c]) for a, b, c in symbols.rules]
    stays: list[Block] = [(name,) for name in names if name[0] == PHRASE]
    chains: list[Block] = [(names[a], *between, names[b], None) for a, between, b in symbols.chains]
    return rules + stays + chains


def _places(part: Symbols, whole: Symbols, numbers: dict[Block, int]) -> _Places:
    of_names = {name: number for number, name in enumerate(whole.names)}
    return _Places(
        np.array([of_names[name] for name in part.names]),
        np.array([numbers[block] for block in _blocks(part)]),
    )


def _moved(split: Split, place: _Places, blocks: Ints, n_symbols: int) -> Split:
    """The split with the blocks of all grammars; an unknown symbol has one subsymbol, no words."""
    old = split.layout
    sizes = np.ones(n_symbols, dtype=np.int64)
    sizes[place.symbols] = old.sizes
    layout = rule_layout(sizes, blocks)
    old_blocks = np.repeat(np.arange(len(place.blocks)), np.diff(old.offsets))
    probs = np.zeros(layout.offsets[-1])
    probs[
        layout.offsets[place.blocks[old_blocks]]
        + np.arange(len(old_blocks))
        - old.offsets[old_blocks]
    ] = split.probs
    words = split.lexicon
    parts = np.arange(len(words.symbols)) - old.starts[words.symbols]
    lexicon = _lexicon(words, layout.starts[place.symbols[words.symbols]] + parts, sizes)
    return Split(layout, probs, lexicon)


def _lexicon(words: Lexicon, subsymbols: Ints, sizes: Ints) -> Lexicon:
    totals: Floats = np.zeros(sizes.sum())
    totals[subsymbols] = words.totals
    return replace(
        words,
        subsymbols=subsymbols[words.subsymbols],
        totals=totals,
        symbols=np.repeat(np.arange(len(sizes)), sizes),
    )
