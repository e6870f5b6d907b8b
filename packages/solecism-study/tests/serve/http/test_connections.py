"""Slow connections, connections without end, and proxies that are not ours."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from rater_pages import study_for
from solecism.errors import InputError
from solecism.web import Rate, bind
from solecism_study.serve import server
from solecism_study.serve.app import make_app
from solecism_study.serve.http.middleware import RateLimits
from solecism_study.serve.server import (
    CappedProtocol,
    PublicAddress,
    check_public_address,
    max_connections,
)
from solecism_study.study import Study

SLOW = b"POST /join HTTP/1.1\r\nHost: x\r\n"
SLOW_BODY = SLOW + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 90\r\n\r\na"


@pytest.fixture
def study(scratch: Path) -> Iterator[Study]:
    """A study that everybody can take part in."""
    made = study_for(scratch / "study", "extraneous")
    yield made
    made.close()


@contextmanager
def serving(
    study: Study,
    *,
    at: socket.socket | None = None,
    front: PublicAddress | None = None,
    limits: RateLimits | None = None,
) -> Iterator[int]:
    """The port of a real server with our configuration."""
    at = at or bind("127.0.0.1", 0)
    app = make_app(study, limits=limits)
    running = server.QueueingServer(server._config(app, front or PublicAddress()))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [at]}, daemon=True)
    thread.start()
    try:
        yield at.getsockname()[1]
    finally:
        running.should_exit = True
        running.force_exit = True
        thread.join()


def status(port: int, path: str = "/", **headers: str) -> int:
    request = Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with urlopen(request, timeout=30) as response:
        return int(response.status)


@pytest.mark.parametrize("sent", [b"", SLOW, SLOW_BODY])
def test_slow_connections_make_way_for_requests(
    study: Study, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "max_connections", lambda: 20)
    with serving(study) as port, ExitStack() as stack:
        slow = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(60)
        ]
        for one in slow:
            # Some may have had to make way already.
            with suppress(ConnectionError):
                one.sendall(sent)
        assert [status(port) for _ in range(5)] == [200] * 5


def test_in_a_rush_there_are_few_more_connections_than_there_may_be(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "max_connections", lambda: 20)
    monkeypatch.setattr(server, "_AT_ONCE", 5)
    n_open, peak = 0, 0
    accept, lost = socket.socket.accept, CappedProtocol.connection_lost

    def counted_accept(at: socket.socket) -> tuple[socket.socket, object]:
        nonlocal n_open, peak
        accepted = accept(at)
        n_open += 1
        peak = max(peak, n_open)
        return accepted

    def counted_lost(self: CappedProtocol, error: Exception | None) -> None:
        nonlocal n_open
        n_open -= 1
        lost(self, error)

    monkeypatch.setattr(socket.socket, "accept", counted_accept)
    monkeypatch.setattr(CappedProtocol, "connection_lost", counted_lost)
    at = bind("127.0.0.1", 0)
    at.listen(400)
    with ExitStack() as stack:
        # They are all there before the server begins.
        for _ in range(300):
            stack.enter_context(socket.create_connection(at.getsockname()))
        with serving(study, at=at) as port:
            assert status(port) == 200
    assert 20 <= peak <= 50


def test_a_request_that_does_not_arrive_is_given_up(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(study) as port:
        with monkeypatch.context() as soon:
            soon.setattr(CappedProtocol, "request_seconds", 0.2)
            for sent in (b"", SLOW, SLOW_BODY):
                with (
                    socket.create_connection(("127.0.0.1", port), timeout=30) as slow,
                    pytest.raises(ConnectionError),
                ):
                    _send_and_read_to_the_end(slow, sent)
        assert status(port) == 200


def _send_and_read_to_the_end(connection: socket.socket, sent: bytes) -> None:
    # On a busy machine, even what is sent may come too late.
    connection.sendall(sent)
    if connection.recv(1000) == b"":
        raise ConnectionResetError


def test_a_request_that_takes_long_to_answer_is_not_given_up(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CappedProtocol, "request_seconds", 0.1)
    clock = study.database.read

    def slow_read() -> object:
        time.sleep(0.3)
        return clock()

    monkeypatch.setattr(study.database, "read", slow_read)
    at = bind("127.0.0.1", 0)
    with socket.create_connection(at.getsockname(), timeout=30) as connection:
        # The request is there before the server starts: none of it can come too late.
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        with serving(study, at=at):
            assert connection.recv(100).startswith(b"HTTP/1.1 200")


def test_the_number_of_connections_leaves_files_for_the_rest() -> None:
    assert 16 <= max_connections() <= 2000


@pytest.mark.parametrize(("files", "connections"), [(20_000, 2000), (1024, 512), (40, 20), (8, 16)])
def test_half_of_a_few_files_are_for_connections(
    monkeypatch: pytest.MonkeyPatch, files: int, connections: int
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda kind: (files, files))
    monkeypatch.setattr("resource.setrlimit", lambda kind, limits: None)
    assert max_connections() == connections


ONE_EACH = RateLimits(per_address=Rate(3, 0.001))


def statuses_from_many_addresses(port: int) -> set[int]:
    """The status codes of requests that say that they come from different addresses."""
    found = set()
    for number in range(6):
        request = (
            f"GET /admin/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
            f"X-Forwarded-For: 198.51.100.{number}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(request.encode())
            found.add(int(connection.recv(100).split()[1]))
    return found


def test_nobody_can_say_that_they_come_from_elsewhere(study: Study) -> None:
    with serving(study, limits=ONE_EACH) as port:
        assert statuses_from_many_addresses(port) == {200, 429}


def test_a_named_proxy_says_from_where_people_come(study: Study) -> None:
    with serving(study, front=PublicAddress(proxies=("127.0.0.0/8",)), limits=ONE_EACH) as port:
        assert statuses_from_many_addresses(port) == {200}


@pytest.mark.parametrize("proxy", ["*", "localhost", "10.0.0.1/8", ""])
def test_a_proxy_is_an_address_or_a_network(proxy: str) -> None:
    with pytest.raises(InputError, match="Give an IP address, or a network"):
        PublicAddress(proxies=(proxy,))


def test_signed_links_need_the_address_of_the_study(scratch: Path) -> None:
    from solecism_study.configuration import Platform

    platform = Platform(name="prolific", id_parameter="PROLIFIC_PID", is_signed=True)
    study = study_for(scratch / "study", "extraneous", access="platform", platform=platform)
    with pytest.raises(InputError, match="Give --address"):
        check_public_address(study, PublicAddress())
    check_public_address(study, PublicAddress("https://study.example"))
    study.close()
