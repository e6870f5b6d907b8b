"""What the tagger learns from: tagged sentences as batches of numbered words and features."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
import scipy.sparse as sparse

from solecism.language.spelling import (
    N_AFFIX_BUCKETS,
    N_SHAPES,
    affix_buckets,
    normal_form,
    shape,
)
from solecism.language.tag_model import REACH
from solecism.language.tag_network import Batch
from solecism.language.word_vectors import WordVectors
from solecism.sentence import Sentence

Integers = npt.NDArray[np.int64]

# A word seen once teaches what unknown words are like.
MIN_OWN_COUNT = 2
GAP = 0

# How a sentence may be written, and how often it is shown so: capitals and quotes as they stand,
# no capitals, curly quotes, quotes of the Penn Treebank.
P_VARIANTS = (0.75, 0.15, 0.07, 0.03)
_CURLY = {('"', "``"): "“", ('"', "''"): "”", ("'", "``"): "‘", ("'", "''"): "’"}
_PENN = {('"', "``"): "``", ('"', "''"): "''", ("'", "``"): "`"}


def variants(words: Sequence[str], tags: Sequence[str]) -> list[tuple[str, ...]]:
    """The words in each of the ways of writing of `P_VARIANTS`.

    >>> variants(['"', "Hi", '"'], ["``", "UH", "''"])[1:3]
    [('"', 'hi', '"'), ('“', 'Hi', '”')]
    """
    pairs = list(zip(words, tags, strict=True))
    return [
        tuple(words),
        tuple(word.lower() for word in words),
        tuple(_CURLY.get(pair, pair[0]) for pair in pairs),
        tuple(_PENN.get(pair, pair[0]) for pair in pairs),
    ]


class Examples:
    """The training sentences, numbered, and the features of their words.

    The features of a word are, in columns: hashed affixes, signs of its shape, then the word
    itself if it was seen twice (else "unknown"), or the gap between sentences.
    """

    def __init__(self, sentences: Iterable[Sentence], vectors: WordVectors) -> None:
        kept = [sentence for sentence in sentences if sentence.words]
        counts = Counter(normal_form(word) for sentence in kept for word in sentence.words)
        own = sorted(word for word, count in counts.items() if count >= MIN_OWN_COUNT)
        self.tags = sorted({tag for sentence in kept for tag in sentence.tags})
        self.own_words = {word: index for index, word in enumerate(own)}
        self.first_own = N_AFFIX_BUCKETS + N_SHAPES
        self.unknown = self.first_own + len(own)
        self.gap = self.unknown + 1
        self.n_features = self.gap + 1
        tag_numbers = {tag: number for number, tag in enumerate(self.tags)}
        types: dict[str, int] = {}
        self._variants = [
            [
                np.array([types.setdefault(word, len(types) + 1) for word in words])
                for words in variants(sentence.words, sentence.tags)
            ]
            for sentence in kept
        ]
        self._tags = [np.array([tag_numbers[tag] for tag in s.tags]) for s in kept]
        self._describe(list(types), vectors)

    def __len__(self) -> int:
        return len(self._tags)

    def _describe(self, words: list[str], vectors: WordVectors) -> None:
        """Set the rows of features, word vectors and own words of all types; type 0 is the gap."""
        normal_forms = [normal_form(word) for word in words]
        groups = [[self.gap]]
        for word, normal in zip(words, normal_forms, strict=True):
            signs = [N_AFFIX_BUCKETS + sign for sign in shape(word)]
            groups.append(affix_buckets(normal) + signs)
        self._features = sparse.csr_matrix(
            (
                np.ones(sum(map(len, groups)), np.float32),
                np.concatenate([np.array(group) for group in groups]),
                np.cumsum([0, *map(len, groups)]),
            ),
            shape=(len(groups), self.n_features),
        )
        numbers = {word: number for number, word in enumerate(vectors.words)}
        self._vectors = np.zeros((len(groups), vectors.rows.shape[1]), np.float32)
        for number, normal in enumerate(normal_forms, 1):
            if normal in numbers:
                self._vectors[number] = vectors.rows[numbers[normal]]
        self._own = np.array(
            [self.gap] + [self.own_words.get(normal, -1) for normal in normal_forms]
        )

    def batches(
        self, size: int, *, p_hide_own: float, p_hide_vector: float, rng: np.random.Generator
    ) -> Iterator[Batch]:
        """All sentences once, in random order and ways of writing, `size` to a batch.

        Some words are made unknown (`p_hide_own`) or lose their word vectors, as words to come
        may be.
        """
        order = rng.permutation(len(self))
        variant = rng.choice(len(P_VARIANTS), len(self), p=P_VARIANTS)
        for start in range(0, len(order), size):
            chosen = order[start : start + size].tolist()
            sequence = _joined([self._variants[i][variant[i]] for i in chosen], GAP)
            tags = _joined([self._tags[i] for i in chosen], -1)
            types, places = np.unique(sequence, return_inverse=True)
            is_hidden = rng.random(len(types)) < p_hide_own
            vectors = self._vectors[types] * (rng.random((len(types), 1)) >= p_hide_vector)
            features = self._features[types] + self._own_features(types, is_hidden)
            yield Batch(features, vectors.astype(np.float32), places, tags)

    def _own_features(self, types: Integers, is_hidden: npt.NDArray[np.bool_]) -> sparse.csr_matrix:
        own = self._own[types]
        columns = np.where((own < 0) | is_hidden, self.unknown, self.first_own + own)
        keep = (types != GAP).astype(np.float32)
        columns[types == GAP] = self.gap
        return sparse.csr_matrix(
            (keep, columns, np.arange(len(types) + 1)), shape=(len(types), self.n_features)
        )


def _joined(sentences: Sequence[Integers], gap: int) -> Integers:
    """The sentences end to end with two gaps before, between and after."""
    gaps = np.full(REACH, gap)
    pieces = [gaps]
    for sentence in sentences:
        pieces += [sentence, gaps]
    return np.concatenate(pieces)
