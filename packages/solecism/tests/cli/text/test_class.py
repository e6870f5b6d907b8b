"""`solecism class`, with a detector of three rules in place of a trained one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from docx import Document

import rule_detector
from solecism.checking.checked_files import DetectorOptions
from solecism.classroom.classroom import Classroom, check_class
from solecism.cli.text import classroom
from solecism.detect import registry
from solecism.errors import InputError


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    folder = tmp_path / "essays"
    (folder / "Bo").mkdir(parents=True)
    (folder / "anna_2026-03-01.txt").write_text("We depend of it. I listen music.\n")
    (folder / "anna_2026-04-01.txt").write_text("We depend on it.\n")
    (folder / "Bo" / "1.txt").write_text("Let us discuss about it.\n")
    return folder


def run(*arguments: str | Path) -> Result:
    options = ["--detector", "rules", *map(str, arguments)]
    return CliRunner().invoke(classroom.class_command, options, catch_exceptions=False)


def test_a_class_becomes_pages_and_tables(essays: Path, tmp_path: Path) -> None:
    result = run(essays, "-o", tmp_path / "class")
    assert result.exit_code == 0
    assert result.stderr == ""
    page = tmp_path / "class" / "index.html"
    assert result.stdout == (
        f"2 students, 3 drafts, 16 words, 3 findings. Open {page} in a browser.\n"
    )
    assert sorted(path.name for path in (tmp_path / "class" / "students").iterdir()) == [
        "Bo.html",
        "anna.html",
    ]
    assert "<h1>essays</h1>" in page.read_text(encoding="utf-8")


def test_a_second_run_replaces_the_first(essays: Path, tmp_path: Path) -> None:
    run(essays, "-o", tmp_path / "class")
    (essays / "Bo" / "1.txt").unlink()
    assert run(essays, "-o", tmp_path / "class", "--title", "Class 7").exit_code == 0
    assert not (tmp_path / "class" / "students" / "Bo.html").exists()
    assert "<h1>Class 7</h1>" in (tmp_path / "class" / "index.html").read_text(encoding="utf-8")


def test_word_documents_are_read(essays: Path, tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("All is well.")
    document.add_paragraph("We depend of it.")
    document.save(str(essays / "eva 2026-03-02.docx"))
    result = run(essays, "-o", tmp_path / "class", "--kinds", "wrong-preposition")
    assert result.exit_code == 0
    row = "eva,1,2026-03-02,eva 2026-03-02.docx,paragraph 2,We depend of it.,of,wrong-preposition"
    assert row in (tmp_path / "class" / "findings.csv").read_text(encoding="utf-8")


def test_only_the_kinds_asked_for_are_counted(essays: Path, tmp_path: Path) -> None:
    result = run(essays, "-o", tmp_path / "class", "--kinds", "missing-preposition")
    assert " 1 finding. Open" in result.stdout
    assert "wrong-preposition" not in (tmp_path / "class" / "students.csv").read_text("utf-8")


def test_what_cannot_be_read_is_named_and_the_rest_is_done(essays: Path, tmp_path: Path) -> None:
    (essays / "cy.txt").write_text("")
    (essays / "di.docx").write_bytes(b"PK\x03\x04 broken")
    (essays / "photo.jpg").write_bytes(b"\xff")
    result = run(essays, "-o", tmp_path / "class")
    assert result.exit_code == 2
    lines = result.stderr.splitlines()
    assert [line.partition(": ")[2].partition(": ")[0] for line in lines] == [
        str(essays),
        f"{essays}/cy.txt",
        f"{essays}/di.docx",
    ]
    assert lines[0].endswith("1 file was left out: hidden, or not of a kind that can be read.")
    page = (tmp_path / "class" / "index.html").read_text(encoding="utf-8")
    assert "cy.txt: is empty" in page
    assert "di.docx: " in page
    assert "2 students, 3 drafts, 16 words. 3 findings" in page
    assert "2 files could not be checked, and are not counted anywhere below" in page


@pytest.mark.parametrize(
    ("folder", "output", "options", "problem"),
    [
        ("none", "class", [], "none: there is no such folder"),
        ("empty", "class", [], "empty: has no documents that can be read"),
        ("essays", "essays/class", [], "lies in the folder of the texts"),
        ("essays", "empty/../essays", [], "lies in the folder of the texts"),
        ("essays", "class", ["--kinds", "metre"], "does not know the kind 'metre'"),
        ("essays", "class", ["--detector", "nobody"], "nobody"),
    ],
)
def test_bad_input_is_one_line(
    essays: Path, tmp_path: Path, folder: str, output: str, options: list[str], problem: str
) -> None:
    (tmp_path / "empty").mkdir()
    result = run(tmp_path / folder, "-o", tmp_path / output, *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "class").exists()


def test_the_project_s_own_rules_go_to_the_detector(
    essays: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".solecism.toml").write_text(
        'for = "author"\nturned-off-rules = ["depend-of"]\n[[rule]]\nid = "asap"\n'
        'kind = "wrong-word"\nmessage = "Say by when."\npattern = "asap"\n'
    )
    (tmp_path / ".git").mkdir()
    asked: list[DetectorOptions] = []

    def check(folder: str, options: DetectorOptions, **others: object) -> Classroom:
        asked.append(options)
        raise InputError("enough")

    monkeypatch.setattr(check_class.__module__ + ".check_class", check)
    assert run(essays, "-o", tmp_path / "class").exit_code == 2
    [options] = asked
    assert [rule.id for rule in options.rules] == ["asap"]
    assert (options.without_rules, options.audience) == (("depend-of",), "teacher")
