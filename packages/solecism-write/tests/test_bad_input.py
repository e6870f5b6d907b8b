"""Requests that are wrong, too large, too slow or too many: one clear line, and no harm."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import httpx2
import pytest

from solecism_write.app import allow_many_connections

SOME = {"text": "I depend of you."}


@pytest.fixture(autouse=True)
def server_lives(client: httpx2.Client) -> Iterator[None]:
    """Whatever was sent, the server answers afterwards."""
    yield
    assert len(client.post("/check", json=SOME).json()["findings"]) == 1


def connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=30)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "input data was truncated"),
        (b"[]", "expected `object`, got `array`"),
        (b"{}", "missing required field `text`"),
        (b'{"text": 7}', "field `text`: expected `str`"),
        (b'{"text": "\\ud800 alone"}', "surrogate"),
        (b'{"text": "\xff\xfe"}', "not valid"),
        ("{}".encode("utf-16"), "not valid"),
        (b'{"text": "a", "audiense": "author"}', "audiense"),
        (b'{"text": "a", "audience": "king"}', "There is no audience 'king'"),
        (b'{"text": "a", "audience": "author", "precision": 0.5}', "exclude each other"),
        (b'{"text": "a", "precision": 2}', "not between 0 and 1"),
        (b'{"text": "a", "kinds": ["sipelling"]}', "does not know the kind 'sipelling'"),
        (b'{"text": "a", "dictionary": ["' + b"x" * 200 + b'"]}', "dictionary"),
        (b'{"text": ' + b"[" * 100_000, "not valid"),
    ],
)
def test_a_wrong_body_is_explained(client: httpx2.Client, body: bytes, problem: str) -> None:
    response = client.post("/check", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 400
    assert problem in response.json()["error"]
    assert "\n" not in response.json()["error"]


@pytest.mark.parametrize("n_bytes", [1_100_000, 10_000_000])
def test_a_text_that_is_too_long_is_refused(client: httpx2.Client, n_bytes: int) -> None:
    response = client.post("/check", json={"text": "word " * (n_bytes // 5)})
    assert response.status_code == 413
    assert response.json()["error"]


def test_a_long_text_is_checked(client: httpx2.Client) -> None:
    text = f"{'x' * 60_000} I depend of you. {chr(0x1F600) * 1_000}"
    assert client.post("/check", json={"text": text}).status_code == 200


def test_a_huge_request_is_refused_before_it_is_read(address: str) -> None:
    with connected(address) as wire:
        head = "POST /check HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        wire.sendall(f"{head}content-length: 52428800\r\n\r\n".encode())
        assert wire.recv(100).startswith(b"HTTP/1.1 413")


def test_a_huge_request_of_unknown_length_is_refused(address: str) -> None:
    with connected(address) as wire:
        head = "POST /v2/check HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"
        wire.sendall(head.encode())
        chunk = b"100000\r\n" + b"a" * 0x100000 + b"\r\n"
        with suppress(ConnectionError):
            wire.sendall(chunk * 50)
        assert wire.recv(100).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("path", ["/check", "/v2/check"])
def test_a_body_that_comes_too_slowly_is_given_up(address: str, path: str) -> None:
    with connected(address) as wire:
        head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        wire.sendall(f"{head}content-length: 100\r\n\r\n{{".encode())
        answer = wire.recv(1000)
    assert answer.startswith(b"HTTP/1.1 408")


def test_a_thousand_connections_are_survived(address: str, client: httpx2.Client) -> None:
    allow_many_connections()
    with ExitStack() as stack:
        wires = [stack.enter_context(connected(address)) for _ in range(1000)]
        for wire in wires[::2]:
            wire.sendall(b"GET /v2/healthcheck HTTP/1.1\r\n")
        assert client.post("/check", json=SOME).status_code == 200
        wires[0].sendall(b"host: localhost\r\n\r\n")
        assert wires[0].recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nothing", 404), ("GET", "/open", 405), ("PUT", "/v2/check", 405)],
)
def test_other_addresses_are_refused(
    client: httpx2.Client, method: str, path: str, status: int
) -> None:
    assert client.request(method, path).status_code == status


def test_what_is_no_document_is_explained(client: httpx2.Client) -> None:
    damaged = client.post("/open", files={"file": ("essay.txt", b"\xff\xfe\x00\xd8!")})
    assert damaged.status_code == 400
    assert "essay.txt" in damaged.json()["error"]
    assert client.post("/open", data={"file": "text"}).status_code == 400
    assert client.post("/save", json={"text": "a", "format": "exe"}).status_code == 400
