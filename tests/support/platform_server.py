"""A platform that sends people to a study with ids, signs its links, and checks codes."""

from __future__ import annotations

import hashlib
import json
import secrets
from functools import lru_cache

from solecism_study.keyed_hashes import encode_for_url

_PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")
_E = 65537


class SigningPlatform:
    """A platform with a key of its own, whose public part is `key_set`."""

    def __init__(self, kid: str = "key-1", bits: int = 2048) -> None:
        self.kid, self._bits = kid, bits

    @property
    def key_set(self) -> str:
        """The public keys as JSON."""
        modulus, _ = _key(self.kid, self._bits)
        numbers = {"n": encode_for_url(_bytes(modulus)), "e": encode_for_url(_bytes(_E))}
        return json.dumps({"keys": [{"kty": "RSA", "kid": self.kid, "alg": "RS256", **numbers}]})

    def token(self, claims: dict[str, object], *, alg: str = "RS256") -> str:
        """A token with these claims."""
        parts = ({"alg": alg, "kid": self.kid, "typ": "JWT"}, claims)
        text = ".".join(encode_for_url(json.dumps(part).encode()) for part in parts)
        return f"{text}.{encode_for_url(self.signature(text.encode()))}"

    def signature(self, message: bytes) -> bytes:
        """The signature of a message."""
        end = _PREFIX + hashlib.sha256(message).digest()
        modulus, exponent = _key(self.kid, self._bits)
        length = (modulus.bit_length() + 7) // 8
        padded = b"\x00\x01" + b"\xff" * (length - len(end) - 3) + b"\x00" + end
        return pow(int.from_bytes(padded), exponent, modulus).to_bytes(length)


def _bytes(number: int) -> bytes:
    return number.to_bytes((number.bit_length() + 7) // 8)


@lru_cache
def _key(kid: str, bits: int) -> tuple[int, int]:
    """A modulus and a private exponent; each name has a pair of its own."""
    first, second = _prime(bits // 2), _prime(bits // 2)
    return first * second, pow(_E, -1, (first - 1) * (second - 1))


def _prime(bits: int) -> int:
    while True:
        number = secrets.randbits(bits) | 1 | 3 << (bits - 2)
        if number % _E != 1 and _is_prime(number):
            return number


def _is_prime(number: int) -> bool:
    """Whether a number is prime, by Fermat's test with several bases: enough for tests."""
    if any(number % small == 0 for small in range(3, 2000, 2)):
        return False
    return all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7))
