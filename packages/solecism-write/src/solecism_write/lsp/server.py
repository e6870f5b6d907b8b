"""The server: the state of one connection with an editor, and what it sends.

The protocol has our own documents, and an answer to every request that cannot be read.
"""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import to_fs_path

from solecism.errors import SolecismError
from solecism.project import settings as project_settings
from solecism.version import __version__
from solecism_write.lsp.checking import LONGEST, MOST_CHECKED, DocumentChecks, check_document
from solecism_write.lsp.diagnostics import CheckedDocument
from solecism_write.lsp.document import EditorDocument, TextLines
from solecism_write.lsp.editor_settings import SECTION, EditorSettings, editor_settings

_PATIENCE = 10.0


class EditorServer(LanguageServer):
    """A server that checks the documents of an editor, one after another in a thread."""

    protocol: EditorProtocol

    def __init__(self, thread: ThreadPoolExecutor) -> None:
        super().__init__("solecism", __version__, protocol_cls=EditorProtocol)
        self.settings = EditorSettings()
        self.is_in_use = False
        self.checks = DocumentChecks(self._checked, self._show, thread)
        self._n_settings = 0
        self._told: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def document(self, uri: str) -> EditorDocument | None:
        """An open document, None if it is not open."""
        return self.protocol.documents.get(uri)

    def folder_of(self, document: EditorDocument) -> Path | None:
        """The folder whose settings a document follows: that of its file, or the first one."""
        if document.path:
            return Path(document.path).parent
        return next(iter(self._roots()), None)

    def project_folder(self, document: EditorDocument) -> Path | None:
        """Where a decision about a document is kept: in its project, or the editor's folder."""
        folder = self.folder_of(document)
        if folder is None or project_settings.locate(folder) is not None:
            return folder
        return next((root for root in self._roots() if folder.is_relative_to(root)), folder)

    @property
    def pulls(self) -> bool:
        """Whether the editor asks for diagnostics, so that none need be sent."""
        text = self.client_capabilities.text_document
        return text is not None and text.diagnostic is not None

    def result_id(self, document: EditorDocument) -> str:
        """What is the same as long as a document has the same diagnostics."""
        return f"{document.version}.{self._n_settings}"

    def open(self, document: EditorDocument) -> None:
        """Check a document for the first time."""
        if document.language is None:
            return
        if len(document.text) > LONGEST:
            self.tell(f"{_name(document)} has over {LONGEST:,} characters and is not checked.")
        elif len(document.text) > MOST_CHECKED:
            text = f"{_name(document)} is long: only its first {MOST_CHECKED:,} characters"
            self.tell(f"{text} are checked.")
        self.checks.start(document)

    async def checked(self, uri: str, *, is_whole: bool = True) -> CheckedDocument | None:
        """What was found in the newest version of a document, None if it is not checked.

        If only its beginning has been checked, that is enough unless `is_whole`.
        """
        while (document := self.document(uri)) is not None and document.language is not None:
            newest = self.checks.whole if is_whole else self.checks.first
            try:
                return await newest(document)
            except asyncio.CancelledError:
                # Either the document has changed, or the editor does not want to know any more.
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
        return None

    async def pulled(self, uri: str) -> CheckedDocument | None:
        """What is known soon about a document; the editor asks again when all is known."""
        checked = await self.checked(uri, is_whole=not self._can_refresh)
        if checked is not None and not self.checks.is_done(checked.document):
            task = asyncio.create_task(self._refresh_later(checked.document))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return checked

    def close(self, uri: str) -> None:
        """Forget a document and clear its diagnostics."""
        self.checks.forget(uri)
        if not self.pulls:
            self._publish(uri, None, [])

    def check_again(self) -> None:
        """Check all open documents again, because settings have changed."""
        self._n_settings += 1
        for document in self.protocol.documents.values():
            if document.language is not None:
                self.checks.start(document)
        self._refresh()

    def change_settings(self, table: Any) -> None:
        """Follow what the editor sent; settings that are wrong are told, and nothing changes."""
        try:
            settings = editor_settings(table)
        except SolecismError as error:
            self.tell(str(error))
            return
        if settings != self.settings:
            self.settings = settings
            self.check_again()

    async def ask_for_settings(self) -> None:
        """Ask the editor for its settings, if it can be asked."""
        workspace = self.client_capabilities.workspace
        if workspace is None or not workspace.configuration:
            return
        item = types.ConfigurationItem(section=SECTION)
        asked = self.workspace_configuration_async(types.ConfigurationParams(items=[item]))
        try:
            answers = await asyncio.wait_for(asked, _PATIENCE)
        except (TimeoutError, JsonRpcException):
            return
        if answers and answers[0] is not None:
            self.change_settings(answers[0])

    def tell(self, message: str) -> None:
        """Show a message to the user, the same one only once."""
        if message not in self._told:
            self._told.add(message)
            kind = types.MessageType.Warning
            self.window_show_message(types.ShowMessageParams(kind, f"Solecism: {message}"))

    def report_server_error(self, error: Exception, source: type[Exception]) -> None:
        """Write an error to the editor's log, where it disturbs nobody."""
        message = f"{type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    def _roots(self) -> list[Path]:
        """The folders that are open in the editor."""
        uris = [folder.uri for folder in self.workspace.folders.values()]
        paths = map(to_fs_path, uris or filter(None, [self.workspace.root_uri]))
        return [Path(path) for path in paths if path]

    def _checked(self, document: EditorDocument, length: int) -> CheckedDocument:
        return check_document(document, self.settings, self.folder_of(document), length)

    def _show(self, checked: CheckedDocument) -> None:
        document = checked.document
        if self.document(document.uri) is not document:
            return
        if checked.problem:
            self.tell(checked.problem)
        if not self.pulls:
            self._publish(document.uri, document.version, checked.diagnostics)

    async def _refresh_later(self, document: EditorDocument) -> None:
        with contextlib.suppress(asyncio.CancelledError, SolecismError):
            await self.checks.whole(document)
            self._refresh()

    def _publish(self, uri: str, version: int | None, diagnostics: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri, diagnostics, version)
        self.text_document_publish_diagnostics(params)

    @property
    def _can_refresh(self) -> bool:
        workspace = self.client_capabilities.workspace
        diagnostics = workspace.diagnostics if workspace else None
        return bool(diagnostics is not None and diagnostics.refresh_support)

    def _refresh(self) -> None:
        if self._can_refresh:
            self.workspace_diagnostic_refresh(None)


