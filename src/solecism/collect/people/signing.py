"""Signatures: texts that can be made only with the study's secret."""

from __future__ import annotations

import base64
import hashlib
import hmac
from functools import lru_cache

_N_BYTES = 16
_CACHED = 4096


# Computing a signature lets other threads run first; a server that checks the same ones again and
# again would wait for them every time.
@lru_cache(_CACHED)
def signature(secret: bytes, purpose: str, text: str) -> str:
    """Return the signature of a text for a purpose, under the secret of a study.

    >>> signature(b"s" * 32, "link", "a") == signature(b"s" * 32, "other", "a")
    False
    """
    message = f"{purpose}\x1f{text}".encode(errors="surrogatepass")
    return packed(hmac.digest(secret, message, hashlib.sha256)[:_N_BYTES])


def is_signed(secret: bytes, purpose: str, text: str, given: str) -> bool:
    """Whether the signature is right, checked in constant time."""
    expected = signature(secret, purpose, text).encode()
    return hmac.compare_digest(expected, given.encode(errors="surrogatepass"))


def packed(data: bytes) -> str:
    """Return bytes as text that can be part of a URL."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """Return the bytes that `packed` turned into this text; ValueError where it did not."""
    return base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
