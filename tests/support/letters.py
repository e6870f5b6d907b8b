"""Letters with everything in them that a word processor offers, with errors to correct."""

from __future__ import annotations

import io
import struct
import zlib

import docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.shared import Mm

from sample_documents import make_odt, packed
from word_documents import element, saved

_FOOTNOTES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>
<w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>
<w:r><w:t>He works in a museum since </w:t></w:r>
<w:r><w:rPr><w:i/></w:rPr><w:t>two years</w:t></w:r></w:p></w:footnote>
</w:footnotes>"""
_FOOTNOTES_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
_FOOTNOTES_RELATION = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
)


def small_picture() -> bytes:
    """A PNG picture of one grey dot."""

    def chunk(name: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + check

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    dots = zlib.compress(b"\x00\x80")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", dots) + chunk(b"IEND", b"")


def word_letter() -> bytes:
    """A Word letter: headings, bold, a link, lists, a table, a picture, a footnote, and changes."""
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Museum of Maps"
    document.add_heading("Informations about a visit", 1)
    first = document.add_paragraph("Dear Mrs Hall, I depend ")
    first.add_run("of").bold = True
    first.add_run(" you. See ").italic = True
    address = document.part.relate_to(
        "https://museum.example/", RELATIONSHIP_TYPE.HYPERLINK, is_external=True
    )
    first._p.append(
        element(f'<w:hyperlink r:id="{address}"><w:r><w:t>our pages</w:t></w:r></w:hyperlink>')
    )
    first._p.append(element('<w:r><w:footnoteReference w:id="1"/></w:r>'))
    soon = '<w:r><w:t xml:space="preserve"> soon.</w:t></w:r>'
    first._p.append(element(f'<w:ins w:id="9" w:author="Mei">{soon}</w:ins>'))
    first._p.append(
        element('<w:del w:id="10" w:author="Mei"><w:r><w:delText>late</w:delText></w:r></w:del>')
    )
    for item in ("He is responsible of the maps.", "She knows the town."):
        document.add_paragraph(item, style="List Bullet")
    table = document.add_table(2, 2, style="Table Grid")
    for cell, text in zip(
        [cell for row in table.rows for cell in row.cells],
        ("Day", "Plan", "Monday", "many works"),
        strict=True,
    ):
        cell.text = text
    picture = document.add_paragraph("The museum in spring")
    picture.add_run().add_picture(io.BytesIO(small_picture()), width=Mm(20))
    document.add_paragraph("Best wishes,\nMei", style="Quote")
    notes = Part(
        PackURI("/word/footnotes.xml"), _FOOTNOTES_TYPE, _FOOTNOTES.encode(), document.part.package
    )
    document.part.relate_to(notes, _FOOTNOTES_RELATION)
    return saved(document)


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def smallest_docx(body: str) -> bytes:
    """A Word file with nothing but this XML in its body."""
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r"'
            f' Type="{_OFFICE}" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body>'
            "</w:document>",
        }
    )


ODT_LETTER = make_odt(
    '<text:h text:outline-level="1">Informations about a visit</text:h>'
    '<text:p text:style-name="P1">Dear Mrs Hall, I depend <text:span text:style-name="Strong">of'
    "</text:span> you. See <text:a>our pages</text:a><text:note><text:note-citation>1"
    "</text:note-citation><text:note-body><text:p>He works in a museum since two years.</text:p>"
    "</text:note-body></text:note>.</text:p>"
    "<text:list><text:list-item><text:p>He is responsible of the maps.</text:p></text:list-item>"
    "</text:list><table:table><table:table-row><table:table-cell><text:p>many works</text:p>"
    "</table:table-cell></table:table-row></table:table>"
    "<text:p>Best wishes,<text:line-break/>Mei</text:p>"
)
