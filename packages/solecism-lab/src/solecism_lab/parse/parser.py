"""The parser: likely phrases by the unsplit grammar, the best tree of them by the split ones.

Coarse to fine (Charniak et al. 2006), and the tree whose rules have the greatest product of
posteriors (Petrov and Klein 2007, max-rule-product). Where several splits of one grammar are known
their posteriors are multiplied (Petrov 2010).

The loops over charts and forests are compiled where numba is installed, otherwise over arrays.
There are two, because each is needed. The base install parses a sentence with numpy alone; numba
and its compiler would add 208 MB to it. With numba the same trees come 15 to 27 times as fast,
which training and corpora need (docs/parse.md has the figures). Only the innermost loops are
written twice; what charts and forests are, pruning and the choice of the tree are shared.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from solecism.errors import InputError
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.system.installation import is_installed, require_packages
from solecism.tree import Leaf, Tree
from solecism_lab.parse.chart.chart import (
    Chart,
    empty_chart,
    fewest_phrases,
    reset_outside,
    split_at_punctuation,
)
from solecism_lab.parse.chart.forest import (
    CombinedPosteriors,
    Forest,
    best_tree,
    forest,
    pruned_product,
    split_tables,
    weighted_product,
)
from solecism_lab.parse.grammar.grammar import Grammar, bundled_grammar
from solecism_lab.parse.grammar.lookup_tables import WordScores, grammar_tables
from solecism_lab.parse.treebank_style import ROOT


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, and the log likelihood of the sentence under the grammar (None if not known).

    A tree of `n_pieces` other than one was joined from pieces, because the grammar has no tree
    for all words or they are too many.
    """

    tree: Tree
    log_likelihood: float | None = None
    n_pieces: int = 1


class SentenceParser(Protocol):
    """Anything that gives a tree for every sentence."""

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, over its words, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """The modules with the loops over charts and over forests."""

    chart: Any
    forest: Any


def engine(*, is_compiled: bool | None = None) -> Engine:
    """The compiled loops if `is_compiled`, or by default where numba is installed."""
    if is_compiled is None:
        is_compiled = is_installed("numba")
    elif is_compiled:
        require_packages("numba")
    kind = "compiled" if is_compiled else "arrays"
    return Engine(
        chart=importlib.import_module(f"solecism_lab.parse.chart.chart_{kind}"),
        forest=importlib.import_module(f"solecism_lab.parse.chart.forest_{kind}"),
    )


# What is pruned less and less until there is a tree.
_LOOSER = (1.0, 1e-3, 1e-6)


@dataclass(frozen=True, slots=True)
class Pruning:
    """Thresholds of pruning: `beam` relative to the best of a cell, `threshold` on posteriors.

    Of edges `edge_share` of that is enough. What one split finds less likely than `least_share`
    the next does not see. Sentences of more than `max_words` are cut.
    """

    beam: float = 1e-4
    threshold: float = 1e-3
    edge_share: float = 0.3
    least_share: float = 1e-4
    max_words: int = 200


