"""Documents that people open: their text, and what there is to know about it."""

from __future__ import annotations

from pathlib import Path

from solecism import documents
from solecism.write.settings import OpenedText


def opened_file(path: str) -> OpenedText:
    """The text of a file."""
    document = documents.read(path)
    return OpenedText(Path(path).name, document.text, document.notes)


def opened(name: str, data: bytes) -> OpenedText:
    """The text in the bytes of a document with this name."""
    document = documents.parse(data, name=name)
    return OpenedText(name, document.text, document.notes)
