"""Part-of-speech tags (Penn Treebank, as in the English Web Treebank) for words.

The first layer of the network is linear up to its activation, so what a word adds at each place of
the window is computed once per word: for the commonest words it is cached, for the others computed
again. Words of closed classes that have one tag wherever they stand are not put to the network:
they are the commonest words and signs for which the network of the bundled tagger has the same
answer in at least 9,995 of 10,000 places of native text (see models/tagger.md). *To*, *in*, *that*
and *have* are not among them. Words are as they are written: *May* and *may* are two.

The tagger's trained numbers and their file, and the spelling features of words.

Words become vectors (what was learnt of the word itself, its affixes, its shape), two layers of
windows of five words look around, and a linear layer scores the tags: the window approach of
Collobert et al. (2011). All numbers are small integers and all sums stay below 2**24, where
float32 is exact, so that tags depend neither on the machine nor on what else is in the batch.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from solecism.language.word_types import TypeTable, WordTypes, current_types
from solecism.numeric import Floats32, Ints, Ints32
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.archive import check_arrays, spec
from solecism.system.installation import model_path, read_model
from solecism.system.processes import batches

N_AFFIX_BUCKETS = 1 << 14
LONGEST_SUFFIX, LONGEST_PREFIX = 5, 4
MAX_LENGTH_SHOWN = 9

# What is true of a word, in the order of `shape`; its length comes after these.
_SIGNS = (
    "begins with a capital",
    "capital, then small letters",
    "capitals only",
    "one capital",
    "capital inside",
    "small letters only",
    "has a digit",
    "digits only",
    "has a hyphen",
    "has a full stop",
    "looks like an address",
    "has an apostrophe",
    "no letter or digit",
    "not ASCII",
)
_SMALL_LETTERS = _SIGNS.index("small letters only")
_CAPITAL = _SIGNS.index("begins with a capital")
_CAPITALISED = _SIGNS.index("capital, then small letters")
N_SHAPES = len(_SIGNS) + MAX_LENGTH_SHOWN + 1

_DIGIT = re.compile(r"\d")
_APOSTROPHES = str.maketrans("’‘´`\x92", "'''''")


def normal_form(word: str) -> str:
    """The word in small letters, with plain apostrophes, and 0 for every digit.

    >>> normal_form("Mid-1990s"), normal_form("Don’t")
    ('mid-0000s', "don't")
    """
    word = word.lower()
    if word.isascii() and word.isalpha():
        return word
    return _DIGIT.sub("0", word.translate(_APOSTROPHES))


def affix_buckets(normal: str) -> list[int]:
    """The hashed endings, beginnings and the whole of a word in normal form."""
    affixes = [f"s{normal[-size:]}" for size in range(1, min(LONGEST_SUFFIX, len(normal)) + 1)]
    affixes += [f"p{normal[:size]}" for size in range(1, min(LONGEST_PREFIX, len(normal) - 1) + 1)]
    affixes.append(f"w{normal}")
    return [
        zlib.crc32(affix.encode("utf-8", "surrogatepass")) % N_AFFIX_BUCKETS for affix in affixes
    ]


def shape(word: str) -> list[int]:
    """The numbers of the word's shape features, and one for its length.

    >>> [_SIGNS[sign] for sign in shape("McKay")[:-1]]
    ['begins with a capital', 'capital inside']
    """
    length = len(_SIGNS) + min(len(word), MAX_LENGTH_SHOWN)
    if word.isascii() and word.isalpha() and "www" not in word:
        # Most words are of these two kinds.
        if word.islower():
            return [_SMALL_LETTERS, length]
        if word.istitle() and len(word) > 1:
            return [_CAPITAL, _CAPITALISED, length]
    return [*signs(word), length]


def signs(word: str) -> list[int]:
    """The numbers of the word's shape features without its length, for any word."""
    rest = word[1:]
    begins_with_capital = word[:1].isupper()
    has_letter_or_digit = any(map(str.isalnum, word))
    has_sign = (
        begins_with_capital,
        begins_with_capital and rest.islower(),
        len(word) > 1 and word.isupper(),
        len(word) == 1 and begins_with_capital,
        rest != rest.lower(),
        word.islower(),
        _DIGIT.search(word) is not None,
        word.isdigit(),
        "-" in word,
        "." in word,
        "@" in word or "/" in word or "www" in word,
        "'" in word or "’" in word,
        not has_letter_or_digit,
        not word.isascii(),
    )
    return [number for number, is_shown in enumerate(has_sign) if is_shown]


