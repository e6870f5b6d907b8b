"""Keyed hashes: signatures by the secret of a study, and random choices by its seed.

A signature can be made only with the study's secret. A random choice depends on names, not on the
order of events: raters arrive in any order, and a random generator with a state would give them
different items in every run; a hash of the study's seed, the rater and the occasion always gives
the same ones.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

_N_SIGNATURE_BYTES = 16
_N_CACHED_SIGNATURES = 4096


# Computing a signature lets other threads run first; a server that checks the same ones again and
# again would wait for them every time.
@lru_cache(_N_CACHED_SIGNATURES)
def signature(secret: bytes, purpose: str, text: str) -> str:
    """Return the signature of a text for a purpose, under the secret of a study.

    >>> signature(b"s" * 32, "link", "a") == signature(b"s" * 32, "other", "a")
    False
    """
    message = f"{purpose}\x1f{text}".encode(errors="surrogatepass")
    return encode_for_url(hmac.digest(secret, message, hashlib.sha256)[:_N_SIGNATURE_BYTES])


def is_signed(secret: bytes, purpose: str, text: str, given: str) -> bool:
    """Whether the signature is right, checked in constant time."""
    expected = signature(secret, purpose, text).encode()
    return hmac.compare_digest(expected, given.encode(errors="surrogatepass"))


def encode_for_url(data: bytes) -> str:
    """Return bytes as text that can be part of a URL."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_from_url(text: str) -> bytes:
    """Return the bytes that `encode_for_url` turned into this text; ValueError where it did not."""
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)


T = TypeVar("T")
_N_FRACTION_BYTES = 8


def seeded_fraction(*parts: object) -> float:
    """Return a pseudorandom number from 0 to below 1 that depends on the parts only.

    >>> seeded_fraction("seed", 1) == seeded_fraction("seed", 1) != seeded_fraction("seed", 2)
    True
    """
    text = "\x1f".join(map(str, parts)).encode(errors="surrogatepass")
    digest = hashlib.blake2b(text, digest_size=_N_FRACTION_BYTES).digest()
    # 53 bits, so that the quotient is exact and below 1.
    return (int.from_bytes(digest) >> 11) / (1 << 53)


def seeded_shuffle(values: Iterable[T], *parts: object) -> list[T]:
    """Return the values in a pseudorandom order that depends on the parts and positions only."""
    numbered = list(enumerate(values))
    numbered.sort(key=lambda one: seeded_fraction(*parts, one[0]))
    return [value for _, value in numbered]
