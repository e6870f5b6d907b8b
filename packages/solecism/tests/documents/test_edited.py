"""A document with a text that was edited elsewhere keeps all that is not text."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

import docx
import pytest
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from hypothesis import given
from hypothesis import strategies as st

from letters import ODT_LETTER, smallest_docx, word_letter
from office import converted, needs_office
from sample_documents import make_odt, make_pdf
from solecism import documents
from solecism.documents.edited import differences, editable_suffix, edited
from solecism.errors import InputError
from word_documents import document_of, opened, saved


def text_of(data: bytes, name: str = "a.docx") -> str:
    return documents.parse(data, name=name).text


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def tags_of(part: bytes) -> list[str]:
    """All tags of a part in order: what its text is in, and not the text itself."""
    tags = re.findall(r"<[^>?]*>", part.decode())
    return [tag.replace(' xml:space="preserve"', "") for tag in tags]


def style_of(paragraph: Paragraph) -> str:
    """The name of the style of a paragraph."""
    assert paragraph.style is not None
    return str(paragraph.style.name)


def corrected(text: str) -> str:
    """The letter as a writer would correct it in the page."""
    return (
        text.replace("depend of", "depend on")
        .replace("Informations", "Information")
        .replace("our pages", "our new pages")
        .replace("responsible of", "responsible for")
        .replace("many works", "a lot of work")
        .replace("museum since", "museum for")
    )


def test_a_letter_with_everything_keeps_everything_but_the_edited_words() -> None:
    before = word_letter()
    text = text_of(before)
    after = edited(before, corrected(text), file="letter.docx")
    assert text_of(after) == corrected(text) != text
    old, new = parts(before), parts(after)
    assert list(old) == list(new)
    changed = {name for name in old if old[name] != new[name]}
    assert changed == {"word/document.xml", "word/footnotes.xml"}
    for name in changed:
        assert tags_of(old[name]) == tags_of(new[name])


def test_words_take_the_format_of_those_whose_place_they_take() -> None:
    letter = opened(edited(word_letter(), corrected(text_of(word_letter())), file="letter.docx"))
    runs = {run.text: run for paragraph in letter.paragraphs for run in paragraph.runs}
    assert runs["on"].bold
    assert letter.paragraphs[0].text == "Information about a visit"
    assert style_of(letter.paragraphs[0]) == "Heading 1"
    [link] = [link for paragraph in letter.paragraphs for link in paragraph.hyperlinks]
    assert (link.text, link.address) == ("our new pages", "https://museum.example/")
    assert letter.tables[0].cell(1, 1).text == "a lot of work"
    [row] = [p for p in letter.paragraphs if style_of(p) == "List Bullet" and "maps" in p.text]
    assert row.text == "He is responsible for the maps."
    assert len(letter.inline_shapes) == 1


@pytest.mark.parametrize(
    ("new", "styles"),
    [
        ("Title\n\nOne. Two.\n\nThree.", ["Heading 1", "Normal", "Quote"]),
        ("Title\n\nOne.\n\nTwo.\n\nThree.", ["Heading 1", "Normal", "Normal", "Quote"]),
        ("Title\n\nNew.\n\nOne. Two.\n\nThree.", ["Heading 1", "Normal", "Normal", "Quote"]),
        ("Title\n\nOne. Two. Three.", ["Heading 1", "Normal"]),
        ("Title\n\nThree.", ["Heading 1", "Quote"]),
        ("Another\n\nOne. Two.\n\nThree.", ["Heading 1", "Normal", "Quote"]),
        ("Title\n\nOne. Two.\n\nThree.\n\nFour.\n", ["Heading 1", "Normal", "Quote", "Normal"]),
    ],
    ids=["none", "divided", "added", "joined", "removed", "replaced", "added at the end"],
)
def test_paragraphs_are_divided_joined_added_and_removed(new: str, styles: list[str]) -> None:
    document = docx.Document()
    document.add_heading("Title", 1)
    document.add_paragraph("One. Two.")
    document.add_paragraph("Three.", style="Quote")
    after = opened(edited(saved(document), new, file="a.docx"))
    assert [each.text for each in after.paragraphs] == new.strip().split("\n\n")
    assert [style_of(each) for each in after.paragraphs] == styles


def test_an_unchanged_text_gives_the_very_same_bytes() -> None:
    for data, name in ((word_letter(), "a.docx"), (ODT_LETTER, "a.odt")):
        text = text_of(data, name)
        assert edited(data, text, file=name) is data
        assert edited(data, text.replace("\n", "\r\n") + "\n", file=name) is data


def test_a_paragraph_with_a_picture_stays_when_its_text_is_removed() -> None:
    text = text_of(word_letter())
    [caption] = [each for each in text.split("\n\n") if each.startswith("The museum in")]
    letter = opened(edited(word_letter(), text.replace(f"{caption}\n\n", ""), file="a.docx"))
    assert caption not in [each.text for each in letter.paragraphs]
    assert len(letter.inline_shapes) == 1


def test_a_cell_whose_text_is_removed_keeps_its_paragraph() -> None:
    text = text_of(word_letter())
    after = edited(word_letter(), text.replace("many works\n\n", ""), file="a.docx")
    table = opened(after).tables[0]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["Day", "Plan"],
        ["Monday", ""],
    ]
    assert all(len(cell.paragraphs) == 1 for row in table.rows for cell in row.cells)


def test_the_end_of_a_section_stays_at_the_end_of_its_paragraph() -> None:
    section = '<w:pPr><w:sectPr><w:type w:val="nextPage"/></w:sectPr></w:pPr>'
    data = saved(
        document_of(f"{section}<w:r><w:t>One. Two.</w:t></w:r>", "<w:r><w:t>B</w:t></w:r>")
    )
    after = opened(edited(data, "One.\n\nTwo.\n\nB", file="a.docx"))
    found = [bool(each._p.findall(f".//{qn('w:sectPr')}")) for each in after.paragraphs]
    assert found == [False, True, False]


def _box(text: str, second: str) -> str:
    return (
        '<w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/'
        'markup-compatibility/2006"><mc:Choice Requires="wps"><w:txbxContent>'
        f"{text}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>"
        f"{second}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>"
    )


def test_both_versions_of_a_text_box_are_edited() -> None:
    paragraph = "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>I depend of it.</w:t></w:r></w:p>"
    other = "<w:p><w:r><w:t>A drawing.</w:t></w:r></w:p>"
    boxes = _box(paragraph, paragraph) + _box(paragraph, other)
    before = saved(document_of(f"<w:r><w:t>Before.</w:t></w:r>{boxes}"))
    text = text_of(before)
    after = edited(before, text.replace("depend of", "depend on"), file="a.docx")
    old, new = (parts(each)["word/document.xml"].decode() for each in (before, after))
    # A second version with a text of its own stays as it is.
    assert old.count("I depend of it.") == 3
    assert new == old.replace("I depend of it.", "I depend on it.")
    one = saved(document_of(_box(paragraph, paragraph)))
    longer = parts(edited(one, f"{text_of(one)}\n\nMore.", file="a.docx"))
    assert longer["word/document.xml"].count(b"More.") == 2


def test_line_ends_and_tabs_are_signs_of_the_format() -> None:
    word = saved(document_of("<w:r><w:t>One two</w:t></w:r>"))
    new = "One\ntwo\tand  three"
    after = opened(edited(word, new, file="a.docx"))
    assert text_of(saved(after)) == new
    assert len(after.paragraphs[0]._p.findall(f".//{qn('w:br')}")) == 1
    odt = edited(make_odt("<text:p>One two</text:p>"), new, file="a.odt")
    assert text_of(odt, "a.odt") == new
    content = parts(odt)["content.xml"]
    assert b'One<text:line-break/>two<text:tab/>and <text:s text:c="1"/>three' in content


def test_an_opendocument_letter_keeps_everything_but_the_edited_words() -> None:
    text = text_of(ODT_LETTER, "letter.odt")
    after = edited(ODT_LETTER, corrected(text), file="letter.odt")
    assert text_of(after, "letter.odt") == corrected(text) != text
    old, new = parts(ODT_LETTER), parts(after)
    assert {name for name in old if old[name] != new[name]} == {"content.xml"}
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        first = archive.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    assert tags_of(old["content.xml"]) == tags_of(new["content.xml"])
    assert b'<text:span text:style-name="Strong">on</text:span>' in new["content.xml"]


def test_a_new_item_of_an_opendocument_list_is_an_item() -> None:
    items = "".join(
        f"<text:list-item><text:p>{each}</text:p></text:list-item>" for each in ("one", "two")
    )
    data = make_odt(f"<text:list>{items}</text:list><text:p>End.</text:p>")
    after = edited(data, "one\n\none and a half\n\ntwo\n\nEnd.", file="a.odt")
    assert parts(after)["content.xml"].count(b"<text:list-item>") == 3
    after = edited(data, "End.", file="a.odt")
    assert b"<text:list" not in parts(after)["content.xml"]


def test_an_empty_document_takes_a_text() -> None:
    for data, name in ((saved(docx.Document()), "a.docx"), (make_odt("<text:p/>"), "a.odt")):
        assert text_of(edited(data, "One.\n\nTwo.", file=name), name) == "One.\n\nTwo."
        full = edited(data, "One.\n\nTwo.", file=name)
        assert text_of(edited(full, "", file=name), name) == ""


def test_characters_that_xml_cannot_hold_are_replaced() -> None:
    data = saved(document_of("<w:r><w:t>One.</w:t></w:r>"))
    assert text_of(edited(data, "One\x07.", file="a.docx")) == "One\ufffd."


def test_only_word_and_opendocument_files_are_edited() -> None:
    assert editable_suffix(word_letter(), "Letter.DOCX") == ".docx"
    assert editable_suffix(word_letter(), "letter") == ".docx"
    assert editable_suffix(word_letter(), "letter.docm") == ".docm"
    assert editable_suffix(ODT_LETTER, "letter.odt") == ".odt"
    pdf = make_pdf([["One."]])
    assert editable_suffix(pdf, "a.pdf") == editable_suffix(b"One.", "a.docx") == ""
    with pytest.raises(InputError, match="has no format that could be kept"):
        edited(pdf, "One.", file="a.pdf")


WORDS = st.lists(st.sampled_from(["a", "big", "cat.", "dog", "ran", "\n", "\t"]), max_size=6)
PARAGRAPHS = st.lists(WORDS.map(" ".join), max_size=6)


def as_read(text: str) -> str:
    """A text as it is read from a document: without blank lines and space around paragraphs."""
    each = (part.strip() for part in re.split(r"\n(?:[^\S\n]*\n)+", text))
    return "\n\n".join(part for part in each if part)


def squeezed(text: str) -> list[list[str]]:
    """The words of each paragraph: spaces at its ends may be lost in one format."""
    return [part.split() for part in as_read(text).split("\n\n")]


def _run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def _span(text: str) -> str:
    return f"<text:span>{text}</text:span>"


@given(old=PARAGRAPHS, new=PARAGRAPHS, keep=st.integers(0, 6), splits=st.integers(1, 3))
def test_the_text_that_is_read_is_the_text_that_was_written(
    old: Sequence[str], new: Sequence[str], keep: int, splits: int
) -> None:
    pieces = [[each[n : n + splits] for n in range(0, len(each), splits)] for each in old]
    word = "".join(f"<w:p>{''.join(map(_run, each))}</w:p>" for each in pieces)
    office = "".join(f"<text:p>{''.join(map(_span, each))}</text:p>" for each in pieces)
    text = "\n\n".join([*new[:keep], *old, *new[keep:]][: len(new) + keep])
    for data, name in (
        (smallest_docx(word), "a.docx"),
        (make_odt(office), "a.odt"),
    ):
        after = edited(data, text, file=name)
        assert squeezed(text_of(after, name)) == squeezed(text)
        again = edited(after, text_of(data, name), file=name)
        assert squeezed(text_of(again, name)) == squeezed(text_of(data, name))


@given(st.text("ab .\n", max_size=40), st.text("ab .\n", max_size=40))
def test_the_differences_of_two_texts_make_one_of_the_other(old: str, new: str) -> None:
    text, place = "", 0
    for edit in differences(old, new):
        assert place <= edit.start <= edit.end <= len(old)
        text += old[place : edit.start] + edit.text
        place = edit.end
    assert text + old[place:] == new


def test_long_texts_without_a_sentence_in_common_are_compared_in_bounded_work() -> None:
    old, new = ("".join(f"{word} {n % 90}. " for n in range(40_000)) for word in ("a", "b"))
    edits = list(differences(old, new))
    assert "".join(edit.text for edit in edits) != ""


@needs_office
def test_libreoffice_shows_the_corrected_letter(tmp_path: Path) -> None:
    text = text_of(word_letter())
    path = tmp_path / "letter.docx"
    path.write_bytes(edited(word_letter(), corrected(text), file="letter.docx"))
    shown = converted(path, "txt").read_text(encoding="utf-8-sig")
    for words in ("Information about a visit", "depend on you", "our new pages", "a lot of work"):
        assert words in shown
    odt = converted(path, "odt").read_bytes()
    written = edited(odt, text_of(odt, "a.odt").replace("depend on", "count on"), file="a.odt")
    (tmp_path / "again.odt").write_bytes(written)
    shown = converted(tmp_path / "again.odt", "txt").read_text(encoding="utf-8-sig")
    assert "count on you" in shown
