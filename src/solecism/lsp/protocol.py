"""The protocol with our own documents, and with an answer to every request that cannot be read."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol, lsp_method

from solecism.lsp.document import Document
from solecism.lsp.positions import Lines


class EditorProtocol(LanguageServerProtocol):
    """Keeps the open documents; ranges outside of a document mean its nearest characters."""

    def __init__(self, *arguments: Any) -> None:
        self.documents: dict[str, Document] = {}
        super().__init__(*arguments)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Any:
        """Keep a document, and tell the server."""
        opened = params.text_document
        lines = Lines(opened.text, self._encoding())
        document = Document(opened.uri, opened.language_id, opened.version, lines)
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
