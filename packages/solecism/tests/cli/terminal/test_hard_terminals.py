"""Narrow and dumb terminals, full disks, control characters, and file names that are not UTF-8."""

from __future__ import annotations

import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import pytest
from click import unstyle

from shell import program
from solecism.system.installation import EXAMPLES

JUDGMENTS = EXAMPLES / "judgments.simulated.jsonl"
RED = "\x1b[31mmallory\n\tx"
BAD_NAME = os.fsdecode(b"caf\xe9.txt")


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """A command whose output is a pipe."""
    return subprocess.run([program(), *arguments], capture_output=True, check=False)


def on_terminal(*arguments: str, columns: int = 80, **settings: str) -> str:
    """What a command shows on a terminal of this width."""
    main, other = pty.openpty()
    ioctl(other, termios.TIOCSWINSZ, struct.pack("4H", 40, columns, 0, 0))
    plain = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    env = {**plain, "TERM": "xterm-256color", **settings}
    with subprocess.Popen([program(), *arguments], stdout=other, env=env) as process:
        os.close(other)
        shown = b""
        while True:
            try:
                piece = os.read(main, 65_536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
    os.close(main)
    assert process.returncode == 0
    return shown.decode().replace("\r\n", "\n")


@pytest.fixture
def odd_raters(tmp_path: Path) -> str:
    """Judgments of two raters, one of whom has control characters in the name."""
    rows = [
        {"site": f"a.{n}:0-1:preposition", "rater": rater, "answer": answer}
        for n in range(6)
        for rater, answer in ((RED, "error"), ("bob", "ok" if n % 2 else "error"))
    ]
    path = tmp_path / "judgments.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["agree", "--help"], ["--version"], ["agree", str(JUDGMENTS)]],
    ids=lambda arguments: " ".join(arguments[:2])[:20],
)
def test_a_full_disk_is_told_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "solecism", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    problem = b"standard output: cannot be written: No space left on device."
    assert done.stderr == b"solecism: " + problem + b"\n"


def test_control_characters_of_raters_do_not_reach_the_terminal(odd_raters: str) -> None:
    shown = on_terminal("agree", "--raters", odd_raters, columns=200, NO_COLOR="1")
    assert "\\x1b[31mmallory\\n\\tx" in shown
    assert RED[:8] not in shown


def test_tabs_and_line_ends_do_not_break_rows_in_a_pipe(odd_raters: str) -> None:
    lines = run("agree", "--raters", odd_raters).stdout.decode().split("\n")
    [row] = [line for line in lines if "mallory" in line]
    start = lines.index(row) - 1
    while not lines[start - 1].startswith("#"):
        start -= 1
    assert row.startswith("\\x1b[31mmallory\\n\\tx\t")
    assert row.count("\t") == lines[start].count("\t")


@pytest.mark.parametrize("option", ["markdown", "latex"])
def test_line_ends_do_not_break_rows_of_papers(odd_raters: str, option: str) -> None:
    shown = run("agree", "--raters", "--format", option, odd_raters).stdout.decode()
    assert sum("mallory" in line for line in shown.split("\n")) == 1
    assert "\x1b" not in shown


def test_errors_stay_in_one_line(tmp_path: Path) -> None:
    name = tmp_path / "\x1b[2Ja\nb.m2"
    name.write_text("S a\nX\n")
    done = run("convert", str(name), str(tmp_path / "out.jsonl"))
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"\\x1b[2Ja\\nb.m2:2:" in done.stderr


def test_a_narrow_terminal_shows_every_number() -> None:
    shown = on_terminal("agree", str(JUDGMENTS), columns=20)
    assert "…" not in shown
    wide = on_terminal("agree", str(JUDGMENTS), columns=200)
    numbers = [word for word in wide.split() if word.replace(".", "").isdecimal()]
    assert len(numbers) > 4
    assert set(numbers) <= set(shown.split())


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_a_page_for_learners_fits_the_terminal_and_shows_every_word(columns: int) -> None:
    page = (EXAMPLES.parent / "checking" / "pages" / "articles.md").read_text()
    shown = unstyle(on_terminal("explain", "articles", columns=columns))
    assert max(map(len, shown.splitlines())) <= min(columns, 88)
    words = re.compile(r"\w+")
    assert sorted(words.findall(shown)) == sorted(words.findall(page))
    assert not set("*#|") & set(shown)