VERSION = 1
REACH = 2
WINDOW = 2 * REACH + 1
LEAK = 0.125
LARGEST_INPUT, LARGEST_ACTIVATION = 400, 127
LARGEST_WEIGHT, LARGEST_LAST = 127, 500
_REMEDY = "Train one with `solecism train tagger`."
# Tags are numbered in bytes.
_MOST_TAGS = 256
_FORMS = {
    "tags": spec("str", "tags"),
    "words": spec("uint8", "letters"),
    "word_rows": spec("int8", "words", "width"),
    "affix_rows": spec("int8", N_AFFIX_BUCKETS, "width"),
    "shape_rows": spec("int16", N_SHAPES, "width"),
    "rest_rows": spec("int16", 2, "width"),
    "near_bias": spec("float32", "hidden"),
    "near_factor": spec("float32", "hidden"),
    "far_bias": spec("float32", "hidden"),
    "far_factor": spec("float32", "hidden"),
    "last_bias": spec("float32", "tags"),
}
_LAYERS = {
    "near": spec("int8", "width", "window"),
    "far": spec("int8", "window", "hidden"),
    "last": spec("int16", "both", "tags"),
}


@dataclass(frozen=True, slots=True)
class TagModel:
    """Vectors of known words, affixes and shapes, and the weights of the layers.

    `rest_rows` holds the vector that unknown words have in place of their own, and the one of
    the space between sentences. `near` and `far` are the two layers, each with what its sums
    are multiplied by; the last layer sees both.
    """

    version: npt.NDArray[np.int64]
    tags: npt.NDArray[np.str_]
    words: npt.NDArray[np.uint8]
    word_rows: npt.NDArray[np.int8]
    affix_rows: npt.NDArray[np.int8]
    shape_rows: npt.NDArray[np.int16]
    rest_rows: npt.NDArray[np.int16]
    near: Floats32
    near_bias: Floats32
    near_factor: Floats32
    far: Floats32
    far_bias: Floats32
    far_factor: Floats32
    last: Floats32
    last_bias: Floats32

    def vocabulary(self) -> list[str]:
        """The known words in normal form, in the order of `word_rows`."""
        return self.words.tobytes().decode("utf-8").split("\n")


