"""A compact table of n-grams: fingerprints of 32 bits, and logarithms of counts in 8 bits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.extraneous.ngram import Fingerprints, Hashes, fingerprints
from solecism.errors import ModelError
from solecism.numeric.arrays import Floats

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
