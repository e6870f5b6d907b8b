"""Reading of documents: the reader follows from the content of a file, then from its name."""

from __future__ import annotations

import os

from solecism.documents import kinds
from solecism.documents.document import Document
from solecism.errors import InputError
from solecism.formats import files

MAX_FILE_BYTES = 200_000_000


def read(path: str | os.PathLike[str]) -> Document:
    """The document of a file; InputError where it cannot be read."""
    path = os.fspath(path)
    return parse(files.read_unpacked(path, most=MAX_FILE_BYTES), name=path)


def parse(data: bytes, *, name: str) -> Document:
    """The document of the bytes of a file with this name."""
    file = files.shown_name(name)
    kind = kinds.by_content(data, file=file) or kinds.by_name(name)
    if kind is None:
        raise InputError(f"{file}: is not a document that can be read.")
    document: Document = kind.module.parse(data, file=file)
    return document
