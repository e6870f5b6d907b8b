"""The tagger's trained numbers, and the scores of tags that they give.

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

from solecism import archive

VERSION = 1
REACH = 2
WINDOW = 2 * REACH + 1
LEAK = 0.125
LARGEST_INPUT, LARGEST_ACTIVATION = 400, 127
LARGEST_WEIGHT, LARGEST_LAST = 127, 500
_REMEDY = "Train one with `solecism train tagger`."

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]


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
    near: Floats
    near_bias: Floats
    near_factor: Floats
    far: Floats
    far_bias: Floats
    far_factor: Floats
    last: Floats
    last_bias: Floats

    def vocabulary(self) -> list[str]:
        """The known words in normal form, in the order of `word_rows`."""
        return self.words.tobytes().decode("utf-8").split("\n")


def vocabulary_bytes(words: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The words as the model keeps them."""
    return np.frombuffer("\n".join(words).encode("utf-8"), dtype=np.uint8)


def scores(
    model: TagModel, types: Floats, sequence: Integers, is_word: npt.NDArray[np.bool_]
) -> Floats:
    """A row of scores of tags for each place of the sequence but the first and last two.

    `types` are word vectors, `sequence` names one a place, and sentences have two places that
    are no word before, between and after them.
    """
    n_places, n_near = len(sequence) - 2 * REACH, model.near.shape[1] // WINDOW
    inputs = np.maximum(types, np.rint(types * np.float32(LEAK)))
    seen = np.clip(inputs, -LARGEST_INPUT, LARGEST_INPUT) @ model.near
    near = np.zeros((len(sequence), n_near), dtype=np.float32)
    middle = near[REACH:-REACH]
    for place in range(WINDOW):
        middle += seen[:, place * n_near : (place + 1) * n_near].take(
            sequence[place : place + n_places], axis=0
        )
    _activate(middle, model.near_bias, model.near_factor)
    middle *= is_word[REACH:-REACH, None]
    far = near[:n_places] @ model.far[:n_near]
    for place in range(1, WINDOW):
        weights = model.far[place * n_near : (place + 1) * n_near]
        far += near[place : place + n_places] @ weights
    _activate(far, model.far_bias, model.far_factor)
    result: Floats = middle @ model.last[:n_near]
    result += far @ model.last[n_near:]
    result += model.last_bias
    return result


def _activate(sums: Floats, bias: Floats, factor: Floats) -> None:
    sums += bias
    sums *= factor
    np.rint(sums, out=sums)
    np.clip(sums, 0, LARGEST_ACTIVATION, out=sums)


def parse(data: bytes, *, file: str) -> TagModel:
    """The model in the bytes of its file."""
    names = [field.name for field in fields(TagModel) if field.name != "version"]
    found = archive.parse(data, names=names, version=VERSION, file=file, remedy=_REMEDY)
    for name in ("near", "far", "last"):
        found[name] = found[name].astype(np.float32)
    return TagModel(**found)


def format(model: TagModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    arrays = {field.name: getattr(model, field.name) for field in fields(TagModel)}
    for name in ("near", "far", "last"):
        arrays[name] = arrays[name].astype(np.int16 if name == "last" else np.int8)
    return archive.format(arrays, version=VERSION, compressed=False)


def read(path: Path) -> TagModel:
    """The model in a file."""
    return parse(archive.read_bytes(path), file=str(path))
