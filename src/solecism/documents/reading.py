"""Reading of documents: the reader follows from the content of a file, then from its name."""

from __future__ import annotations

import os
from pathlib import Path

from solecism.documents import kinds
from solecism.documents.document import Document
from solecism.documents.encoding import decoded
from solecism.documents.kinds import Kind
from solecism.errors import InputError
from solecism.formats import files

MAX_PARAGRAPH = 4_000_000


def read(path: str | os.PathLike[str], *, markup: bool = True) -> Document:
    """The document of a file; InputError where it cannot be read.

    With `markup` false, HTML, LaTeX and subtitles are read as plain text.
    """
    path = os.fspath(path)
    data = files.read_unpacked(path, most=kinds.MAX_BYTES)
    return parse(data, name=path, markup=markup)


def parse(data: bytes, *, name: str, markup: bool = True) -> Document:
    """The document of the bytes of a file with this name."""
    file = files.shown_name(name)
    kind = kinds.by_content(data, file=file) or _by_name(data, name, file)
    max_bytes = kind.max_bytes if kind else kinds.MAX_TEXT_BYTES
    if len(data) > max_bytes:
        limit = max_bytes // 1_000_000
        raise InputError(f"{file}: is larger than {limit:,} MB. Divide the document.")
    if kind is None or (kind.is_text and not markup):
        text, encoding, notes = decoded(data, file=file)
        document = Document(text, encoding=encoding, notes=notes)
    else:
        document = kind.module.parse(data, file=file)
    if max(map(len, document.text.split("\n"))) > MAX_PARAGRAPH:
        limit = MAX_PARAGRAPH // 1_000_000
        raise InputError(f"{file}: a paragraph has more than {limit} million characters.")
    return document


def read_unless_plain(path: str, *, markup: bool = True) -> Document | None:
    """The document of a file, None if it is plain text in UTF-8 that can be read line by line.

    Standard input and pipes can be read only once, and count as plain text.
    """
    if path == files.STANDARD_STREAM or (Path(path).exists() and not Path(path).is_file()):
        return None
    kind = kinds.by_name(path)
    if kind is None or (kind.is_text and not markup):
        head = files.head(path, kinds.HEAD_BYTES)
        if b"\0" not in head and not kinds.is_document(head) and files.is_utf_8(path):
            return None
    return read(path, markup=markup)


def _by_name(data: bytes, name: str, file: str) -> Kind | None:
    """The kind by the name, for bytes that may be text; InputError if they cannot be of this kind.

    Office programs save web pages under their own endings.
    """
    kind = kinds.by_name(name)
    if kind is None or kind.is_text:
        return kind
    if kinds.is_html(data):
        return kinds.HTML
    problem = f"is not a {kind.name} document, although its name says so" if data else "is empty"
    raise InputError(f"{file}: {problem}. Is the file complete?")
