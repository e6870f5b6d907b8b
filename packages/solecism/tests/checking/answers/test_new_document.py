"""New Word documents, made of a text."""

from __future__ import annotations

import pytest

from solecism.checking.answers.word_file import new_document, paragraph_spans
from word_documents import opened


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("", []),
        (" \n\n \t\n", []),
        ("One.", ["One."]),
        ("\n  One, \ntwo. \n\n\nThree.\n", ["  One, \ntwo. ", "Three."]),
        ("One.\r\nTwo.\r\n\r\nThree.\r\n", ["One.\r\nTwo.\r", "Three.\r"]),
    ],
)
def test_blank_lines_divide_paragraphs(text: str, paragraphs: list[str]) -> None:
    assert [text[start:end] for start, end in paragraph_spans(text)] == paragraphs


def test_a_document_has_the_paragraphs_of_a_text_on_a4_paper() -> None:
    document = opened(new_document("One,\n\ttwo.\n\nTh\x07ree.", title="essay"))
    assert [each.text for each in document.paragraphs] == ["One,\n\ttwo.", "Th\ufffdree."]
    properties = document.core_properties
    assert (properties.title, properties.author, properties.comments) == ("essay", "", "")
    width, height = document.sections[0].page_width, document.sections[0].page_height
    assert width is not None
    assert height is not None
    assert (round(width.mm), round(height.mm)) == (210, 297)
