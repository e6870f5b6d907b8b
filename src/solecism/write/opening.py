"""Documents that people open: their text, and what there is to know about it."""

from __future__ import annotations

from pathlib import Path

from solecism.errors import InputError
from solecism.formats import files
from solecism.write.settings import OpenedText


def opened_file(path: str) -> OpenedText:
    """The text of a file."""
    return opened(Path(path).name, files.read_bytes(path))


def opened(name: str, data: bytes) -> OpenedText:
    """The text in the bytes of a document with this name."""
    try:
        return OpenedText(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"{name}: is not a text in UTF-8.") from None
