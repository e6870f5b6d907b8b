"""What stands in the place of markup, and blocks of one sentence, are not held to all of prose."""

from __future__ import annotations

import pytest

from solecism.checking.reading import read_document
from solecism.detect.detector import MISSPELLING, PUNCTUATION
from solecism.documents import html, rst
from solecism.documents.document import Document
from solecism.site import Flag


def left(document: Document, site: str, kind: str) -> list[bool]:
    """Whether a flag of the first sentence still is an error where it is placed."""
    reading = read_document(document, document="a", file="a")
    flag = Flag(f"a.1:{site}:edit", "me", True, kind, 0.9)
    flagged = [
        (sentence, (flag,) if number == 0 else (), is_english)
        for number, (sentence, is_english) in enumerate(reading.sentences)
    ]
    return [each.error for each in next(iter(reading.place(flagged))).flags]


@pytest.mark.parametrize(
    ("document", "site", "is_left"),
    [
        (html.parse_text("<h1>We depend on it</h1><p>It is late.</p>"), "4-4", False),
        (html.parse_text("<p>We depend on it. It is late</p>"), "5-5", True),
        (html.parse_text("<h1>We depend on it</h1><p>It is late.</p>"), "2-2", True),
        (rst.parse_text("We depend on it\n===============\n\nIt is late.\n"), "4-4", False),
        (Document("# We depend on it\n\nIt is late.\n"), "4-4", False),
        (Document("We depend on it\n\nIt is late.\n"), "4-4", True),
    ],
)
def test_headings_need_no_full_stop(document: Document, site: str, is_left: bool) -> None:
    assert left(document, site, PUNCTUATION) == [is_left]


def test_what_stands_for_code_is_not_misspelt() -> None:
    document = rst.parse_text("We depnd on ``it`` here.\n")
    assert left(document, "1-2", MISSPELLING) == [True]
    assert left(document, "3-4", MISSPELLING) == [False]