class Parser:
    """Parses under a grammar, the bundled one by default, one sentence at a time."""

    def __init__(
        self,
        grammar: Grammar | None = None,
        *,
        pruning: Pruning | None = None,
        uses_tags: bool = False,
        is_compiled: bool | None = None,
        weights: Sequence[float] | None = None,
    ) -> None:
        """With `uses_tags` the tags of sentences are used as given; numba is used if installed.

        With `weights` the grammar's splits are asked side by side, each counting so much; without
        them all count alike, and what one finds unlikely the next do not see.
        """
        self.grammar = grammar or bundled_grammar()
        if weights is not None and len(weights) != len(self.grammar.splits):
            raise InputError(f"{len(weights)} weights for {len(self.grammar.splits)} splits.")
        if weights is not None and not min(weights) > 0:
            raise InputError(f"a split counts {min(weights):g}. Give weights above 0.")
        self.weights = weights
        self.pruning = pruning or Pruning()
        self.uses_tags = uses_tags
        self._engine: Engine = engine(is_compiled=is_compiled)
        self._tables = grammar_tables(self.grammar)
        self._splits = [split_tables(split) for split in self.grammar.splits]
        self._words = WordScores(self.grammar)

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, in order."""
        return (parsed.tree for parsed in self.parses(sentences))

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """Each sentence's tree with its likelihood, in order."""
        return map(self.parse_sentence, sentences)

    def parse_sentence(self, sentence: Sentence) -> Parsed:
        """The sentence's tree with its likelihood."""
        return self.parse(sentence.words, sentence.tags if self.uses_tags else ())

    def parse(self, words: Sequence[str], tags: Sequence[str] = ()) -> Parsed:
        """The tree of these words, which have these tags if any are given."""
        if not words:
            return Parsed(Tree(ROOT, ()), 0.0, 0)
        if len(words) > self.pruning.max_words:
            return self._in_pieces(words, tags)
        plain, splits = self._words.scores(words, tags)
        for looser in _LOOSER:
            chart = self._chart(plain, looser)
            if chart.tops[-1, self._tables.root] > 0:
                return self._whole(words, chart, splits, self._tables.root)
        return self._joined(words, tags, fewest_phrases(self._tables, chart))

    def _chart(self, word_scores: Floats, looser: float = 1.0) -> Chart:
        chart = empty_chart(*word_scores.shape)
        self._engine.chart.inside(word_scores, self._tables, chart, self.pruning.beam * looser)
        return chart

    def _in_pieces(self, words: Sequence[str], tags: Sequence[str]) -> Parsed:
        return _under_one_root(
            self.parse(words[start:end], tags[start:end])
            for start, end in split_at_punctuation(words, max_words=self.pruning.max_words)
        )

    def _joined(
        self, words: Sequence[str], tags: Sequence[str], spans: Iterable[tuple[int, int, int]]
    ) -> Parsed:
        """A tree joined from phrases of the unsplit grammar, each parsed by the split ones."""
        parsed = []
        for start, end, symbol in spans:
            plain, splits = self._words.scores(words[start:end], tags[start:end])
            parsed.append(self._whole(words[start:end], self._chart(plain), splits, symbol))
        return _under_one_root(parsed)

    def _whole(
        self, words: Sequence[str], chart: Chart, splits: list[list[Floats]], root: int
    ) -> Parsed:
        """The best tree below a symbol, pruned less where the split grammars find none."""
        for looser in _LOOSER:
            parsed = self._best(words, chart, splits, root, looser)
            if parsed is not None:
                return parsed
            reset_outside(chart)
        names = self.grammar.symbols.names
        tags = np.where(self._tables.is_tag, chart.bottoms[: len(words)], 0.0).argmax(axis=1)
        leaves = (Leaf(names[tag][1], word) for tag, word in zip(tags, words, strict=True))
        return Parsed(Tree(ROOT, tuple(leaves)), None, len(words))

    def _best(
        self,
        words: Sequence[str],
        chart: Chart,
        splits: list[list[Floats]],
        root: int,
        looser: float,
    ) -> Parsed | None:
        """The best tree of what is likely; None where the split grammars have none."""
        threshold = self.pruning.threshold * looser
        loops = self._engine.forest
        self._engine.chart.outside(self._tables, chart, root, threshold)
        likely = forest(
            self._tables, chart, root, threshold=threshold * self.pruning.edge_share, loops=loops
        )
        combined = self._combined(likely, splits, looser)
        if combined is None:
            return None
        items = np.append(combined.tags, 0.0)
        backs = loops.best(combined.forest.edges, combined.edges, items)
        if not items[likely.root] > -np.inf:
            return None
        tree = best_tree(combined.forest, backs, self.grammar.symbols, words)
        return Parsed(tree=tree, log_likelihood=combined.log_likelihood)

    def _combined(
        self, likely: Forest, splits: list[list[Floats]], looser: float
    ) -> CombinedPosteriors | None:
        loops = self._engine.forest
        if self.weights is not None:
            weights = self.weights
            return weighted_product(likely, self._splits, splits, weights=weights, loops=loops)
        least_share = self.pruning.least_share * looser
        return pruned_product(likely, self._splits, splits, least_share=least_share, loops=loops)


def _under_one_root(parsed: Iterable[Parsed]) -> Parsed:
    """Pieces under one root."""
    pieces = list(parsed)
    known = [piece.log_likelihood for piece in pieces if piece.log_likelihood is not None]
    nodes = [
        node
        for piece in pieces
        for node in (piece.tree.children if piece.tree.label == ROOT else (piece.tree,))
    ]
    return Parsed(
        tree=Tree(ROOT, tuple(nodes)),
        log_likelihood=sum(known) if len(known) == len(pieces) else None,
        n_pieces=sum(piece.n_pieces for piece in pieces),
    )
