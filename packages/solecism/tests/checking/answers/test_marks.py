"""Comments and tracked changes in a paragraph with formats, links, fields and others' changes."""

from __future__ import annotations

from itertools import count
from typing import Any

from docx.oxml.ns import qn
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from solecism.checking.answers.paragraph_marks import ChangeElements, CommentRange, mark_paragraph
from solecism.checking.answers.word_file import WordNamespace
from solecism.checking.suggested_edits import TextChange, apply_changes
from solecism.documents.docx import text_elements
from word_documents import AUTHOR, element, rejected

TEXTS = st.text("ab ", min_size=1, max_size=4).map(
    lambda text: f'<w:t xml:space="preserve">{text}</w:t>'
)
OTHER = st.sampled_from(
    [
        "<w:tab/>",
        "<w:br/>",
        '<w:fldChar w:fldCharType="separate"/>',
        "<w:instrText>PAGE</w:instrText>",
        '<w:footnoteReference w:id="2"/>',
    ]
)
FORMATS = st.sampled_from(["", "<w:rPr><w:b/></w:rPr>", "<w:rPr><w:i/></w:rPr>"])
RUNS = st.builds(
    lambda format, parts: f"<w:r>{format}{''.join(parts)}</w:r>",
    FORMATS,
    st.lists(st.one_of(TEXTS, TEXTS, OTHER), min_size=1, max_size=3),
)
FORMULA = st.just("<m:oMath><m:r><m:t>n</m:t></m:r></m:oMath>")
CONTAINERS = st.sampled_from(
    [
        '<w:hyperlink r:id="rId4">{}</w:hyperlink>',
        '<w:ins w:id="5" w:author="Anna">{}</w:ins>',
        '<w:moveTo w:id="6" w:author="Anna">{}</w:moveTo>',
        '<w:del w:id="7" w:author="Anna">{}</w:del>',
        '<w:fldSimple w:instr="PAGE">{}</w:fldSimple>',
        "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>",
    ]
)
CONTAINED = st.builds(
    lambda container, runs: container.format("".join(runs)),
    CONTAINERS,
    st.lists(RUNS, min_size=1, max_size=3),
)
PARAGRAPHS = st.lists(st.one_of(RUNS, RUNS, CONTAINED, FORMULA), min_size=1, max_size=6).map(
    lambda parts: element(f"<w:p><w:pPr/>{''.join(parts)}</w:p>")
)


def text_of(paragraph: Any) -> str:
    return "".join(text for _, text in text_elements(paragraph))


def formats(paragraph: Any) -> list[tuple[str, list[str], list[str]]]:
    """Each visible character, the names of its format, and those of what is around its run."""
    characters = []
    for child, text in text_elements(paragraph):
        run = child.getparent()
        properties = run.find(qn("w:rPr")) if run.tag == qn("w:r") else None
        names = [] if properties is None else [each.tag for each in properties]
        around = [above.tag for above in run.iterancestors() if above.get(qn("w:author")) != AUTHOR]
        characters += [(character, names, around) for character in text]
    return characters


def others(paragraph: Any) -> list[str]:
    """Everything in the runs of a paragraph that is not text, in order."""
    tags = (qn("w:fldChar"), qn("w:instrText"), qn("w:footnoteReference"))
    return [etree.QName(each).localname for each in paragraph.iter(*tags)]


def marked(paragraph: Any, comments: list[CommentRange], changes: list[TextChange]) -> Any:
    words = WordNamespace.of(paragraph)
    elements = ChangeElements(words, {"author": AUTHOR}, count(100))
    mark_paragraph(paragraph, comments, changes, elements)
    return paragraph


