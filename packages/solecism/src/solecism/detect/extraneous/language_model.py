"""Extraneous prepositions by a language model: is the text more probable without the word?

Paper 002, section 2.1: a 4-gram model scores the words around a preposition as they stand and
with the preposition left out. Ties go to OK. Scores by "stupid backoff" (Brants et al. 2007), which
on tuning data did as well as interpolated absolute discounting and needs counts only.

Each word is hashed once, and n-grams are mixed from the hashes of words; the table has fingerprints
of 32 bits, and logarithms of counts in 8 bits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.extraneous.detector import (
    CALIBRATION,
    ExtraneousDetector,
    PlattCalibration,
    calibration_of,
)
from solecism.errors import ModelError
from solecism.language.tagger import normal_form
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.system import archive
from solecism.system.installation import model_path, read_model

ORDER = 4
# As many boundaries as the longest context has words, so that no n-gram spans two sentences.
N_BOUNDARIES = ORDER - 1
BOUNDARY = ""
_MULTIPLIERS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9))
_SHIFTS = (np.uint64(29), np.uint64(32))
_FINGERPRINT_BITS = np.uint64(32)

Hashes = npt.NDArray[np.uint64]
Fingerprints = npt.NDArray[np.uint32]


def word_hash(word: str) -> int:
    """The 64-bit hash of a word in normal form, the same on every machine."""
    data = word.encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")


def rare_class(word: str) -> str:
    """The class that stands for a word too rare to be in the table: number, name or word.

    >>> rare_class("Xanthippe"), rare_class("1,234.5"), rare_class("zyzzyva")
    ('<name>', '<number>', '<word>')
    """
    if any(map(str.isdigit, word)):
        return "<number>"
    return "<name>" if word[:1].isupper() else "<word>"


def joined(left: Hashes, right: Hashes) -> Hashes:
    """The hashes of n-grams that begin with those of `left` and end in the words of `right`."""
    mixed: Hashes = left * _MULTIPLIERS[0] + right
    mixed ^= mixed >> _SHIFTS[0]
    mixed *= _MULTIPLIERS[1]
    mixed ^= mixed >> _SHIFTS[1]
    return mixed


def fingerprints(hashes: Hashes) -> Fingerprints:
    """The upper half of each hash, which is the key in a table."""
    return (hashes >> _FINGERPRINT_BITS).astype(np.uint32)


class WordHashes(dict[str, int]):
    """The hashes of words; words that are not known have the hash of their class."""

    def __init__(self, is_known: Callable[[int], bool]) -> None:
        super().__init__()
        self._is_known = is_known

    def __missing__(self, word: str) -> int:
        hashed = word_hash(normal_form(word))
        if not self._is_known(hashed):
            hashed = word_hash(rare_class(word))
        self[word] = hashed
        return hashed


ARRAYS = ("n_in_bucket", "lower_halves", "counts", "n_words")
_STEPS_PER_LOG = 14.0
_LARGEST = 255
# A count is off by at most 4%.
_COUNTS = np.exp(np.arange(_LARGEST + 1) / _STEPS_PER_LOG)
_N_BUCKETS = 1 << 16
_HALF = np.uint32(16)

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class NgramTable:
    """Fingerprints in ascending order, and the logarithm of each count in steps."""

    keys: Fingerprints
    counts: Bytes
    n_words: int

    def __len__(self) -> int:
        return len(self.keys)

    def look_up(self, hashes: Hashes) -> Floats:
        """The counts of n-grams, 0 for those not in the table."""
        wanted = fingerprints(hashes)
        places = np.searchsorted(self.keys, wanted)
        np.minimum(places, len(self.keys) - 1, out=places)
        is_found = self.keys[places] == wanted
        return np.where(is_found, _COUNTS[self.counts[places]], 0.0)

    def has(self, hash: int) -> bool:
        """Whether an n-gram is in the table."""
        return bool(self.look_up(np.array([hash], dtype=np.uint64))[0])


def compact(hashes: Hashes, counts: npt.NDArray[np.int64], *, n_words: int) -> NgramTable:
    """The table of these n-grams; of two with the same fingerprint the more frequent is kept."""
    keys = fingerprints(hashes)
    order = np.lexsort((-counts, keys))
    order = order[np.r_[True, keys[order][1:] != keys[order][:-1]]]
    steps = np.rint(np.log(counts[order]) * _STEPS_PER_LOG)
    return NgramTable(keys[order], np.clip(steps, 0, _LARGEST).astype(np.uint8), n_words)


def to_arrays(table: NgramTable) -> dict[str, npt.NDArray[Any]]:
    """The table as arrays for a file: of each fingerprint only the lower half is written."""
    n_in_bucket = np.bincount(table.keys >> _HALF, minlength=_N_BUCKETS)
    return {
        "n_in_bucket": n_in_bucket.astype(np.uint16),
        "lower_halves": (table.keys & np.uint32(_N_BUCKETS - 1)).astype(np.uint16),
        "counts": table.counts,
        "n_words": np.array(table.n_words),
    }


def from_arrays(arrays: Mapping[str, npt.NDArray[Any]], *, file: str) -> NgramTable:
    """The table that `to_arrays` made."""
    counts, lower, n_in_bucket = (
        arrays[name] for name in ("counts", "lower_halves", "n_in_bucket")
    )
    is_whole = n_in_bucket.shape == (_N_BUCKETS,) and n_in_bucket.dtype == np.uint16
    is_whole = is_whole and lower.dtype == np.uint16 and counts.dtype == np.uint8
    n_words = arrays["n_words"]
    is_whole = is_whole and n_words.shape == () and n_words.dtype == np.int64
    is_whole = is_whole and int(n_words) > 0
    n_ngrams = int(n_in_bucket.sum(dtype=np.int64)) if is_whole else 0
    if not n_ngrams or not (lower.shape == counts.shape == (n_ngrams,)):
        raise ModelError(f"{file}: its table of n-grams is damaged. Is the file complete?")
    upper = np.repeat(np.arange(_N_BUCKETS, dtype=np.uint32) << _HALF, n_in_bucket)
    return NgramTable(upper | lower, counts, int(n_words))


NAME = "lm"
VERSION = 1
BUNDLED_MODEL = model_path("lm.npz")

BACK_OFF = 0.4
_WINDOW = 2 * N_BOUNDARIES + 1
_MAX_WORDS_REMEMBERED = 50_000
# The n-grams that end in the preposition or have it in their context, and those that end in the
# same words when it is left out.
_AS_IT_STANDS = [list(range(end - ORDER, end)) for end in range(ORDER, 2 * ORDER)]
_LEFT_OUT = [
    [place + (place >= N_BOUNDARIES) for place in range(end - ORDER, end)]
    for end in range(ORDER, 2 * ORDER - 1)
]


@dataclass(frozen=True, slots=True, eq=False)
class LanguageModel:
    """Counts of n-grams, and the calibration of scores."""

    table: NgramTable
    calibration: PlattCalibration


class WindowScorer:
    """The scorer by a table of n-grams; it caches the hashes of words."""

    def __init__(self, table: NgramTable) -> None:
        self.table = table
        self._hashes = WordHashes(table.has)

    def windows(self, sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> Hashes:
        """The hashes of each place's word, in the middle of the three before and after."""
        if len(self._hashes) > _MAX_WORDS_REMEMBERED:
            self._hashes.clear()
        boundary = [word_hash(BOUNDARY)] * N_BOUNDARIES
        rows: list[list[int]] = []
        for sentence, its_places in zip(sentences, places, strict=True):
            if its_places:
                hashes = map(self._hashes.__getitem__, sentence.words)
                padded = [*boundary, *hashes, *boundary]
                rows += [padded[place : place + _WINDOW] for place in its_places]
        return np.array(rows, dtype=np.uint64).reshape(-1, _WINDOW)

    def __call__(self, sentences: Sequence[Sentence], places: Sequence[Sequence[int]]) -> Floats:
        """The score of each place."""
        return _extraneous_scores(self.table, self.windows(sentences, places))


