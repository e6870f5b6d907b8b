"""A document of an editor at one version."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from lsprotocol import types
from pygls.uris import to_fs_path

from solecism.lsp.languages import language_of
from solecism.lsp.positions import Lines


@dataclass(frozen=True)
class Document:
    """A document as it was at one version."""

    uri: str
    identifier: str
    version: int
    lines: Lines

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.lines.text

    @cached_property
    def path(self) -> str:
        """The path of its file; empty for one that has not been saved."""
        return (to_fs_path(self.uri) or "") if self.uri.startswith("file:") else ""

    @cached_property
    def language(self) -> str | None:
        """Its language, None if nothing is known about it."""
        return language_of(self.identifier, self.path)

    def changed(
        self, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> Document:
        """The document after changes, one after another."""
        lines = self.lines
        for change in changes:
            lines = lines.changed(getattr(change, "range", None), change.text)
        return replace(self, version=version, lines=lines)
