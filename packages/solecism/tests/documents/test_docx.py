"""Word documents: what is text, and where it is."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from lxml import etree

from solecism import documents
from solecism.documents.docx import PARAGRAPH, text_elements
from solecism.errors import InputError

INSERTED_AND_DELETED = (
    f"<w:p {nsdecls('w')}><w:r><w:t>We </w:t></w:r>"
    '<w:del w:id="1" w:author="A"><w:r><w:delText>depend of</w:delText></w:r></w:del>'
    '<w:ins w:id="2" w:author="A"><w:r><w:t>rely on</w:t></w:r></w:ins>'
    "<w:r><w:rPr><w:vanish/></w:rPr><w:t> secretly</w:t></w:r>"
    '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> them.</w:t></w:r></w:p>'
)
TEXT_BOX = (
    f"<w:p {nsdecls('w')} xmlns:mc="
    '"http://schemas.openxmlformats.org/markup-compatibility/2006">'
    "<w:r><w:t>Before</w:t></w:r><w:r><mc:AlternateContent>"
    "<mc:Choice><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent>"
    "</mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p>"
    "</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>"
    "<w:r><w:t> and behind.</w:t></w:r></w:p>"
)


def saved(document: docx.document.Document) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """The package with one file replaced or added."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for entry in old.namelist():
            if entry != name:
                new.writestr(entry, old.read(entry))
        new.writestr(name, content, compress_type=zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def labelled(document: documents.Document) -> list[tuple[str, str]]:
    """The label and text of every block."""
    return [(block.label, document.text[block.start : block.end]) for block in document.blocks]


def test_paragraphs_lists_and_cells_are_labelled_as_people_count_them() -> None:
    document = docx.Document()
    document.add_heading("On trains", 1)
    document.add_paragraph("")
    document.add_paragraph("Two words.\tA tab\nand a line.")
    table = document.add_table(2, 2)
    table.cell(1, 0).text = "In a cell."
    document.add_paragraph("An item", style="List Bullet")
    read = documents.parse(saved(document), name="essay.docx")
    assert labelled(read) == [
        ("paragraph 1", "On trains"),
        ("paragraph 2", "Two words.\tA tab\nand a line."),
        ("table 1, row 2, column 1", "In a cell."),
        ("paragraph 3", "An item"),
    ]
    assert read.text == ("On trains\n\nTwo words.\tA tab\nand a line.\n\nIn a cell.\n\nAn item")


def test_numbers_count_all_paragraph_elements() -> None:
    document = docx.Document()
    for text in ("First.", "", "Third."):
        document.add_paragraph(text)
    document.element.body.insert(3, parse_xml(TEXT_BOX))
    document.add_paragraph("Last.")
    data = saved(document)
    read = documents.parse(data, name="essay.docx")
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        root = etree.fromstring(package.read("word/document.xml"))
    paragraphs = list(root.iter(*PARAGRAPH))
    assert [block.number for block in read.blocks] == [1, 3, 4, 5, 7]
    for block in read.blocks:
        elements = text_elements(paragraphs[block.number - 1])
        assert read.text[block.start : block.end] == "".join(text for _, text in elements)
    assert labelled(read)[2:] == [
        ("paragraph 3", "Before and behind."),
        ("text box 1", "In a box."),
        ("paragraph 4", "Last."),
    ]


def test_what_was_deleted_or_hidden_is_not_text_and_what_was_inserted_is() -> None:
    document = docx.Document()
    document.element.body.insert(0, parse_xml(INSERTED_AND_DELETED))
    assert documents.parse(saved(document), name="essay.docx").text == "We rely on them."


def test_footnotes_follow_the_text() -> None:
    document = docx.Document()
    document.add_paragraph("The text.")
    space = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with zipfile.ZipFile(io.BytesIO(saved(document))) as package:
        relations = package.read("word/_rels/document.xml.rels").decode()
    footnotes = (
        f"<w:footnotes {nsdecls('w')}>"
        '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:t>--</w:t></w:r></w:p></w:footnote>'
        '<w:footnote w:id="1"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>Another.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    relation = f'<Relationship Id="n" Type="{space}/footnotes" Target="footnotes.xml"/>'
    relations = relations.replace("</Relationships>", f"{relation}</Relationships>")
    data = with_part(saved(document), "word/_rels/document.xml.rels", relations.encode())
    read = documents.parse(with_part(data, "word/footnotes.xml", footnotes.encode()), name="a.docx")
    assert labelled(read) == [
        ("paragraph 1", "The text."),
        ("footnote 1", "A note."),
        ("footnote 2", "Another."),
    ]
    assert [block.number for block in read.blocks] == [1, 0, 0]


def test_entities_are_refused() -> None:
    bomb = (
        '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        f"<w:document {nsdecls('w')}><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body>"
        "</w:document>"
    )
    data = with_part(saved(docx.Document()), "word/document.xml", bomb.encode())
    with pytest.raises(InputError, match="declares entities"):
        documents.parse(data, name="essay.docx")


def test_a_part_that_unpacks_to_too_much_is_refused() -> None:
    data = with_part(saved(docx.Document()), "word/document.xml", b" " * 25_000_000)
    with pytest.raises(InputError, match="more than 20 MB of text when unpacked"):
        documents.parse(data, name="essay.docx")


def test_a_directory_that_lies_about_the_size_is_not_believed() -> None:
    bomb = b"<a>" + b" " * 25_000_000
    data = with_part(saved(docx.Document()), "word/document.xml", bomb)
    lying = data.replace(len(bomb).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    assert lying != data
    with pytest.raises(InputError, match=r"essay\.docx: (is damaged|has more than 20 MB)"):
        documents.parse(lying, name="essay.docx")
