"""Treebank trees as steps that a chart can take: at most two children, chains in one step.

A phrase of many children becomes a row of two-child phrases, whose names remember `horizontal`
of the siblings on their left: `S -> NP @S`, `@S -> VP .`. A chain of phrases with one child
each is one rule, whatever its length, so that a cell of a chart needs one step up and never
goes in circles: `SBAR (S) -> VP`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import repeat

import numpy as np

from solecism.errors import InputError
from solecism.numeric import Floats, Ints32
from solecism.tree import Leaf, Tree
from solecism_lab.parse.grammar.grammar import PART, PHRASE, TAG, Chain, Symbol, Symbols
from solecism_lab.parse.treebank_style import plain_tree

LEXICAL, STAY, CHAIN, BINARY = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Derivations:
    """The steps that derive the trees of a treebank, each tree from its words up.

    A row of `steps` is kind, node, first child, second child and rule; the rule of a word is its
    place among `words`, that of a phrase that stays what it is, its symbol. `node_symbols` are
    the symbols of all nodes; tree t has steps `step_bounds[t]` up to `step_bounds[t + 1]`, and
    its last node is its root. Each step makes a node, so what is known of steps is known of
    nodes; `weights` say of each how often its tree counts.
    """

    symbols: Symbols
    words: tuple[str, ...]
    is_first: tuple[bool, ...]
    steps: Ints32
    node_symbols: Ints32
    step_bounds: Ints32
    weights: Floats

    @property
    def word_weights(self) -> Floats:
        """The weight of each of the words."""
        weights: Floats = self.weights[self.steps[:, 0] == LEXICAL]
        return weights


def derive(
    trees: Iterable[Tree],
    *,
    weights: Iterable[float] | None = None,
    horizontal: int = 0,
    vertical: int = 1,
) -> Derivations:
    """The derivations of the trees that have words; InputError if none has."""
    builder = _Builder(horizontal, vertical)
    weighted = zip(trees, repeat(1.0)) if weights is None else zip(trees, weights, strict=True)
    for tree, weight in weighted:
        if not weight > 0:
            raise InputError(f"a tree has the weight {weight:g}. Give weights above 0.")
        stripped = plain_tree(tree)
        if stripped is not None:
            builder.add(stripped, weight)
    if not builder.words:
        raise InputError("no tree has words. A parser learns from trees with words and tags.")
    return builder.derivations()


@dataclass(slots=True)
class _Builder:
    horizontal: int
    vertical: int
    numbers: dict[Symbol, int] = field(default_factory=dict)
    names: list[Symbol] = field(default_factory=list)
    rules: dict[tuple[int, int, int], int] = field(default_factory=dict)
    chains: dict[Chain, int] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    is_first: list[bool] = field(default_factory=list)
    steps: list[tuple[int, int, int, int, int]] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    bounds: list[int] = field(default_factory=lambda: [0])
    weights: list[float] = field(default_factory=list)

    def derivations(self) -> Derivations:
        """What has been gathered."""
        return Derivations(
            symbols=Symbols(
                names=tuple(self.names), rules=tuple(self.rules), chains=tuple(self.chains)
            ),
            words=tuple(self.words),
            is_first=tuple(self.is_first),
            steps=np.array(self.steps, dtype=np.int32),
            node_symbols=np.array(self.nodes, dtype=np.int32),
            step_bounds=np.array(self.bounds, dtype=np.int32),
            weights=np.repeat(np.array(self.weights, dtype=np.float64), np.diff(self.bounds)),
        )

    def add(self, tree: Tree, weight: float) -> None:
        """Derive a plain tree. Nothing recurs: a tree may be deeper than Python's calls."""
        n_words = len(self.words)
        # What is done below each open phrase: the chain above a bottom node, for each child.
        stack: list[tuple[Tree, tuple[str, ...], list[tuple[tuple[str, ...], int]]]] = []
        stack.append((tree, (), []))
        while True:
            phrase, ancestors, done = stack[-1]
            if len(done) < len(phrase.children):
                child = phrase.children[len(done)]
                if isinstance(child, Leaf):
                    done.append(((), self._word(child)))
                else:
                    stack.append((child, (phrase.label, *ancestors)[: self.vertical - 1], []))
                continue
            stack.pop()
            closed = self._closed("^".join((phrase.label, *ancestors)), done)
            if not stack:
                self._top(*closed)
                break
            stack[-1][2].append(closed)
        self.is_first += [place == n_words for place in range(n_words, len(self.words))]
        self.bounds.append(len(self.steps))
        self.weights.append(weight)

    def _word(self, leaf: Leaf) -> int:
        node = self._node((TAG, leaf.tag))
        self.steps.append((LEXICAL, node, -1, -1, len(self.words)))
        self.words.append(leaf.word)
        return node

    def _closed(
        self, name: str, below: list[tuple[tuple[str, ...], int]]
    ) -> tuple[tuple[str, ...], int]:
        if len(below) == 1:
            chain, bottom = below[0]
            return (name, *chain), bottom
        return (), self._phrase(name, [self._top(*child) for child in below])

    def _phrase(self, name: str, children: list[int]) -> int:
        """The phrase's bottom node, made of two-child steps from the right."""
        names = [self.names[self.nodes[child]][1] for child in children]
        node = children[-1]
        for place in range(len(children) - 2, -1, -1):
            memory = names[max(0, place - self.horizontal) : place]
            symbol = (PART, "|".join((name, *memory))) if place else (PHRASE, name)
            right, node = node, self._node(symbol)
            of = self.nodes
            rule = (of[node], of[children[place]], of[right])
            number = self.rules.setdefault(rule, len(self.rules))
            self.steps.append((BINARY, node, children[place], right, number))
        return node

    def _top(self, chain: tuple[str, ...], bottom: int) -> int:
        """The node as its parent sees it."""
        symbol = self.nodes[bottom]
        if chain:
            top = self._node((PHRASE, chain[0]))
            number = self.chains.setdefault((self.nodes[top], chain[1:], symbol), len(self.chains))
            self.steps.append((CHAIN, top, bottom, -1, number))
            return top
        if self.names[symbol][0] != PHRASE:
            return bottom
        top = self._node(self.names[symbol])
        self.steps.append((STAY, top, bottom, -1, symbol))
        return top

    def _node(self, symbol: Symbol) -> int:
        number = self.numbers.setdefault(symbol, len(self.names))
        if number == len(self.names):
            self.names.append(symbol)
        self.nodes.append(number)
        return len(self.nodes) - 1
