"""Base noun and verb phrases with their heads, in the conventions of CoNLL-2000.

Tjong Kim Sang and Buchholz (2000): a possessive *'s* begins the next noun phrase, a verb phrase
takes in its auxiliaries, negation, adverbs between its verbs and *to* with its infinitive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice, pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.errors import InputError
from solecism.language.chunk_model import (
    BUNDLED_MODEL,
    FOLLOWS,
    FORBIDDEN,
    N_LABELS,
    OUTSIDE,
    REACH,
    ChunkModel,
    Integers,
    TagHashes,
    WordHashes,
    feature_rows,
    read,
    scores,
)
from solecism.sentence import Chunk, Sentence

_BATCH_SENTENCES = 500
_B_NP, _I_NP, _B_VP, _I_VP = range(1, N_LABELS)
_GAP = (0,) * REACH
_ORIGIN_BITS, _ORIGIN = 3, 7
# Which words can head a phrase, best class first; where there is none, its last word does.
_NOUN, _NOUN_LIKE, _VERB, _MODAL = 1, 2, 4, 8
_CLASS_BITS = 4
_NP_HEADS, _VP_HEADS = (_NOUN, _NOUN_LIKE), (_VERB, _MODAL)
_HEAD_CLASS = (
    dict.fromkeys("CD DT JJ JJR JJS WDT FW ADD $ RB PRP$ WP$ PDT".split(), _NOUN_LIKE)
    | dict.fromkeys("NN NNS NNP NNPS PRP WP EX".split(), _NOUN)
    | dict.fromkeys("VB VBP VBZ VBD".split(), _VERB)
    | dict.fromkeys(["VBG", "VBN"], _VERB | _NOUN_LIKE)
    | {"MD": _MODAL}
)


class Chunker:
    """A model at work: it remembers the words that it has met."""

    def __init__(self, model: ChunkModel) -> None:
        self.model = model
        self._packed = model.packed()
        self._transitions = np.where(FOLLOWS, model.transitions.astype(np.int64), FORBIDDEN)
        self._words, self._tags = WordHashes(), _TagNumbers()

    @classmethod
    def load(cls, path: Path = BUNDLED_MODEL) -> Chunker:
        """The chunker with the model in a file, or the one that comes with this package."""
        return cls(read(path))

    def chunk_words(
        self, words: Sequence[Sequence[str]], tags: Sequence[Sequence[str]]
    ) -> list[tuple[Chunk, ...]]:
        """The phrases of each sentence, in order."""
        lengths = np.array([len(sentence) for sentence in words], dtype=np.int64)
        if [len(sentence) for sentence in tags] != lengths.tolist():
            raise InputError("Chunks need one tag a word. Tag the sentences first.")
        tag_numbers = _with_gaps(tags, self._tags)
        rows = feature_rows(
            _with_gaps(words, self._words), (tag_numbers >> _CLASS_BITS).astype(np.uint32)
        )
        starts = np.cumsum(lengths + REACH) - lengths
        labels = best_labels(scores(self._packed, rows), self._transitions, starts, lengths)
        return _chunks_of(labels, tag_numbers, starts, lengths)


class _TagNumbers(dict[str, int]):
    """A tag's hash, with the classes of heads that its words can be in the lowest bits."""

    def __init__(self) -> None:
        super().__init__()
        self._hashes = TagHashes()

    def __missing__(self, tag: str) -> int:
        self[tag] = number = self._hashes[tag] << _CLASS_BITS | _HEAD_CLASS.get(tag, 0)
        return number


def _with_gaps(
    sentences: Sequence[Sequence[str]], numbers: dict[str, int]
) -> npt.NDArray[np.uint64]:
    look_up = numbers.__getitem__
    gapped = chain.from_iterable(chain(_GAP, map(look_up, sentence)) for sentence in sentences)
    return np.fromiter(gapped, dtype=np.uint64)


