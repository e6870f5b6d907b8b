"""`solecism convert` as people call it."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from shell import program
from solecism.cli.main import cli

EXAMPLE = "S I am agree .\nA 1 3|||R:VERB|||agree|||REQUIRED|||-NONE-|||0\n\n"


def convert(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [program(), "convert", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def test_a_pipe_there_and_back_gives_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "essay.m2"
    path.write_text(EXAMPLE)
    there = convert("--to", "jsonl", path, "-")
    assert b'"id":"essay.1"' in there.stdout
    back = convert("--from", "jsonl", "--to", "m2", "-", "-", given=there.stdout)
    assert (back.returncode, back.stdout, back.stderr) == (0, EXAMPLE.encode(), b"")


def test_formats_are_told_from_names_and_losses_from_standard_error(tmp_path: Path) -> None:
    path, text = tmp_path / "essay.m2", tmp_path / "essay.txt.gz"
    path.write_text(EXAMPLE)
    runner = CliRunner()
    done = runner.invoke(cli, ["convert", str(path), str(text)], catch_exceptions=False)
    assert done.stderr == "solecism: text does not keep: annotations.\n"
    done = runner.invoke(cli, ["convert", "--to", "conllu", str(text), "-"], catch_exceptions=False)
    assert done.stdout.startswith("# sent_id = essay.1\n# text = I am agree .\n1\tI\t")


def test_several_inputs_follow_one_another_and_keep_their_ids(tmp_path: Path) -> None:
    for name in ("a.m2", "b.m2"):
        (tmp_path / name).write_text(EXAMPLE)
    both = tmp_path / "both.m2"
    runner = CliRunner()
    names = [str(tmp_path / "a.m2"), str(tmp_path / "b.m2")]
    done = runner.invoke(cli, ["convert", *names, str(both)], catch_exceptions=False)
    assert (done.exit_code, done.output) == (0, "")
    assert "|||id=b.1|||0" in both.read_text()


REFERENCES = {
    "test.ref0": "We waited for the bus .\n",
    "test.ref1": "We waited for a bus .\n",
    "test.ref2": "We waited the bus .\n",
    "test.ref3": "We were waiting for the bus .\n",
}


def four_references(folder: Path) -> list[Path]:
    """A source with four corrected versions, whose names differ in their endings only."""
    (folder / "test.src").write_text("We waited the bus .\n")
    for name, line in REFERENCES.items():
        (folder / name).write_text(line)
    return [folder / "test.src", *(folder / name for name in REFERENCES)]


def test_four_references_are_four_annotators(tmp_path: Path) -> None:
    done = convert("--from", "corrected", "--to", "m2", *four_references(tmp_path), "-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (
        "S We waited the bus .\n"
        "A 2 2|||M:PREP|||for|||REQUIRED|||annotator=test.ref0|||0\n"
        "A 2 2|||M:PREP|||for|||REQUIRED|||annotator=test.ref1|||1\n"
        "A 2 3|||R:DET|||a|||REQUIRED|||annotator=test.ref1|||1\n"
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||annotator=test.ref2|||2\n"
        "A 1 2|||R:VERB:TENSE|||were waiting|||REQUIRED|||annotator=test.ref3|||3\n"
        "A 2 2|||M:PREP|||for|||REQUIRED|||annotator=test.ref3|||3\n\n"
    )


def test_references_in_folders_are_called_after_their_paths(tmp_path: Path) -> None:
    source, *references = four_references(tmp_path)
    moved = [tmp_path / folder / "all.txt" for folder in ("ann", "bob")]
    for old, new in zip(references, moved, strict=False):
        new.parent.mkdir()
        old.rename(new)
    done = convert("--from", "corrected", "--to", "m2", source, *moved, "-")
    fields = [line.split("|||") for line in done.stdout.decode().splitlines()[1:-1]]
    names = dict.fromkeys((each[4], each[5]) for each in fields)
    assert list(names) == [(f"annotator={path}", str(place)) for place, path in enumerate(moved)]


def test_a_reference_given_twice_is_refused(tmp_path: Path) -> None:
    source, first, second, *_ = four_references(tmp_path)
    done = convert("--from", "corrected", "--to", "m2", source, first, second, first, "-")
    problem = f"solecism: {first}: is given twice. Give each corrected file once.\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (1, b"", problem)


def test_overlapping_edits_are_left_out_of_corrected_text_and_told_with_file_and_line(
    tmp_path: Path,
) -> None:
    path = tmp_path / "official.m2"
    path.write_text(
        "S It rains .\n\nS We wait the bus .\n"
        "A 1 4|||R:VERB|||take the bus|||REQUIRED|||-NONE-|||0\n"
        "A 3 4|||R:NOUN|||train|||REQUIRED|||-NONE-|||0\n\nS He goes .\n\n"
    )
    done = CliRunner().invoke(cli, ["convert", "--to", "corrected", str(path), "-"])
    assert done.stdout == "It rains .\nWe take the bus .\nHe goes .\n"
    assert done.stderr.splitlines()[0] == (
        f"solecism: {path}:3: edit 3-4:R:NOUN:train overlaps the one before it, which ends at 4, "
        "in sentence official.2 by annotator 0. It is left out."
    )


def test_several_processes_give_the_same_bytes(tmp_path: Path) -> None:
    paths = four_references(tmp_path)
    for path in paths:
        path.write_text(path.read_text() * 1_100)
    one, two = (
        convert("--from", "corrected", "--to", "m2", "--jobs", n_jobs, *paths, "-")
        for n_jobs in ("1", "2")
    )
    assert one.stdout.count(b"S We waited") == 1_100
    assert (two.returncode, two.stdout) == (0, one.stdout)


def test_the_output_may_be_the_input(tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_text("I am here. You too.\n")
    runner = CliRunner()
    options = ["convert", "--from", "text", "--to", "jsonl", "--document", "d"]
    done = runner.invoke(cli, [*options, str(path), str(path)], catch_exceptions=False)
    assert done.exit_code == 0
    assert [line[:11] for line in path.read_text().splitlines()] == ['{"id":"d.1"', '{"id":"d.2"']


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.m2", b"S I am\nA 0 1|||R:VERB|||x|||REQ", b"a.m2:2: the annotation 'A 0 1|||"),
        ("a.m2", b"A 0 1|||R|||x|||REQUIRED|||-NONE-|||0\n", b"a.m2:1: the annotation"),
        ("a.m2", b"S caf\xe9\n", b"a.m2:1: byte 6 is b'\\xe9', which is not UTF-8"),
        ("a.m2", b"S " + b"x" * 10_000_000, b"a.m2:1: a line longer than 4,000,000 bytes"),
        ("a.m2", b"", b"a.m2: contains no sentences"),
        ("a.mrg", b"(S (NP (NN a))\n", b"a.mrg:1: (S is opened here and never closed"),
        ("a.jsonl", b'{"id":"a","text":"a","words":["a"],"x":NaN}', b"a.jsonl:1: "),
        ("a.conllu", b"1\tHi\n", b"a.conllu:1: '1\\tHi' has 2 columns"),
        ("a.m2.xz", lzma.compress(EXAMPLE.encode())[:-9], b"a.m2.xz: cannot be decompressed"),
        ("a.m2", bytes(range(256)) * 9, b"a.m2:1: '\\x00"),
        (".", None, b"is a directory"),
        ("none.m2", None, b"none.m2: there is no such file"),
    ],
)
def test_bad_input_gives_one_line_and_writes_nothing(
    tmp_path: Path, name: str, content: bytes | None, problem: bytes
) -> None:
    source, target = tmp_path / "in" / name, tmp_path / "out" / "a.jsonl"
    for folder in ("in", "out"):
        (tmp_path / folder).mkdir()
    if content is not None:
        source.write_bytes(content)
    options = ["--from", "m2"] if name == "." else []
    for output in (target, "-"):
        done = convert(*options, "--to", "jsonl", source, output)
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.startswith(b"solecism: ")
        assert problem in done.stderr
        assert done.stderr.count(b"\n") == 1
        assert list(target.parent.iterdir()) == []


def test_a_name_that_tells_no_format_is_a_usage_error(tmp_path: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(cli, ["convert", "--from", "m2", "a.m2", "-"])
    assert (done.exit_code, "give --to" in done.stderr) == (2, True)
    done = runner.invoke(cli, ["convert", "-", "a.m2"])
    assert (done.exit_code, "give --from" in done.stderr) == (2, True)


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "a.m2"
    path.write_text(EXAMPLE * 20_000)
    command = f"{sys.executable} -m solecism convert --to jsonl {path} - | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""
