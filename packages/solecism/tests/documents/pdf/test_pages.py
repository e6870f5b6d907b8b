"""The process that reads PDF: limits of memory and size."""

from __future__ import annotations

import zlib

import pytest

from sample_documents import make_pdf
from solecism import documents
from solecism.documents import pdf_pages
from solecism.documents.pdf_pages import PdfProblem, read_pages
from solecism.errors import InputError


def with_content(stream: bytes) -> bytes:
    """A PDF file of one page whose content is packed twice."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
        b"<</Length %d/Filter[/FlateDecode/FlateDecode]>>stream\n" % len(stream)
        + stream
        + b"\nendstream",
    )
    bodies = (b"%d 0 obj\n%s\nendobj\n" % each for each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + b"".join(bodies) + b"trailer<</Size 5/Root 1 0 R>>\n%%EOF"


def test_a_small_file_that_unpacks_to_gigabytes_is_refused() -> None:
    packer = zlib.compressobj()
    head = packer.compress(b" ") + packer.flush(zlib.Z_FULL_FLUSH)
    megabyte = packer.compress(b" " * 1_000_000) + packer.flush(zlib.Z_FULL_FLUSH)
    data = with_content(zlib.compress(head + megabyte * 2_000))
    assert len(data) < 20_000
    with pytest.raises(InputError, match=r"^essay\.pdf: (needs too much|has no text)"):
        documents.parse(data, name="essay.pdf")


def test_pages_and_characters_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    data = make_pdf([["One."], ["Two."]])
    monkeypatch.setattr(pdf_pages, "MAX_CHARACTERS", 5)
    assert read_pages(data) == PdfProblem.LONG
    monkeypatch.setattr(pdf_pages, "MAX_CHARACTERS", 100)
    monkeypatch.setattr(pdf_pages, "MAX_PAGES", 1)
    assert read_pages(data) == PdfProblem.LONG


@pytest.mark.parametrize(
    ("code", "sign"),
    [(0x41, "A"), (0xFB03, "ffi"), (0xF0B7, "•"), (0xD800, "\ufffd"), (0xFFFFFFFF, "\ufffd")],
)
def test_characters_of_odd_fonts_become_ordinary_ones(code: int, sign: str) -> None:
    assert pdf_pages.character(code) == sign
