"""The span parser: the tree whose spans, labels and divisions have the highest sum of scores.

A chart parser with a discriminative model, without a grammar: each span of words is scored for
each label by what stands at its ends and in it (after Stern, Andreas and Klein 2017, with the
surface features of Hall, Durrett and Klein 2014 in place of a network).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solecism.numeric.arrays import Ints
from solecism.parse.chart.pieces import cut
from solecism.parse.grammar.strip import ROOT
from solecism.parse.parsed import Parsed
from solecism.parse.spans.brackets import tree_of
from solecism.parse.spans.words import Encoded, counts_of, encode, padded
from solecism.sentence import Sentence
from solecism.system.extras import need
from solecism.tree import Leaf, Tree

MAX_WORDS = 150


@dataclass(frozen=True, slots=True, eq=False)
class SpanModel:
    """Weights of features: of tags, of the labels of spans, and of where spans are divided.

    `known` are the words that are features themselves.
    """

    known: frozenset[str]
    tags: tuple[str, ...]
    labels: tuple[str, ...]
    tag_weights: Any
    span_weights: Any
    split_weights: Any


class SpanParser:
    """Parses with one model, or with several whose scores are added with these weights."""

    def __init__(self, models: Sequence[SpanModel], *, weights: Sequence[float] = (1.0,)) -> None:
        need("numba")
        self._models = tuple(zip(models, weights, strict=True))
        self._first = models[0]
        self._labels = tuple(dict.fromkeys(label for model in models for label in model.labels))

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, in order."""
        return (parsed.tree for parsed in self.parses(sentences))

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        """Each sentence's tree, in order; the model gives no likelihood."""
        return (self.parse(sentence.words) for sentence in sentences)

    def parse(self, words: Sequence[str]) -> Parsed:
        """The tree of the words, joined from pieces where there are too many."""
        if not words:
            return Parsed(Tree(ROOT, ()), None, 0)
        pieces = [self._tree(words[a:b]) for a, b in cut(words, max_words=MAX_WORDS)]
        if len(pieces) == 1:
            return Parsed(pieces[0])
        children = tuple(child for piece in pieces for child in piece.children)
        return Parsed(Tree(ROOT, children), None, len(pieces))

    def _tree(self, words: Sequence[str]) -> Tree:
        encoded = encode(words, self._first.known)
        tags = self._tags(encoded)
        chosen = self._chosen(words, tags)
        labels = {(start, end): self._labels[label] for start, _, end, label in chosen.tolist()}
        leaves = [Leaf(tag, word) for tag, word in zip(tags, words, strict=True)]
        return tree_of(labels, leaves)

    def _tags(self, encoded: Encoded) -> list[str]:
        from solecism.parse.spans.tag_loops import tag

        names = self._first.tags
        return [names[number] for number in tag(encoded.views, self._first.tag_weights)]

    def _chosen(self, words: Sequence[str], tags: Sequence[str]) -> Ints:
        from solecism.parse.spans import loops

        n = len(words)
        shape = (n + 1, n + 1)
        scores = np.zeros((*shape, len(self._labels)), dtype=np.float32)
        splits = np.zeros((*shape, n + 1), dtype=np.float32)
        counts = counts_of(tags)
        for model, share in self._models:
            numbers = {name: number for number, name in enumerate(model.tags)}
            of_tags = padded(np.array([numbers.get(tag, -1) for tag in tags], dtype=np.int64))
            of_words = encode(words, model.known).words
            of_sentence = (of_words, of_tags, counts, n)
            mine = np.zeros((*shape, len(model.labels)), dtype=np.float32)
            loops.span_scores(*of_sentence, model.span_weights, np.float32(share), mine)
            loops.split_scores(*of_sentence, model.split_weights, np.float32(share), splits)
            places = [self._labels.index(label) for label in model.labels]
            scores[:, :, places] += mine
        labels, backs = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        loops.best_spans(scores, splits, n, labels, backs)
        return np.asarray(loops.chosen_spans(labels, backs, n))
