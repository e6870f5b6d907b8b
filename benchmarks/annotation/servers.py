"""Annotation servers as processes, and raters who work at them over HTTP.

Each server is started on a project of the same sentences, and offers raters who log in as people
do and then do nothing but answer: what they send is what its own page sends.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode

from solecism_study.configuration import Configuration
from solecism_study.item import Item
from solecism_study.people.invitations import invite
from solecism_study.study import create_study

_START_LIMIT = 180.0
_MOST_RATERS = 1000
_FOREVER = 10**15
_TICKS = os.sysconf("SC_CLK_TCK")
_BIN = Path(sys.executable).parent


def sentences(n: int) -> list[str]:
    """So many made-up sentences with a word in question."""
    return [f"In year {i} it depended of the weather whether we went ." for i in range(n)]


class RaterClient(Protocol):
    """Somebody at work."""

    def answer(self) -> bool:
        """Answer one question and have the next; False where nothing is left."""


class Server(Protocol):
    """A server at work."""

    @property
    def name(self) -> str:
        """What it is called."""

    @contextmanager
    def running(self, folder: Path, n_items: int, n_judgments: int) -> Iterator[Running]:
        """Start it on a new project; stopped on leaving."""

    def rater(self, at: Running, number: int) -> RaterClient:
        """A new rater, logged in."""


@dataclass
class Running:
    """A server that answers: where, since when, and what it needed to get there."""

    port: int
    process: subprocess.Popen[bytes]
    start_seconds: float
    facts: dict[str, Any] = field(default_factory=dict)

    def megabytes(self) -> float:
        """Memory of the process and those it started, what they share counted once."""
        return sum(_pss(pid) for pid in _family(self.process.pid)) / 1024

    def processor_seconds(self) -> float:
        """Processor time of the process and those it started."""
        return sum(_processor_ticks(pid) for pid in _family(self.process.pid)) / _TICKS


class Http:
    """A browser's connection: keeps it open, and keeps cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.cookies: dict[str, str] = {}

    def ask(
        self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, str, http.client.HTTPMessage]:
        """Status, text and headers of a response; connections that were closed are opened anew."""
        sent = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **(headers or {})}
        try:
            self.connection.request(method, path, body, sent)
            response = self.connection.getresponse()
        except (http.client.HTTPException, ConnectionError):
            self.connection.close()
            self.connection.request(method, path, body, sent)
            response = self.connection.getresponse()
        text = response.read().decode(errors="replace")
        for cookie in response.headers.get_all("set-cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return response.status, text, response.headers

    def form(self, path: str, **values: str) -> tuple[int, str, http.client.HTTPMessage]:
        """Send a form as a page does."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(values), kind)

    def json(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> Any:
        """Send and receive JSON; RuntimeError where the server does not do it."""
        kind = {"Content-Type": "application/json", **(headers or {})}
        sent = None if body is None else json.dumps(body)
        status, text, _ = self.ask(method, path, sent, kind)
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {text[:200]}")
        return json.loads(text) if text else None


@dataclass(frozen=True)
class Solecism:
    """Ours, on SQLite or at the address of an empty PostgreSQL database."""

    name: str = "solecism, SQLite"
    address: str | None = None

    @contextmanager
    def running(self, folder: Path, n_items: int, n_judgments: int) -> Iterator[Running]:
        """A study of its own, served."""
        location = self.address or str(folder / "study")
        configuration = Configuration(
            name="bench", task="extraneous", seed=1, n_judgments=n_judgments
        )
        items = [
            Item(f"bench.{i}:4-5:preposition", "It depended ", "of", text[20:])
            for i, text in enumerate(sentences(n_items))
        ]
        study = create_study(location, configuration, items, now=0)
        links = [invite(study, f"rater {i}", expires=_FOREVER) for i in range(_MOST_RATERS)]
        study.close()
        command = [str(_BIN / "solecism"), "study", "serve", location, "--port"]
        with started(lambda port: [*command, str(port)], folder, "/") as at:
            at.facts["links"] = links
            yield at

    def rater(self, at: Running, number: int) -> RaterClient:
        """A rater who came by their link, agreed, and has the first questions."""
        return _SolecismRater(at, number)


class _SolecismRater:
    def __init__(self, at: Running, number: int) -> None:
        self.http = Http(at.port)
        place = f"/enter/{at.facts['links'][number]}"
        _, page, _ = self.http.ask("GET", place)
        csrf = _found(r'name="csrf" value="([^"]+)"', page)
        self.http.form(place, csrf=csrf, agreed="yes")
        first = self.http.json("GET", "/work/questions")
        self.headers = {"X-CSRF-Token": first["csrf"]}
        self.waiting = [question["token"] for question in first["questions"]]

    def answer(self) -> bool:
        if not self.waiting:
            return False
        token = self.waiting[0]
        sent = {
            "token": token,
            "request": f"bench-{token}",
            "values": {"answer": ["ok"]},
            "active_ms": 10,
            "held": self.waiting[1:],
        }
        found = self.http.json("POST", "/work/answers", sent, self.headers)
        self.waiting = [question["token"] for question in found["questions"]]
        return True


@contextmanager
def started(command: Any, folder: Path, path: str, **environment: str) -> Iterator[Running]:
    """A server's process, from its start to the first good response at a path."""
    port = free_port()
    begun = time.perf_counter()
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command(port),
            cwd=folder,
            stdout=log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **environment},
            start_new_session=True,
        )
    try:
        _wait(process, port, path, begun)
        yield Running(port, process, time.perf_counter() - begun)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait(process: subprocess.Popen[bytes], port: int, path: str, begun: float) -> None:
    while time.perf_counter() - begun < _START_LIMIT:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        try:
            status, _, _ = Http(port).ask("GET", path)
        except OSError:
            time.sleep(0.02)
            continue
        if status < 500:
            return
    raise RuntimeError("the server does not answer")


def free_port() -> int:
    """A port that nobody has."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    if match is None:
        raise RuntimeError(f"no {pattern} in {text[:300]}")
    return match[1]


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    if not children.exists():
        return []
    return [pid, *(one for child in children.read_text().split() for one in _family(int(child)))]


def _processor_ticks(pid: int) -> int:
    # After the name in brackets: state, and from the twelfth field on user and system time.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _pss(pid: int) -> int:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(_found(r"Pss:\s+(\d+)", text))
