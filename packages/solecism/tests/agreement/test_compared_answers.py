"""The answers that are compared: the ratings of a usage study, joined, without messy contexts."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring_files import call, call_json, write
from solecism.agreement.confusion import compared_answers, joined_answers
from solecism.errors import InputError
from solecism.judgment import Judgment

# Table 3 of paper 000: rows are rater 1, columns rater 2.
TABLE_3 = {
    ("extraneous", "extraneous"): 17,
    ("extraneous", "correct"): 6,
    ("incorrect", "extraneous"): 1,
    ("incorrect", "incorrect"): 42,
    ("incorrect", "equal"): 20,
    ("correct", "extraneous"): 4,
    ("equal", "incorrect"): 33,
    ("correct", "equal"): 713,
    ("equal", "equal"): 500,
}
MEANING = {"extraneous": "error", "incorrect": "error", "correct": "ok", "equal": "ok"}


def study() -> list[Judgment]:
    """A usage study with the counts of the table, and ten messy contexts besides."""
    pairs = [pair for pair, n in TABLE_3.items() for _ in range(n)]
    judgments = [
        Judgment(f"e.{place}:1-2:preposition", rater, MEANING[rating], notes={"rating": rating})
        for place, pair in enumerate(pairs)
        for rater, rating in zip(("one", "two"), pair, strict=True)
    ]
    for place in range(10):
        site, notes = f"m.{place}:1-2:preposition", {"rating": "correct"}
        messy = {**notes, "context": "spelling+grammar"}
        judgments += [Judgment(site, "one", "ok", notes=messy)]
        judgments += [Judgment(site, "two", "ok", notes=notes)]
    return judgments


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "study.jsonl", study())


OPTIONS = ("--answer", "rating", "--join", "correct,equal=ok", "--without", "context")


def test_table_3_and_its_kappa_come_out_of_a_usage_study(file: Path) -> None:
    shown = call("agree", file, *OPTIONS, "--confusion", "--measure", "cohen").stdout.splitlines()
    start = shown.index("# one (rows) and two (columns)")
    assert [line.split("\t") for line in shown[start + 1 : start + 5]] == [
        ["", "extraneous", "incorrect", "ok"],
        ["extraneous", "17", "0", "6"],
        ["incorrect", "1", "42", "20"],
        ["ok", "4", "33", "1213"],
    ]
    assert any(line.split("\t")[:4] == ["all", "cohen", "0.630", "0.043"] for line in shown)
    assert any(line.split("\t") == ["one", "two", "26", "86", "0.302"] for line in shown)
    assert "answer:rating" in shown[-1]


def test_without_options_the_answers_are_as_they_are(file: Path) -> None:
    [part] = call_json("agree", file, "--measure", "cohen")["result"]["agreements"]
    assert part["agreement"]["n_items"] == 1346
    assert part["agreement"]["value"] == pytest.approx(0.6307, abs=5e-4)


def test_a_report_has_the_same_matrix(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert call("report", "--judgments", file, page, *OPTIONS).exit_code == 0
    text = page.read_text("utf-8")
    assert "one (rows) and two (columns)" in text
    assert ">1,213<" in text


def test_several_files_are_raters_of_the_same_items(file: Path, tmp_path: Path) -> None:
    third = [Judgment(each.site, "system", each.answer) for each in study() if each.rater == "one"]
    other = write(tmp_path / "system.jsonl", third)
    found = call_json("agree", file, other, "--reference", "system", "--pairwise")["result"]
    assert any(pair["kappa"]["value"] == 1 for pair in found["pairs"])


def test_one_kind_of_mess_can_be_left_out(file: Path) -> None:
    assert len(compared_answers(study(), without=["context=grammar"])) == 2 * 1336
    assert len(compared_answers(study(), without=["context=determiner"])) == 2 * 1346


def test_what_cannot_be_compared_is_told() -> None:
    with pytest.raises(
        InputError, match=r"no judgment has a note 'rate'\. There are context, rating"
    ):
        compared_answers(study(), answer="rate")
    with pytest.raises(InputError, match="nothing is left"):
        compared_answers(study(), without=["rating"])
    with pytest.raises(InputError, match="'ok' joins nothing"):
        joined_answers(["ok"])