def log_scores(table: NgramTable, ngrams: Hashes) -> Floats:
    """The log score of the last of four words (one row each) after the three before it.

    Where the four were not seen together, the first is left out with a penalty, and so on. Scores
    are not probabilities: they do not sum to 1.
    """
    last = ngrams[:, -1]
    share = np.maximum(table.look_up(last), 1.0) / table.n_words
    for n_before in range(1, ORDER):
        context = ngrams[:, -1 - n_before]
        for place in range(-n_before, -1):
            context = joined(context, ngrams[:, place])
        n_context = np.maximum(table.look_up(context), 1.0)
        n_together = table.look_up(joined(context, last))
        share = np.where(n_together > 0, n_together / n_context, BACK_OFF * share)
    return np.asarray(np.log(share))


def _extraneous_scores(table: NgramTable, windows: Hashes) -> Floats:
    """For windows of seven words: the log score without the middle word minus that with it."""
    with_it, without_it = (
        log_scores(table, windows[:, places].reshape(-1, ORDER))
        .reshape(-1, len(places))
        .sum(axis=1)
        for places in (_AS_IT_STANDS, _LEFT_OUT)
    )
    return np.asarray(without_it - with_it)


def detector(model: LanguageModel) -> ExtraneousDetector:
    """The detector with this model."""
    return ExtraneousDetector(NAME, WindowScorer(model.table), model.calibration)


@cache
def bundled() -> ExtraneousDetector:
    """The detector that comes with this package, loaded when first asked for."""
    return detector(read(BUNDLED_MODEL))


def parse(data: bytes, *, file: str) -> LanguageModel:
    """The model in the bytes of its file."""
    arrays = archive.parse(
        data,
        names=(*ARRAYS, CALIBRATION),
        version=VERSION,
        file=file,
        remedy="Train one with `solecism train lm`.",
    )
    table = from_arrays(arrays, file=file)
    return LanguageModel(table, calibration_of(arrays[CALIBRATION], file=file))


def format(model: LanguageModel) -> bytes:
    """The bytes of the model's file; `parse` gives the model back."""
    arrays = to_arrays(model.table)
    arrays[CALIBRATION] = model.calibration.numbers()
    return archive.format(arrays, version=VERSION)


def read(path: Path) -> LanguageModel:
    """The model in a file."""
    return parse(read_model(path), file=str(path))
