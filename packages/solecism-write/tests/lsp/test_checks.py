"""The newest text is checked, older ones are given up, and nothing is shown twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

import pytest

from own_thread import run_in_own_thread
from solecism_write.lsp.checking import DocumentChecks
from solecism_write.lsp.diagnostics import CheckedDocument
from solecism_write.lsp.document import EditorDocument, TextLines

FIRST = EditorDocument("untitled:1", "plaintext", 1, TextLines("one"))
PATIENCE = 30


class Work:
    """A check that waits to be let go, and a record of what was checked and shown."""

    def __init__(self) -> None:
        self.started, self.may_end = Event(), Event()
        self.checked: list[tuple[int, int]] = []
        self.shown: list[int] = []
        self.checks = DocumentChecks(
            self._check,
            lambda each: self.shown.append(each.document.version),
            ThreadPoolExecutor(max_workers=1),
        )

    def _check(self, document: EditorDocument, length: int) -> CheckedDocument:
        self.started.set()
        self.may_end.wait(PATIENCE)
        if document.identifier == "broken":
            raise ValueError("broken")
        self.checked.append((document.version, length))
        return CheckedDocument(document)


def run(scenario: Callable[[Work], object]) -> Work:
    async def whole() -> Work:
        work = Work()
        try:
            await scenario(work)  # type: ignore[misc]
        finally:
            work.may_end.set()
            work.checks.close()
        return work

    return run_in_own_thread(lambda: asyncio.wait_for(whole(), PATIENCE))


def test_only_the_newest_text_is_checked_after_the_running_check() -> None:
    async def scenario(work: Work) -> None:
        work.checks.start(FIRST)
        await asyncio.to_thread(work.started.wait)
        work.checks.start(replace(FIRST, version=2))
        newest = replace(FIRST, version=3)
        work.checks.start(newest)
        work.may_end.set()
        assert (await work.checks.whole(newest)).document is newest

    work = run(scenario)
    assert work.checked == [(1, 3), (3, 3)]
    assert work.shown == [3]


def test_a_long_document_is_checked_step_by_step_only_once() -> None:
    long = replace(FIRST, lines=TextLines("a " * 5_000))

    async def scenario(work: Work) -> None:
        work.may_end.set()
        await work.checks.first(long)
        assert work.checked[0] == (1, 2_000)
        await work.checks.whole(long)
        assert work.checks.is_done(long)
        await work.checks.whole(replace(long, version=2))

    work = run(scenario)
    assert work.checked == [(1, 2_000), (1, 8_000), (1, 10_000), (2, 10_000)]


def test_a_document_that_is_forgotten_is_not_shown() -> None:
    async def scenario(work: Work) -> None:
        work.checks.start(FIRST)
        await asyncio.to_thread(work.started.wait)
        work.checks.forget(FIRST.uri)
        work.may_end.set()

    assert run(scenario).shown == []


def test_an_error_is_told_to_who_asks() -> None:
    broken = replace(FIRST, identifier="broken")

    async def scenario(work: Work) -> None:
        work.may_end.set()
        with pytest.raises(ValueError, match="broken"):
            await work.checks.whole(broken)
        assert (await work.checks.whole(FIRST)).document is FIRST

    assert run(scenario).shown == [1]
