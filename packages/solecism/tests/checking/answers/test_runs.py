"""Runs divided at characters: which characters each part holds, and its format."""

from __future__ import annotations

from docx.oxml.ns import qn

from solecism.checking.answers.paragraph_marks import divide_runs
from word_documents import element


def spans(xml: str, cuts: list[int]) -> list[tuple[int, int, str]]:
    return [
        (run.start, run.end, "".join(text.text for text in run.element.iter(qn("w:t"))))
        for run in divide_runs(element(xml), cuts)
    ]


def test_a_run_is_divided_before_each_cut() -> None:
    xml = "<w:p><w:r><w:t>I depend of you.</w:t></w:r></w:p>"
    assert spans(xml, [9, 11]) == [(0, 9, "I depend "), (9, 11, "of"), (11, 16, " you.")]
    assert spans(xml, [0, 16]) == [(0, 16, "I depend of you.")]


def test_cuts_count_over_runs_tabs_and_line_breaks() -> None:
    xml = "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r><w:r><w:br/><w:t>cd</w:t></w:r></w:p>"
    assert spans(xml, [2, 5]) == [(0, 2, "a"), (2, 3, "b"), (3, 5, "c"), (5, 6, "d")]


def test_every_part_has_the_format_and_a_picture_is_in_a_run_of_its_own() -> None:
    paragraph = element(
        "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>ab</w:t><w:pict/><w:t>c</w:t></w:r></w:p>"
    )
    parts = divide_runs(paragraph, [1])
    assert [(part.start, part.end) for part in parts] == [(0, 1), (1, 2), (2, 3)]
    runs = paragraph.findall(qn("w:r"))
    assert [run[1].tag for run in runs] == [qn("w:t"), qn("w:t"), qn("w:pict"), qn("w:t")]
    assert all(run[0].find(qn("w:b")) is not None for run in runs)


def test_deleted_and_hidden_text_is_not_counted() -> None:
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
    deleted = '<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del>'
    xml = f"<w:p>{hidden}{deleted}<w:r><w:t>ab</w:t></w:r></w:p>"
    assert spans(xml, [1]) == [(0, 1, "a"), (1, 2, "b")]
