"""`solecism check --fix`: the corrected text, and nothing else changed."""

from __future__ import annotations

import codecs
import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rule_detector
from solecism.cli.text import check
from solecism.detect import registry
from solecism.site import Suggestion

TEXT = "We depend of it. I listen music.\nLet us discuss about it.\n"
FIXED = "We depend on it. I listen to music.\nLet us discuss it.\n"


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    path = tmp_path / "essay.txt"
    path.write_text(TEXT)
    return path


def run(*arguments: str, text: str | bytes = "") -> Result:
    return CliRunner().invoke(
        check.check_command, ["--detector", "rules", "--fix", *arguments], input=text
    )


def test_one_text_is_written_to_standard_output(essay: Path) -> None:
    for shown in (run(text=TEXT), run("-", text=TEXT), run(str(essay))):
        assert shown.stdout == FIXED
        assert shown.stderr == "solecism: 3 findings were mended.\n"
        assert shown.exit_code == 0
    assert essay.read_text() == TEXT


def test_one_text_is_written_to_a_file(essay: Path, tmp_path: Path) -> None:
    target = tmp_path / "fixed.txt"
    assert run(str(essay), "-o", str(target)).stdout == ""
    assert target.read_text() == FIXED


def test_files_are_changed_in_place_and_only_if_need_be(essay: Path, tmp_path: Path) -> None:
    fine = tmp_path / "fine.txt"
    fine.write_text("All is well.\n")
    fine.chmod(0o444)
    packed = tmp_path / "packed.txt.gz"
    packed.write_bytes(gzip.compress(TEXT.encode()))
    shown = run("--in-place", str(essay), str(fine), str(packed), str(essay))
    assert shown.stdout == ""
    assert shown.stderr == "solecism: 6 findings were mended.\n"
    assert shown.exit_code == 0
    assert essay.read_text() == FIXED
    assert gzip.decompress(packed.read_bytes()).decode() == FIXED


def test_the_difference_is_shown_and_nothing_is_written(essay: Path) -> None:
    shown = run("--diff", str(essay))
    assert shown.stdout == (
        f"--- {essay}\n+++ {essay}\n@@ -1,2 +1,2 @@\n"
        "-We depend of it. I listen music.\n-Let us discuss about it.\n"
        "+We depend on it. I listen to music.\n+Let us discuss it.\n"
    )
    assert shown.stderr == "solecism: 3 findings would be mended.\n"
    assert shown.exit_code == 1
    assert run("--diff", "--exit-zero", str(essay)).exit_code == 0
    assert essay.read_text() == TEXT


def test_a_last_line_without_an_end_stays_one() -> None:
    shown = run("--diff", text="We depend of it.")
    assert shown.stdout.endswith(
        "-We depend of it.\n\\ No newline at end of file\n"
        "+We depend on it.\n\\ No newline at end of file\n"
    )
    assert run(text="We depend of it.").stdout == "We depend on it."


@pytest.mark.parametrize(
    "raw",
    [
        b"# Title\r\n\r\nWe <b>depend</b>  of\tit.\r\n\r\n    code of\r\n",
        codecs.BOM_UTF8 + "We depend of it…\u2028 Yes.\n\n\n".encode(),
        b"```\nWe depend of it.\n```\n\n| a | b |\n\nWe depend of it.",
    ],
)
def test_everything_else_stays_byte_for_byte(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(raw)
    assert run("--in-place", str(path)).exit_code == 0
    before, _, after = raw.rpartition(b"of")
    if b"code of" in raw:
        before, _, after = raw.partition(b"of")
    assert path.read_bytes() == before + b"on" + after


@pytest.mark.parametrize("suggestions", [(), (("at", 0.39),)])
def test_what_has_no_sure_suggestion_stays_and_is_counted(
    suggestions: tuple[tuple[str, float], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = dict(rule_detector.RULES)
    kind, p, _ = rules["work", "in"]
    rules["work", "in"] = (kind, p, tuple(Suggestion(*each) for each in suggestions))
    monkeypatch.setattr(rule_detector, "RULES", rules)
    shown = run(text="We depend of it. They work in it.\n")
    assert shown.stdout == "We depend on it. They work in it.\n"
    assert shown.stderr == "solecism: 1 of 2 findings was mended; 1 has no sure suggestion.\n"
    assert shown.exit_code == 1


def test_a_file_that_cannot_be_read_is_never_written(essay: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    # More than one batch of sentences, so that some are checked before the end is read.
    raw = TEXT.encode() * 400 + b"\0\n"
    broken.write_bytes(raw)
    shown = run("--in-place", str(broken), str(essay))
    assert shown.exit_code == 2
    assert "contains a NUL character" in shown.stderr
    assert broken.read_bytes() == raw
    assert essay.read_text() == FIXED
    target = tmp_path / "out.txt"
    assert run(str(broken), "-o", str(target)).exit_code == 2
    assert not target.exists()


def test_annotated_text_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "essay.m2"
    path.write_text("S We depend of it .\n\n")
    shown = run(str(path))
    assert shown.exit_code == 2
    assert shown.stderr == (
        f"solecism: {path}: is not plain text, and --fix writes plain text only. "
        "For annotated text, --format m2 writes the suggestions as edits.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.txt", "b.txt"], "--fix writes one text"),
        (["--in-place", "-"], "Standard input is none"),
        (["--in-place", "--diff", "a.txt"], "without --diff and --output"),
        (["--in-place", "-o", "b.txt", "a.txt"], "without --diff and --output"),
        (["--format", "html", "a.txt"], "not --format html"),
    ],
)
def test_options_that_do_not_go_together_are_refused(arguments: list[str], message: str) -> None:
    shown = run(*arguments)
    assert shown.exit_code == 2
    assert message in shown.stderr


def test_diff_and_in_place_need_fix() -> None:
    shown = CliRunner().invoke(check.check_command, ["--diff"])
    assert shown.exit_code == 2
    assert "--diff and --in-place go with --fix." in shown.stderr
