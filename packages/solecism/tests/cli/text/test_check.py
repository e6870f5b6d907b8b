"""`solecism check`, with a detector of three rules in place of a trained one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rule_detector
from installed_networks import install_only
from solecism.cli.measure import score
from solecism.cli.text import check
from solecism.detect import registry
from solecism.detect.registry import LARGE, OPEN, SMALL, Network
from solecism.formats import jsonl
from solecism.site import Flag, Site

TEXT = "We depend of it. I listen music.\nLet us discuss about it.\n"
LOOKED_FOR = "Looked for: prepositions. What is not marked may still be wrong.\n"


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)


def run(*arguments: str, text: str | bytes = "") -> Result:
    return CliRunner().invoke(check.check_command, ["--detector", "rules", *arguments], input=text)


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    path = tmp_path / "essay.txt"
    path.write_text(TEXT)
    return path


def test_what_is_found_makes_the_exit_code_one(essay: Path) -> None:
    shown = run(str(essay))
    assert shown.exit_code == 1
    assert f"{essay}:1:11: wrong preposition" in shown.stdout
    assert f"{essay}:2:16: unneeded preposition" in shown.stdout
    assert shown.stdout.endswith(f"{LOOKED_FOR}3 findings in 3 sentences of 1 file.\n")
    assert shown.stderr == ""


def test_the_exit_code_can_be_kept_zero(essay: Path) -> None:
    assert run("--exit-zero", str(essay)).exit_code == 0


def test_a_text_without_errors_or_prepositions_exits_with_zero() -> None:
    shown = run(text="All is well. Cats sleep.\n")
    assert shown.exit_code == 0
    assert shown.stdout == f"{LOOKED_FOR}0 findings in 2 sentences of 1 file.\n"


def test_standard_input_is_read_where_no_file_is_named() -> None:
    assert "standard input:1:11:" in run(text=TEXT).stdout


def test_only_the_kinds_that_are_asked_for_are_found(essay: Path) -> None:
    shown = run("--kinds", "missing-preposition,wrong-preposition", str(essay))
    assert shown.stdout.endswith("2 findings in 3 sentences of 1 file.\n")
    shown = run("--threshold", "0.85", str(essay))
    assert shown.stdout.endswith("1 finding in 3 sentences of 1 file.\n")


def test_json_lines_are_flags_and_sites_that_meet(essay: Path) -> None:
    flags = list(
        jsonl.parse(run("--format", "jsonl", str(essay)).stdout.splitlines(), Flag, file="f")
    )
    sites = list(
        jsonl.parse(run("--format", "sites", str(essay)).stdout.splitlines(), Site, file="s")
    )
    assert [flag.site for flag in flags] == [site.id for site in sites]
    assert [flag.error for flag in flags] == [True, True, True]
    assert sites[0].context == "We depend of it ."


def test_m2_is_what_score_reads(essay: Path, tmp_path: Path) -> None:
    flags, gold = tmp_path / "flags.jsonl", tmp_path / "essay.m2"
    run("--format", "jsonl", "-o", str(flags), str(essay))
    run("--format", "m2", "-o", str(gold), str(essay))
    arguments = [str(flags), "--m2", str(gold), "--kind", "preposition", "--json"]
    shown = CliRunner().invoke(score.score_command, arguments)
    assert shown.exit_code == 0, shown.output
    assert {one["n_right"] for one in json.loads(shown.stdout)["result"]["scores"]} == {3}


def test_annotated_text_is_checked_by_its_words(tmp_path: Path) -> None:
    gold = tmp_path / "essay.m2"
    gold.write_text("S We depend of it .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n")
    shown = run("--format", "jsonl", str(gold))
    assert json.loads(shown.stdout)["site"] == "essay.1:2-3:preposition"


@pytest.mark.parametrize("format", ["html", "sarif", "m2", "jsonl", "text"])
def test_every_format_is_written_to_a_file(format: str, essay: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    shown = run("--format", format, "-o", str(target), str(essay))
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert "depend" in target.read_text() or format == "jsonl"


def test_files_are_checked_side_by_side_in_order(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(4)]
    for path in paths:
        path.write_text(TEXT * int(path.stem))
    paths[2].unlink()
    names = list(map(str, paths))
    alone, together = run(*names), run("--jobs", "2", *names)
    assert alone.stdout == together.stdout
    assert alone.stderr == together.stderr
    assert together.exit_code == 2


def test_files_of_one_name_keep_their_sentences_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "essay.txt").write_text(TEXT)
    names = [str(tmp_path / folder / "essay.txt") for folder in ("a", "b")]
    sites = [
        json.loads(line)["site"] for line in run("--format", "jsonl", *names).stdout.splitlines()
    ]
    assert len(set(sites)) == len(sites) == 6


def test_other_languages_are_told_and_not_flagged(tmp_path: Path) -> None:
    letter = tmp_path / "brief.txt"
    letter.write_text("Ich warte nun schon seit zwei Stunden auf den Bus, depend of.\n")
    shown = run(str(letter))
    assert shown.exit_code == 0
    assert shown.stderr == (
        f"solecism: {letter}: does not look like English. Nothing in it was checked.\n"
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x8f\x01\x02\r\n\x1a\n\xff\xfe", "not UTF-8"),
        (b"abc\0def of\n", "NUL"),
        (b"depend of " * 500_000, "a line longer than"),
    ],
)
def test_what_is_no_text_is_told_in_one_line(content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    shown = run("--format", "jsonl", str(path))
    assert shown.exit_code == 2
    assert shown.stdout == ""
    # Of a large file, it is told first that it is skimmed.
    *notes, problem = shown.stderr.splitlines()
    assert problem.startswith(f"solecism: {path}:1: ")
    assert told in problem
    assert ["more than 1 MB" in note for note in notes] == [True] * (len(content) > 1_000_000)


def test_a_picture_is_called_one(tmp_path: Path) -> None:
    path = tmp_path / "photo.txt"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    shown = run(str(path))
    assert shown.exit_code == 2
    assert shown.stderr.startswith(f"solecism: {path}: is a picture, and ")


def test_an_empty_file_is_told_but_no_mistake(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    shown = run(str(tmp_path / "empty.txt"))
    assert shown.exit_code == 0
    assert "is empty" in shown.stderr


@pytest.mark.parametrize("name", ["none.txt", "none.docx", "empty"])
def test_what_cannot_be_read_does_not_keep_others_from_being_checked(
    name: str, essay: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    shown = run(str(tmp_path / name), str(essay))
    assert shown.exit_code == 2
    assert "3 findings" in shown.stdout
    assert shown.stderr.count("\n") == 1


def test_nothing_is_written_where_no_file_could_be_read(tmp_path: Path) -> None:
    shown = run(str(tmp_path / "none.txt"))
    assert (shown.exit_code, shown.stdout) == (2, "")


@pytest.mark.parametrize(
    ("option", "value"), [("--detector", "nobody"), ("--kinds", "spelling"), ("--format", "pdf")]
)
def test_what_cannot_be_asked_for_is_told(option: str, value: str, essay: Path) -> None:
    shown = run(option, value, str(essay))
    assert shown.exit_code == 2
    assert value in shown.stderr
    assert shown.stdout == ""


def test_precision_and_threshold_exclude_each_other(essay: Path) -> None:
    shown = run("--precision", "0.8", "--threshold", "0.5", str(essay))
    assert shown.exit_code == 2
    assert "Give one of --for, --precision and --threshold." in shown.stderr


def test_a_pipe_gets_no_colours(essay: Path) -> None:
    assert "\033" not in run(str(essay)).stdout
    assert os.linesep in run(str(essay)).stdout


@pytest.fixture
def _idle_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A network is there, if no real one, and what runs it is not."""
    install_only(monkeypatch, tmp_path, SMALL)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setitem(registry.DETECTORS, "light", rule_detector.load)


