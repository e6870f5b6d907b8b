"""`solecism check --format docx`: texts given back as Word documents with comments in them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rule_detector
from solecism import documents
from solecism.cli.text import check
from solecism.detect import registry
from word_documents import document_of, opened, saved

ESSAY = "I depend of you. We listen music."
FIXED = "I depend on you. We listen to music."


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)
    monkeypatch.chdir(tmp_path)
    Path("essay.txt").write_text(ESSAY)
    Path("essay.docx").write_bytes(saved(document_of(f"<w:r><w:t>{ESSAY}</w:t></w:r>")))


def run(*arguments: str, text: str = "") -> Result:
    options = ["--detector", "rules", "--format", "docx"]
    return CliRunner().invoke(check.check_command, [*options, *arguments], input=text)


@pytest.mark.parametrize("essay", ["essay.txt", "essay.docx", "-"])
def test_one_text_is_given_back_with_comments(essay: str) -> None:
    shown = run(essay, "-o", "answer.docx", text=ESSAY)
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert shown.stderr == "solecism: 1 answer with 2 findings written.\n"
    answer = Path("answer.docx").read_bytes()
    assert documents.read("answer.docx").text == ESSAY
    titles = [comment.text.split("\n")[0] for comment in opened(answer).comments]
    assert titles == ["Wrong preposition", "Missing preposition"]


def test_accepted_changes_are_what_fix_writes() -> None:
    assert run("essay.docx", "--track-changes", "-o", "answer.docx", "--exit-zero").exit_code == 0
    fix = CliRunner().invoke(check.check_command, ["--detector", "rules", "--fix", "essay.txt"])
    assert documents.read("answer.docx").text == fix.stdout == FIXED


def test_a_folder_is_answered_file_by_file() -> None:
    Path("essays/ben").mkdir(parents=True)
    Path("essays/anna.txt").write_text(ESSAY)
    Path("essays/ben/one.docx").write_bytes(Path("essay.docx").read_bytes())
    Path("essays/broken.docx").write_bytes(b"PK\3\4")
    shown = run("essays", "-o", "answers", "--jobs", "2")
    assert shown.exit_code == 2
    assert "essays/broken.docx: is damaged" in shown.stderr
    assert "2 answers with 4 findings written." in shown.stderr
    found = sorted(str(path) for path in Path("answers").rglob("*.docx"))
    assert found == ["answers/anna.docx", "answers/ben/one.docx"]


def test_the_text_itself_is_not_replaced() -> None:
    before = Path("essay.docx").read_bytes()
    Path("link.docx").symlink_to("essay.docx")
    for output in ("essay.docx", "link.docx", "."):
        shown = run("essay.docx", "-o", output)
        assert shown.exit_code == 2
        assert "is an input, which its output must not replace." in shown.stderr
    assert Path("essay.docx").read_bytes() == before


def test_options_of_word_files_go_with_their_format() -> None:
    for option in (["--track-changes"], ["--date", "2026-03-01"]):
        shown = CliRunner().invoke(check.check_command, [*option, "essay.txt"])
        assert shown.exit_code == 2
        assert "go with --format docx" in shown.stderr
    shown = run("--fix", "essay.txt", "-o", "answer.docx")
    assert "--fix writes the text itself, not --format docx." in shown.stderr


def test_the_date_is_that_of_comments_and_changes() -> None:
    run("essay.txt", "-o", "answer.docx", "--date", "2026-03-01", "--track-changes")
    document = opened(Path("answer.docx").read_bytes())
    assert {f"{each.timestamp:%Y-%m-%d}" for each in document.comments} == {"2026-03-01"}


def test_without_the_extra_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "docx", None)
    shown = run("essay.txt", "-o", "answer.docx")
    assert shown.exit_code == 2
    assert 'pip install "solecism[documents]"' in shown.stderr
    assert not Path("answer.docx").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is allowed to the superuser")
def test_a_folder_that_cannot_be_written_to_is_reported() -> None:
    Path("closed").mkdir(mode=0o500)
    shown = run("essay.txt", "-o", "closed/answer.docx")
    assert shown.exit_code == 2
    assert "closed/answer.docx: cannot be written: Permission denied." in shown.stderr
