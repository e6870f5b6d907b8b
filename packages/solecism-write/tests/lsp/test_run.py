"""The process of the server: its start, its connections, and its end."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from click.testing import CliRunner

from editor import PATIENCE
from shell import program
from solecism.cli.main import cli
from solecism_write.lsp.features import is_running

# Started as a user starts it, where the start or a signal is what is tested.
COMMAND = (sys.executable, "-m", "solecism", "lsp")
EXIT = {"jsonrpc": "2.0", "method": "exit"}


def message(data: object) -> bytes:
    body = json.dumps(data).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def request(id: int, method: str, params: object = None) -> bytes:
    return message({"jsonrpc": "2.0", "id": id, "method": method, "params": params})


def initialise(process: int | None) -> bytes:
    return request(1, "initialize", {"processId": process, "rootUri": None, "capabilities": {}})


class Stream(Protocol):
    """What can be read from."""

    def readline(self) -> bytes: ...

    def read(self, size: int, /) -> bytes: ...


def read_message(stream: Stream) -> dict[str, object]:
    length = 0
    while (line := stream.readline()).strip():
        name, _, value = line.partition(b":")
        length = int(value) if name == b"Content-Length" else length
    answer = json.loads(stream.read(length))
    assert isinstance(answer, dict)
    return answer


@pytest.fixture
def server() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (initialise(None) + request(2, "shutdown") + message(EXIT), 0),
        (initialise(None) + message(EXIT), 1),
        (initialise(None), 1),
        (b"", 0),
        (b"Content-Length: 10\r\n\r\n{", 0),
    ],
)
def test_the_exit_code_says_whether_the_editor_said_goodbye(messages: bytes, code: int) -> None:
    command = [program(), "lsp"]
    process = subprocess.run(
        command, input=messages, capture_output=True, timeout=PATIENCE, check=False
    )
    assert process.returncode == code
    assert b"Traceback" not in process.stderr


def test_the_server_ends_when_the_editor_has_ended(server: subprocess.Popen[bytes]) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as editor:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(initialise(editor.pid))
        server.stdin.flush()
        read_message(server.stdout)
        editor.kill()
    assert server.wait(PATIENCE) == 1


def test_whether_a_process_is_running() -> None:
    assert is_running(os.getpid())
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    assert not is_running(process.pid)


def test_an_editor_may_connect_to_a_port() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with subprocess.Popen([program(), "lsp", "--tcp", str(port)]) as process:
        with connection(port) as editor, editor.makefile("rwb") as stream:
            stream.write(initialise(None))
            stream.flush()
            assert "capabilities" in str(read_message(stream))
            stream.write(request(2, "shutdown") + message(EXIT))
            stream.flush()
        assert process.wait(PATIENCE) == 0


def connection(port: int) -> socket.socket:
    """A connection with the server, as soon as it listens."""
    last = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), PATIENCE)
        except ConnectionRefusedError:
            if time.monotonic() > last:
                raise
            time.sleep(0.1)


def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = subprocess.run(
            [program(), "lsp", "--tcp", str(port)], capture_output=True, text=True, check=False
        )
    assert process.returncode == 1
    assert process.stderr.startswith(f"solecism: port {port} cannot be used: ")
    assert process.stderr.count("\n") == 1


def test_without_its_packages_the_command_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError('no', name='pygls')\n")
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    process = subprocess.run(
        COMMAND,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stderr == 'solecism: pygls is not installed. Run: pip install "solecism-write"\n'


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_port_is_a_number(port: str) -> None:
    assert CliRunner().invoke(cli, ["lsp", "--tcp", port]).exit_code == 2


def test_the_server_can_be_interrupted(server: subprocess.Popen[bytes]) -> None:
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(initialise(None))
    server.stdin.flush()
    read_message(server.stdout)
    server.send_signal(signal.SIGINT)
    server.stdin.close()
    assert server.wait(PATIENCE) == 1
