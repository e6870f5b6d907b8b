"""The page to write in, served to a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page

from rater_pages import served
from solecism_write.app import make_app
from solecism_write.settings import Settings


@pytest.fixture(scope="session")
def write_address() -> Iterator[str]:
    """The address of a server for writers that runs as long as the tests."""
    with served(make_app(Settings())) as address:
        # The model is loaded now, and not while a page waits for its files.
        httpx2.post(f"{address}/check", json={"text": "Hello."}, timeout=300).raise_for_status()
        yield address


@pytest.fixture
def writer(write_address: str, page_of: Callable[..., Page]) -> Callable[..., Page]:
    """Opens the page in a browser profile of its own; errors in its script fail the test."""

    def make(*, address: str = write_address, **options: Any) -> Page:
        page = page_of(address, **options)
        page.on("pageerror", _fail)
        page.goto("/")
        page.wait_for_selector("[data-kind]", state="attached")
        return page

    return make


def _fail(error: Exception) -> None:
    raise AssertionError(error)
