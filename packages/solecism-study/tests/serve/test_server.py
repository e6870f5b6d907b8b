"""The server as a command: where it listens, what it refuses, how it stops."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPResponse
from pathlib import Path
from urllib.request import urlopen

import pytest

from databases import new_database
from rater_pages import served, study_for
from solecism.errors import InputError
from solecism.web import bind
from solecism_study.serve.app import make_app
from solecism_study.serve.server import lock_against_other_servers

# Seconds: a busy machine must not fail a test.
PATIENCE = 120


@contextmanager
def running(*words: str) -> Iterator[str]:
    """The address of `solecism study serve`, which is told to stop at the end, and does."""
    line = [sys.executable, "-m", "solecism", "study", "serve", *words, "--port", "0"]
    process = subprocess.Popen(line, stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stderr is not None
    try:
        first = process.stderr.readline()
        found = re.search(r"at (http://\S+)", first)
        assert found, first + process.stderr.read()
        yield found[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    finally:
        # A process that was left would keep the pipe open, whose end is waited for.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def read(address: str) -> str:
    with urlopen(address, timeout=PATIENCE) as response:
        return str(response.read().decode())


def test_the_command_serves_until_it_is_interrupted(scratch: Path) -> None:
    study_for(scratch / "study", "extraneous").close()
    with running(str(scratch / "study")) as address:
        assert "Is the marked preposition needed?" in read(address)


def half_a_request(address: str) -> socket.socket:
    """A connection on which the body of a request does not end."""
    place = address.removeprefix("http://").rstrip("/")
    host, port = place.split(":")
    kind = "Content-Type: application/x-www-form-urlencoded"
    lines = ("POST /join HTTP/1.1", f"Host: {place}", kind, "Content-Length: 9", "", "ha")
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    connection.sendall("\r\n".join(lines).encode())
    return connection


def test_a_request_that_never_ends_does_not_keep_the_server_from_stopping(scratch: Path) -> None:
    study_for(scratch / "study", "extraneous").close()
    with running(str(scratch / "study")) as address:
        half = half_a_request(address)
        # The answer to a later request shows that the first has been taken in.
        assert "Is the marked preposition needed?" in read(address)
    half.close()


def test_a_body_that_comes_too_slowly_is_given_up(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solecism_study.serve.http.middleware._BODY_SECONDS", 0.5)
    study = study_for(scratch / "study", "extraneous")
    with served(make_app(study)) as address, half_a_request(address) as half:
        # One receive may bring the headers alone, so the answer is read to its end.
        answer = HTTPResponse(half)
        answer.begin()
        page = answer.read()
    assert answer.status == 408
    assert b"did not arrive in time" in page
    study.close()


def test_one_process_at_a_time_serves_a_study(location: str) -> None:
    study = study_for(location, "extraneous")
    with (
        lock_against_other_servers(study),
        pytest.raises(InputError, match="another process serves this study already"),
        lock_against_other_servers(study),
    ):
        pass
    with lock_against_other_servers(study):
        pass
    study.close()


def test_a_study_in_postgresql_is_served(postgresql: str) -> None:
    where = new_database(postgresql)
    study_for(where, "extraneous").close()
    with running(where) as address:
        assert "Is the marked preposition needed?" in read(address)


def test_an_address_in_use_is_told() -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=rf"127.0.0.1:{port}: Address already in use. Choose"):
            bind("127.0.0.1", port)


def test_an_address_of_another_machine_is_told() -> None:
    with pytest.raises(InputError, match="Choose another port with --port"):
        bind("192.0.2.1", 0)


def test_lines_to_raters_send_small_packets_at_once() -> None:
    # What asyncio does for them depends on the protocol that they have of the socket they come to.
    with bind("127.0.0.1", 0) as at, socket.create_connection(at.getsockname()):
        accepted, _ = at.accept()
        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP
