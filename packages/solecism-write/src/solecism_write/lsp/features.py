"""The messages that the server understands, each with the function that answers it.

The server ends when the process that started it, the editor, has ended.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.server import JsonRPCServer

from solecism.errors import SolecismError
from solecism.project import settings_changes
from solecism.project.settings_file import NAME, PYPROJECT
from solecism_write.lsp.diagnostics import (
    ADD_WORD,
    FIX_ALL,
    IGNORE,
    TURN_OFF,
    code_actions,
    hover_text,
)
from solecism_write.lsp.editor_settings import SECTION
from solecism_write.lsp.server import EditorServer

_ACTION_KINDS = [types.CodeActionKind.QuickFix, FIX_ALL]
_CHANGES = {
    ADD_WORD: settings_changes.add_word,
    IGNORE: settings_changes.ignore_finding,
    TURN_OFF: settings_changes.turn_off,
}


def make_server(thread: ThreadPoolExecutor) -> EditorServer:
    """A server that knows all messages, and is connected with nobody; checks run in the thread."""
    server = EditorServer(thread)
    _add_life(server)
    _add_documents(server)
    _add_settings(server)
    server.feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    options = types.CodeActionOptions(code_action_kinds=_ACTION_KINDS)
    server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(_code_actions)
    for command in _CHANGES:
        server.command(command)(_change_of_project(command))
    return server


def _add_life(server: EditorServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(server: EditorServer, params: types.InitializeParams) -> None:
        server.is_in_use = True
        server.change_settings(params.initialization_options)
        watch_parent(server, params.process_id)
        if server.pulls:
            options = types.DiagnosticOptions(
                inter_file_dependencies=False, workspace_diagnostics=False, identifier=SECTION
            )
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(_diagnostic)

    @server.feature(types.INITIALIZED)
    async def initialized(server: EditorServer, params: types.InitializedParams) -> None:
        _register(server)
        await server.ask_for_settings()

    @server.feature(types.SHUTDOWN)
    def shutdown(server: EditorServer, params: None) -> None:
        server.is_in_use = False
        server.checks.close()


def _add_documents(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(server: EditorServer, params: types.DidOpenTextDocumentParams) -> None:
        document = server.document(params.text_document.uri)
        if document is not None:
            server.open(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(server: EditorServer, params: types.DidChangeTextDocumentParams) -> None:
        document = server.document(params.text_document.uri)
        if document is not None and document.language is not None:
            server.checks.start(document)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(server: EditorServer, params: types.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)


def _add_settings(server: EditorServer) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(
        server: EditorServer, params: types.DidChangeConfigurationParams
    ) -> None:
        if params.settings:
            server.change_settings(params.settings)
        await server.ask_for_settings()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(server: EditorServer, params: types.DidChangeWatchedFilesParams) -> None:
        server.check_again()


def _register(server: EditorServer) -> None:
    """Ask to be told when settings change, if the editor can be asked."""
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    configuring = workspace.did_change_configuration if workspace else None
    registrations: list[types.Registration] = []
    if watching is not None and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher(f"**/{name}") for name in (NAME, PYPROJECT)]
        options: Any = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registrations.append(types.Registration(f"{SECTION}.files", method, options))
    if configuring is not None and configuring.dynamic_registration:
        options = types.DidChangeConfigurationRegistrationOptions(SECTION)
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        registrations.append(types.Registration(f"{SECTION}.settings", method, options))
    if registrations:
        server.client_register_capability(types.RegistrationParams(registrations))


async def _diagnostic(
    server: EditorServer, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    checked = await server.pulled(params.text_document.uri)
    if checked is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    is_done = server.checks.is_done(checked.document)
    result_id = server.result_id(checked.document) if is_done else None
    if result_id is not None and result_id == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=result_id)
    return types.RelatedFullDocumentDiagnosticReport(checked.diagnostics, result_id=result_id)


async def _hover(server: EditorServer, params: types.HoverParams) -> types.Hover | None:
    checked = await server.checked(params.text_document.uri, is_whole=False)
    if checked is None:
        return None
    offset = checked.document.lines.offset(params.position)
    touching = checked.touching(offset, offset)
    if not touching:
        return None
    text = server.client_capabilities.text_document
    formats = (text.hover.content_format if text and text.hover else None) or ()
    kind = types.MarkupKind.Markdown
    if kind not in formats:
        kind = types.MarkupKind.PlainText
    paragraphs = [
        hover_text(located.finding, is_markdown=kind == types.MarkupKind.Markdown)
        for located in touching
    ]
    contents = types.MarkupContent(kind, "\n\n".join(paragraphs))
    return types.Hover(contents, range=touching[0].diagnostic.range)


async def _code_actions(
    server: EditorServer, params: types.CodeActionParams
) -> list[types.CodeAction]:
    only = params.context.only
    is_whole = only is not None
    checked = await server.checked(params.text_document.uri, is_whole=is_whole)
    if checked is None:
        return []
    lines = checked.document.lines
    start, end = lines.offset(params.range.start), lines.offset(params.range.end)
    workspace = server.client_capabilities.workspace
    edits = workspace.workspace_edit if workspace else None
    return code_actions(
        checked,
        start,
        end,
        only=None if only is None else [str(getattr(kind, "value", kind)) for kind in only],
        is_versioned=bool(edits is not None and edits.document_changes),
    )


def _change_of_project(command: str) -> Any:
    """The function for a command that keeps a decision in the settings of a project."""

    def change(server: EditorServer, uri: str = "", value: str = "") -> None:
        document = server.document(uri)
        folder = server.project_folder(document) if document is not None else None
        if folder is None:
            raise JsonRpcInvalidParams("Save the document first: its folder keeps the settings.")
        try:
            _CHANGES[command](folder, value)
        except SolecismError as error:
            raise JsonRpcInvalidParams(str(error)) from error
        server.check_again()

    return change


_INTERVAL = 5.0


def watch_parent(server: JsonRPCServer, process: int | None) -> None:
    """End this process soon after another one has ended, if there is one."""
    if process is not None and process > 0:
        asyncio.get_running_loop().call_later(_INTERVAL, _look, server, process)


def _look(server: JsonRPCServer, process: int) -> None:
    if is_running(process):
        watch_parent(server, process)
    else:
        # Nobody is left to be answered, and a check that still runs would hold up an orderly end.
        os._exit(1)


def is_running(process: int) -> bool:
    """Whether there is a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