@pytest.mark.usefixtures("_idle_network")
def test_without_what_runs_the_network_the_light_detector_is_asked_and_that_is_told_once(
    essay: Path,
) -> None:
    shown = CliRunner().invoke(check.check_command, [str(essay), str(essay)])
    assert shown.exit_code == 1
    assert "6 findings" in shown.stdout
    assert shown.stderr.count("\n") == 1
    assert "pip install onnxruntime" in shown.stderr
    assert "light" in shown.stderr


@pytest.mark.usefixtures("_idle_network")
def test_who_asks_for_the_light_detector_is_told_nothing(essay: Path) -> None:
    shown = CliRunner().invoke(check.check_command, ["--detector", "light", str(essay)])
    assert (shown.exit_code, shown.stderr) == (1, "")


@pytest.mark.parametrize("asked", [["--detector", "strong"], ["--detector", "cascade"], []])
@pytest.mark.usefixtures("_idle_network")
def test_who_asks_for_the_network_is_told_what_to_install(asked: list[str], essay: Path) -> None:
    shown = CliRunner().invoke(check.check_command, [*asked, "--model", str(essay), str(essay)])
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.count("\n") == 1
    assert "pip install onnxruntime" in shown.stderr


@pytest.mark.parametrize("can_run", [True, False])
def test_without_a_network_one_line_says_how_to_install_one(
    can_run: bool, monkeypatch: pytest.MonkeyPatch, essay: Path, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path)
    if not can_run:
        monkeypatch.setitem(sys.modules, "onnxruntime", None)
    shown = CliRunner().invoke(check.check_command, [str(essay)])
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr.startswith("solecism: no network is installed. ")
    assert shown.stderr.count("\n") == 1
    for command in ("`pip install ./open`", "`pip install ./models`"):
        assert command in shown.stderr


