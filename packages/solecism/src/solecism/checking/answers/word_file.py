"""Word files: new ones, and others that are written again with some of their parts changed."""

from __future__ import annotations

import io
import posixpath
import re
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Self

from solecism.documents.docx import NOTES, main_part, related
from solecism.documents.office import Package, xml_text
from solecism.system.installation import explain_missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

_TYPES = "[Content_Types].xml"
_TYPE_SPACE = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATION_SPACE = "http://schemas.openxmlformats.org/package/2006/relationships"
_COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_COMMENTS_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_STRICT_RELATION = "http://purl.oclc.org/ooxml/officeDocument/relationships/comments"


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
        return self._package.saved(self._parts)

    def _part(self, name: str) -> Element:
        if name not in self._parts:
            self._parts[name] = self._package.xml(name)
        return self._parts[name]

    def _add_comments(self) -> None:
        """Add an empty part of comments, with its type and its relation to the main text."""
        from lxml import etree

        folder, main = posixpath.split(self._main)
        numbers = ("", *map(str, range(2, 1000)))
        names = (posixpath.join(folder, f"comments{number}.xml") for number in numbers)
        name = next(name for name in names if name not in self._package.names)
        words = WordNamespace.of(self.main)
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


# Lines up to the next blank line.
_PARAGRAPH = re.compile(r"^[^\S\n]*\S.*(?:\n[^\S\n]*\S.*)*", re.MULTILINE)
# The library's own date would be that of its template.
_DATE_OF_NEW = datetime(1980, 1, 1)


def paragraph_spans(text: str) -> list[tuple[int, int]]:
    """The spans of characters of the paragraphs of a text, which blank lines divide.

    >>> paragraph_spans("One.\\nTwo.\\n \\nThree.\\n")
    [(0, 9), (12, 18)]
    """
    return [match.span() for match in _PARAGRAPH.finditer(text)]


def new_document(text: str, *, title: str) -> bytes:
    """A .docx file on A4 paper with one paragraph per span, character for character.

    Each character that Word files cannot hold is replaced by another one.
    """
    with explain_missing():
        import docx
        from docx.oxml import OxmlElement
        from docx.shared import Mm
        from docx.text.paragraph import Paragraph

    document = docx.Document()
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    properties = document.core_properties
    properties.author, properties.comments, properties.title = "", "", xml_text(title)
    properties.created = properties.modified = _DATE_OF_NEW
    # The library looks for this end of the body again before each paragraph that it adds.
    end_of_body = section._sectPr
    for start, end in paragraph_spans(text):
        element = OxmlElement("w:p")
        end_of_body.addprevious(element)
        Paragraph(element, document).add_run(xml_text(text[start:end].replace("\r", " ")))
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(frozen=True, slots=True)
class WordNamespace:
    """The vocabulary of a document: the namespace of its elements and attributes."""

    namespace: str

    @classmethod
    def of(cls, element: Element) -> Self:
        """The vocabulary of the document that an element is in."""
        return cls(element.tag.partition("}")[0].lstrip("{"))

    def tag(self, name: str) -> str:
        """The full name of an element or attribute."""
        return f"{{{self.namespace}}}{name}"

    def element(self, name: str, *children: Element, **attributes: str) -> Element:
        """A new element with attributes and children."""
        from lxml import etree

        tags = {self.tag(key): value for key, value in attributes.items()}
        element = etree.Element(self.tag(name), tags, nsmap={"w": self.namespace})
        element.extend(children)
        return element

    def text(self, text: str, name: str = "t") -> Element:
        """A new element of text, with the spaces at its ends kept."""
        element = self.element(name)
        element.text = xml_text(text)
        element.set(_PRESERVE, "preserve")
        return element

    def free_numbers(self, *roots: Element) -> Iterator[int]:
        """The numbers that no element below some roots has as its id, from 1 upwards."""
        used = {element.get(self.tag("id")) for root in roots for element in root.iter("*")}
        return (number for number in count(1) if str(number) not in used)
