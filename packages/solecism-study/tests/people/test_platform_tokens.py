"""Tokens that a platform signs: what is believed, and what is not."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest

from platform_server import SigningPlatform
from solecism.errors import DeniedError
from solecism_study.keyed_hashes import encode_for_url
from solecism_study.people.platforms import PlatformKeySet, TokenReader

NOW = 1_700_000_000_000
WHO = "5f00aa5f00aa5f00aa5f00aa"
PLATFORM = SigningPlatform()
CLAIMS: dict[str, object] = {
    "exp": NOW / 1000 + 300,
    "aud": "https://study.example",
    "prolific": {"PROLIFIC_PID": WHO, "STUDY_ID": "s", "workspace_id": 7},
}


def reader(address: str = "https://study.example") -> TokenReader:
    keys = {
        one.kid: one
        for one in msgspec.json.decode(PLATFORM.key_set, type=PlatformKeySet).keys or ()
    }
    return TokenReader(address, keys.get)


def read(token: str, **options: str) -> str:
    return reader(**options).external_id(token, "PROLIFIC_PID", now=NOW)


def test_the_id_is_the_one_that_the_platform_signed() -> None:
    assert read(PLATFORM.token(CLAIMS)) == WHO
    assert read(PLATFORM.token({**CLAIMS, "aud": ["other.example", "study.example"]})) == WHO


@pytest.mark.parametrize(
    "changed",
    [
        {"exp": NOW / 1000 - 1},
        {"aud": "https://other.example"},
        {"aud": "https://study.example.evil.example"},
        {"prolific": {}},
        {"prolific": {"PROLIFIC_PID": 7}},
    ],
)
def test_a_token_for_another_time_or_place_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(DeniedError, match="not valid"):
        read(PLATFORM.token({**CLAIMS, **changed}))


def _of_another_key(token: str) -> str:
    return SigningPlatform("key-2").token(CLAIMS)


def _signed_by_another_key(token: str) -> str:
    other = SigningPlatform("key-2")
    signed = token.rpartition(".")[0]
    return f"{signed}.{encode_for_url(other.signature(signed.encode()))}"


def _without_signature(token: str) -> str:
    head = encode_for_url(json.dumps({"alg": "none", "kid": PLATFORM.kid}).encode())
    return f"{head}.{token.split('.')[1]}."


def _with_another_id(token: str) -> str:
    head, _, signature = token.split(".")
    forged = {**CLAIMS, "prolific": {"PROLIFIC_PID": "0" * 24}}
    return f"{head}.{encode_for_url(json.dumps(forged).encode())}.{signature}"


def _with_another_algorithm(token: str) -> str:
    return PLATFORM.token(CLAIMS, alg="HS256")


@pytest.mark.parametrize(
    "forge",
    [
        _of_another_key,
        _signed_by_another_key,
        _without_signature,
        _with_another_id,
        _with_another_algorithm,
        lambda token: token[:-4],
        lambda token: "",
        lambda token: "a.b.c",
        lambda token: "ü.b.c",
    ],
)
def test_a_forged_token_is_refused(forge: Callable[[str], str]) -> None:
    with pytest.raises(DeniedError, match="not valid"):
        read(forge(PLATFORM.token(CLAIMS)))


def test_a_short_key_is_not_believed() -> None:
    weak = SigningPlatform("weak", bits=1024)
    keys = {
        one.kid: one for one in msgspec.json.decode(weak.key_set, type=PlatformKeySet).keys or ()
    }
    with pytest.raises(DeniedError):
        TokenReader("https://study.example", keys.get).external_id(
            weak.token(CLAIMS), "PROLIFIC_PID", now=NOW
        )
