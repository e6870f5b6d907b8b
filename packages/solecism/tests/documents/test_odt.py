"""OpenDocument texts: what is text, and where it is."""

from __future__ import annotations

import pytest

from sample_documents import make_odt, packed
from solecism import documents
from solecism.errors import InputError

BODY = (
    "<text:tracked-changes><text:changed-region><text:deletion><text:p>depend of</text:p>"
    "</text:deletion></text:changed-region></text:tracked-changes>"
    "<text:h>On trains</text:h><text:p/>"
    "<text:p>Two<text:s text:c='2'/>words,<text:tab/>a <text:span>tab</text:span>\n and"
    "<text:line-break/>a line.<text:note><text:note-citation>1</text:note-citation>"
    "<text:note-body><text:p>A note.</text:p></text:note-body></text:note> More."
    "<office:annotation><text:p>A comment.</text:p></office:annotation></text:p>"
    "<text:list><text:list-item><text:p>An item</text:p></text:list-item></text:list>"
    "<table:table><table:table-header-rows><table:table-row><table:table-cell/>"
    "</table:table-row></table:table-header-rows><table:table-row><table:table-cell/>"
    "<table:table-cell><text:p>In a cell.</text:p></table:table-cell></table:table-row>"
    "</table:table>"
    "<text:p>Before<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box>"
    "</draw:frame> and behind.</text:p>"
)


def test_every_part_has_its_text_and_label() -> None:
    document = documents.parse(make_odt(BODY), name="essay.odt")
    blocks = [(block.label, document.text[block.start : block.end]) for block in document.blocks]
    assert blocks == [
        ("paragraph 1", "On trains"),
        ("paragraph 2", "Two  words,\ta tab  and\na line. More."),
        ("paragraph 3", "An item"),
        ("table 1, row 2, column 2", "In a cell."),
        ("paragraph 4", "Before and behind."),
        ("text box 1", "In a box."),
        ("note 1", "A note."),
    ]


def test_a_count_of_spaces_that_is_no_sensible_number_does_no_harm() -> None:
    body = f"<text:p>a<text:s text:c='{'9' * 5000}'/>b<text:s text:c='x'/>c</text:p>"
    assert documents.parse(make_odt(body), name="essay.odt").text == f"a{' ' * 99}b c"


def test_a_password_is_told() -> None:
    encrypted = packed(
        {"content.xml": b"\x01\x02", "META-INF/manifest.xml": "<a><encryption-data/></a>"}
    )
    with pytest.raises(InputError, match=r"^essay\.odt: is protected by a password\."):
        documents.parse(encrypted, name="essay.odt")


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
    data = make_odt("<text:p>&a;&b;</text:p>", head=bomb)
    with pytest.raises(InputError, match="declares entities"):
        documents.parse(data, name="essay.odt")
