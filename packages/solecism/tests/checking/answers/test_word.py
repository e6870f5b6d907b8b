"""Answers in Word documents: what is said where, and that nothing else changes."""

from __future__ import annotations

import re
import zipfile
from datetime import datetime
from pathlib import Path

import docx
import pytest
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml.ns import qn
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree

from office import accepted_text, converted, needs_office
from solecism import documents
from solecism.checking.answers.answered_files import (
    AnswerOptions,
    answer_in_document,
    answer_to_text,
)
from solecism.checking.answers.word_comments import make_answer
from solecism.checking.suggested_edits import fixed_text
from solecism.errors import InputError
from word_documents import answered, checked_text, document_of, element, opened, saved

ESSAY = (
    "We depend of our neighbours. In the evening I listen music.\n\n"
    "My parents never discuss about money, and I work in home.\nThey depend of me."
)


def text_of(data: bytes) -> str:
    return documents.parse(data, name="d.docx").text


def fixed(text: str) -> str:
    return "".join(fixed_text(checked_text(text)))


def comments_of(data: bytes) -> list[str]:
    return [comment.text for comment in opened(data).comments]


def test_a_comment_says_what_is_wrong_what_to_write_and_how_sure_that_is() -> None:
    data = answered(saved(document_of("<w:r><w:t>I depend of you.</w:t></w:r>")))
    [comment] = opened(data).comments
    assert (comment.author, comment.initials, comment.timestamp) == ("Solecism", "S", None)
    title, reason, advice, certainty = comment.text.split("\n")
    assert title == "Wrong preposition"
    assert reason.startswith('Native writers write "depend on"')
    assert (advice, certainty) == ('Write "on" (80%) or "upon" (10%).', "90% sure.")
    assert comment.paragraphs[0].runs[-1].bold


@pytest.mark.parametrize("is_tracked", [False, True])
def test_accepted_changes_give_the_fixed_text(is_tracked: bool) -> None:
    document = docx.Document()
    for text in ESSAY.split("\n\n"):
        document.add_paragraph(text)
    data = answered(saved(document), is_tracked=is_tracked)
    assert text_of(saved(document)) == ESSAY
    assert text_of(data) == (fixed(ESSAY) if is_tracked else ESSAY)
    assert fixed(ESSAY) != ESSAY
    assert len(comments_of(data)) == 5


@settings(max_examples=20)
@example(" \nc")
@given(st.text("depnof listumc.,\n\r\t\x07", max_size=30))
def test_a_text_becomes_a_document_with_the_same_paragraphs(noise: str) -> None:
    text = f"{noise}\n\nI depend of you, and I listen music.{noise}"
    checked = checked_text(text)
    options = AnswerOptions(is_tracked=True)
    data = answer_to_text(text, make_answer(checked), options, file="d.txt")
    plain = "".join(fixed_text(checked)).replace("\r", " ").replace("\x07", "\ufffd")
    # Blank lines before the first paragraph are no part of it.
    plain = re.sub(r"\A(?:[^\S\n]*\n)+", "", plain)
    paragraphs = [part.strip("\n") for part in re.split(r"\n(?:\s*\n)+|\n\s*\Z", plain)]
    assert text_of(data).split("\n\n") == [part for part in paragraphs if part.strip()]


def test_the_same_input_gives_the_same_bytes_and_the_date_is_the_one_given() -> None:
    options = AnswerOptions(is_tracked=True, date=datetime(2026, 3, 1, 8, 30))
    checked = checked_text(ESSAY)
    first, second = (
        answer_to_text(ESSAY, make_answer(checked), options, file="d") for _ in range(2)
    )
    assert first == second
    dates = {comment.timestamp for comment in opened(first).comments}
    assert [date and date.replace(tzinfo=None) for date in dates] == [options.date]
    [inserted, *_] = opened(first).element.iter(qn("w:ins"))
    assert inserted.get(qn("w:date")) == "2026-03-01T08:30:00Z"


def test_comments_and_changes_of_other_people_stay() -> None:
    document = document_of(
        "<w:r><w:t>I depend </w:t></w:r>"
        '<w:ins w:id="1" w:author="Anna"><w:r><w:t>of you. </w:t></w:r></w:ins>'
        '<w:del w:id="2" w:author="Anna"><w:r><w:delText>Never.</w:delText></w:r></w:del>'
    )
    paragraph = document.paragraphs[0]
    document.add_comment(paragraph.runs[:1], "Who?", author="Anna", initials="A")
    data = answered(saved(document), is_tracked=True)
    comments = list(opened(data).comments)
    assert [(each.comment_id, each.author) for each in comments] == [(0, "Anna"), (1, "Solecism")]
    body = opened(data).element
    authors = [each.get(qn("w:author")) for each in body.iter(qn("w:ins"), qn("w:del"))]
    assert authors.count("Anna") == 3
    assert text_of(data) == "I depend on you. "