def test_words_to_learn_are_bold_or_italic_unless_somebody_asked_for_no_colours() -> None:
    styled = on_terminal("explain", "articles")
    assert "She works in \x1b[1man\x1b[0m office." in styled
    assert "\x1b[3mA\x1b[0m, \x1b[3man\x1b[0m and" in styled
    assert on_terminal("explain", "articles", NO_COLOR="1") == unstyle(styled)


def test_the_words_of_a_text_are_a_table_on_a_terminal() -> None:
    text = str(EXAMPLES / "texts" / "library.txt")
    shown = on_terminal("tag", text, NO_COLOR="1").splitlines()
    start = shown.index("library.1")
    assert shown[start + 1].split() == ["word", "tag", "lemma", "chunk"]
    columns = {line.rfind("  ") for line in shown[start + 1 : shown.index("", start)]}
    assert len(columns) == 1


@pytest.mark.parametrize(("term", "has_colours"), [("dumb", False), ("xterm", True)])
def test_a_dumb_terminal_has_no_colours(tmp_path: Path, term: str, has_colours: bool) -> None:
    text = tmp_path / "essay.txt"
    text.write_text("I depend of you.\n")
    check = ("check", "--detector", "light", "--exit-zero", str(text))
    tree = ("tree", str(EXAMPLES / "treebank.mrg"))
    for arguments in (check, tree, ("agree", str(JUDGMENTS))):
        shown = on_terminal(*arguments, TERM=term)
        if not has_colours:
            assert "\x1b" not in shown
        elif arguments is check:
            assert "\x1b[1;31m" in shown


@pytest.mark.parametrize("format", ["text", "jsonl", "sarif", "github"])
def test_a_file_whose_name_is_not_utf_8_is_checked(tmp_path: Path, format: str) -> None:
    path = tmp_path / BAD_NAME
    path.write_text("I depend of you.\n")
    check = ("check", "--detector", "light", "--exit-zero", "--format", format)
    done = run(*check, str(path))
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode()
    if format in ("text", "github"):
        assert "caf\\xe9.txt" in shown
    elif format == "jsonl":
        assert json.loads(shown.split("\n")[0])["site"].startswith("caf\\xe9.1:")


def test_a_file_whose_name_is_not_utf_8_is_written(tmp_path: Path) -> None:
    source, target = (tmp_path / os.fsdecode(name) for name in (b"\xe9.m2", b"\xe8.jsonl"))
    source.write_text("S I depend of you .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n")
    assert run("convert", str(source), str(target)).returncode == 0
    assert json.loads(target.read_text())["id"] == "\\xe9.1"
    assert sorted(os.fsencode(path.name) for path in tmp_path.iterdir()) == [
        b"\xe8.jsonl",
        b"\xe9.m2",
    ]


def test_a_missing_file_whose_name_is_not_utf_8_is_told(tmp_path: Path) -> None:
    done = run("convert", str(tmp_path / os.fsdecode(b"\xe9.m2")), str(tmp_path / "a.jsonl"))
    assert done.returncode == 1
    assert done.stderr.endswith(b"\\xe9.m2: there is no such file. Is the name right?\n")


def test_an_encoding_without_a_letter_shows_an_escape(tmp_path: Path) -> None:
    text = tmp_path / "été.txt"
    text.write_text("I depend of you.\n")
    # Python itself reads the encoding, at its start.
    settings = {**os.environ, "PYTHONIOENCODING": "ascii"}
    for arguments in (("agree", str(JUDGMENTS)), ("tag", str(text))):
        command = [sys.executable, "-m", "solecism", *arguments]
        assert (
            subprocess.run(command, capture_output=True, check=False, env=settings).returncode == 0
        )
