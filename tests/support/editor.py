"""An editor for tests: a client that drives a real process of the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from shell import program

T = TypeVar("T")
# Long enough for a busy computer; a test that waits for so long has failed.
PATIENCE = 60.0


class Editor:
    """A server process, and the documents that are open in it."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        like: str = "neovim@v0.9.1",
        options: object = None,
        settings: dict[str, Any] | None = None,
        encodings: Sequence[str] | None = None,
    ) -> None:
        self.folder = folder
        self.client = pytest_lsp.make_test_lsp_client()
        if settings is not None:
            self.client.set_configuration({"solecism": settings})
        self.capabilities = pytest_lsp.client_capabilities(like)
        if encodings is not None:
            self.capabilities.general = types.GeneralClientCapabilities(
                position_encodings=list(encodings)
            )
        # lsprotocol takes an action that has a command for the command.
        self.client.protocol._converter.register_structure_hook(
            types.Command | types.CodeAction, self._structured_action
        )
        self._published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self._handle_notification: Any = self.client.protocol._handle_notification
        # One after another: waiting for the next notification would miss some.
        self.client.protocol._handle_notification = self._record  # type: ignore[method-assign]
        self._options = options
        # In a thread of its own, because tests of pages leave a loop running in the main one.
        self._thread = ThreadPoolExecutor(1)
        self._runner = asyncio.Runner()
        self.texts: dict[str, str] = {}
        self._versions: dict[str, int] = {}

    def __enter__(self) -> Editor:
        self.run(self._start())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.run(self._stop())
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of asynchronous work."""

        async def limited() -> T:
            return await asyncio.wait_for(work, PATIENCE)

        return self._thread.submit(self._runner.run, limited()).result()

    @property
    def process(self) -> asyncio.subprocess.Process:
        """The process of the server."""
        process = self.client._server
        assert process is not None
        return process

    def uri(self, name: str) -> str:
        """The URI of a file of the folder; of a document without a file if there is no folder."""
        return f"untitled:{name}" if self.folder is None else (self.folder / name).as_uri()

    def open(self, name: str, text: str, language: str = "markdown") -> list[types.Diagnostic]:
        """Open a document, and wait for its diagnostics."""
        send = partial(self.send_open, name, text, language)
        return self.run(self._diagnostics_after(send, self.uri(name), 1))

    def send_open(self, name: str, text: str, language: str) -> None:
        """Open a document, and do not wait."""
        self.texts[name], self._versions[name] = text, 1
        item = types.TextDocumentItem(self.uri(name), language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def pull(self, name: str, previous: str | None = None) -> types.DocumentDiagnosticReport:
        """Ask for the diagnostics of a document."""
        params = types.DocumentDiagnosticParams(
            types.TextDocumentIdentifier(self.uri(name)), previous_result_id=previous
        )
        return self.run(self.client.text_document_diagnostic_async(params))

    def files_changed(self, name: str, *files: str) -> list[types.Diagnostic]:
        """Tell that files have changed, and wait for the new diagnostics of a document."""
        changed = types.FileChangeType.Changed
        events = [types.FileEvent(self.uri(file), changed) for file in files]

        def send() -> None:
            params = types.DidChangeWatchedFilesParams(events)
            self.client.workspace_did_change_watched_files(params)

        uri, version = self.uri(name), self._versions[name]
        return self.run(self._diagnostics_after(send, uri, version))

    def change(
        self, name: str, text: str, *changes: tuple[types.Range, str]
    ) -> list[types.Diagnostic]:
        """Change a document to a text, by some changes or all at once, and wait."""
        uri = self.uri(name)
        self._versions[name] += 1
        self.texts[name] = text
        events: list[Any] = [
            types.TextDocumentContentChangePartial(range, new) for range, new in changes
        ] or [types.TextDocumentContentChangeWholeDocument(text)]
        identifier = types.VersionedTextDocumentIdentifier(self._versions[name], uri)

        def send() -> None:
            params = types.DidChangeTextDocumentParams(identifier, events)
            self.client.text_document_did_change(params)

        return self.run(self._diagnostics_after(send, uri, self._versions[name]))

    def close(self, name: str) -> list[types.Diagnostic]:
        """Close a document, and wait for its last diagnostics."""
        identifier = types.TextDocumentIdentifier(self.uri(name))

        def send() -> None:
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

        return self.run(self._diagnostics_after(send, self.uri(name), None))

    def actions(
        self, name: str, range: types.Range, only: Sequence[str] | None = None
    ) -> list[types.CodeAction]:
        """The code actions at a place."""
        context = types.CodeActionContext(diagnostics=[], only=list(only) if only else None)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(self.uri(name)), range, context
        )
        actions = self.run(self.client.text_document_code_action_async(params))
        return [action for action in actions or [] if isinstance(action, types.CodeAction)]

    def execute(self, name: str, action: types.CodeAction) -> list[types.Diagnostic]:
        """Execute the command of an action, and wait for the document's new diagnostics."""
        command = action.command
        assert command is not None
        params = types.ExecuteCommandParams(command.command, arguments=command.arguments)

        send = partial(self.client.workspace_execute_command, params)
        return self.run(self._diagnostics_after(send, self.uri(name), self._versions[name]))

    def refused(self, action: types.CodeAction) -> str:
        """Why the server does not execute the command of an action."""
        command = action.command
        assert command is not None
        params = types.ExecuteCommandParams(command.command, arguments=command.arguments)
        with pytest.raises(JsonRpcException) as raised:
            self.run(self.client.workspace_execute_command_async(params))
        return str(raised.value.message)

    def error_of(self, method: str, params: object) -> int:
        """The code of the error with which the server answers a request."""
        answer: Future[object] = Future()
        id = f"{method} {params}"
        self.client.protocol._request_futures[id] = answer

        async def request() -> object:
            # Not by the client's own functions, which refuse to send what is wrong.
            self.send_message({"id": id, "method": method, "params": params})
            return await asyncio.wrap_future(answer)

        with pytest.raises(JsonRpcException) as raised:
            self.run(request())
        return int(raised.value.code)

    def send_message(self, message: dict[str, object]) -> None:
        """Send a message, whatever it is."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def send_bytes(self, data: bytes) -> None:
        """Send some bytes to the server."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def send_settings(self, settings: dict[str, Any]) -> None:
        """Change the settings of the editor, and tell the server."""
        self.client.set_configuration({"solecism": settings})
        params = types.DidChangeConfigurationParams(settings={"solecism": settings})
        self.client.workspace_did_change_configuration(params)

    def change_settings(self, name: str, settings: dict[str, Any]) -> list[types.Diagnostic]:
        """The same, and wait for the new diagnostics of a document."""
        send = partial(self.send_settings, settings)
        return self.run(self._diagnostics_after(send, self.uri(name), self._versions[name]))

    def hover(self, name: str, line: int, character: int) -> types.Hover | None:
        """What is shown beside a place."""
        identifier = types.TextDocumentIdentifier(self.uri(name))
        params = types.HoverParams(identifier, types.Position(line, character))
        return self.run(self.client.text_document_hover_async(params))

    def after(self, name: str, action: types.CodeAction) -> str:
        """The text of a document after the edit of an action, whose columns count UTF-16 units."""
        edit = action.edit
        assert edit is not None
        if edit.document_changes:
            [change] = edit.document_changes
            assert isinstance(change, types.TextDocumentEdit)
            assert change.text_document.uri == self.uri(name)
            assert change.text_document.version == self._versions[name]
            edits: Sequence[Any] = change.edits
        else:
            assert edit.changes is not None
            edits = edit.changes[self.uri(name)]
        return edited(self.texts[name], edits)

    def _structured_action(self, data: dict[str, Any], _: object) -> Any:
        kind = types.Command if isinstance(data.get("command"), str) else types.CodeAction
        return self.client.protocol._converter.structure(data, kind)

    async def _start(self) -> None:
        await self.client.start_io(program(), "lsp")
        folders = None
        if self.folder is not None:
            folders = [types.WorkspaceFolder(self.folder.as_uri(), self.folder.name)]
        params = types.InitializeParams(
            capabilities=self.capabilities,
            workspace_folders=folders,
            initialization_options=self._options,
        )
        self.result = await self.client.initialize_session(params)

    async def _stop(self) -> None:
        await self.client.shutdown_session()
        await self.client.stop()  # type: ignore[no-untyped-call]  # pytest-lsp's

    def _record(self, method: str, params: Any) -> None:
        """Keep all diagnostics in the order in which they come."""
        if method == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS:
            self._published.put_nowait(params)
        self._handle_notification(method, params)

    async def _diagnostics_after(
        self, send: Callable[[], object], uri: str, version: int | None
    ) -> list[types.Diagnostic]:
        """The next diagnostics of a version of a document, after something is sent."""
        while not self._published.empty():
            self._published.get_nowait()
        send()
        while True:
            params = await self._published.get()
            if params.uri == uri and params.version == version:
                return list(params.diagnostics)


def edited(text: str, edits: Sequence[types.TextEdit]) -> str:
    """The text after edits, which do not overlap; columns count UTF-16 units."""
    lines = text.split("\n")

    def offset(position: types.Position) -> int:
        before = "\n".join([*lines[: position.line], ""]).encode("utf-16-le")
        return len(before) + 2 * position.character

    data = text.encode("utf-16-le")
    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        start, end = offset(edit.range.start), offset(edit.range.end)
        data = data[:start] + edit.new_text.encode("utf-16-le") + data[end:]
    return data.decode("utf-16-le")
