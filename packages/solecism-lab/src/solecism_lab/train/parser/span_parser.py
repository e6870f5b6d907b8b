"""Training of the span parser: structured perceptrons with a margin, their weights averaged.

Tags first. The parser learns from tags that a tagger of the other sentences gives, because in new
sentences some tags will be wrong, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solecism.numeric import Floats, Ints
from solecism.system.installation import require_packages
from solecism.tree import Tree, unescape
from solecism_lab.parse.span_parser import (
    NO_LABEL,
    EncodedWords,
    SpanModel,
    counts_of,
    encode,
    padded,
    tree_spans,
)
from solecism_lab.parse.treebank_style import treebank_spelling


@dataclass(frozen=True, slots=True)
class SpanSettings:
    """How the span parser learns.

    Words seen up to `n_rare` times go by what they look like, labels seen fewer than
    `n_least_uses` times are not learned. `margin` is how much better the gold tree has to score
    for every span that another tree has wrong. Tables of weights have 2 to the power of `bits`
    rows, those of divisions 2 to the power of `split_bits`.
    """

    n_epochs: int = 8
    n_tag_epochs: int = 6
    n_folds: int = 4
    n_rare: int = 1
    n_least_uses: int = 3
    margin: float = 4.0
    bits: int = 18
    split_bits: int = 20


@dataclass(frozen=True, slots=True, eq=False)
class _Example:
    """A sentence to learn from: its words, gold tags and gold spans."""

    encoded: EncodedWords
    tags: Ints
    spans: Ints


def train_spans(
    trees: Sequence[Tree],
    *,
    weights: Sequence[float] | None = None,
    n_copies: float = 1.0,
    seed: int = 1,
    settings: SpanSettings | None = None,
) -> SpanModel:
    """The model of the trees; the same trees and seed give the same model.

    `weights` say how often each tree is looked at, and `n_copies` how often each sentence is
    there, so that a word of one sentence is rare however many copies there are.
    """
    require_packages("numba")
    settings = settings or SpanSettings()
    rng = np.random.default_rng(seed)
    shares = np.ones(len(trees)) if weights is None else np.array(weights, dtype=np.float64)
    known, tags, labels = _inventories(trees, shares / n_copies, settings)
    examples = [_example(tree, known, tags, labels) for tree in trees]
    orders = _Orders(shares, rng)
    tag_weights = _train_tags(examples, orders, len(tags), settings)
    guessed = _other_tags(examples, shares, rng, len(tags), settings)
    span_weights, split_weights = _train_spans(examples, guessed, orders, tags, labels, settings)
    return SpanModel(known, tags, labels, tag_weights, span_weights, split_weights)


def _inventories(
    trees: Sequence[Tree], shares: Floats, settings: SpanSettings
) -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    n_words: Counter[str] = Counter()
    n_tags: Counter[str] = Counter()
    n_labels: Counter[str] = Counter()
    for tree, share in zip(trees, shares.tolist(), strict=True):
        for word in treebank_spelling([unescape(word) for word in tree.words()]):
            n_words[word.lower()] += share
        n_tags.update(leaf.tag for leaf in tree.leaves())
        n_labels.update(span.label for span in tree_spans(tree))
    known = frozenset(word for word, n in n_words.items() if n > settings.n_rare)
    names = sorted(label for label, n in n_labels.items() if n >= settings.n_least_uses and label)
    return known, tuple(sorted(n_tags)), (NO_LABEL, *names)


def _example(
    tree: Tree, known: frozenset[str], tags: Sequence[str], labels: Sequence[str]
) -> _Example:
    numbers = {tag: number for number, tag in enumerate(tags)}
    label_numbers = {label: number for number, label in enumerate(labels)}
    leaves = list(tree.leaves())
    return _Example(
        encode([unescape(leaf.word) for leaf in leaves], known),
        np.array([numbers[leaf.tag] for leaf in leaves], dtype=np.int64),
        np.array(
            [
                (span.start, span.split, span.end, label_numbers.get(span.label, 0))
                for span in tree_spans(tree)
            ],
            dtype=np.int64,
        ).reshape(-1, 4),
    )


class _Orders:
    """The sentences of an epoch: as many as there are, each as often as its share says."""

    def __init__(self, shares: Floats, rng: np.random.Generator) -> None:
        self._ends = np.cumsum(shares / shares.mean())
        self._rng = rng

    def epochs(self, n_epochs: int) -> Iterator[list[int]]:
        """The numbers of the sentences, epoch by epoch, in random order."""
        n = len(self._ends)
        for _ in range(n_epochs):
            ticks = np.arange(n) + self._rng.random()
            drawn = np.minimum(np.searchsorted(self._ends, ticks, side="right"), n - 1)
            yield self._rng.permutation(drawn).tolist()


def _train_tags(
    examples: Sequence[_Example], orders: _Orders, n_tags: int, settings: SpanSettings
) -> Any:
    from solecism_lab.parse.span_loops import learn_tags

    weights, sums = (np.zeros((1 << settings.bits, n_tags), dtype=np.float32) for _ in range(2))
    time = 1
    for order in orders.epochs(settings.n_tag_epochs):
        for number in order:
            example = examples[number]
            learn_tags(example.encoded.views, example.tags, np.float32(time), weights, sums)
            time += 1
    return weights - sums / np.float32(time)


def _other_tags(
    examples: Sequence[_Example],
    shares: Floats,
    rng: np.random.Generator,
    n_tags: int,
    settings: SpanSettings,
) -> list[Ints]:
    """The tags of each sentence by a tagger that has learned from the other folds."""
    from solecism_lab.parse.span_loops import tag

    folds = np.arange(len(examples)) * settings.n_folds // max(1, len(examples))
    guessed: list[Ints] = [example.tags for example in examples]
    for fold in range(settings.n_folds):
        others = np.flatnonzero(folds != fold).tolist()
        if not others:
            continue
        orders = _Orders(shares[others], rng)
        weights = _train_tags([examples[n] for n in others], orders, n_tags, settings)
        for number in np.flatnonzero(folds == fold).tolist():
            guessed[number] = tag(examples[number].encoded.views, weights)
    return guessed


def _train_spans(
    examples: Sequence[_Example],
    guessed: Sequence[Ints],
    orders: _Orders,
    tags: Sequence[str],
    labels: Sequence[str],
    settings: SpanSettings,
) -> tuple[Any, Any]:
    span_weights, span_sums = (
        np.zeros((1 << settings.bits, len(labels)), dtype=np.float32) for _ in range(2)
    )
    split_weights, split_sums = (
        np.zeros(1 << settings.split_bits, dtype=np.float32) for _ in range(2)
    )
    tables = (span_weights, span_sums, split_weights, split_sums)
    time = 1
    sentences = [
        (example.encoded.words, padded(numbers), counts_of([tags[n] for n in numbers]))
        for example, numbers in zip(examples, guessed, strict=True)
    ]
    for order in orders.epochs(settings.n_epochs):
        for number in order:
            if len(examples[number].tags):
                _learn(sentences[number], examples[number], tables, time, settings.margin)
            time += 1
    end = np.float32(time)
    return span_weights - span_sums / end, split_weights - split_sums / end


def _learn(
    sentence: tuple[Ints, Ints, Ints],
    example: _Example,
    tables: tuple[Any, Any, Any, Any],
    time: int,
    margin: float,
) -> None:
    """Parse a sentence, and move the weights towards its gold spans where the parse is wrong."""
    from solecism_lab.parse import span_loops

    span_weights, span_sums, split_weights, split_sums = tables
    gold, n = example.spans, len(example.tags)
    one = np.float32(1.0)
    scores = np.full((n + 1, n + 1, span_weights.shape[1]), np.float32(margin))
    scores[:, :, 0] = 0
    gold_labelled = gold[gold[:, 3] > 0]
    scores[gold_labelled[:, 0], gold_labelled[:, 2], 0] = margin
    scores[gold[:, 0], gold[:, 2], gold[:, 3]] = 0
    splits = np.zeros((n + 1, n + 1, n + 1), dtype=np.float32)
    span_loops.span_scores(*sentence, n, span_weights, one, scores)
    span_loops.split_scores(*sentence, n, split_weights, one, splits)
    labels, backs = np.zeros((n + 1, n + 1), np.int64), np.zeros((n + 1, n + 1), np.int64)
    span_loops.best_spans(scores, splits, n, labels, backs)
    found = span_loops.chosen_spans(labels, backs, n)
    wrong, missed = _differences(found, gold)
    for changed, step in ((missed, 1.0), (wrong, -1.0)):
        if len(changed):
            change = (changed, np.float32(step), np.float32(time))
            span_loops.update_spans(
                *sentence, changed[changed[:, 3] > 0], *change[1:], span_weights, span_sums
            )
            span_loops.update_splits(*sentence, *change, split_weights, split_sums)


def _differences(found: Ints, gold: Ints) -> tuple[Ints, Ints]:
    one, other = set(map(tuple, found.tolist())), set(map(tuple, gold.tolist()))
    shape = (-1, 4)
    return (
        np.array(sorted(one - other), dtype=np.int64).reshape(shape),
        np.array(sorted(other - one), dtype=np.int64).reshape(shape),
    )
