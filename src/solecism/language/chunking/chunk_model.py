"""The chunker's model: a linear-chain conditional random field over hashed words and tags.

Lafferty, McCallum and Pereira (2001). A word's score for a label is the sum of small whole
numbers, one per feature; four labels share one 64-bit number, so that one addition adds them all,
and the fifth label, O, is always 0.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import iadd
from pathlib import Path

import numpy as np
import numpy.typing as npt

from solecism.errors import ModelError
from solecism.numeric.arrays import Ints
from solecism.system.bundled import model_path

BUNDLED_MODEL = model_path("chunker.zz")
LABELS = ("O", "B-NP", "I-NP", "B-VP", "I-VP")
OUTSIDE, N_LABELS = 0, len(LABELS)
# Which labels may follow which: I only after B or I of the same phrase.
FOLLOWS = np.array(
    [[not b.startswith("I") or a[2:] == b[2:] for b in LABELS] for a in LABELS], dtype=bool
)
REACH = 2
N_BITS = 18
FORBIDDEN = -10_000
_LANE_BIAS = 128
_DIGITS = re.compile(r"[\d.,:/]*\d[\d.,:/]*")
# Whether a word begins with a capital, has a hyphen and is written in capitals.
_SIGNS = tuple(f"|{number:03b}" for number in range(8))
_FORM = b"solecism chunker 1\n"
_COMPRESSION = 9
# No more than this is unpacked: every feature once, and some more.
_MOST_BYTES = (4 + N_LABELS) << N_BITS
_REMEDY = "Train one with `solecism train chunker`."

Hashes = npt.NDArray[np.uint32]

# Each feature looks at words (w), word shapes (s) and tags (t) at these places.
_FEATURES = tuple(
    tuple((part[0], int(part[1:])) for part in feature.split())
    for feature in (
        "t0|w0|t-1 t0|t0 t1|t-1 t0 t1|t-2 t-1 t0|t0 t1 t2|w0 t0|w-1 t0|w1 t0|w-1 w0|w0 w1"
        "|t-1 t0 t1 t2|t-2 t-1 t0 t1|s0 t0|w0 t-1|w0 t1|t-2 t-1 t0 t1 t2|w-1 t0 t1|w-2 t-1 t0"
        "|s0|s1 t0|s-1 t0"
    ).split("|")
)
N_FEATURES = len(_FEATURES)


@dataclass(frozen=True, slots=True, eq=False)
class ChunkModel:
    """Weights of B-NP, I-NP, B-VP and I-VP per hashed feature, and of each label after each."""

    weights: npt.NDArray[np.int8]
    transitions: npt.NDArray[np.int16]

    def packed(self) -> npt.NDArray[np.uint64]:
        """Four weights in one number, each made positive, the first in the lowest bits."""
        lanes = self.weights.astype("<u2")
        lanes += np.uint16(_LANE_BIAS)
        return lanes.view("<u8")[:, 0].astype(np.uint64)


def scores(packed: npt.NDArray[np.uint64], rows: Iterable[Hashes]) -> Ints:
    """The score of every label at every place, from the rows of its features."""
    total: npt.NDArray[np.uint64] = reduce(iadd, map(packed.take, rows))
    lanes = total.astype("<u8").view("<u2").reshape(-1, N_LABELS - 1)
    result = np.zeros((len(total), N_LABELS), dtype=np.int64)
    result[:, 1:] = lanes
    result[:, 1:] -= N_FEATURES * _LANE_BIAS
    return result


def word_hash(word: str) -> int:
    """A hash of a word (high half) and of its shape and ending (low half)."""
    lower = word.lower() if word.isalpha() else _DIGITS.sub("0", word.lower())
    signs = 4 * word[:1].isupper() + 2 * ("-" in word[1:]) + word.isupper()
    shape = lower[-3:] + _SIGNS[signs]
    return zlib.crc32(lower.encode()) << 32 | zlib.crc32(shape.encode())


class TagHashes(dict[str, int]):
    """A hash of a tag, brackets and currencies written in either treebank's way."""

    _SAME = {"(": "-LRB-", ")": "-RRB-", "#": "$"}  # noqa: RUF012 - never changed

    def __missing__(self, tag: str) -> int:
        self[tag] = number = zlib.crc32(f"tag {self._SAME.get(tag, tag)}".encode())
        return number


def feature_rows(words: npt.NDArray[np.uint64], tags: Hashes) -> Hashes:
    """Row numbers, one line per feature and one column per place, with zeros between sentences."""
    return np.stack(list(feature_lines(words, tags)))


def feature_lines(words: npt.NDArray[np.uint64], tags: Hashes) -> Iterator[Hashes]:
    """The lines of `feature_rows` one by one, each used while it is in the processor's cache."""
    columns = {
        "w": (words >> np.uint64(32)).astype(np.uint32),
        "s": words.astype(np.uint32),
        "t": tags,
    }
    n_places = len(tags)
    padded = {name: np.pad(column, REACH) for name, column in columns.items()}
    for number, parts in enumerate(_FEATURES):
        mixed = np.full(n_places, (number + 1) * 0x9E3779B1 & 0xFFFFFFFF, dtype=np.uint32)
        for name, offset in parts:
            start = REACH + offset
            mixed ^= padded[name][start : start + n_places]
            mixed *= np.uint32(0x85EBCA6B)
            mixed ^= mixed >> np.uint32(15)
        mixed *= np.uint32(0xC2B2AE35)
        mixed >>= np.uint32(32 - N_BITS)
        yield mixed


def to_bytes(model: ChunkModel) -> bytes:
    """The model as the bytes of a file: its non-zero rows, compressed."""
    kept = np.flatnonzero(model.weights.any(axis=1))
    arrays = (
        model.transitions.astype("<i2"),
        np.diff(kept, prepend=0).astype("<u4"),
        model.weights[kept].T,
    )
    content = _FORM + b"".join(array.tobytes() for array in arrays)
    return zlib.compress(content, _COMPRESSION)


def from_bytes(data: bytes, *, file: str) -> ChunkModel:
    """The model in a file."""
    try:
        content = zlib.decompressobj().decompress(data, _MOST_BYTES)
    except zlib.error as error:
        raise ModelError(f"{file}: is not a chunker's model: {error}. {_REMEDY}") from error
    if not content.startswith(_FORM):
        raise ModelError(f"{file}: is not a chunker's model of this version. {_REMEDY}")
    n_head = len(_FORM) + 2 * N_LABELS**2
    n_rows = max(0, len(content) - n_head) // (4 + N_LABELS - 1)
    if n_head + n_rows * (4 + N_LABELS - 1) != len(content):
        raise ModelError(f"{file}: is a chunker's model cut short. {_REMEDY}")
    transitions = np.frombuffer(content, "<i2", N_LABELS**2, len(_FORM))
    rows = np.cumsum(np.frombuffer(content, "<u4", n_rows, n_head), dtype=np.int64)
    kept = np.frombuffer(content, np.int8, offset=n_head + 4 * n_rows)
    if n_rows and rows[-1] >= 1 << N_BITS:
        raise ModelError(f"{file}: is a chunker's model with a feature {rows[-1]}. {_REMEDY}")
    weights = np.zeros((1 << N_BITS, N_LABELS - 1), dtype=np.int8)
    weights[rows] = kept.reshape(N_LABELS - 1, n_rows).T
    return ChunkModel(weights, transitions.reshape(N_LABELS, N_LABELS).astype(np.int16))


def read(path: Path) -> ChunkModel:
    """The model in a file of that name."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    return from_bytes(data, file=str(path))
