"""The tagger's trained numbers, and their file.

Words become vectors (what was learnt of the word itself, its affixes, its shape), two layers of
windows of five words look around, and a linear layer scores the tags: the window approach of
Collobert et al. (2011). All numbers are small integers and all sums stay below 2**24, where
float32 is exact, so that tags depend neither on the machine nor on what else is in the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.language.tagging.spelling import N_AFFIX_BUCKETS, N_SHAPES
from solecism.numeric.arrays import Floats32
from solecism.system import archive
from solecism.system.array_forms import check_forms, form
from solecism.system.bundled import read_model

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
    "tags": form("str", "tags"),
    "words": form("uint8", "letters"),
    "word_rows": form("int8", "words", "width"),
    "affix_rows": form("int8", N_AFFIX_BUCKETS, "width"),
    "shape_rows": form("int16", N_SHAPES, "width"),
    "rest_rows": form("int16", 2, "width"),
    "near_bias": form("float32", "hidden"),
    "near_factor": form("float32", "hidden"),
    "far_bias": form("float32", "hidden"),
    "far_factor": form("float32", "hidden"),
    "last_bias": form("float32", "tags"),
}
_LAYERS = {
    "near": form("int8", "width", "window"),
    "far": form("int8", "window", "hidden"),
    "last": form("int16", "both", "tags"),
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
    sizes = check_forms(arrays, _FORMS)
    n_hidden, n_tags = sizes["hidden"], sizes["tags"]
    wide = {"window": WINDOW * n_hidden, "both": 2 * n_hidden}
    check_forms(arrays, _LAYERS, sizes={**sizes, **wide})
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
