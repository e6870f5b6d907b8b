"""PDF: lines are joined to sentences, and every line keeps its place."""

from __future__ import annotations

import io
from pathlib import Path
from textwrap import wrap

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

from sample_documents import make_pdf
from solecism import documents
from solecism.documents import pdf
from solecism.errors import InputError

SUMMER = (
    "When I was a child, we spent every summer in the village of my grandmother. Nobody there "
    "had a car, so we depended of the old bus that came on Tuesdays and brought the newspapers."
)


def in_columns(texts: list[str], n_columns: int) -> bytes:
    """Paragraphs of the same words in columns, with a header and a page number on each page."""
    stream = io.BytesIO()
    template = BaseDocTemplate(stream, pagesize=A4, invariant=1)
    width = (A4[0] - 100) / n_columns
    frames = [Frame(50 + width * n, 60, width - 10, A4[1] - 160) for n in range(n_columns)]

    def decorate(canvas: Canvas, document: BaseDocTemplate) -> None:
        canvas.drawString(60, A4[1] - 40, "English, class 3b")
        canvas.drawString(60, 30, f"Page {document.page} of 2")

    template.addPageTemplates(PageTemplate(frames=frames, onPage=decorate))
    style = getSampleStyleSheet()["BodyText"]
    template.build([Paragraph(text, style) for text in texts])
    return stream.getvalue()


@pytest.mark.parametrize("n_columns", [1, 2, 3])
def test_paragraphs_come_back_whole_from_columns_and_pages(n_columns: int) -> None:
    texts = [f"Number {number}. {SUMMER}" for number in range(40)]
    document = documents.parse(in_columns(texts, n_columns), name="essay.pdf")
    # A sentence that ends with its column or page may end its paragraph there as well.
    assert document.text.replace("\n\n", " ") == " ".join(texts)
    assert all("page 1, line " in block.label for block in document.blocks[:40])
    assert document.blocks[-1].label.startswith("page 2, line ")


def test_words_that_were_divided_are_joined() -> None:
    lines = ["We talked about the responsi-", "bilities of the well-", "known mother-in-", "law."]
    document = documents.parse(make_pdf([lines]), name="essay.pdf")
    assert document.text == "We talked about the responsibilities of the well-known mother-in-law."
    place = document.block_at(document.text.index("bilities"))
    assert place is not None
    assert place.label == "page 1, line 2"


def test_lines_that_the_writer_ended_stay_apart() -> None:
    lines = ["Dear Kim,", "", *wrap(SUMMER, 75), "Yours,", "Sam"]
    document = documents.parse(make_pdf([lines]), name="letter.pdf")
    assert document.text.split("\n\n") == ["Dear Kim,", SUMMER, "Yours,", "Sam"]


def test_a_sentence_runs_over_pages_but_not_into_page_numbers() -> None:
    pages = [[SUMMER[:76], *[""] * 47, "1"], [SUMMER[76:150], *[""] * 47, "2"]]
    document = documents.parse(make_pdf(pages), name="essay.pdf")
    assert document.text == SUMMER[:150]
    assert [block.label for block in document.blocks] == ["page 1, line 1", "page 2, line 1"]


def test_small_numbers_behind_words_are_those_of_footnotes() -> None:
    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=True)
    line = canvas.beginText(72, 700)
    for text, size, rise in (("It rains", 12, 0), ("12", 7, 5), (" in 2026 and B2B.", 12, 0)):
        line.setFont("Helvetica", size)
        line.setRise(rise)
        line.textOut(text)
    canvas.drawText(line)
    canvas.save()
    document = documents.parse(stream.getvalue(), name="essay.pdf")
    assert document.text == "It rains in 2026 and B2B."


def test_a_password_is_told() -> None:
    with pytest.raises(InputError, match=r"^essay\.pdf: is protected by a password\."):
        documents.parse(make_pdf([["Text."]], password="secret"), name="essay.pdf")


def test_pages_without_text_are_told() -> None:
    with pytest.raises(InputError, match=r"^scan\.pdf: has no text, only pictures of pages\."):
        documents.parse(make_pdf([[""]]), name="scan.pdf")


def test_a_damaged_file_is_told() -> None:
    with pytest.raises(InputError, match=r"^essay\.pdf: is damaged"):
        documents.parse(b"%PDF-1.4\nnothing more", name="essay.pdf")


def test_modules_in_the_current_folder_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('somebody else')")
    monkeypatch.chdir(tmp_path)
    assert documents.parse(make_pdf([["Text."]]), name="essay.pdf").text == "Text."


def test_what_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_SECONDS", 0.001)
    with pytest.raises(InputError, match=r"^essay\.pdf: needs too much time or memory"):
        documents.parse(make_pdf([["Text."]]), name="essay.pdf")
