"""What Word and OpenDocument files have in common: ZIP archives of XML, and labels of places.

The archives may be damaged, encrypted or made to harm. Some of their files can be written again.
The labels are what people call the places of a document: paragraphs, cells of tables, text boxes.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from shutil import copyfileobj
from typing import TYPE_CHECKING

from solecism.errors import InputError
from solecism.system.installation import explain_missing

if TYPE_CHECKING:
    from lxml.etree import _Element

# A book of 500 pages has about 10 MB of XML, which takes thirty times as much memory.
MAX_PART_BYTES = 20_000_000
_PIECE = 1 << 16
_MAX_BYTES = 300_000_000
_DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
# All parts of a new file have this date, as Word does it: equal input gives equal bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


class Package:
    """The XML files of an office document, unpacked only up to a limit."""

    def __init__(self, data: bytes, file: str) -> None:
        self.file = file
        self._data = data
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise self.damaged() from error

    @property
    def names(self) -> frozenset[str]:
        """The names of the files in the archive."""
        return frozenset(self._archive.namelist())

    def xml(self, name: str) -> _Element:
        """The root element of an XML file of the archive; InputError if it cannot be read."""
        with explain_missing():
            from lxml import etree
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
        )
        try:
            root = etree.fromstring(self.read(name), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise self.damaged() from error
        if root.getroottree().docinfo.doctype:
            raise InputError(
                f"{self.file}: declares entities, which office documents never do. "
                "Do not trust this file."
            )
        return root

    def read(self, name: str) -> bytes:
        """The bytes of a file of the archive."""
        try:
            if self._archive.getinfo(name).file_size > MAX_PART_BYTES:
                raise self._too_large()
            # The directory of the archive may lie about the size.
            with self._archive.open(name) as stream:
                pieces: list[bytes] = []
                size = 0
                while piece := stream.read(_PIECE):
                    pieces.append(piece)
                    size += len(piece)
                    if size > MAX_PART_BYTES:
                        raise self._too_large()
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
            raise self.damaged() from error
        except (NotImplementedError, RuntimeError) as error:
            # Other compressions than those of office programs, and ZIP's own encryption.
            raise InputError(
                f"{self.file}: is packed or encrypted in an unusual way ({error}). Save it again."
            ) from error
        return b"".join(pieces)

    def saved(self, changed: Mapping[str, _Element]) -> bytes:
        """The bytes of the archive with other files of these names, whose root elements are given.

        All other files stay as they are.
        """
        from lxml import etree

        written = {
            name: etree.tostring(root, encoding="UTF-8", standalone=True)
            for name, root in changed.items()
        }
        stream = io.BytesIO()
        try:
            with (
                zipfile.ZipFile(io.BytesIO(self._data)) as old,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
            ):
                infos = {info.filename: info for info in old.infolist()}
                if sum(info.file_size for info in infos.values()) > _MAX_BYTES:
                    raise InputError(
                        f"{self.file}: has more than {_MAX_BYTES // 1_000_000} MB when unpacked. "
                        "Take the pictures out of it."
                    )
                for name, info in infos.items():
                    with new.open(_entry(name, info.compress_type), "w") as target:
                        if name in written:
                            target.write(written.pop(name))
                        else:
                            with old.open(info) as source:
                                copyfileobj(source, target)
                for name, content in written.items():
                    new.writestr(_entry(name), content)
        except _DAMAGES as error:
            raise self.damaged() from error
        return stream.getvalue()

    def damaged(self) -> InputError:
        """The error that says that the document is not complete."""
        return InputError(
            f"{self.file}: is damaged, and cannot be read. Open it in an office program and save it"
            " again."
        )

    def _too_large(self) -> InputError:
        return InputError(
            f"{self.file}: has more than {MAX_PART_BYTES // 1_000_000} MB of text when unpacked. "
            "Divide the document."
        )


def _entry(name: str, compression: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    """The entry of a file; what was not compressed, as OpenDocument wants for one, stays so."""
    entry = zipfile.ZipInfo(name, _DATE)
    is_stored = compression == zipfile.ZIP_STORED
    entry.compress_type = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
    return entry


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """The text with another character for each that XML cannot hold.

    >>> xml_text("a\x07b")
    'a\ufffdb'
    """
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


Tags = frozenset[str]


class PlaceLabels:
    """Labels of paragraphs, which are asked for in the order of the document.

    Paragraphs outside tables and text boxes are counted from 1; so are tables and text boxes.
    """

    def __init__(self, *, table: Tags, row: Tags, cell: Tags, box: Tags) -> None:
        self._table, self._row, self._cell, self._box = table, row, cell, box
        self._n_paragraphs = 0
        self._boxes: dict[_Element, int] = {}
        self._tables: dict[_Element, int] = {}
        self._rows: dict[_Element, dict[_Element, int]] = {}
        self._cells: dict[_Element, dict[_Element, int]] = {}

    def label(self, paragraph: _Element) -> str:
        """The label of a paragraph that is not empty."""
        for above in paragraph.iterancestors(*self._box, *self._cell):
            if above.tag in self._box:
                return f"text box {self._boxes.setdefault(above, len(self._boxes) + 1)}"
            return self._cell_label(above)
        self._n_paragraphs += 1
        return f"paragraph {self._n_paragraphs}"

    def _cell_label(self, cell: _Element) -> str:
        row = next(cell.iterancestors(*self._row), cell)
        table = next(row.iterancestors(*self._table), row)
        if table not in self._tables:
            self._tables[table] = len(self._tables) + 1
            rows = (each for each in table.iter(*self._row) if self._table_of(each) is table)
            self._rows[table] = {each: number for number, each in enumerate(rows, 1)}
        if row not in self._cells:
            cells = row.iterchildren(*self._cell)
            self._cells[row] = {each: number for number, each in enumerate(cells, 1)}
        row_number, column = self._rows[table].get(row, 1), self._cells[row].get(cell, 1)
        return f"table {self._tables[table]}, row {row_number}, column {column}"

    def _table_of(self, row: _Element) -> _Element | None:
        return next(row.iterancestors(*self._table), None)
