"""Pseudonyms: the same name for the same rater wherever the same secret is used.

A keyed hash (BLAKE2b): without the secret, known worker ids cannot be tried until one fits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace

from solecism.errors import InputError
from solecism.judgment import Judgment

MIN_SECRET_BYTES = 16
_N_BYTES = 8


def pseudonym(rater: str, secret: bytes) -> str:
    """The pseudonym of a rater.

    >>> pseudonym("A2EXAMPLE", b"sixteen bytes or more")
    'r-...'
    """
    if len(secret) < MIN_SECRET_BYTES:
        raise InputError(
            f"the secret has {len(secret)} bytes. It needs {MIN_SECRET_BYTES} at random."
        )
    key = hashlib.blake2b(secret).digest()
    name = hashlib.blake2b(rater.encode(errors="surrogatepass"), key=key, digest_size=_N_BYTES)
    return f"r-{name.hexdigest()}"


def pseudonymised(judgments: Iterable[Judgment], *, secret: bytes) -> Iterator[Judgment]:
    """The same judgments by raters under pseudonyms; notes are left as they are."""
    names: dict[str, str] = {}
    for judgment in judgments:
        name = names.get(judgment.rater)
        if name is None:
            name = names[judgment.rater] = pseudonym(judgment.rater, secret)
        yield replace(judgment, rater=name)
