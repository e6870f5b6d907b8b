"""The tagger's trained numbers and their file, and the spelling features of words.

Words become vectors (what was learnt of the word itself, its affixes, its shape), two layers of
windows of five words look around, and a linear layer scores the tags: the window approach of
Collobert et al. (2011). All numbers are small integers and all sums stay below 2**24, where
float32 is exact, so that tags depend neither on the machine nor on what else is in the batch.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.numeric import Floats32
from solecism.system import archive
from solecism.system.archive import check_arrays, spec
from solecism.system.installation import read_model

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
