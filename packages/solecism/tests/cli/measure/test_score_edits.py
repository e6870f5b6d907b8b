"""`solecism score SOURCE HYPOTHESIS... --m2` as people call it."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from scoring_files import call, call_json

M2 = (
    "S We met in Monday .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\n"
    "S I waited the bus .\nA 2 2|||M:PREP|||for|||REQUIRED|||-NONE-|||0\n"
    "A 2 2|||M:PREP|||for|||REQUIRED|||-NONE-|||1\n\n"
)
SOURCE = "We met in Monday .\nI waited the bus .\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "note.m2").write_text(M2)
    (tmp_path / "source.txt").write_text(SOURCE)
    (tmp_path / "good.txt").write_text("We met on Monday .\nI waited for the bus .\n")
    (tmp_path / "lazy.txt").write_text(SOURCE)
    return tmp_path


def test_several_systems_are_scored_in_one_line(folder: Path) -> None:
    files = [folder / name for name in ("source.txt", "good.txt", "lazy.txt")]
    found = call_json("score", *files, "--m2", folder / "note.m2", "--seed", "7")
    assert found["signature"].startswith("score-edits|files:source.txt@")
    settings = (
        "by:-|document:-|level:0.95|matching:correction+span+token|reference:errant+all|seed:7"
    )
    assert f"|beta:0.5|{settings}|n_annotators:2|n_sentences:2|models:" in found["signature"]
    scores = {
        (one["system"], one["reference"], one["matching"]): (one["tp"], one["fp"], one["fn"])
        for one in found["result"]["scores"]
    }
    assert len(scores) == 2 * 2 * 3
    assert scores["good", "errant", "correction"] == (2, 0, 0)
    assert scores["good", "all", "span"] == (1.5, 0.5, 0)
    assert scores["lazy", "errant", "token"] == (0, 0, 1)


def test_the_tables_are_by_system_and_by_type_with_a_summary(folder: Path) -> None:
    files = [folder / name for name in ("source.txt", "good.txt", "lazy.txt")]
    shown = call("score", *files, "--m2", folder / "note.m2", "--by", "type").stdout
    assert "# good: 2 sentences, 2 annotators" in shown
    assert "# lazy by type: reference errant, matching correction" in shown
    assert "# Correction by all systems" in shown
    assert "\nM:PREP\t1\t0\t0\t1.0000\t" in shown
    assert "Precision is 1 by convention" in shown


def test_references_matching_and_beta_can_be_chosen(folder: Path) -> None:
    options = ("--reference", "m2", "--reference", "all", "--matching", "span", "--beta", "2")
    files = (folder / "source.txt", folder / "good.txt", "--m2", folder / "note.m2")
    scores = call_json("score", *files, *options)["result"]["scores"]
    assert [(one["reference"], one["matching"]) for one in scores] == [
        ("m2", "correction"),
        ("all", "span"),
    ]
    assert list(scores[0]["figures"]) == ["precision", "recall", "F2"]


def test_the_signature_tells_other_files_apart(folder: Path) -> None:
    def signature(hypothesis: str) -> str:
        files = (folder / "source.txt", folder / hypothesis, "--m2", folder / "note.m2")
        return str(call_json("score", *files)["signature"])

    text = (folder / "good.txt").read_bytes()
    digest = hashlib.sha256(text).hexdigest()[:12]
    (folder / "same.txt").write_bytes(text)
    pattern = r"\+(good|same)\.txt@([0-9a-f]{12})\|"
    assert re.findall(pattern, signature("good.txt")) == [("good", digest)]
    assert re.findall(pattern, signature("same.txt")) == [("same", digest)]
    assert digest not in signature("lazy.txt")


def test_a_reference_can_be_in_several_files(folder: Path) -> None:
    blocks = M2.split("\n\n")
    for name, block in zip("ab", blocks, strict=False):
        (folder / f"{name}.m2").write_text(block + "\n\n")
    reference = ("--m2", folder / "a.m2", "--m2", folder / "b.m2")
    found = call_json("score", folder / "source.txt", folder / "good.txt", *reference)
    assert found["result"]["n_sentences"] == 2


@pytest.mark.parametrize("option", [("--kind", "number"), ("--each-rater",), ("--rater", "a")])
def test_options_of_sites_are_a_usage_error(option: tuple[str, ...], folder: Path) -> None:
    files = (folder / "source.txt", folder / "good.txt", "--m2", folder / "note.m2")
    result = call("score", *files, *option)
    assert result.exit_code == 2
    assert f"{option[0]} is for FLAGS" in result.output


@pytest.mark.parametrize("option", [("--by", "type"), ("--beta", "1"), ("--reference", "m2")])
def test_options_of_edits_are_a_usage_error_without_a_hypothesis(
    option: tuple[str, ...], folder: Path
) -> None:
    result = call("score", folder / "f.jsonl", "--m2", folder / "note.m2", *option)
    assert result.exit_code == 2
    assert f"{option[0]} is for SOURCE HYPOTHESIS" in result.output


def test_edits_that_overlap_are_told_with_file_and_line(folder: Path) -> None:
    hypothesis = folder / "mine.m2"
    lines = M2.splitlines(keepends=True)
    edit = "A 1 3|||R:OTHER|||saw on|||REQUIRED|||-NONE-|||0\n"
    again = "A 2 4|||R:OTHER|||on Friday|||REQUIRED|||-NONE-|||0\n"
    hypothesis.write_text(f"S We met in Monday .\n\n{lines[4]}{edit}{again}")
    arguments = (folder / "source.txt", hypothesis, "--m2", folder / "note.m2")
    assert call("score", *arguments).exit_code == 0
    problem = str(call("score", *arguments, "--reference", "m2").exception)
    assert problem.startswith(f"{hypothesis}:3: edit 2-4:R:OTHER:on Friday overlaps")
    reference = (folder / "source.txt", folder / "good.txt", "--m2", hypothesis)
    for command in ("score", "compare"):
        systems = reference if command == "score" else (*reference, folder / "lazy.txt")
        assert call(command, *systems).stderr.startswith(
            f"solecism: {hypothesis}:3: edit 2-4:R:OTHER:on Friday overlaps the one before it, "
            "which ends at 3, in sentence mine.2 by annotator 0. Both count"
        )


def test_several_references_are_side_by_side_in_one_line_per_system(folder: Path) -> None:
    (folder / "more.m2").write_text(M2)
    files = [folder / name for name in ("source.txt", "good.txt", "lazy.txt")]
    references = [f"--people=two={folder / 'note.m2'}", f"--silver=more={folder / 'more.m2'}"]
    shown = call("score", *files, *references).stdout.splitlines()
    good = [
        "good", "2", "1.000 [0.342, 1.000]", "1.000 [0.342, 1.000]", "1.000 [0.342, 1.000]",
    ]  # fmt: skip
    assert shown[2].split("\t") == [*good, *good[2:]]
    assert "two (2 people): precision" in shown[1]
    assert "more (2 silver): recall" in shown[1]
    assert shown[6] == "system\t1\t2\twrong to one, made by another"
    assert shown[7] == "good\t0.750\t1.000\t1.000 [0.115, 1.000]"
    assert "|people:two=note.m2@" in shown[-1]
    assert "|silver:more=more.m2@" in shown[-1]
    assert "|matching:correction|seed:0|n_sentences:2|models:" in shown[-1]


def test_files_of_one_name_are_one_reference_and_overlapping_edits_are_left_out(
    folder: Path,
) -> None:
    edit = "A 1 3|||R:OTHER|||saw on|||REQUIRED|||-NONE-|||0\n"
    first, second = M2.split("\n\n")[:2]
    (folder / "first.m2").write_text(f"{first}\n{edit}\n")
    (folder / "second.m2").write_text(f"{second}\n\n")
    files = [f"--people=a={folder / f'{name}.m2'}" for name in ("first", "second")]
    done = call("score", folder / "source.txt", folder / "good.txt", *files, "--json")
    assert done.stderr == (
        f"solecism: {folder / 'first.m2'}:1: edit 2-3:R:PREP:on overlaps the one before it, which "
        "ends at 3, in sentence first.1 by annotator 0. It is left out.\n"
    )
    assert json.loads(done.stdout)["result"]["n_sentences"] == 2


def test_findings_and_m2_are_scored_by_the_words_that_they_write(folder: Path) -> None:
    wide = "A 1 3|||R:OTHER|||met on|||REQUIRED|||-NONE-|||0"
    (folder / "wide.m2").write_text(f"S We met in Monday .\n{wide}\n\nS I waited the bus .\n")
    arguments = (folder / "source.txt", folder / "wide.m2", f"--people=two={folder / 'note.m2'}")
    [score] = call_json("score", *arguments, "--matching", "span")["result"]["scores"]
    values = [each["figures"]["precision"]["value"] for each in score["by_number"]]
    assert (score["n_edits"], values) == (1, [0.5, 1])


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--people", "note.m2"), "'note.m2' is not NAME=FILE, such as ten=annotators.m2."),
        (("--people=a=note.m2", "--reference", "all"), "--reference is not for --people"),
        (("--people=a=note.m2", "--m2", "note.m2"), "--m2 is not for --people and --silver."),
        (
            ("--silver=a=note.m2", "--matching", "span", "--matching", "token"),
            "--matching is given once",
        ),
        (("--people=a=note.m2", "--each-rater"), "--each-rater is for FLAGS"),
    ],
)
def test_options_that_do_not_suit_several_references_are_usage_errors(
    options: tuple[str, ...], problem: str, folder: Path
) -> None:
    result = call("score", folder / "source.txt", folder / "good.txt", *options)
    assert result.exit_code == 2
    assert problem in " ".join(result.output.split())
    alone = call("score", folder / "source.txt", f"--people=a={folder / 'note.m2'}")
    assert "are for SOURCE HYPOTHESIS" in alone.output


@pytest.mark.parametrize(
    "options", [("--m2", "note.m2"), ("--people", "two=note.m2")], ids=["m2", "people"]
)
def test_a_later_run_takes_edits_from_the_cache_unless_told_not_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SOLECISM_CACHE", str(folder / "cache"))
    monkeypatch.chdir(folder)
    command = ("score", "source.txt", "good.txt", *options, "--json")
    fresh = call(*command, "--no-cache").stdout
    assert not (folder / "cache").exists()
    assert call(*command).stdout == fresh
    kept = {path.name for path in (folder / "cache").iterdir()}
    assert call(*command).stdout == fresh
    assert {path.name for path in (folder / "cache").iterdir()} == kept
    for path in (folder / "cache").iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    assert call(*command).stdout == fresh
