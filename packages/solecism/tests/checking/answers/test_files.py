"""Which file each answer is written to, and what happens to texts that have none."""

from __future__ import annotations

from pathlib import Path

import pytest

from rule_detector import RuleDetector
from solecism import documents
from solecism.checking.answers.answered_files import (
    AnswerOptions,
    answer_targets,
    answer_to,
    write_answers,
)
from solecism.checking.checked_files import CheckSummary, check_file
from solecism.errors import InputError
from word_documents import checked_text, document_of, opened, saved


def names(paths: list[str], output: str = "out") -> list[str]:
    targets = answer_targets(paths, output, is_folder=True)
    return [str(targets[path]) for path in paths]


def test_one_text_has_one_answer() -> None:
    assert answer_targets(["a.txt"], "b.docx", is_folder=False) == {"a.txt": Path("b.docx")}
    assert answer_targets(["a.docm"], "b.docm", is_folder=False) == {"a.docm": Path("b.docm")}


def test_several_texts_have_answers_in_the_same_folders() -> None:
    paths = ["essays/anna/one.txt", "essays/ben/one.odt", "essays/two.md.gz", "essays/three.docm"]
    assert names(paths) == [
        "out/anna/one.docx",
        "out/ben/one.docx",
        "out/two.docx",
        "out/three.docm",
    ]
    assert names(["a/x.txt"]) == ["out/x.docx"]
    assert names(["-", "x.txt"]) == ["out/stdin.docx", "out/x.docx"]


def test_texts_that_differ_only_in_their_endings_keep_these() -> None:
    assert names(["a.txt", "a.odt", "b.txt"]) == [
        "out/a.txt.docx",
        "out/a.odt.docx",
        "out/b.docx",
    ]


def test_paths_with_dots_do_not_lead_out_of_the_folder() -> None:
    assert names(["../x/a.txt", "../y/../y/b.txt"]) == ["out/x/a.docx", "out/y/b.docx"]


@pytest.mark.parametrize(
    ("paths", "output", "is_folder", "problem"),
    [
        (["a.txt"], "-", False, "name a file or a folder with --output"),
        (["a.txt"], "b.txt", False, r"b\.txt: the answer is a Word file.*ends in \.docx"),
        (["a.docm"], "b.docx", False, r"ends in \.docm"),
        (["a.docx"], "./a.docx", False, r"a\.docx: is an input"),
        (["a.docx", "b.docx"], ".", True, r"a\.docx: is an input"),
        (["a.docx", "b.docx"], "c.docx", True, r"c\.docx: is one file"),
        (["a.txt", "b.txt"], "/dev/null", True, "/dev/null: is one file"),
    ],
)
def test_outputs_that_do_not_fit_are_refused(
    paths: list[str],
    output: str,
    is_folder: bool,
    problem: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=problem):
        answer_targets(paths, output, is_folder=is_folder)


def test_a_word_file_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_bytes(saved(document_of("<w:r><w:rPr><w:b/></w:rPr><w:t>All is well.</w:t></w:r>")))
    data = answer_to(str(path), checked_text("All is well."), AnswerOptions())
    assert opened(data).paragraphs[0].runs[0].bold


def test_a_file_with_markup_is_answered_without_it(tmp_path: Path) -> None:
    path = tmp_path / "essay.html"
    path.write_text(
        "<html><title>Us</title><p>I <b>depend</b>\n of you.</p><p>We listen music.</p>"
    )
    checked = list(check_file(str(path), "essay", RuleDetector(), notes=[]))
    for is_tracked, end in ((False, "depend of you.\n\nWe listen music."), (True, "to music.")):
        answer = tmp_path / "answer.docx"
        answer.write_bytes(answer_to(str(path), checked, AnswerOptions(is_tracked)))
        text = documents.read(answer).text
        assert "<" not in text
        assert " ".join(text.split()).endswith(" ".join(end.split()))
    raw = list(check_file(str(path), "essay", RuleDetector(), markup=False, notes=[]))
    answer.write_bytes(answer_to(str(path), raw, AnswerOptions(), markup=False))
    assert "<p>We listen music.</p>" in documents.read(answer).text


def test_a_text_that_cannot_be_read_has_no_answer_and_the_others_do(tmp_path: Path) -> None:
    summary = CheckSummary()

    def failing() -> object:
        summary.problems.append("a.txt: is damaged.")
        yield from ()

    targets = {name: tmp_path / "new" / f"{name}.docx" for name in ("a.txt", "b.txt")}
    checked = [("a.txt", failing()), ("b.txt", checked_text("All is well."))]
    write_answers(checked, targets, AnswerOptions(), summary)  # type: ignore[arg-type]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["b.txt.docx"]
    text = documents.read(targets["b.txt"]).text
    assert text == "All is well."
    assert summary.notes == ["1 answer with 0 findings written."]


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    targets = {"a.txt": tmp_path / "file" / "a.docx"}
    checked = [("a.txt", checked_text("All is well."))]
    with pytest.raises(InputError, match=r"file: cannot be made: File exists"):
        write_answers(checked, targets, AnswerOptions(), CheckSummary())
