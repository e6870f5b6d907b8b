"""Open documents are checked by the settings that hold for them, one at a time in a thread.

Text that is out of date is not checked.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from solecism import documents
from solecism.checking.checked_files import CheckSummary, DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.documents import kinds
from solecism.errors import SolecismError
from solecism.finding import CheckedSentence
from solecism.project.rules import ProjectRules
from solecism_write.lsp.diagnostics import (
    CheckedDocument,
    LocatedFinding,
    diagnostic,
    underlined_span,
    with_offsets,
)
from solecism_write.lsp.document import EditorDocument
from solecism_write.lsp.editor_settings import EditorSettings

# A longer document is not checked at all, and of others no more than the memory of a checker holds.
LONGEST, MOST_CHECKED = 1_000_000, 300_000
# The beginning of a document is checked first, then more and more of it.
_FIRST_PART, _GROWTH = 2_000, 4
# Alone, half of a surrogate pair is no character.
_HALF = re.compile("[\ud800-\udfff]")


def parts(length: int, n_known: int) -> list[int]:
    """How much to check of a document, step by step, when so many characters were checked before.

    >>> parts(20_000, 0), parts(20_000, 19_990)
    ([2000, 8000, 20000], [20000])
    """
    length = min(length, MOST_CHECKED)
    steps: list[int] = []
    step = _FIRST_PART
    while step < length:
        if step > n_known:
            steps.append(step)
        step *= _GROWTH
    return [*steps, length]


def check_document(
    document: EditorDocument, settings: EditorSettings, folder: Path | None, length: int
) -> CheckedDocument:
    """The document with findings up to a character, by the editor's settings and the project's.

    A document that has not been saved follows the settings of `folder`. Without settings of the
    project it is checked if they cannot be read.
    """
    path = document.path or (str(folder / "untitled") if folder else "")
    try:
        return _checked(document, settings, path, length)
    except SolecismError as error:
        return replace(_checked(document, settings, "", length), problem=str(error))


def _checked(
    document: EditorDocument, settings: EditorSettings, path: str, length: int
) -> CheckedDocument:
    language = document.language
    if language is None or not settings.checks(language) or len(document.text) > LONGEST:
        return CheckedDocument(document)
    is_plain = kinds.by_language(language) is None
    rules = ProjectRules(settings.values, has_settings=bool(path), markup=is_plain)
    found = rules.settings_of(path)
    if found is not None and document.path and found.ignores(path):
        return CheckedDocument(document)
    text = _HALF.sub("\N{REPLACEMENT CHARACTER}", document.text)
    content = documents.parse_text(text, language=language).beginning(length)
    checked = _checker(rules.for_file(path)).sentences(content)
    sentences = tuple(rules.shown(path, checked, CheckSummary()))
    return CheckedDocument(document, sentences, tuple(_located(sentences, document, settings)))


def _located(
    sentences: Sequence[CheckedSentence], document: EditorDocument, settings: EditorSettings
) -> Iterator[LocatedFinding]:
    for origin, checked in with_offsets(sentences):
        for finding in checked.findings:
            start, end = (origin + offset for offset in underlined_span(finding))
            shown = diagnostic(finding, document.lines.range(start, end), settings)
            yield LocatedFinding(finding, origin, start, end, shown)


@lru_cache(maxsize=16)
def _checker(options: DetectorOptions) -> TextChecker:
    return TextChecker(options, remembers=True)


_LOGGER = logging.getLogger(__name__)
# While somebody types faster than this, only the last text is checked.
_PAUSE = 0.1

# Checks a document up to a character; called in the thread.
Check = Callable[[EditorDocument, int], CheckedDocument]
# Takes what was found so far; called in the event loop.
Show = Callable[[CheckedDocument], None]


@dataclass(slots=True)
class _Running:
    """The check of a document, and when it was asked for."""

    document: EditorDocument
    task: asyncio.Task[CheckedDocument]
    first: asyncio.Future[CheckedDocument]
    time: float


class DocumentChecks:
    """The newest check of each document, which takes the place of an older one."""

    def __init__(self, check: Check, show: Show, thread: ThreadPoolExecutor) -> None:
        self._check, self._show, self._thread = check, show, thread
        self._running: dict[str, _Running] = {}
        self._n_known: dict[str, int] = {}

    def start(self, document: EditorDocument) -> None:
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

    async def first(self, document: EditorDocument) -> CheckedDocument:
        """The findings in this document, or in its beginning if it is long and new."""
        return await asyncio.shield(self._of(document).first)

    async def whole(self, document: EditorDocument) -> CheckedDocument:
        """The findings in this document."""
        return await asyncio.shield(self._of(document).task)

    def is_done(self, document: EditorDocument) -> bool:
        """Whether all of this document has been checked, or nobody wants to know any more."""
        running = self._running.get(document.uri)
        return running is None or running.document is not document or running.task.done()

    def close(self) -> None:
        """Check nothing any more."""
        for uri in list(self._running):
            self.cancel(uri)
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _of(self, document: EditorDocument) -> _Running:
        """The check of this document, which begins now if there is none."""
        running = self._running.get(document.uri)
        if running is None or running.document is not document:
            self.start(document)
        return self._running[document.uri]

    async def _run(
        self, document: EditorDocument, pause: float, first: asyncio.Future[CheckedDocument]
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
