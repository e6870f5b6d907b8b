"""Documents are read: the reader follows from the content of a file, then from its name.

The files in folders that can be read are listed in order, and those left out are counted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from solecism.documents import kinds
from solecism.documents.document import Document
from solecism.documents.encoding import declared_in_html, decode_text, is_binary
from solecism.documents.kinds import DocumentKind
from solecism.errors import InputError
from solecism.formats import files
from solecism.system.display_text import count

MAX_PARAGRAPH = 4_000_000


def read(path: str | os.PathLike[str], *, markup: bool = True) -> Document:
    """The document of a file; InputError where it cannot be read.

    With `markup` false, HTML, LaTeX, programs and the like are read as plain text.
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
    if kind is None or kind.is_text:
        document = _parse_text(data, kind if markup else None, file=file)
    else:
        document = kind.module.parse(data, file=file)
    if max(map(len, document.text.split("\n"))) > MAX_PARAGRAPH:
        limit = MAX_PARAGRAPH // 1_000_000
        raise InputError(f"{file}: a paragraph has more than {limit} million characters.")
    return document


def parse_text(text: str, *, language: str) -> Document:
    """The document of a text in one of the languages that `kinds.LANGUAGES` names.

    >>> parse_text("A <i>caf&eacute;</i>.", language="html").text
    'A café.'
    """
    kind = kinds.by_language(language)
    return Document(text) if kind is None else kind.module.parse_text(text, *kind.arguments)


def _parse_text(data: bytes, kind: DocumentKind | None, *, file: str) -> Document:
    """The document of the bytes of a text file, of plain text if it has no kind."""
    declared = declared_in_html(data) if kind is not None and kind.language == "html" else None
    text, encoding, notes = decode_text(data, file=file, declared=declared)
    document = parse_text(text, language=kind.language if kind else kinds.PLAIN)
    return replace(document, encoding=encoding, notes=notes)


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


def _by_name(data: bytes, name: str, file: str) -> DocumentKind | None:
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


# Documents of other programs are not passed over in silence: reading them says what to do.
_SUFFIXES = frozenset(
    (
        *kinds.TEXT_SUFFIXES,
        *kinds.UNREADABLE,
        *(end for kind in kinds.KINDS if kind.is_listed for end in kind.suffixes),
    )
)


@dataclass(frozen=True, slots=True)
class Listing:
    """The files to read, and notes and problems about the folders that they are in."""

    paths: tuple[str, ...]
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def list_documents(paths: Iterable[str]) -> Listing:
    """The files that paths name, with those of a folder, and of the folders in it, in its place.

    Files of a folder are in the order of their names, and come once. Hidden files, files with
    other endings and files that are not text are left out and counted.
    """
    found: list[str] = []
    notes: list[str] = []
    problems: list[str] = []
    seen: set[str] = set()
    for path in paths:
        if path == files.STANDARD_STREAM or not Path(path).is_dir():
            if str(Path(path)) not in seen:
                found.append(path)
            continue
        folder = _Folder()
        given = seen.union(str(Path(each)) for each in found)
        inside = [each for each in folder.files(Path(path)) if each not in given]
        seen.update(inside)
        problems += folder.problems
        found += inside
        if folder.n_left_out:
            notes.append(f"{path}: {_left_out(folder.n_left_out)}")
        if not folder.n_files and not folder.problems:
            problems.append(f"{path}: has no documents that can be read. Is it the right folder?")
    return Listing(tuple(found), tuple(notes), tuple(problems))


class _Folder:
    """Goes through a folder and the folders in it, and counts what it leaves out."""

    def __init__(self) -> None:
        self.n_files = self.n_left_out = 0
        self.problems: list[str] = []
        self._entered: set[tuple[int, int]] = set()

    def files(self, folder: Path) -> Iterator[str]:
        """The files to read; no folder is entered twice, even if links lead in circles."""
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            is_bundle = path.suffix.lower() in kinds.UNREADABLE
            if path.is_dir() and not is_bundle:
                if path == folder or not path.name.startswith("."):
                    waiting += reversed(self._entries(path))
            elif self._is_wanted(path):
                self.n_files += 1
                yield str(path)
            else:
                self.n_left_out += 1

    def _entries(self, folder: Path) -> list[Path]:
        """What is in a folder, in the order of names; nothing if it was entered before."""
        try:
            status = folder.stat()
            entries = sorted(folder.iterdir())
        except OSError as error:
            self.problems.append(f"{folder}: cannot be read: {error.strerror or error}.")
            return []
        identity = (status.st_dev, status.st_ino)
        if identity in self._entered:
            return []
        self._entered.add(identity)
        return entries

    def _is_wanted(self, path: Path) -> bool:
        suffix = files.unpacked(str(path)).suffix.lower()
        if path.name.startswith((".", "~$")) or suffix not in _SUFFIXES:
            return False
        if suffix not in kinds.TEXT_SUFFIXES:
            return True
        try:
            return path.is_file() and not is_binary(files.head(str(path), kinds.HEAD_BYTES))
        except InputError:
            # Reading it will say what is wrong.
            return True


def _left_out(n: int) -> str:
    verb = "was" if n == 1 else "were"
    return f"{count(n, 'file')} {verb} left out: hidden, or not of a kind that can be read."
