"""The span parser: the tree whose spans, labels and divisions have the highest sum of scores.

A chart parser with a discriminative model, without a grammar: each span of words is scored for each
label by what stands at its ends and in it (after Stern, Andreas and Klein 2017, with the surface
features of Hall, Durrett and Klein 2014 in place of a network).

Trees become labelled spans of words in a binary tree. A chain of phrases over the same words is one
label, S+VP. A phrase with more than two children becomes a row of two: the rest of it, without its
first child, is a span labelled @ and its name. Spans of single words without a phrase, and rests
that a tree does not need, have no label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from solecism.numeric import Ints
from solecism.sentence import Sentence
from solecism.system.installation import require_packages
from solecism.tree import Leaf, Tree
from solecism_lab.parse.chart.chart import split_at_punctuation
from solecism_lab.parse.grammar.lexicon import signatures
from solecism_lab.parse.parser import Parsed
from solecism_lab.parse.span_loops import PADDING
from solecism_lab.parse.treebank_style import ROOT, plain_tree, treebank_spelling

NO_LABEL = ""
REST = "@"
_CHAIN = "+"
# The name of the outermost bracket where several phrases stand below it.
_OUTERMOST = "ROOT"


class Span(NamedTuple):
    """The words from `start` to `end`, where they are divided, and their label.

    `split` is 0 for a single word.
    """

    start: int
    split: int
    end: int
    label: str


def tree_spans(tree: Tree) -> list[Span]:
    """The spans of a tree, each before the spans inside it; none if no word is overt."""
    bare = plain_tree(tree)
    if bare is None:
        return []
    top: Tree | Leaf = bare if len(bare.children) > 1 else bare.children[0]
    collected: list[Span] = []
    stack: list[tuple[list[Tree | Leaf], str, int]] = [([top], NO_LABEL, 0)]
    while stack:
        nodes, label, start = stack.pop()
        names = [label] if label else []
        while len(nodes) == 1 and isinstance(nodes[0], Tree):
            names.append(nodes[0].label if nodes[0].label != ROOT else _OUTERMOST)
            nodes = list(nodes[0].children)
        label = _CHAIN.join(names)
        end = start + sum(map(_n_words, nodes))
        split = start + _n_words(nodes[0]) if len(nodes) > 1 else 0
        collected.append(Span(start, split, end, label))
        if len(nodes) > 1:
            rest = REST + names[-1].removeprefix(REST) if len(nodes) > 2 else NO_LABEL
            stack.append((nodes[1:], rest, split))
            stack.append((nodes[:1], NO_LABEL, start))
    return collected


def tree_from_spans(labels: Mapping[tuple[int, int], str], leaves: Sequence[Leaf]) -> Tree:
    """The tree over the leaves whose phrases are these spans, none of which cross."""
    closed: list[tuple[int, Tree | Leaf]] = []
    starts = sorted(labels, key=lambda span: (span[1], -span[0]))
    done = 0
    for start, end in starts:
        while done < end:
            closed.append((done, leaves[done]))
            done += 1
        names = [name for name in labels[start, end].split(_CHAIN) if name[:1] not in ("", REST)]
        first = len(closed)
        while first and closed[first - 1][0] >= start:
            first -= 1
        children = tuple(node for _, node in closed[first:])
        if names:
            closed[first:] = [(start, _chain(names, children))]
    closed += [(place, leaves[place]) for place in range(done, len(leaves))]
    nodes = tuple(node for _, node in closed)
    if len(nodes) == 1 and isinstance(nodes[0], Tree) and nodes[0].label == ROOT:
        return nodes[0]
    return Tree(ROOT, nodes)


def _chain(names: Sequence[str], children: tuple[Tree | Leaf, ...]) -> Tree:
    for name in reversed(names):
        children = (Tree(ROOT if name == _OUTERMOST else name, children),)
    (tree,) = children
    assert isinstance(tree, Tree)  # noqa: S101 - a programming error
    return tree


def _n_words(node: Tree | Leaf) -> int:
    return 1 if isinstance(node, Leaf) else sum(1 for _ in node.leaves())


_NUMBER = "0"
# What a span may hold: verbs, commas, conjunctions, and words that open a clause.
_CONTENTS = (
    frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD")),
    frozenset((",",)),
    frozenset(("CC",)),
    frozenset(("WDT", "WP", "WRB", "WP$", ":")),
)


@dataclass(frozen=True, slots=True, eq=False)
class EncodedWords:
    """The words of a sentence with their views, with empty places on either side."""

    n_words: int
    words: Ints
    views: Ints


def encode(words: Sequence[str], known: Set[str]) -> EncodedWords:
    """The numbers of the words; those that are not `known` go by what they look like."""
    spelled = treebank_spelling(words)
    views = np.zeros((len(words) + 2 * PADDING, 4), dtype=np.int64)
    for place, word in enumerate(spelled):
        is_first = not place
        class_, shape, ending, short = _looks(word, is_first)
        name = crc32(word.lower().encode()) if word.lower() in known else class_
        views[place + PADDING] = name, ending, short, shape
    return EncodedWords(len(words), np.ascontiguousarray(views[:, 0]), views)


def counts_of(tags: Sequence[str]) -> Ints:
    """How many words before each place are of each of the kinds that a span may hold."""
    counts = np.zeros((len(_CONTENTS), len(tags) + 1), dtype=np.int64)
    for number, kind in enumerate(_CONTENTS):
        counts[number, 1:] = np.cumsum([tag in kind for tag in tags])
    return counts


def padded(numbers: Ints) -> Ints:
    """The numbers, counted from 1, with empty places on either side."""
    return np.pad(numbers + 1, PADDING)


@lru_cache(maxsize=200_000)
def _looks(word: str, is_first: bool) -> tuple[int, int, int, int]:
    """The numbers of what a word looks like, of its case, its last three letters and last two."""
    classes = signatures(word, is_first=is_first)
    finest, case = classes[0], classes[-2]
    letters = _NUMBER if finest == _NUMBER else word.lower()
    names = (f"?{finest}", f"^{case}", letters[-3:], letters[-2:])
    whole, shape, ending, short = (crc32(name.encode()) for name in names)
    return whole, shape, ending, short


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
        require_packages("numba")
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
        pieces = [
            self._tree(words[a:b]) for a, b in split_at_punctuation(words, max_words=MAX_WORDS)
        ]
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
        return tree_from_spans(labels, leaves)

    def _tags(self, encoded: EncodedWords) -> list[str]:
        from solecism_lab.parse.span_loops import tag

        names = self._first.tags
        return [names[number] for number in tag(encoded.views, self._first.tag_weights)]

    def _chosen(self, words: Sequence[str], tags: Sequence[str]) -> Ints:
        from solecism_lab.parse import span_loops

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
            span_loops.span_scores(*of_sentence, model.span_weights, np.float32(share), mine)
            span_loops.split_scores(*of_sentence, model.split_weights, np.float32(share), splits)
            places = [self._labels.index(label) for label in model.labels]
            scores[:, :, places] += mine
        labels, backs = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        span_loops.best_spans(scores, splits, n, labels, backs)
        return np.asarray(span_loops.chosen_spans(labels, backs, n))
