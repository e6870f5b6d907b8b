"""Seeded random choices that depend on names, not on the order of events.

Raters arrive in any order. A random generator with a state would give them different items in
every run; a hash of the study's seed, the rater and the occasion always gives the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
_N_BYTES = 8


def seeded_fraction(*parts: object) -> float:
    """Return a pseudorandom number from 0 to below 1 that depends on the parts only.

    >>> seeded_fraction("seed", 1) == seeded_fraction("seed", 1) != seeded_fraction("seed", 2)
    True
    """
    text = "\x1f".join(map(str, parts)).encode(errors="surrogatepass")
    digest = hashlib.blake2b(text, digest_size=_N_BYTES).digest()
    # 53 bits, so that the quotient is exact and below 1.
    return (int.from_bytes(digest) >> 11) / (1 << 53)


def seeded_shuffle(values: Iterable[T], *parts: object) -> list[T]:
    """Return the values in a pseudorandom order that depends on the parts and positions only."""
    numbered = list(enumerate(values))
    numbered.sort(key=lambda one: seeded_fraction(*parts, one[0]))
    return [value for _, value in numbered]
