"""`solecism judgments` on crowd files, as people call it."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import ROOT
from solecism.cli.main import cli
from solecism.errors import SolecismError

CROWD = ROOT / "examples" / "crowd"
MAPPED = ["--map", "yes=error", "--map", "no=ok"]
LONG = [
    *("--from", "long", str(CROWD / "long.csv"), "--item", "place", "--rater", "who"),
    *("--answer", "is it an error?", "--milliseconds", "ms", "--gold", "known"),
    *(*MAPPED, "--map", "cannot tell=unknown"),
]


def judgments(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["judgments", *map(str, arguments)], catch_exceptions=False)


def test_json_lines_go_out_and_what_is_left_out_is_said() -> None:
    places = ["--item", "Input.site_{n}", "--gold", "Input.expected_{n}"]
    answer = ["--answer", "Answer.error_{n}", *MAPPED]
    done = judgments("--from", "mturk", CROWD / "mturk.csv", *places, *answer)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == 44
    assert {judgment["answer"] for judgment in found} == {"ok", "error"}
    assert done.stderr == "solecism: left out: empty answers (1), rows with status Rejected (1).\n"


def test_prolific_is_joined_with_its_submissions() -> None:
    options = ["--answer", "{name}:preposition", "--note", "Prolific.First language"]
    submissions = CROWD / "prolific.submissions.csv"
    answers = CROWD / "prolific.answers.csv"
    done = judgments("--from", "prolific", answers, "--submissions", submissions, *options)
    assert done.stdout.count('"notes":{"Prolific.First language":"English"}') == 15


def test_a_label_studio_export_on_one_line_is_read(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    tasks = json.loads((CROWD / "label-studio.json").read_text())
    many = [{**task, "id": f"{task['id']}.{n}"} for n in range(2000) for task in tasks]
    path.write_text(json.dumps(many))
    assert path.stat().st_size > 4_000_000
    done = judgments("--from", "label-studio", path, "--answer", "error")
    assert done.stdout.count("\n") == 14 * 2000


def test_csv_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    table, again = tmp_path / "judgments.csv", tmp_path / "judgments.jsonl"
    assert judgments(*LONG, "-o", table).exit_code == 0
    assert len(list(csv.DictReader(table.read_text().splitlines()))) == 32
    assert judgments("--from", "long", table, "-o", again).exit_code == 0
    assert again.read_text() == judgments(*LONG).stdout
    back = judgments("--from", "judgments", again, "--csv")
    assert back.stdout == table.read_text()


def test_pseudonyms_are_the_same_with_the_same_secret(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    first = judgments(*LONG, "--pseudonyms", secret)
    assert first.stderr == f"solecism: a new secret was written to {secret}.\n"
    assert secret.stat().st_mode & 0o777 == 0o600
    again = judgments(*LONG, "--pseudonyms", secret)
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert '"rater":"ann"' not in first.stdout
    assert len({json.loads(line)["rater"] for line in first.stdout.splitlines()}) == 4


def test_a_secret_that_is_too_short_is_told(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("abc\n")
    with pytest.raises(SolecismError, match="the secret has 3 bytes"):
        judgments(*LONG, "--pseudonyms", secret)


def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"\xef\xbb\xbfitem,rater,answer\r\n1,ann,ok\r\n")
    expected = '{"site":"1","rater":"ann","answer":"ok"}\n'
    assert judgments("--from", "long", path).stdout == expected


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "a.csv:1: the table is empty"),
        (b"item,rater,answer\n", "a.csv: contains no judgments (no rows). Is the file complete?"),
        (
            b"item,rater,answer\n1,ann,\n",
            "a.csv: contains no judgments (left out: empty answers (1))",
        ),
        (b"item,rater,answer\n1,ann,ok\n1,ann,ok\n", "a.csv:3: 'ann' answers '1' a second time"),
        (b"item,rater,answer\n1,ann,\xff\n", "a.csv:2: byte 7 is b'\\xff', which is not UTF-8"),
        (b"item,rater,answer\n1,ann,\0\n", "a.csv:2: character 7 is NUL"),
    ],
)
def test_bad_files_give_one_line_and_write_nothing(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    path, target = tmp_path / "a.csv", tmp_path / "out.jsonl"
    path.write_bytes(content)
    with pytest.raises(SolecismError) as caught:
        judgments("--from", "long", path, "-o", target)
    assert problem in str(caught.value)
    assert not target.exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([ROOT / "examples/annotations/landlord.m2", "--item", "x"], "--item is for crowd files"),
        (
            [*LONG, "--kind", "preposition"],
            "--kind, --flags, --document, --only and --three-way are for annotated",
        ),
        ([*LONG, "--map", "yes"], "--map 'yes' has no ="),
        ([*LONG, "--map", "yes=ok"], "--map 'yes=ok' is there twice"),
        ([*LONG, "--pattern", "site=x"], "--pattern: there is no field 'site'"),
        ([*LONG, "--delimiter", "::"], "The delimiter '::' is not one character"),
    ],
)
def test_wrong_options_are_told(arguments: list[str | Path], problem: str) -> None:
    done = judgments(*arguments)
    assert (done.exit_code, problem in done.stderr) == (2, True), done.stderr
