"""A Word file that is written again with some of its parts changed, and all others as they are."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from itertools import count
from shutil import copyfileobj
from typing import TYPE_CHECKING

from solecism.check.answers.elements import Words
from solecism.documents.docx import NOTES, main_part, related
from solecism.documents.package import Package
from solecism.errors import InputError

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_MAX_BYTES = 300_000_000
_TYPES = "[Content_Types].xml"
_TYPE_SPACE = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATION_SPACE = "http://schemas.openxmlformats.org/package/2006/relationships"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_COMMENTS_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_STRICT_RELATION = "http://purl.oclc.org/ooxml/officeDocument/relationships/comments"
_DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError)
# All parts of the file have this date, as Word does it: equal input gives equal bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


class WordFile:
    """The parts of a Word file that answers are written into: main text, notes and comments."""

    def __init__(self, data: bytes, file: str) -> None:
        self._data = data
        self._package = Package(data, file)
        self._main = main_part(self._package)
        self._related = related(self._package, self._main)
        self._parts: dict[str, Element] = {}
        self.main = self._part(self._main)
        self.notes = {
            kind: self._part(self._related[kind]) for kind in NOTES if kind in self._related
        }

    @property
    def comments(self) -> Element:
        """The root element of the comments, which are added to the file if it has none."""
        if "comments" not in self._related:
            self._add_comments()
        return self._part(self._related["comments"])

    def saved(self) -> bytes:
        """The bytes of the file as it is now."""
        from lxml import etree

        changed = {
            name: etree.tostring(root, encoding="UTF-8", standalone=True)
            for name, root in self._parts.items()
        }
        stream = io.BytesIO()
        try:
            with (
                zipfile.ZipFile(io.BytesIO(self._data)) as old,
                zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
            ):
                infos = {info.filename: info for info in old.infolist()}
                if sum(info.file_size for info in infos.values()) > _MAX_BYTES:
                    raise self._too_large()
                for name, info in infos.items():
                    with new.open(_entry(name), "w") as target:
                        if name in changed:
                            target.write(changed.pop(name))
                        else:
                            with old.open(info) as source:
                                copyfileobj(source, target)
                for name, content in changed.items():
                    new.writestr(_entry(name), content)
        except _DAMAGES as error:
            raise self._package.damaged() from error
        return stream.getvalue()

    def _part(self, name: str) -> Element:
        if name not in self._parts:
            self._parts[name] = self._package.xml(name)
        return self._parts[name]

    def _too_large(self) -> InputError:
        return InputError(
            f"{self._package.file}: has more than {_MAX_BYTES // 1_000_000} MB when unpacked. "
            "Take the pictures out of it."
        )

    def _add_comments(self) -> None:
        """Add an empty part of comments, with its type and its relation to the main text."""
        from lxml import etree

        folder, main = posixpath.split(self._main)
        numbers = ("", *map(str, range(2, 1000)))
        names = (posixpath.join(folder, f"comments{number}.xml") for number in numbers)
        name = next(name for name in names if name not in self._package.names)
        words = Words.of(self.main)
        self._parts[name] = words.element("comments")
        self._related["comments"] = name
        override = {"PartName": f"/{name}", "ContentType": _COMMENTS_TYPE}
        etree.SubElement(self._part(_TYPES), f"{{{_TYPE_SPACE}}}Override", override)
        relations = self._relations(posixpath.join(folder, "_rels", f"{main}.rels"))
        used = {relation.get("Id") for relation in relations}
        relation = {
            "Id": next(id for id in map("rId{}".format, count(1)) if id not in used),
            "Type": _STRICT_RELATION if "purl" in words.namespace else _COMMENTS_RELATION,
            "Target": posixpath.basename(name),
        }
        etree.SubElement(relations, f"{{{_RELATION_SPACE}}}Relationship", relation)

    def _relations(self, name: str) -> Element:
        from lxml import etree

        if name not in self._package.names:
            space = {None: _RELATION_SPACE}
            self._parts[name] = etree.Element(f"{{{_RELATION_SPACE}}}Relationships", nsmap=space)
        return self._part(name)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
