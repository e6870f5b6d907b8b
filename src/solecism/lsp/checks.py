"""Checks of open documents: one at a time, in a thread, and none for text that is out of date."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from solecism.lsp.checked import CheckedDocument
from solecism.lsp.checking import parts
from solecism.lsp.document import Document

# While somebody types faster than this, only the last text is checked.
_PAUSE = 0.1

# Checks a document up to a character; called in the thread.
Check = Callable[[Document, int], CheckedDocument]
# Takes what was found so far; called in the event loop.
Show = Callable[[CheckedDocument], None]


@dataclass(slots=True)
class _Running:
    """The check of a document, and when it was asked for."""

    document: Document
    task: asyncio.Task[CheckedDocument]
    first: asyncio.Future[CheckedDocument]
    time: float


class Checks:
    """The newest check of each document, which takes the place of an older one."""

    def __init__(self, check: Check, show: Show) -> None:
        self._check, self._show = check, show
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._running: dict[str, _Running] = {}
        self._n_known: dict[str, int] = {}

    def start(self, document: Document) -> None:
        """Check a document from now on, and an older version of it no more."""
        loop = asyncio.get_running_loop()
        older = self._running.get(document.uri)
        pause = _PAUSE if older and loop.time() - older.time < _PAUSE else 0.0
        self.cancel(document.uri)
        first: asyncio.Future[CheckedDocument] = loop.create_future()
        task = loop.create_task(self._run(document, pause, first))
        task.add_done_callback(_retrieved)
        self._running[document.uri] = _Running(document, task, first, loop.time())

    def cancel(self, uri: str) -> None:
        """Check a document no more."""
        if running := self._running.pop(uri, None):
            running.task.cancel()
            running.first.cancel()

    def forget(self, uri: str) -> None:
        """Check a document no more, and forget that it was checked."""
        self.cancel(uri)
        self._n_known.pop(uri, None)

    async def first(self, document: Document) -> CheckedDocument:
        """The findings in this document, or in its beginning if it is long and new."""
        running = self._running.get(document.uri)
        if running is None or running.document is not document:
            self.start(document)
            running = self._running[document.uri]
        return await asyncio.shield(running.first)

    async def whole(self, document: Document) -> CheckedDocument:
        """The findings in this document."""
        await self.first(document)
        return await asyncio.shield(self._running[document.uri].task)

    def is_done(self, document: Document) -> bool:
        """Whether all of this document has been checked, or nobody wants to know any more."""
        running = self._running.get(document.uri)
        return running is None or running.document is not document or running.task.done()

    def in_thread(self, work: Callable[[], object]) -> None:
        """Do some work in the thread, before all later checks."""
        self._thread.submit(work)

    def close(self) -> None:
        """Check nothing any more."""
        for uri in list(self._running):
            self.cancel(uri)
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _run(
        self, document: Document, pause: float, first: asyncio.Future[CheckedDocument]
    ) -> CheckedDocument:
        if pause:
            await asyncio.sleep(pause)
        loop = asyncio.get_running_loop()
        checked = CheckedDocument(document)
        for length in parts(len(document.text), self._n_known.get(document.uri, 0)):
            try:
                checked = await loop.run_in_executor(self._thread, self._check, document, length)
            except Exception as error:
                if not first.done():
                    first.set_exception(error)
                raise
            self._n_known[document.uri] = length
            self._show(checked)
            if not first.done():
                first.set_result(checked)
        return checked


def _retrieved(task: asyncio.Task[CheckedDocument]) -> None:
    """Ask for the exception of a task, so that asyncio does not report it again."""
    if not task.cancelled():
        task.exception()
