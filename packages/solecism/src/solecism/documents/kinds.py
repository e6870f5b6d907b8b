"""The kinds of document, and how they are recognised: by their first bytes, then by their names."""

from __future__ import annotations

import importlib
import io
import re
from dataclasses import dataclass
from typing import Any

from solecism.errors import InputError
from solecism.formats import files


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document: the endings of its files, their greatest size, and their reader.

    Where `is_text`, the file is text with markup, which can be read as plain text as well.
    """

    name: str
    suffixes: tuple[str, ...]
    module_name: str
    max_bytes: int
    is_text: bool = False

    @property
    def module(self) -> Any:
        """The module with `parse`, loaded when it is first used."""
        return importlib.import_module(f"solecism.documents.{self.module_name}")


# Documents may hold pictures, which are not read; text is held in memory.
MAX_BYTES, MAX_RTF_BYTES, MAX_TEXT_BYTES = 200_000_000, 50_000_000, 20_000_000
DOCX = DocumentKind("Word", (".docx", ".docm", ".dotx"), "docx", MAX_BYTES)
ODT = DocumentKind("OpenDocument", (".odt", ".ott"), "odt", MAX_BYTES)
PDF = DocumentKind("PDF", (".pdf",), "pdf", MAX_BYTES)
RTF = DocumentKind("RTF", (".rtf",), "rtf", MAX_RTF_BYTES)
HTML = DocumentKind("HTML", (".html", ".htm", ".xhtml"), "html", MAX_TEXT_BYTES, is_text=True)
TEX = DocumentKind("LaTeX", (".tex", ".ltx"), "tex", MAX_TEXT_BYTES, is_text=True)
SUBTITLES = DocumentKind("subtitles", (".srt", ".vtt"), "subtitles", MAX_TEXT_BYTES, is_text=True)
KINDS = (DOCX, ODT, PDF, RTF, HTML, TEX, SUBTITLES)
# Plain text and Markdown, which need no reader of this package.
TEXT_SUFFIXES = (".txt", ".text", ".md", ".markdown")
# Kinds that cannot be read: what the program is called that made them.
UNREADABLE = {".doc": "an old Word document", ".pages": "a Pages document"}

PROTECTED = "is protected by a password. Save it without one."
HEAD_BYTES = 1024
_OLE, _ZIP = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"
_PDF, _RTF = b"%PDF-", b"{\\rtf"
_HTML_HEAD = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html)\b", re.IGNORECASE)
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def by_name(path: str) -> DocumentKind | None:
    """The kind that the ending of a name stands for, None for plain text and unknown endings.

    >>> by_name("essay.DOCX").name, by_name("essay.txt")
    ('Word', None)
    """
    suffix = files.unpacked(path).suffix.lower()
    return next((kind for kind in KINDS if suffix in kind.suffixes), None)


def is_html(data: bytes) -> bool:
    """Whether bytes begin as a web page does."""
    return _HTML_HEAD.match(data[:HEAD_BYTES]) is not None


def is_document(head: bytes) -> bool:
    """Whether a file that begins so is a document of some office program, and not text."""
    return head.startswith((_ZIP, _OLE)) or head.lstrip().startswith((_RTF, _PDF))


def by_content(data: bytes, *, file: str) -> DocumentKind | None:
    """The kind that bytes show, None if they may be text; InputError if it cannot be read."""
    head = data[:HEAD_BYTES]
    if head.startswith(_ZIP):
        return _packed(data, file)
    if head.startswith(_OLE):
        if _ENCRYPTED in data:
            raise InputError(f"{file}: {PROTECTED}")
        raise unreadable(file, UNREADABLE[".doc"])
    # PDF may begin with a few other lines, but texts mention its mark as well.
    if head.lstrip().startswith(_PDF) or (_PDF in head and by_name(file) is PDF):
        return PDF
    return RTF if head.lstrip().startswith(_RTF) else None


def unreadable(file: str, what: str) -> InputError:
    """The error for a document of another program."""
    return InputError(f"{file}: is {what}, which cannot be read. Save it as .docx.")


def _packed(data: bytes, file: str) -> DocumentKind | None:
    # Imported here, because most files are text.
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        # The reader of the kind that the name promises says that the file is damaged.
        return by_name(file) or DOCX
    if "_rels/.rels" in names and any(name.startswith("word/") for name in names):
        return DOCX
    if "content.xml" in names:
        return ODT
    if any(name.endswith(".iwa") for name in names):
        raise unreadable(file, UNREADABLE[".pages"])
    raise InputError(f"{file}: is an archive, but not a text document. Give the files in it.")
