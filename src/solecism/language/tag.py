"""Part-of-speech tags (Penn Treebank, as in the English Web Treebank) for words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.language import tag_model
from solecism.language.spelling import affix_buckets, normal_form, shape
from solecism.language.tag_model import REACH, TagModel
from solecism.sentence import Sentence

BUNDLED_MODEL = Path(__file__).parents[1] / "models" / "tagger.npz"

_BATCH_SENTENCES = 1_000
# Large enough to share the work on words that recur, small enough for the processor's cache.
_BLOCK = 2_048
# How many words on either side can change a tag: two layers of windows.
_CONTEXT = 2 * REACH
# Two hundred thousand words of 64 numbers fill about 50 MB.
_MAX_TYPES = 200_000
_GAP = (0,) * REACH
_END = (0,) * _CONTEXT

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


class _Types(dict[str, int]):
    """The words met so far, numbered from 1, and their vectors; 0 is the gap at sentence ends."""

    def __init__(self, model: TagModel) -> None:
        super().__init__()
        self._model = model
        self._vocabulary = {word: row for row, word in enumerate(model.vocabulary())}
        self._new: list[str] = []
        self._rows = model.rest_rows[1:2].astype(np.float32)

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self) + 1
        self._new.append(word)
        return number

    def forget(self) -> None:
        self.clear()
        self._new.clear()
        self._rows = self._rows[:1].copy()

    def vectors(self) -> Floats:
        """Row i is the vector of word number i."""
        if self._new:
            n_old, n_all = len(self) + 1 - len(self._new), len(self) + 1
            if n_all > len(self._rows):
                grown = np.zeros((2 * n_all, self._rows.shape[1]), dtype=np.float32)
                grown[:n_old] = self._rows[:n_old]
                self._rows = grown
            self._rows[n_old:n_all] = self._vectors_of(self._new)
            self._new.clear()
        return self._rows

    def _vectors_of(self, words: Sequence[str]) -> Integers:
        model = self._model
        normal_forms = list(map(normal_form, words))
        rows = np.array([self._vocabulary.get(normal, -1) for normal in normal_forms])
        is_unknown = rows < 0
        vectors = _sums(model.shape_rows, [shape(word) for word in words])
        vectors += np.where(is_unknown[:, None], model.rest_rows[0], model.word_rows[rows])
        unknown = is_unknown.nonzero()[0].tolist()
        if unknown:
            buckets = [affix_buckets(normal_forms[number]) for number in unknown]
            vectors[unknown] += _sums(model.affix_rows, buckets)
        return vectors


def _sums(rows: npt.NDArray[np.integer], groups: Sequence[Sequence[int]]) -> Integers:
    """For each group of row numbers, none of them empty, the sum of the rows."""
    sizes = np.array([len(group) for group in groups])
    starts = np.cumsum(sizes) - sizes
    flat = np.fromiter(chain.from_iterable(groups), dtype=np.int64)
    sums: Integers = np.add.reduceat(rows[flat], starts, axis=0, dtype=np.int64)
    return sums


class Tagger:
    """A model at work: it remembers the vectors of the words that it has met."""

    def __init__(self, model: TagModel) -> None:
        self.model = model
        self._types = _Types(model)
        self._names = np.array([str(name) for name in model.tags], dtype=object)

    @classmethod
    def load(cls, path: Path = BUNDLED_MODEL) -> Tagger:
        """The tagger with the model in a file, or the one that comes with this package."""
        return cls(tag_model.read(path))

    def tag_words(self, sentences: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
        """One tag a word."""
        if len(self._types) > _MAX_TYPES:
            self._types.forget()
        number = self._types.__getitem__
        places = np.fromiter(
            chain(
                _END,
                chain.from_iterable(chain(map(number, words), _GAP) for words in sentences),
                _GAP,
            ),
            dtype=np.int64,
        )
        names = self._names[self._best_tags(places)].tolist()
        tags = []
        start = 0
        for words in sentences:
            tags.append(tuple(names[start : start + len(words)]))
            start += len(words) + REACH
        return tags

    def _best_tags(self, places: Integers) -> Integers:
        """The number of the best tag at each place but the first and last four."""
        vectors = self._types.vectors()
        best = []
        for start in range(0, len(places) - 2 * _CONTEXT, _BLOCK):
            block = places[start : start + _BLOCK + 2 * _CONTEXT]
            types, sequence = np.unique(block, return_inverse=True)
            scores = tag_model.scores(self.model, vectors[types], sequence, block > 0)
            best.append(scores[REACH:-REACH].argmax(axis=1))
        return np.concatenate(best) if best else np.zeros(0, dtype=np.int64)


@cache
def bundled_tagger() -> Tagger:
    """The tagger that comes with this package, loaded when first asked for."""
    return Tagger.load()


def tag(sentences: Iterable[Sentence], *, tagger: Tagger | None = None) -> Iterator[Sentence]:
    """The same sentences with tags; at most a thousand are read ahead."""
    if tagger is None:
        tagger = bundled_tagger()
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        all_tags = tagger.tag_words([sentence.words for sentence in batch])
        for sentence, tags in zip(batch, all_tags, strict=True):
            yield sentence.with_columns(tags=tags, lemmas=sentence.lemmas, chunks=sentence.chunks)
