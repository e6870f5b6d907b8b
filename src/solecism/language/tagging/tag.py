"""Part-of-speech tags (Penn Treebank, as in the English Web Treebank) for words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from solecism.language.tagging import tag_model
from solecism.language.tagging.closed_class import CLOSED_CLASS
from solecism.language.tagging.spelling import affix_buckets, normal_form, shape
from solecism.language.tagging.tag_layers import CONTEXT, UNDECIDED, Layers
from solecism.language.tagging.tag_model import REACH, TagModel
from solecism.language.tagging.word_types import TypeTable, WordTypes, current_types
from solecism.numeric.arrays import Floats32, Ints, Ints32
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.system.bundled import model_path

BUNDLED_MODEL = model_path("tagger.npz")


class Tagger:
    """A tagger with a loaded model and a cache of the vectors of words seen so far.

    Words in `certain` have the tag given there, all others the one that the model finds.
    """

    def __init__(self, model: TagModel, *, certain: Mapping[str, str] | None = None) -> None:
        self.model = model
        self.tag_names = tuple(map(str, model.tags))
        numbers = {name: number for number, name in enumerate(self.tag_names)}
        self._certain = {word: numbers[name] for word, name in (certain or {}).items()}
        self._decided = TypeTable(self._decided_of, np.zeros((), dtype=np.uint8))
        self._names = np.array(self.tag_names, dtype=object)
        words = model.vocabulary()
        self._vocabulary = dict(zip(words, range(len(words)), strict=True))
        self._vectors = TypeTable(self._vectors_of, model.rest_rows[1].astype(np.float32))
        self._layers = Layers(model)
        self._types = WordTypes()
        self._lock = Lock()

    @classmethod
    def load(cls, path: Path = BUNDLED_MODEL) -> Tagger:
        """The tagger with the model in a file, or the one that comes with this package."""
        return cls(tag_model.read(path), certain=CLOSED_CLASS if path == BUNDLED_MODEL else None)

    def is_known(self, word: str) -> bool:
        """Whether a word in normal form is among those that the model has learnt."""
        return word in self._vocabulary

    def tag_words(self, sentences: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
        """One tag per word."""
        types = current_types()
        lengths = np.array([len(words) for words in sentences], dtype=np.int64)
        tags = self.tag_numbers(types, types.numbers(chain.from_iterable(sentences)), lengths)
        names = self._names.take(tags).tolist()
        bounds = pairwise([0, *np.cumsum(lengths).tolist()])
        return [tuple(names[start:end]) for start, end in bounds]

    def tag_numbers(self, types: WordTypes, words: Ints32, lengths: Ints) -> npt.NDArray[np.uint8]:
        """The tag of each word, as a number of `tag_names`, for sentences with these lengths."""
        gaps = np.repeat(np.arange(len(lengths)) * REACH + CONTEXT, lengths)
        at = np.arange(len(words)) + gaps
        places = np.zeros(len(words) + len(lengths) * REACH + 2 * CONTEXT, dtype=np.intp)
        places[at] = words
        with self._lock:
            if types is not self._types:
                self._layers.keep(types.n_shared(self._types))
                self._types = types
            vectors, decided = self._vectors.rows(types), self._decided.rows(types)
            best = self._layers.best_tags(vectors, len(types.words), places, decided)
        return best.take(at - CONTEXT)

    def _decided_of(self, words: Sequence[str]) -> npt.NDArray[np.uint8]:
        numbers = [self._certain.get(word, UNDECIDED) for word in words]
        return np.array(numbers, dtype=np.uint8)

    def _vectors_of(self, words: Sequence[str]) -> Floats32:
        model = self.model
        normal_forms = list(map(normal_form, words))
        rows = np.array([self._vocabulary.get(normal, -1) for normal in normal_forms])
        # Thousands of words share some dozens of shapes.
        shapes = _Shapes()
        numbers = [shapes[tuple(shape(word))] for word in words]
        vectors = _sums(model.shape_rows, list(shapes)).take(numbers, axis=0)
        known, unknown = np.flatnonzero(rows >= 0), np.flatnonzero(rows < 0)
        vectors[known] += model.word_rows[rows[known]]
        if len(unknown):
            buckets = [affix_buckets(normal_forms[number]) for number in unknown.tolist()]
            vectors[unknown] += _sums(model.affix_rows, buckets) + model.rest_rows[0]
        return vectors


class _Shapes(dict[tuple[int, ...], int]):
    """Shapes of words, numbered in order of appearance."""

    def __missing__(self, shape: tuple[int, ...]) -> int:
        self[shape] = number = len(self)
        return number


def _sums(rows: npt.NDArray[np.integer], groups: Sequence[Sequence[int]]) -> Floats32:
    """For each group of row numbers, none of them empty, the sum of the rows: whole numbers."""
    sizes = np.array([len(group) for group in groups])
    starts = np.cumsum(sizes) - sizes
    flat = np.fromiter(chain.from_iterable(groups), dtype=np.int64)
    sums: Floats32 = np.add.reduceat(rows[flat], starts, axis=0, dtype=np.float32)
    return sums


@cache
def bundled_tagger() -> Tagger:
    """The tagger that comes with this package, loaded when first asked for."""
    return Tagger.load()


def tag(sentences: Iterable[Sentence], *, tagger: Tagger | None = None) -> Iterator[Sentence]:
    """The same sentences with tags; at most a thousand are read ahead."""
    if tagger is None:
        tagger = bundled_tagger()
    for batch in batches(sentences):
        all_tags = tagger.tag_words([sentence.words for sentence in batch])
        for sentence, tags in zip(batch, all_tags, strict=True):
            yield sentence.with_columns(tags=tags, lemmas=sentence.lemmas, chunks=sentence.chunks)