def vocabulary_bytes(words: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The words as the model file stores them."""
    return np.frombuffer("\n".join(words).encode("utf-8"), dtype=np.uint8)


def parse(data: bytes, *, file: str) -> TagModel:
    """The model in the bytes of its file."""
    names = [field.name for field in fields(TagModel) if field.name != "version"]
    arrays = archive.parse(
        data, names=names, version=VERSION, file=file, remedy=_REMEDY, views=True
    )
    with archive.explain_damage(file, remedy=_REMEDY):
        _check(arrays)
    for name in ("near", "far", "last"):
        arrays[name] = arrays[name].astype(np.float32)
    return TagModel(**arrays)


def _check(arrays: archive.Arrays) -> None:
    """Raise ValueError if arrays do not fit each other."""
    sizes = check_arrays(arrays, _FORMS)
    n_hidden, n_tags = sizes["hidden"], sizes["tags"]
    wide = {"window": WINDOW * n_hidden, "both": 2 * n_hidden}
    check_arrays(arrays, _LAYERS, sizes={**sizes, **wide})
    if not 0 < n_tags <= _MOST_TAGS or not n_hidden:
        raise ValueError(f"{n_tags} tags, {n_hidden} hidden units")
    n_words = arrays["words"].tobytes().decode("utf-8").count("\n") + 1
    if n_words != sizes["words"]:
        raise ValueError(f"{n_words} words have {sizes['words']} vectors")


def format(model: TagModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    arrays = {field.name: getattr(model, field.name) for field in fields(TagModel)}
    for name in ("near", "far", "last"):
        arrays[name] = arrays[name].astype(np.int16 if name == "last" else np.int8)
    return archive.format(arrays, version=VERSION, compressed=False)


def read(path: Path) -> TagModel:
    """The model in a file."""
    return parse(read_model(path), file=str(path))


_CLOSED_CLASS_WORDS = {
    ",": ", ;",
    ".": ". ? !",
    ":": ":",
    "-LRB-": "(",
    "-RRB-": ")",
    "CC": "and or And But",
    "DT": "the The a an this This these These those some Some each another",
    "IN": "of for For with at At from into if If because between during against without until "
    "within whether After",
    "MD": "would could should might 'll",
    "PRP": "I it It he He she She they They we We You me him them himself myself",
    "PRP$": "my My your its our their",
    "RB": "not n't",
    "VBD": "was were did",
    "VBN": "been",
    "VBP": "are 'm 're",
    "VBZ": "is has does",
    "WDT": "which",
    "WP": "who",
    "WRB": "when When how why",
}
CLOSED_CLASS = {word: tag for tag, words in _CLOSED_CLASS_WORDS.items() for word in words.split()}


# How many words on either side can change a tag: two layers of windows.
CONTEXT = 2 * REACH
# A block and what is made of it fit the processor's cache.
_BLOCK = 1_024
# Types are numbered as they are met, so the commonest come first. Each fills 2 KB.
_N_KEPT = 4_096
# In a table of tags: of a word whose tag the layers find.
UNDECIDED = 255

Tags = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]


class Layers:
    """A model's layers, with a cache of the first layer's sums for frequent words."""

    def __init__(self, model: TagModel) -> None:
        self._model = model
        self._n_near = model.near.shape[1] // WINDOW
        self._sums = np.zeros((0, model.near.shape[1]), dtype=np.float32)
        self._n_kept = 0

    def keep(self, n_types: int) -> None:
        """Keep only the first so many types, because the numbers of the others have changed."""
        self._n_kept = min(self._n_kept, n_types)

    def best_tags(self, vectors: Floats32, n_types: int, places: Places, decided: Tags) -> Tags:
        """The tag at each place but the first and last four, whatever it is at a gap.

        `vectors` has a row for each type and `decided` its tag, or `UNDECIDED`. `places` names one
        type per place and 0 at gaps: four before all sentences and behind, at least two between
        them.
        """
        self._store(vectors[: min(n_types, _N_KEPT)])
        n_tags = max(0, len(places) - 2 * CONTEXT)
        best = decided.take(places[CONTEXT : CONTEXT + n_tags])
        near = np.zeros((_BLOCK + 2 * CONTEXT, self._n_near), dtype=np.float32)
        for start in range(0, n_tags, _BLOCK):
            asked = np.flatnonzero(best[start : start + _BLOCK] == UNDECIDED)
            block = places[start : start + _BLOCK + 2 * CONTEXT]
            scores = self._scores(near[: len(block)], block, vectors, asked)
            best[start + asked] = scores.argmax(axis=1)
        return best

    def _store(self, vectors: Floats32) -> None:
        n_known, n_all = self._n_kept, len(vectors)
        if n_all <= n_known:
            return
        # Behind the rows that are kept is room for those of one block.
        n_rows = n_all + _BLOCK + 2 * CONTEXT
        if n_rows > len(self._sums):
            n_most = _N_KEPT + _BLOCK + 2 * CONTEXT
            larger = np.empty((min(2 * n_rows, n_most), self._sums.shape[1]), dtype=np.float32)
            larger[:n_known] = self._sums[:n_known]
            self._sums = larger
        self._sums[n_known:n_all] = self._shares(vectors[n_known:])
        self._n_kept = n_all

    def _shares(self, vectors: Floats32) -> Floats32:
        """What words with these vectors add to the first layer at each place of its window."""
        inputs = np.maximum(vectors, np.rint(vectors * np.float32(LEAK)))
        np.clip(inputs, -LARGEST_INPUT, LARGEST_INPUT, out=inputs)
        shares: Floats32 = inputs @ self._model.near
        shares[:, REACH * self._n_near : (REACH + 1) * self._n_near] += self._model.near_bias
        return shares

    def _rows(self, block: Places, vectors: Floats32) -> Places:
        """The rows of the sums for the word at each place; those not in the cache are computed."""
        others = np.flatnonzero(block >= self._n_kept)
        if not len(others):
            return block
        types, numbers = np.unique(block[others], return_inverse=True)
        self._sums[self._n_kept : self._n_kept + len(types)] = self._shares(vectors[types])
        rows = block.copy()
        rows[others] = self._n_kept + numbers
        return rows

    def _scores(self, near: Floats32, block: Places, vectors: Floats32, asked: Places) -> Floats32:
        """A row of scores of tags for each place asked for, counted from the fifth of the block.

        `near` is room for the first layer.
        """
        model, n_near = self._model, self._n_near
        self._fill_near(near, block, vectors)
        windows = near.take((asked + REACH)[:, None] + np.arange(WINDOW), axis=0)
        windows = windows.reshape(len(asked), WINDOW * n_near)
        far: Floats32 = windows @ model.far
        far += model.far_bias
        _activate(far, model.far_factor)
        middle = windows[:, REACH * n_near : (REACH + 1) * n_near]
        scores: Floats32 = middle @ model.last[:n_near]
        scores += far @ model.last[n_near:]
        scores += model.last_bias
        return scores

    def _fill_near(self, near: Floats32, block: Places, vectors: Floats32) -> None:
        """Fill all rows of the first layer but the first and last two, which stay 0."""
        n_near, n_places = self._n_near, len(block) - 2 * REACH
        rows = self._rows(block, vectors) * WINDOW
        shares = self._sums.reshape(-1, n_near)
        middle, room = near[REACH:-REACH], np.empty((n_places, n_near), dtype=np.float32)
        # With mode="clip" numpy writes to the output without a copy; all rows are in range.
        shares.take(rows[:n_places], axis=0, out=middle, mode="clip")
        for place in range(1, WINDOW):
            shares.take(rows[place : place + n_places] + place, axis=0, out=room, mode="clip")
            middle += room
        _activate(middle, self._model.near_factor)
        middle[block[REACH:-REACH] == 0] = 0
        near[-REACH:] = 0


def _activate(sums: Floats32, factor: Floats32) -> None:
    sums *= factor
    np.rint(sums, out=sums)
    np.clip(sums, 0, LARGEST_ACTIVATION, out=sums)


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
        return cls(read(path), certain=CLOSED_CLASS if path == BUNDLED_MODEL else None)

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


def is_known_word(word: str) -> bool:
    """Whether a word in lower case is among those that the tagger has learnt from native text."""
    return bundled_tagger().is_known(word)
