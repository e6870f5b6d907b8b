"""Reading by content and by name, and what is said about files that cannot be read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from sample_documents import make_docx, make_odt, make_pdf, one_of_each, packed
from solecism import documents
from solecism.documents import reading
from solecism.errors import InputError

TEXT = ["One short paragraph.", "Another one."]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)


@pytest.mark.parametrize("name", sorted(one_of_each(TEXT)))
def test_every_kind_of_file_has_the_same_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(one_of_each(TEXT)[name])
    assert documents.read(path).text.split() == " ".join(TEXT).split()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (make_pdf([TEXT]), "essay.docx"),
        (make_docx(TEXT), "essay.txt"),
        (make_docx(TEXT), "essay.doc"),
        (make_docx(TEXT), "essay.pdf"),
        (make_odt("<text:p>One short paragraph.</text:p>"), "essay.docx"),
        (rb"{\rtf1 One short paragraph.}", "essay.doc"),
        (b"<html><body>One short paragraph.", "essay.docx"),
        (b"One short paragraph.", "essay.doc"),
        (b"One short paragraph. %PDF-1.4 begins a file.", "essay.txt"),
        (b"\r\n" + make_pdf([TEXT]), "essay.txt"),
        (b"From a mail:\n" + make_pdf([TEXT]), "essay.pdf"),
    ],
)
def test_a_wrong_ending_does_no_harm(data: bytes, name: str) -> None:
    assert documents.parse(data, name=name).text.strip().startswith(TEXT[0])


@pytest.mark.parametrize(
    ("data", "name", "problem"),
    [
        (OLE, "essay.doc", "is an old Word document, which cannot be read. Save it as .docx."),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "essay.docx", "is protected by a password. "
         "Save it without one."),
        (packed({"Index/Document.iwa": b"x"}), "essay.pages", "is a Pages document, which cannot be"
         " read. Save it as .docx."),
        (packed({"a.txt": b"x"}), "essay.zip", "is an archive, but not a text document. Give the "
         "files in it."),
        (b"PK\3\4 and no more", "essay.odt", "is damaged, and cannot be read. Open it in an office "
         "program and save it again."),
        (make_docx(TEXT)[:9000], "essay.docx", "is damaged, and cannot be read. Open it in an "
         "office program and save it again."),
        (packed({"_rels/.rels": "<a/>", "word/x": ""}), "essay.docx", "is damaged, and cannot be "
         "read. Open it in an office program and save it again."),
        (b"Plain text.", "essay.docx", "is not a Word document, although its name says so. Is the "
         "file complete?"),
        (b"", "essay.pdf", "is empty. Is the file complete?"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_in_one_line(data: bytes, name: str, problem: str) -> None:
    with pytest.raises(InputError) as raised:
        documents.parse(data, name=name)
    assert str(raised.value) == f"{name}: {problem}"


@pytest.mark.parametrize(
    ("name", "data", "limit"),
    [
        ("essay.html", b"<p>One", 20),
        ("essay.txt", b"\x92", 20),
        ("essay.rtf", rb"{\rtf1 One", 50),
        ("essay.pdf", b"%PDF-", 200),
    ],
)
def test_large_files_are_refused(name: str, data: bytes, limit: int, tmp_path: Path) -> None:
    path = tmp_path / name
    with path.open("wb") as stream:
        stream.write(data)
        stream.truncate(limit * 1_000_000 + 1)
    with pytest.raises(InputError, match=rf"{name}: is larger than {limit} MB\. Divide the "):
        documents.read(path)


def test_endless_paragraphs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_PARAGRAPH", 10)
    with pytest.raises(InputError, match=r"^a\.rtf: a paragraph has more than"):
        documents.parse(rb"{\rtf1 One short paragraph.}", name="a.rtf")


def test_packed_pages_are_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "page.html.gz"
    path.write_bytes(gzip.compress(b"<p>One short paragraph."))
    assert documents.read(path).text.strip() == TEXT[0]


def test_markup_can_be_read_as_text() -> None:
    assert documents.parse(b"<p>One.", name="a.html", markup=False).text == "<p>One."


@pytest.mark.parametrize("name", ["essay.txt", "essay.md", "-"])
def test_plain_text_in_utf_8_is_left_to_be_read_line_by_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("Café.", encoding="utf-8")
    assert documents.read_unless_plain(name) is None
