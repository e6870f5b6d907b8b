"""Tokens by which a platform confirms who follows a link: JSON Web Tokens signed with RS256.

Prolific adds one as `prolific_token` where the researcher secures the study's URL. Its
documentation asks for four checks: the signature by the key that the token names, the time of
expiry, the audience, which is the address of the study, and the ids in the claim `prolific`.
Checking an RSA signature needs no secret, so whole numbers are enough (RFC 8017, section 8.2.2).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec

from solecism.collect.people.signing import unpacked
from solecism.errors import DeniedError

PARAMETER = "prolific_token"
_INVALID = "the link from the platform is not valid any more. Start again from there."
_MAX_LENGTH = 8000
_MIN_BITS = 2048
# The prefix of a SHA-256 digest in a signature (RFC 8017, section 9.2, note 1).
_SHA_256 = bytes.fromhex("3031300d060960864801650304020105000420")


class Key(msgspec.Struct, frozen=True):
    """A public key of a platform, as JSON Web Keys have it."""

    kid: str
    kty: str
    n: str
    e: str


class KeySet(msgspec.Struct, frozen=True):
    """The public keys of a platform."""

    keys: list[Key] | None = None


class _Header(msgspec.Struct):
    alg: str
    kid: str


class _Claims(msgspec.Struct):
    exp: float
    aud: str | list[str]
    prolific: dict[str, msgspec.Raw]


@dataclass(frozen=True, slots=True)
class TokenReader:
    """Reads tokens for the study at `address`, with the keys that `key_named` finds."""

    address: str
    key_named: Callable[[str], Key | None]

    def external_id(self, text: str, parameter: str, *, now: int) -> str:
        """Return the id that a platform confirms; DeniedError where a token is not valid."""
        try:
            claims = self._claims(text[:_MAX_LENGTH])
            external = msgspec.json.decode(claims.prolific[parameter], type=str)
        except (ValueError, KeyError, msgspec.DecodeError, RecursionError) as error:
            raise DeniedError(_INVALID) from error
        audience = [claims.aud] if isinstance(claims.aud, str) else claims.aud
        if claims.exp * 1000 <= now or _host(self.address) not in map(_host, audience):
            raise DeniedError(_INVALID)
        return external

    def _claims(self, text: str) -> _Claims:
        """The claims of a token; ValueError where it is not signed by the platform."""
        signed, _, signature = text.rpartition(".")
        head, _, body = signed.partition(".")
        header = msgspec.json.decode(unpacked(head), type=_Header)
        key = self.key_named(header.kid)
        if header.alg != "RS256" or key is None or key.kty != "RSA":
            raise ValueError(_INVALID)
        if not is_signature(key, signed.encode("ascii"), unpacked(signature)):
            raise ValueError(_INVALID)
        return msgspec.json.decode(unpacked(body), type=_Claims)


def is_signature(key: Key, message: bytes, signature: bytes) -> bool:
    """Whether this is the key's signature of a message (RSASSA-PKCS1-v1_5 with SHA-256)."""
    modulus, exponent = (int.from_bytes(unpacked(text)) for text in (key.n, key.e))
    length = (modulus.bit_length() + 7) // 8
    number = int.from_bytes(signature)
    if modulus.bit_length() < _MIN_BITS or len(signature) != length or number >= modulus:
        return False
    end = _SHA_256 + hashlib.sha256(message).digest()
    expected = b"\x00\x01" + b"\xff" * (length - len(end) - 3) + b"\x00" + end
    return hmac.compare_digest(expected, pow(number, exponent, modulus).to_bytes(length))


def _host(address: str) -> str:
    """The host of an address, which may be given without a scheme.

    >>> _host("https://study.example/enter"), _host("study.example")
    ('study.example', 'study.example')
    """
    return urlsplit(address if "//" in address else f"//{address}").netloc.lower()
