"""Students: words, counts and rates; and drafts that cannot be checked."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import rule_detector
from class_texts import student
from solecism.checking.checked_files import CheckSummary, DetectorOptions
from solecism.classroom.classroom import Student, check_students, rate
from solecism.classroom.drafts import drafts_of
from solecism.detect import registry
from solecism.documents.reading import list_documents


@pytest.fixture(autouse=True)
def _rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.DETECTORS, "rules", rule_detector.load)


def check(folder: Path) -> tuple[dict[str, Student], CheckSummary]:
    drafts = drafts_of(list_documents([str(folder)]).paths, folder).drafts
    summary = CheckSummary()
    students = check_students(drafts, DetectorOptions("rules"), summary)
    return {each.name: each for each in students}, summary


def test_words_and_findings_of_all_drafts_are_counted() -> None:
    anna = student("Anna", (3, 100), (1, 60), texts=["Let us discuss about it - now.\n"])
    assert anna.n_words == 166
    assert anna.counts == {"wrong-preposition": 4, "extraneous-preposition": 1}
    assert anna.n_findings == anna.count_of(["wrong-preposition", "extraneous-preposition"]) == 5
    assert [draft.n_sentences for draft in anna.drafts] == [25, 15, 1]


def test_a_rate_is_per_thousand_words_with_the_exact_interval() -> None:
    figure = student("Anna", (4, 400)).drafts[0].rate
    assert figure == 10.0
    assert (figure.interval.low, figure.interval.high) == pytest.approx((2.7247, 25.6040), abs=1e-4)
    assert math.isnan(rate(0, 0))


def test_drafts_of_a_student_come_together(tmp_path: Path) -> None:
    for name in ("b_2026-05-01", "a", "b_2026-04-01"):
        (tmp_path / f"{name}.txt").write_text(f"We depend of {name[:1]}.\n")
    students, summary = check(tmp_path)
    assert [len(each.drafts) for each in students.values()] == [1, 2]
    assert list(students) == ["a", "b"]
    assert summary.problems == []


def test_a_draft_that_cannot_be_read_has_a_problem_and_no_sentences(tmp_path: Path) -> None:
    (tmp_path / "eva_2026-03-01.docx").write_bytes(b"PK\x03\x04 broken")
    (tmp_path / "eva_2026-04-01.txt").write_text("We depend of it.\n")
    students, summary = check(tmp_path)
    broken, whole = students["eva"].drafts
    assert broken.problem == summary.problems[0]
    assert "eva_2026-03-01.docx: " in broken.problem
    assert (broken.n_words, broken.findings) == (0, ())
    assert (whole.problem, whole.n_words, len(whole.findings)) == ("", 4, 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        ("\n \n", "no words were checked"),
        ("- - -\n", "no words were checked"),
        ("Ich gehe heute mit meinem Bruder in die Stadt und kaufe Brot.\n" * 3, "English"),
    ],
)
def test_a_draft_without_english_words_has_a_problem(
    tmp_path: Path, text: str, problem: str
) -> None:
    (tmp_path / "eva.txt").write_text(text)
    students, summary = check(tmp_path)
    assert problem in students["eva"].drafts[0].problem
    assert students["eva"].drafts[0].problem in summary.notes
    assert students["eva"].n_words == 0


def test_words_in_another_language_do_not_count(tmp_path: Path) -> None:
    german = "Ich gehe heute mit meinem Bruder in die Stadt und kaufe Brot und Milch. " * 3
    (tmp_path / "eva.txt").write_text(f"We depend of it. Cats sleep here.\n\n{german}\n")
    students, _ = check(tmp_path)
    assert students["eva"].n_words == 7