@st.composite
def marks(draw: st.DrawFn, size: int) -> tuple[list[CommentRange], list[TextChange]]:
    places = sorted(draw(st.lists(st.integers(0, size), max_size=8)))
    spans = list(zip(places[::2], places[1::2], strict=False))
    texts = [draw(st.sampled_from(["", "new", "new ", " new"])) for _ in spans]
    changes = [TextChange(*span, text) for span, text in zip(spans, texts, strict=True)]
    comments = [CommentRange(*span, 10 + n) for n, span in enumerate(spans) if span[0] < span[1]]
    return comments, changes


@given(st.data(), PARAGRAPHS)
def test_accepted_changes_give_the_new_text_and_rejected_ones_the_old_paragraph(
    data: st.DataObject, paragraph: Any
) -> None:
    text, before, things = text_of(paragraph), formats(paragraph), others(paragraph)
    comments, changes = data.draw(marks(len(text)))
    if not text:
        return
    marked(paragraph, comments, changes)
    assert text_of(paragraph) == apply_changes(text, changes)
    assert formats(rejected(paragraph)) == before
    assert others(paragraph) == things


@given(st.data(), PARAGRAPHS)
def test_a_comment_covers_its_characters_and_nothing_else_changes(
    data: st.DataObject, paragraph: Any
) -> None:
    text, before = text_of(paragraph), formats(paragraph)
    comments, _ = data.draw(marks(len(text)))
    marked(paragraph, comments, [])
    assert formats(paragraph) == before
    for comment in comments:
        assert covered(paragraph, comment.number) == text[comment.start : comment.end]


def covered(paragraph: Any, number: int) -> str:
    """The visible text between the two ends of a comment."""
    visible = dict(text_elements(paragraph))
    pieces, is_inside = [], False
    for each in paragraph.iter():
        if each.get(qn("w:id")) == str(number) and "commentRange" in each.tag:
            is_inside = each.tag == qn("w:commentRangeStart")
        elif is_inside and each in visible:
            pieces.append(visible[each])
    return "".join(pieces)


def test_a_replaced_word_keeps_its_format_and_has_the_comment_around_both_versions() -> None:
    paragraph = element("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>I depend of you.</w:t></w:r></w:p>")
    marked(paragraph, [CommentRange(9, 11, 3)], [TextChange(9, 11, "on")])
    bold = f'<w:rPr xmlns:w="{WordNamespace.of(paragraph).namespace}"><w:b/></w:rPr>'
    names = [etree.QName(each).localname for each in paragraph]
    assert names == ["r", "commentRangeStart", "del", "ins", "commentRangeEnd", "r", "r"]
    assert [each.text for each in paragraph.iter(qn("w:delText"))] == ["of"]
    for run in (*paragraph.iter(qn("w:r")),):
        if run.find(qn("w:commentReference")) is None:
            assert etree.tostring(run[0], method="c14n", exclusive=True).decode() == bold.replace(
                "<w:b/>", "<w:b></w:b>"
            )


def test_text_outside_a_run_which_no_program_writes_is_given_one() -> None:
    paragraph = element("<w:p><w:t>I depend of you.</w:t></w:p>")
    marked(paragraph, [CommentRange(9, 11, 3)], [TextChange(9, 11, "on")])
    assert text_of(paragraph) == "I depend on you."
    assert {each.getparent().tag for each in paragraph.iter(qn("w:t"))} == {qn("w:r")}


def test_a_change_in_another_persons_insertion_is_put_next_to_it() -> None:
    other = '<w:ins w:id="5" w:author="Anna"><w:r><w:t>I depend of you.</w:t></w:r></w:ins>'
    paragraph = element(f"<w:p>{other}</w:p>")
    marked(paragraph, [], [TextChange(9, 11, "on")])
    authors = [(etree.QName(each).localname, each.get(qn("w:author"))) for each in paragraph]
    assert authors == [("ins", "Anna"), ("ins", AUTHOR), ("ins", "Anna")]
    ids = [each.get(qn("w:id")) for each in paragraph.iter(qn("w:ins"), qn("w:del"))]
    assert len(set(ids)) == len(ids) == 4
