"""Messages that no editor should send: the server answers, and goes on."""

from __future__ import annotations

import json

from lsprotocol import types

from editor import Editor

METHOD_NOT_FOUND, INVALID_PARAMS = -32601, -32602


def test_bad_messages_do_not_stop_the_server(editor: Editor) -> None:
    uri = editor.uri("bad.txt")
    for body in (
        b"{",
        b"[]",
        b"3",
        b'"text"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "1.0", "method": "x", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "unknown/notification", "params": {}}',
        b'{"jsonrpc": "2.0", "id": 77, "result": null}',
        b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 99}}',
        json.dumps(
            {
                "jsonrpc": "2.0",
                "method": "textDocument/didChange",
                "params": {
                    "textDocument": {"uri": uri, "version": 2},
                    "contentChanges": [{"text": "never opened"}],
                },
            }
        ).encode(),
        b'{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": '
        b'{"textDocument": {"uri": "file:///never/opened"}}}',
    ):
        editor.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    assert len(editor.open("bad.txt", "I depend of you.", "plaintext")) == 1


def test_requests_that_cannot_be_served_are_answered_with_an_error(editor: Editor) -> None:
    identifier = {"uri": editor.uri("no.txt")}
    for method, params, code in (
        ("unknown/request", {}, METHOD_NOT_FOUND),
        ("textDocument/hover", {"textDocument": identifier}, INVALID_PARAMS),
        ("textDocument/hover", {"position": "nowhere"}, INVALID_PARAMS),
        ("textDocument/codeAction", {"range": 3}, INVALID_PARAMS),
        ("workspace/executeCommand", {"command": "rm"}, INVALID_PARAMS),
        ("workspace/executeCommand", {"command": "solecism.turnOffKind"}, INVALID_PARAMS),
    ):
        assert editor.error_of(method, params) == code, method


def test_commands_with_bad_arguments_are_refused(editor: Editor) -> None:
    editor.open("b.txt", "I depend of you.", "plaintext")
    for command, value in (
        ("solecism.turnOffKind", "no-such-kind"),
        ("solecism.addToDictionary", "  "),
        ("solecism.addToDictionary", "a\nb = 3"),
        ("solecism.ignoreFinding", ""),
    ):
        arguments = [editor.uri("b.txt"), value]
        action = types.CodeAction("x", command=types.Command("x", command, arguments=arguments))
        assert editor.refused(action), command
    assert editor.folder is not None
    assert not (editor.folder / ".solecism.toml").exists()