def best_labels(
    nodes: Integers, transitions: Integers, starts: Integers, lengths: Integers
) -> Integers:
    """The best sequence of labels of every sentence (Viterbi), all sentences side by side.

    The label that a path comes from rides in the lowest bits of its score, the first label
    highest: one maximum finds both, and ties go to the first.
    """
    order = np.argsort(-lengths, kind="stable")
    starts = starts[order]
    n_active = np.searchsorted(-lengths[order], -np.arange(lengths.max(initial=0))).tolist()
    nodes = nodes << _ORIGIN_BITS
    steps = ((transitions << _ORIGIN_BITS) + _ORIGIN - np.arange(N_LABELS)[:, None])[:, None, :]
    best = np.zeros((len(order), N_LABELS), dtype=np.int64)
    best[:, ~FOLLOWS[OUTSIDE]] = FORBIDDEN << _ORIGIN_BITS
    origins: list[Integers] = []
    for place, n in enumerate(n_active):
        if place:
            paths = (best[:n].T[:, :, None] + steps).max(axis=0)
            origins.append(_ORIGIN - (paths & _ORIGIN))
            best[:n] = paths & ~_ORIGIN
        best[:n] += nodes[starts[:n] + place]
    last = best.argmax(axis=1)
    labels = np.zeros(len(nodes), dtype=np.int64)
    for place in range(len(n_active) - 1, -1, -1):
        n = n_active[place]
        labels[starts[:n] + place] = last[:n]
        if place:
            last[:n] = origins[place - 1][np.arange(n), last[:n]]
    return labels


def _chunks_of(
    labels: Integers, head_classes: npt.NDArray[np.uint64], starts: Integers, lengths: Integers
) -> list[tuple[Chunk, ...]]:
    """Phrases and heads from labels; places count from the first word of all sentences."""
    begins = np.flatnonzero((labels == _B_NP) | (labels == _B_VP))
    is_inside = (labels == _I_NP) | (labels == _I_VP)
    outside = np.append(np.flatnonzero(~is_inside), len(labels))
    ends = outside[np.searchsorted(outside, begins, side="right")]
    is_verbal = labels[begins] == _B_VP
    heads = np.where(
        is_verbal,
        _last_of(_VP_HEADS, head_classes, begins, ends),
        _last_of(_NP_HEADS, head_classes, begins, ends),
    )
    sentence = np.searchsorted(starts, begins, side="right") - 1
    shift = starts[sentence] if len(begins) else begins
    names = np.where(is_verbal, "VP", "NP").tolist()
    columns = ((begins - shift).tolist(), (ends - shift).tolist(), (heads - shift).tolist())
    chunks = list(map(Chunk, names, *columns))
    bounds = np.searchsorted(begins, starts + lengths)
    return [tuple(chunks[first:last]) for first, last in pairwise([0, *bounds.tolist()])]


def _last_of(
    wanted: Sequence[int], head_classes: npt.NDArray[np.uint64], begins: Integers, ends: Integers
) -> Integers:
    heads = ends - 1
    for head_class in reversed(wanted):
        places = np.where(head_classes & np.uint64(head_class), np.arange(len(head_classes)), -1)
        last = np.maximum.accumulate(places)[ends - 1]
        heads = np.where(last >= begins, last, heads)
    return heads


def head(label: str, tags: Sequence[str], start: int, end: int) -> int:
    """The word that heads a phrase of tagged words `start:end`.

    >>> head("NP", ["DT", "NN", "CD"], 0, 3)
    1
    """
    for head_class in _VP_HEADS if label == "VP" else _NP_HEADS:
        for place in range(end - 1, start - 1, -1):
            if _HEAD_CLASS.get(tags[place], 0) & head_class:
                return place
    return end - 1


@cache
def bundled_chunker() -> Chunker:
    """The chunker that comes with this package, loaded when first asked for."""
    return Chunker.load()


def chunks(words: Sequence[str], tags: Sequence[str]) -> tuple[Chunk, ...]:
    """The noun and verb phrases of one sentence.

    >>> [(c.label, c.start, c.end, c.head) for c in chunks(["She", "sings"], ["PRP", "VBZ"])]
    [('NP', 0, 1, 0), ('VP', 1, 2, 1)]
    """
    return bundled_chunker().chunk_words([words], [tags])[0]


def chunk(sentences: Iterable[Sentence], *, chunker: Chunker | None = None) -> Iterator[Sentence]:
    """The same tagged sentences with chunks; at most a few hundred are read ahead."""
    if chunker is None:
        chunker = bundled_chunker()
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        found = chunker.chunk_words([s.words for s in batch], [s.tags for s in batch])
        for sentence, phrases in zip(batch, found, strict=True):
            yield sentence.with_columns(tags=sentence.tags, lemmas=sentence.lemmas, chunks=phrases)