def _name(document: EditorDocument) -> str:
    return Path(document.path).name or "This document"


class EditorProtocol(LanguageServerProtocol):
    """Keeps the open documents; ranges outside of a document mean its nearest characters."""

    def __init__(self, *arguments: Any) -> None:
        self.documents: dict[str, EditorDocument] = {}
        super().__init__(*arguments)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Any:
        """Keep a document, and tell the server."""
        opened = params.text_document
        lines = TextLines(opened.text, self._encoding())
        document = EditorDocument(opened.uri, opened.language_id, opened.version, lines)
        self.documents[opened.uri] = document
        yield from self._told(types.TEXT_DOCUMENT_DID_OPEN, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Any:
        """Change a document, and tell the server; one that is not open is left alone."""
        changed = params.text_document
        document = self.documents.get(changed.uri)
        if document is not None:
            document = document.changed(changed.version, params.content_changes)
            self.documents[changed.uri] = document
            yield from self._told(types.TEXT_DOCUMENT_DID_CHANGE, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Any:
        """Forget a document, and tell the server."""
        self.documents.pop(params.text_document.uri, None)
        yield from self._told(types.TEXT_DOCUMENT_DID_CLOSE, params)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message in some data; a request that cannot be read is answered with an error."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if isinstance(data.get("id"), int | str) and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Handle a message; what is no message of the protocol is refused."""
        if not hasattr(message, "jsonrpc"):
            raise JsonRpcInvalidRequest()
        super().handle_message(message)

    def _encoding(self) -> str:
        encoding = self.workspace.position_encoding
        return str(getattr(encoding, "value", encoding))

    def _told(self, feature: str, params: Any) -> Any:
        handler = self.fm.features.get(feature)
        if handler is not None:
            yield handler, (params,), None
