"""Rich Text Format: what is text, and where it is."""

from __future__ import annotations

import pytest

from solecism import documents
from solecism.errors import InputError


def blocks(body: str) -> list[tuple[str, str]]:
    """The label and text of every block of a file with this body."""
    document = documents.parse(f"{{\\rtf1\\ansi{body}}}".encode("latin-1"), name="essay.rtf")
    return [(block.label, document.text[block.start : block.end]) for block in document.blocks]


def texts(body: str) -> list[str]:
    return [text for _, text in blocks(body)]


def test_paragraphs_tabs_and_lines() -> None:
    body = r"{\b One} line.\par" "\n" r"\pard Two\tab x\line y\par\par Three \{a\} \\ b~c"
    assert blocks(body) == [
        ("paragraph 1", "One line."),
        ("paragraph 2", "Two\tx\ny"),
        ("paragraph 3", "Three {a} \\ b~c"),
    ]


def test_what_was_deleted_or_hidden_is_not_text_and_what_was_inserted_is() -> None:
    body = r" We {\deleted depend of}{\revised rely on} {\v secretly }them\v  x\v0 .{\v a\plain b}"
    assert texts(body) == ["We rely on them.b"]


def test_tables_of_fonts_fields_and_pictures_are_not_text() -> None:
    body = (
        r"{\fonttbl{\f0 Times;}}{\info{\title T}}{\*\unknown depend of{\b x}}{\header Essays}"
        r"{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}}{\pict 0a1b\bin4 {{}} ff} end."
    )
    assert texts(body) == ["a link end."]


def test_characters_of_code_pages_and_of_unicode() -> None:
    assert texts(r"\ansicpg1250 Pawe\'b3 \'9cl") == ["Paweł śl"]
    assert texts(r" caf\'e9 \u8220 ?a\u8221\'3f \uc0\u8364 5 \u-10179\u-8704 .") == [
        "café “a” €5 😀."
    ]
    assert texts(r"\ansicpg99999 caf\'e9") == ["café"]


def test_cells_footnotes_and_text_boxes_have_their_labels() -> None:
    body = (
        r" A{\footnote \pard A note.\par Its end.} b.\par"
        r"\trowd\pard\intbl one\cell two\cell\row\trowd\pard\intbl three\par four\cell\row"
        r"\pard Text.\par\trowd\intbl new\cell\row\pard {\shp{\*\shpinst{\shptxt In a box.}}} end"
    )
    assert blocks(body) == [
        ("paragraph 1", "A b."),
        ("table 1, row 1, column 1", "one"),
        ("table 1, row 1, column 2", "two"),
        ("table 1, row 2, column 1", "three\nfour"),
        ("paragraph 2", "Text."),
        ("table 2, row 1, column 1", "new"),
        ("paragraph 3", "end"),
        ("footnote 1", "A note.\nIts end."),
        ("text box 1", "In a box."),
    ]


def test_groups_that_are_never_closed_end_with_the_file() -> None:
    assert texts(r" One.{\footnote two" + "{" * 900) == ["One.", "two"]
    assert texts(r" One.}}}}}} Two.") == ["One. Two."]


def test_groups_in_groups_without_end_are_refused() -> None:
    with pytest.raises(InputError, match=r"^essay\.rtf: is damaged"):
        texts("{" * 2_000)
