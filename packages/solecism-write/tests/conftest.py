"""A real server for writers."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from rater_pages import served
from solecism_write.app import make_app
from solecism_write.settings import Dictionary, Settings


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server for this machine, with a dictionary in a file."""
    words = tmp_path_factory.mktemp("write") / "words.txt"
    with served(make_app(Settings(dictionary=Dictionary(str(words))), body_seconds=2)) as at:
        yield at


@pytest.fixture
def client(address: str) -> Iterator[httpx2.Client]:
    """A program on this machine that asks the server."""
    # To read the certificates for HTTPS would take longer than most tests.
    with httpx2.Client(base_url=address, timeout=60, verify=False) as asking:
        yield asking
