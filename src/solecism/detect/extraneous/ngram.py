"""N-grams as numbers: each word is hashed once, and n-grams are mixed from the hashes of words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from solecism.language.tagging.spelling import normal_form

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