def test_without_a_network_detectors_that_need_none_are_used(
    monkeypatch: pytest.MonkeyPatch, essay: Path, tmp_path: Path
) -> None:
    install_only(monkeypatch, tmp_path)
    shown = run(str(essay))
    assert (shown.exit_code, shown.stderr) == (1, "")


@pytest.mark.parametrize(
    ("networks", "used"),
    [
        ((LARGE, SMALL, OPEN), "best"),
        ((LARGE, OPEN), "large"),
        ((SMALL, OPEN), "cascade"),
        ((SMALL,), "cascade"),
        ((OPEN,), "open"),
    ],
)
def test_the_best_network_that_is_installed_is_used(
    networks: tuple[Network, ...],
    used: str,
    monkeypatch: pytest.MonkeyPatch,
    essay: Path,
    tmp_path: Path,
) -> None:
    install_only(monkeypatch, tmp_path, *networks)
    # The others would not be read: their files are empty.
    monkeypatch.setitem(registry.DETECTORS, used, rule_detector.load)
    shown = CliRunner().invoke(check.check_command, [str(essay)])
    assert (shown.exit_code, shown.stderr) == (1, "")
    assert "3 findings" in shown.stdout


@pytest.mark.parametrize(
    "code",
    [
        "import solecism, solecism.detect.registry, solecism.checking.checked_files",
        "from solecism.cli.main import cli; cli(['--help'], standalone_mode=False)",
        "from solecism.cli.main import cli; cli(['check', '--help'], standalone_mode=False)",
    ],
)
def test_what_runs_the_network_is_not_loaded_before_it_is_needed(code: str) -> None:
    code = f"import sys; {code}; print('onnxruntime' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "False"


def test_the_start_is_not_burdened_with_what_a_check_does_not_need(essay: Path) -> None:
    code = (
        "import sys; from solecism.cli.text.check import check_command;"
        f"arguments = [{str(essay)!r}, '--exit-zero', '--detector=light'];"
        "check_command(arguments, standalone_mode=False);"
        "heavy = {'scipy', 'jinja2', 'matplotlib', 'msgspec', 'numpy.ma', 'onnxruntime'};"
        "print(heavy & set(sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines()[-1] == "set()"