def test_a_comment_on_a_footnote_stands_at_its_sign() -> None:
    data = answered(with_footnote("They depend of me."))
    [comment] = comments_of(data)
    assert comment.split("\n")[1] == 'In footnote 1: "of".'
    [end] = opened(data).element.iter(qn("w:commentRangeEnd"))
    assert end.getprevious().find(qn("w:footnoteReference")) is not None
    assert text_of(answered(with_footnote("They depend of me."), is_tracked=True)).endswith(
        "They depend on me."
    )


def with_footnote(text: str) -> bytes:
    document = document_of(
        '<w:r><w:t>All is well.</w:t></w:r><w:r><w:footnoteReference w:id="3"/></w:r>'
    )
    note = f'<w:footnote w:id="3"><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:footnote>'
    root = element(f"<w:footnotes>{note}</w:footnotes>")
    part = Part(
        PackURI("/word/footnotes.xml"),
        CONTENT_TYPE.WML_FOOTNOTES,
        etree.tostring(root),
        document.part.package,
    )
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    return saved(document)


def test_a_comment_on_a_text_box_stands_at_the_box() -> None:
    box = "<w:txbxContent><w:p><w:r><w:t>They depend of me.</w:t></w:r></w:p></w:txbxContent>"
    data = answered(saved(document_of(f"<w:r><w:t>All is well.</w:t><w:pict>{box}</w:pict></w:r>")))
    [comment] = comments_of(data)
    assert comment.split("\n")[1] == 'In text box 1: "of".'
    [start] = opened(data).element.iter(qn("w:commentRangeStart"))
    assert start.getnext().find(qn("w:pict")) is not None


def test_a_document_without_findings_stays_as_it_is() -> None:
    data = saved(document_of("<w:r><w:t>All is well.</w:t></w:r>"))
    assert answered(data) == data


def test_a_document_that_has_changed_since_it_was_checked_is_refused() -> None:
    data = saved(document_of("<w:r><w:t>All is well.</w:t></w:r>"))
    with pytest.raises(InputError, match=r"d\.docx: has changed while it was checked"):
        answer_in_document(data, "Other.", make_answer([]), AnswerOptions(), file="d.docx")


@needs_office
def test_libreoffice_shows_the_comments_and_accepts_the_changes(tmp_path: Path) -> None:
    document = document_of(
        '<w:r><w:t xml:space="preserve">They depend </w:t></w:r><w:hyperlink w:anchor="top">'
        "<w:r><w:rPr><w:b/></w:rPr><w:t>of me</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t></w:r>",
        '<w:r><w:t xml:space="preserve">I depend </w:t></w:r><w:ins w:id="1" w:author="Anna">'
        "<w:r><w:t>of you and listen music.</w:t></w:r></w:ins>"
        '<w:del w:id="2" w:author="Anna"><w:r><w:delText> Never.</w:delText></w:r></w:del>',
    )
    document.add_comment(document.paragraphs[0].runs[0], "Who?", author="Anna", initials="A")
    document.add_table(1, 1).cell(0, 0).text = "We discuss about it."
    path = tmp_path / "essay.docx"
    path.write_bytes(answered(saved(document), is_tracked=True))
    with zipfile.ZipFile(converted(path, "odt")) as archive:
        content = archive.read("content.xml").decode()
    annotations = re.findall(r"<office:annotation .*?</office:annotation>", content)
    creators = [re.findall("<dc:creator>(.*?)</dc:creator>", each)[0] for each in annotations]
    assert creators == ["Anna", *["Solecism"] * 4]
    assert "Wrong preposition" in annotations[1]
    changes = re.findall(r"<text:(insertion|deletion)>.*?<dc:creator>(.*?)</dc:creator>", content)
    assert sorted(change for change in changes if change[1] == "Solecism") == [
        ("deletion", "Solecism"),
        ("deletion", "Solecism"),
        ("deletion", "Solecism"),
        ("insertion", "Solecism"),
        ("insertion", "Solecism"),
        ("insertion", "Solecism"),
    ]
    assert accepted_text(path).splitlines() == [
        "They depend on me.",
        "I depend on you and listen to music.",
        "We discuss it.",
    ]
