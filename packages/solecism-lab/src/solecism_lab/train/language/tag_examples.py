"""Training data of the tagger: tagged sentences as batches of numbered words and features."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
import scipy.sparse as sparse

from solecism.language.tagger import (
    N_AFFIX_BUCKETS,
    N_SHAPES,
    REACH,
    affix_buckets,
    normal_form,
    shape,
)
from solecism.numeric import Ints
from solecism.sentence import Sentence
from solecism_lab.train.language.tag_network import Batch
from solecism_lab.train.language.word_vectors import WordVectors

# A word seen only once is used as an example of unknown words.
MIN_OWN_COUNT = 2
GAP = 0

# The variants of a sentence and their probabilities: capitals and quotes as they are, no capitals,
# curly quotes, quotes of the Penn Treebank.
P_VARIANTS = (0.75, 0.15, 0.07, 0.03)
_CURLY = {('"', "``"): "“", ('"', "''"): "”", ("'", "``"): "‘", ("'", "''"): "’"}
_PENN = {('"', "``"): "``", ('"', "''"): "''", ("'", "``"): "`"}


def variants(words: Sequence[str], tags: Sequence[str]) -> list[tuple[str, ...]]:
    """The words in each of the variants of `P_VARIANTS`.

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


@dataclass(frozen=True, slots=True)
class FeatureColumns:
    """The columns of features: hashed affixes, shapes, then frequent words.

    A word that is not frequent has the feature "unknown", and the space between sentences "gap".
    """

    own_words: Mapping[str, int]

    @property
    def first_own(self) -> int:
        """The first column of frequent words."""
        return N_AFFIX_BUCKETS + N_SHAPES

    @property
    def unknown(self) -> int:
        """The column of words without a column of their own."""
        return self.first_own + len(self.own_words)

    @property
    def gap(self) -> int:
        """The column of the space between sentences."""
        return self.unknown + 1

    @property
    def n_features(self) -> int:
        """The number of columns."""
        return self.gap + 1

    def of_word(self, word: str) -> list[int]:
        """The columns of a word."""
        normal = normal_form(word)
        own = self.own_words.get(normal)
        signs = [N_AFFIX_BUCKETS + sign for sign in shape(word)]
        return [
            *affix_buckets(normal),
            *signs,
            self.unknown if own is None else self.first_own + own,
        ]

    def hidden(
        self, batch: Batch, *, p_own: float, p_vector: float, rng: np.random.Generator
    ) -> Batch:
        """The batch with some words replaced by the unknown word, and some without vectors."""
        features = batch.features.copy()
        n_types = features.shape[0]
        rows = np.repeat(np.arange(n_types), np.diff(features.indptr))
        is_own = (features.indices >= self.first_own) & (features.indices < self.unknown)
        features.indices[is_own & (rng.random(n_types) < p_own)[rows]] = self.unknown
        kept = (rng.random((n_types, 1)) >= p_vector).astype(np.float32)
        return Batch(features, batch.vectors * kept, batch.sequence, batch.tags)


def columns_for(sentences: Iterable[Sentence]) -> FeatureColumns:
    """The columns in which words that occur twice in the sentences are frequent words."""
    counts = Counter(normal_form(word) for sentence in sentences for word in sentence.words)
    own = sorted(word for word, count in counts.items() if count >= MIN_OWN_COUNT)
    return FeatureColumns({word: number for number, word in enumerate(own)})


class TagExamples:
    """Sentences to train on, with numbered words and their features."""

    def __init__(
        self,
        sentences: Iterable[Sequence[Sequence[str]]],
        tags: Iterable[Sequence[int]],
        columns: FeatureColumns,
        vectors: WordVectors,
    ) -> None:
        """Take each sentence in its variants, and the numbers of its tags."""
        types: dict[str, int] = {}
        self._variants = [
            [np.array([types.setdefault(word, len(types) + 1) for word in words]) for words in each]
            for each in sentences
        ]
        self._tags = [np.array(each) for each in tags]
        groups = [[columns.gap], *map(columns.of_word, types)]
        self._features = sparse.csr_matrix(
            (
                np.ones(sum(map(len, groups)), np.float32),
                np.fromiter(chain.from_iterable(groups), dtype=np.int64),
                np.cumsum([0, *map(len, groups)]),
            ),
            shape=(len(groups), columns.n_features),
        )
        self._vectors = np.zeros((len(groups), vectors.rows.shape[1]), np.float32)
        numbers = {word: number for number, word in enumerate(vectors.words)}
        for word, number in types.items():
            row = numbers.get(normal_form(word))
            if row is not None:
                self._vectors[number] = vectors.rows[row]

    def __len__(self) -> int:
        return len(self._tags)

    def batches(self, size: int, *, rng: np.random.Generator) -> Iterator[Batch]:
        """All sentences once, in random order and variants, `size` per batch."""
        order = rng.permutation(len(self))
        variant = rng.choice(len(P_VARIANTS), len(self), p=P_VARIANTS)
        for start in range(0, len(order), size):
            chosen = order[start : start + size].tolist()
            sequence = _joined([self._variants[i][variant[i]] for i in chosen], GAP)
            tags = _joined([self._tags[i] for i in chosen], -1)
            types, places = np.unique(sequence, return_inverse=True)
            yield Batch(self._features[types], self._vectors[types], places, tags)


def tagged_examples(
    sentences: Sequence[Sentence],
    tags: Sequence[str],
    columns: FeatureColumns,
    vectors: WordVectors,
) -> TagExamples:
    """Examples whose tags are known; `tags` are all tags there are."""
    numbers = {tag: number for number, tag in enumerate(tags)}
    return TagExamples(
        (variants(sentence.words, sentence.tags) for sentence in sentences),
        ([numbers[tag] for tag in sentence.tags] for sentence in sentences),
        columns,
        vectors,
    )


def _joined(sentences: Sequence[Ints], gap: int) -> Ints:
    """The sentences end to end with two gaps before, between and after."""
    gaps = np.full(REACH, gap)
    pieces = [gaps]
    for sentence in sentences:
        pieces += [sentence, gaps]
    return np.concatenate(pieces)
