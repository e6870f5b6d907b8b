"""Training of the chunker, a conditional random field, by AdaGrad.

It learns from sentences as they are in a corpus, and as they are in raw text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

import numpy as np

from solecism.errors import InputError
from solecism.language.chunker import (
    FOLLOWS,
    LABELS,
    N_BITS,
    N_LABELS,
    OUTSIDE,
    REACH,
    ChunkModel,
    Hashes,
    TagHashes,
    feature_rows,
    word_hash,
)
from solecism.language.tagger import Tagger, tag
from solecism.numeric import Bools, Floats32, Ints
from solecism.sentence import Chunk, Sentence, from_words

_HYPHEN_INSIDE = re.compile(r"\w-\w")
_PIECE = re.compile(r"-|[^-]+")


def chunk_examples(
    sentences: Sequence[Sentence], *, tagger: Tagger | None = None
) -> list[Sentence]:
    """The sentences as they are, with our tags, and with hyphenated words split as we do it."""
    for sentence in sentences:
        if len(sentence) and not sentence.tags:
            raise InputError(f"{sentence.id}: has no tags. Tag it first.")
    if not any(sentence.chunks for sentence in sentences):
        raise InputError("no sentence has a chunk: there is nothing to learn from.")
    cut = [pieces for sentence in sentences if (pieces := cut_hyphens(sentence)) is not sentence]
    return [*sentences, *tag(sentences, tagger=tagger), *tag(cut, tagger=tagger)]


def cut_hyphens(sentence: Sentence) -> Sentence:
    """The sentence with words cut at hyphens, as in the English Web Treebank, without tags."""
    pieces = [
        _PIECE.findall(word) if _HYPHEN_INSIDE.search(word) else [word] for word in sentence.words
    ]
    firsts = list(accumulate(map(len, pieces), initial=0))
    if firsts[-1] == len(sentence):
        return sentence
    chunks = tuple(
        Chunk(chunk.label, firsts[chunk.start], firsts[chunk.end], firsts[chunk.end] - 1)
        for chunk in sentence.chunks
    )
    words = [piece for word in pieces for piece in word]
    return replace(from_words(sentence.id, words), chunks=chunks)


_BATCH = 16
_STEP = 0.2
_DAMPING = 0.01
# Weights are stored as whole numbers, this many to one unit of log probability.
_UNITS = 16
_UNUSED = 0
_NEGLIGIBLE = 0.01
_NEVER = np.float32(-50.0)
_TRANSITION_MASK = np.where(FOLLOWS, np.float32(0), _NEVER)


def train(
    sentences: Sequence[Sentence],
    *,
    rng: np.random.Generator,
    n_epochs: int = 8,
    min_count: int = 4,
    min_weight: float = 0.45,
    progress: Callable[[int, int], None] | None = None,
) -> ChunkModel:
    """A model of tagged and chunked sentences.

    Features seen fewer than `min_count` times are left out, and half-way also those that take
    no label farther than `min_weight` from another: this keeps the model small. `progress` is
    called after each epoch with the number of epochs done and of all.
    """
    corpus = _as_corpus(sentences)
    corpus.forget(np.bincount(corpus.rows.ravel(), minlength=1 << N_BITS) < min_count)
    weights = _Weights.start()
    averages = []
    for epoch in range(n_epochs):
        if epoch == n_epochs // 2:
            corpus.forget(np.ptp(weights.features, axis=1) < min_weight)
        for batch in _batches(corpus.lengths, rng):
            _learn_from(weights, corpus, batch)
        if epoch >= n_epochs // 2:
            averages.append((weights.features.copy(), weights.transitions.copy()))
        if progress is not None:
            progress(epoch + 1, n_epochs)
    is_used = np.bincount(corpus.rows.ravel(), minlength=1 << N_BITS) > 0
    return _as_model(
        np.mean([features for features, _ in averages], axis=0) * is_used[:, None],
        np.mean([transitions for _, transitions in averages], axis=0),
    )


@dataclass(slots=True)
class _Corpus:
    """All sentences one after another; `rows` has one row per feature and one column per word."""

    rows: Hashes
    labels: Ints
    starts: Ints
    lengths: Ints

    def forget(self, is_unwanted: Bools) -> None:
        """Replace unwanted features by the one whose weight stays 0."""
        self.rows[is_unwanted[self.rows]] = _UNUSED


@dataclass(slots=True)
class _Weights:
    """Weights, and the sums of squares that AdaGrad divides its steps by."""

    features: Floats32
    squares: Floats32
    transitions: Floats32
    transition_squares: Floats32

    @classmethod
    def start(cls) -> _Weights:
        shape = (1 << N_BITS, N_LABELS)
        return cls(
            np.zeros(shape, dtype=np.float32),
            np.full(shape, _DAMPING, dtype=np.float32),
            np.zeros((N_LABELS, N_LABELS), dtype=np.float32),
            np.ones((N_LABELS, N_LABELS), dtype=np.float32),
        )


def _learn_from(weights: _Weights, corpus: _Corpus, batch: Ints) -> None:
    lengths = corpus.lengths[batch][:, None]
    is_word = np.arange(lengths.max()) < lengths
    places = np.where(is_word, corpus.starts[batch][:, None] + np.arange(lengths.max()), 0)
    features = corpus.rows[:, places[is_word]]
    nodes = np.zeros((*places.shape, N_LABELS), dtype=np.float32)
    nodes[is_word] = weights.features[features].sum(axis=0)
    slope, transition_slope = gradient(nodes, weights.transitions, corpus.labels[places], is_word)
    _step(weights, features, slope[is_word])
    weights.transition_squares += transition_slope**2
    weights.transitions -= _STEP * transition_slope / np.sqrt(weights.transition_squares)


def _as_corpus(sentences: Sequence[Sentence]) -> _Corpus:
    if not any(map(len, sentences)):
        raise InputError("there is no word to train the chunker on.")
    tags = TagHashes()
    labels: list[int] = []
    gap = (0,) * REACH
    for sentence in sentences:
        labels.extend((*gap, *_labels_of(sentence)))
    word_hashes = np.fromiter(
        chain.from_iterable(chain(gap, map(word_hash, s.words)) for s in sentences),
        dtype=np.uint64,
    )
    tag_hashes = np.fromiter(
        chain.from_iterable(chain(gap, map(tags.__getitem__, s.tags)) for s in sentences),
        dtype=np.uint32,
    )
    lengths = np.array([len(sentence) for sentence in sentences])
    starts = np.cumsum(lengths + REACH) - lengths
    rows = feature_rows(word_hashes, tag_hashes)
    return _Corpus(rows, np.array(labels), starts, lengths)


def _labels_of(sentence: Sentence) -> list[int]:
    labels = [0] * len(sentence)
    for chunk in sentence.chunks:
        if f"B-{chunk.label}" in LABELS:
            labels[chunk.start] = LABELS.index(f"B-{chunk.label}")
            for place in range(chunk.start + 1, chunk.end):
                labels[place] = LABELS.index(f"I-{chunk.label}")
    return labels


def _batches(lengths: Ints, rng: np.random.Generator) -> Iterator[Ints]:
    """Batches of sentences of similar length, in random order."""
    order = np.argsort(lengths + rng.random(len(lengths)), kind="stable")
    order = order[lengths[order] > 0]
    firsts = np.arange(0, len(order), _BATCH)
    rng.shuffle(firsts)
    for first in firsts:
        yield order[first : first + _BATCH]


def gradient(
    nodes: Floats32, transitions: Floats32, gold: Ints, is_word: Bools
) -> tuple[Floats32, Floats32]:
    """Slopes of minus the log likelihood by node scores and by transitions: expected - gold."""
    steps = np.exp(transitions + _TRANSITION_MASK)
    n_places = nodes.shape[1]
    local = np.exp(nodes - nodes.max(axis=2, keepdims=True))
    local[:, 0, ~FOLLOWS[OUTSIDE]] = 0
    forward, backward = np.empty_like(local), np.ones_like(local)
    forward[:, 0] = local[:, 0] / local[:, 0].sum(axis=1, keepdims=True)
    for place in range(1, n_places):
        reached = (forward[:, place - 1] @ steps) * local[:, place]
        forward[:, place] = reached / reached.sum(axis=1, keepdims=True)
    for place in range(n_places - 2, -1, -1):
        ahead = (local[:, place + 1] * backward[:, place + 1]) @ steps.T
        ahead /= ahead.sum(axis=1, keepdims=True)
        backward[:, place] = np.where(is_word[:, place + 1, None], ahead, 1)
    expected = forward * backward
    expected /= expected.sum(axis=2, keepdims=True)
    pairs = forward[:, :-1, :, None] * steps * (local * backward)[:, 1:, None, :]
    pairs /= pairs.sum(axis=(2, 3), keepdims=True)
    pairs[~is_word[:, 1:]] = 0
    expected[~is_word] = 0
    np.subtract.at(expected.reshape(-1, N_LABELS), (np.flatnonzero(is_word), gold[is_word]), 1)
    slope = pairs.sum(axis=(0, 1))
    has_pair = is_word[:, 1:]
    np.subtract.at(slope, (gold[:, :-1][has_pair], gold[:, 1:][has_pair]), 1)
    return expected, slope


def _step(weights: _Weights, features: Hashes, slope: Floats32) -> None:
    """Move the weights of the batch's features, each gradient summed over where it occurs."""
    is_wrong = np.abs(slope).max(axis=1) > _NEGLIGIBLE
    slope = slope[is_wrong]
    if not slope.size:
        return
    flat = features[:, is_wrong].ravel()
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    firsts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    touched = ordered[firsts]
    sums = np.add.reduceat(slope[order % len(slope)], firsts, axis=0)
    weights.squares[touched] += sums**2
    weights.features[touched] -= _STEP * sums / np.sqrt(weights.squares[touched])
    weights.features[_UNUSED] = 0


def _as_model(weights: Floats32, transitions: Floats32) -> ChunkModel:
    relative = weights[:, 1:] - weights[:, :1]
    rounded = np.rint(relative * _UNITS).clip(-127, 127).astype(np.int8)
    return ChunkModel(rounded, np.rint(transitions * _UNITS).astype(np.int16))
