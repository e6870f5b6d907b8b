"""Word files written again: changed parts and all others."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from sample_documents import packed
from solecism.checking.answers.word_file import WordFile
from solecism.documents import office
from solecism.errors import InputError
from word_documents import answered, document_of, opened, saved

STRICT = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": (
        "http://purl.oclc.org/ooxml/wordprocessingml/main"
    ),
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": (
        "http://purl.oclc.org/ooxml/officeDocument/relationships"
    ),
}
ESSAY = saved(document_of("<w:r><w:t>I depend of you.</w:t></w:r>"))


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_all_parts_without_an_answer_stay_byte_for_byte() -> None:
    old, new = members(ESSAY), members(answered(ESSAY))
    changed = {name for name in old if old[name] != new[name]}
    assert changed <= {
        "[Content_Types].xml",
        "word/document.xml",
        "word/_rels/document.xml.rels",
    }
    assert set(new) - set(old) == {"word/comments.xml"}


def test_a_document_of_the_strict_standard_gets_comments_in_its_own_namespace() -> None:
    parts = members(ESSAY)
    for old, new in STRICT.items():
        parts = {name: part.replace(old.encode(), new.encode()) for name, part in parts.items()}
    answer = members(answered(packed(parts), is_tracked=True))
    assert b"purl.oclc.org/ooxml/wordprocessingml/main" in answer["word/comments.xml"]
    assert b"schemas.openxmlformats.org/wordprocessingml" not in answer["word/document.xml"]
    relations = answer["word/_rels/document.xml.rels"]
    assert b"purl.oclc.org/ooxml/officeDocument/relationships/comments" in relations


def test_a_part_with_the_name_of_the_comments_that_belongs_to_nothing_stays() -> None:
    data = answered(packed({**members(ESSAY), "word/comments.xml": b"<other/>"}))
    assert members(data)["word/comments.xml"] == b"<other/>"
    assert len(list(opened(data).comments)) == 1


def test_a_file_that_is_too_large_when_unpacked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office, "_MAX_BYTES", 20_000)
    with pytest.raises(InputError, match=r"d\.docx: has more than 0 MB when unpacked"):
        WordFile(ESSAY, "d.docx").saved()


def test_a_damaged_file_gives_our_error_or_an_answer() -> None:
    randomly = random.Random(7)
    n_refused = 0
    for _ in range(150):
        data = bytearray(ESSAY)
        for _ in range(randomly.randint(1, 30)):
            data[randomly.randrange(len(data))] = randomly.randrange(256)
        try:
            answered(bytes(data))
        except InputError:
            n_refused += 1
    assert n_refused > 50
