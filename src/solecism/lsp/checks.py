"""Checks of open documents: one at a time, in a thread, and none for text that is out of date."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from solecism.lsp.checked import CheckedDocument
from solecism.lsp.checking import parts
from solecism.lsp.document import Document

_LOGGER = logging.getLogger(__name__)
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

    def __init__(self, check: Check, show: Show, thread: ThreadPoolExecutor) -> None:
        self._check, self._show, self._thread = check, show, thread
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
        task.add_done_callback(_log_failure)
        first.add_done_callback(_log_failure)
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
        return await asyncio.shield(self._of(document).first)

    async def whole(self, document: Document) -> CheckedDocument:
        """The findings in this document."""
        return await asyncio.shield(self._of(document).task)

    def is_done(self, document: Document) -> bool:
        """Whether all of this document has been checked, or nobody wants to know any more."""
        running = self._running.get(document.uri)
        return running is None or running.document is not document or running.task.done()

    def close(self) -> None:
        """Check nothing any more."""
        for uri in list(self._running):
            self.cancel(uri)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _of(self, document: Document) -> _Running:
        """The check of this document, which begins now if there is none."""
        running = self._running.get(document.uri)
        if running is None or running.document is not document:
            self.start(document)
        return self._running[document.uri]

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


def _log_failure(work: asyncio.Future[CheckedDocument]) -> None:
    """Write the failure of a check to the log: nobody may have waited for it."""
    if not work.cancelled() and (error := work.exception()) is not None:
        _LOGGER.error("A check failed: %r", error)
