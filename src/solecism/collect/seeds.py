"""Seeded choices that depend on names, not on the order in which things happen.

Raters come when they come. A running random state would give them other items on every run; a
hash of the study's seed, the rater and the occasion gives the same again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
_N_BYTES = 8


def seeded_fraction(*parts: object) -> float:
    """A number from 0 up to 1 that looks random and follows from the parts.

    >>> fraction("seed", 1) == fraction("seed", 1) != fraction("seed", 2)
    True
    """
    text = "\x1f".join(map(str, parts)).encode(errors="surrogatepass")
    digest = hashlib.blake2b(text, digest_size=_N_BYTES).digest()
    # 53 bits, so that the quotient is exact and below 1.
    return (int.from_bytes(digest) >> 11) / (1 << 53)


def seeded_shuffle(values: Iterable[T], *parts: object) -> list[T]:
    """The values in an order that looks random and follows from the parts and their places."""
    numbered = list(enumerate(values))
    numbered.sort(key=lambda one: seeded_fraction(*parts, one[0]))
    return [value for _, value in numbered]
