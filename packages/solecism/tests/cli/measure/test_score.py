"""`solecism score` as people call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring_files import SITES, call, call_json, write, write_flags, write_judgments
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.site import Flag

M2 = (
    "S We met in Monday .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\n"
)


def test_majority_and_graded_scores_come_by_kind_with_a_signature(tmp_path: Path) -> None:
    flags, judgments = write_flags(tmp_path / "f"), write_judgments(tmp_path / "j")
    found = call_json("score", flags, judgments, "--seed", "7")
    assert found["signature"].startswith("score|files:f@")
    assert "|bins:50-75-90-100|" in found["signature"]
    assert "|seed:7|" in found["signature"]
    [system] = found["systems"]
    named = {(score["kind"], score["against"]): score for score in system["scores"]}
    assert {kind for kind, _ in named} == {"all", "determiner", "preposition"}
    whole = named["all", "majority"]
    assert whole["counts"] == {"hits": 3, "misses": 3, "false_alarms": 5, "correct": 5}
    assert whole["figures"]["precision"]["value"] == 3 / 8
    graded = named["all", "all raters, graded"]
    assert graded["counts"]["hits"] == pytest.approx(2)
    assert [one["n_items"] for one in system["bins"]] == [6, 0, 10]


def test_the_table_says_what_is_estimated(tmp_path: Path) -> None:
    flags, judgments = write_flags(tmp_path / "f"), write_judgments(tmp_path / "j")
    shown = call("score", flags, judgments, "--each-rater", "--curve").stdout
    assert "what most raters say" in shown
    assert "what this rater says" in shown
    assert "No scores at 75-90% agreement: there is no site." in shown
    assert "# me from a level of agreement on" in shown


def test_one_rater_only_is_scored_and_said(tmp_path: Path) -> None:
    flags, judgments = write_flags(tmp_path / "f"), write_judgments(tmp_path / "j", raters="a")
    assert "There is only one rater" in call("score", flags, judgments).stdout


def test_where_all_is_ok_recall_is_null_with_a_reason(tmp_path: Path) -> None:
    flags, judgments = write_flags(tmp_path / "f"), write_judgments(tmp_path / "j", n_errors=0)
    [system] = call_json("score", flags, judgments)["systems"]
    recall = system["scores"][0]["figures"]["recall"]
    assert recall["value"] is None
    assert recall["interval"]["method"] == "nobody calls a site an error"


def test_corrections_are_beside_what_raters_say(tmp_path: Path) -> None:
    flags = write_flags(tmp_path / "f")
    control = [
        Judgment(f"gold{n}", rater, truth, gold=truth)
        for n, truth in enumerate(["error", "ok"] * 3)
        for rater in "abc"
    ]
    plain = write_judgments(tmp_path / "j")
    judgments = tmp_path / "all"
    judgments.write_text(plain.read_text() + write(tmp_path / "g", control).read_text())
    options = ("--correct", "control", "--correct", "dawid-skene", "--kind", "preposition")
    [system] = call_json("score", flags, judgments, *options)["systems"]
    by_name = {score["against"]: score for score in system["scores"]}
    corrected = by_name["control items (Rogan-Gladen)"]
    assert corrected["estimand"] == by_name["dawid-skene"]["estimand"] == "what is an error"
    graded = by_name["all raters, graded"]["figures"]["recall"]["value"]
    assert corrected["figures"]["recall"]["value"] == pytest.approx(graded)


def test_flags_and_judgments_that_do_not_meet_are_told(tmp_path: Path) -> None:
    extra = [Flag(site, "me", True) for site in (SITES[0], "e.1:0-1:preposition")]
    flags, judgments = write(tmp_path / "f", extra), write_judgments(tmp_path / "j")
    shown = call("score", flags, judgments).stdout
    assert "15 judged sites have no flag of me: taken as not flagged." in shown
    assert "1 flags of me are at sites that nobody judged" in shown


@pytest.mark.parametrize(
    ("flags", "judgments", "problem"),
    [
        ([], [Judgment(SITES[0], "a", "ok")], "contains no flags. Is the file complete?"),
        ([Flag(SITES[0], "me", True)], [], "contains no judgments. Is the file complete?"),
        ([Flag("x", "me", True)], [Judgment(SITES[0], "a", "ok")], "no flag of me is at a judged"),
        ([Flag(SITES[0], "me", True)], [Judgment(SITES[0], "a", "no")], "unknown answer 'no'"),
        ([Flag(SITES[0], "me", True)], [Judgment(SITES[0], "a", "ok")] * 2, "twice"),
    ],
)
def test_what_cannot_be_scored_is_one_line(
    flags: list[Flag], judgments: list[Judgment], problem: str, tmp_path: Path
) -> None:
    result = call("score", write(tmp_path / "f", flags), write(tmp_path / "j", judgments))
    assert isinstance(result.exception, InputError)
    assert problem in str(result.exception)
    assert "\n" not in str(result.exception)


@pytest.mark.parametrize("bins", ["50", "x-y", "90-50"])
def test_bins_that_are_none_are_refused(bins: str, tmp_path: Path) -> None:
    flags, judgments = write_flags(tmp_path / "f"), write_judgments(tmp_path / "j")
    assert call("score", flags, judgments, "--bins", bins).exit_code != 0


def test_either_judgments_or_annotated_text_is_needed(tmp_path: Path) -> None:
    result = call("score", write_flags(tmp_path / "f"))
    assert result.exit_code == 2
    assert "Give FLAGS and JUDGMENTS, or --m2 FILE." in result.output


def test_flags_are_scored_against_annotated_text(tmp_path: Path) -> None:
    (tmp_path / "note.m2").write_text(M2)
    flags = write(tmp_path / "f", [Flag("note.1:2-3:preposition", "me", True)])
    found = call_json("score", flags, "--m2", tmp_path / "note.m2", "--kind", "preposition")
    lenient, strict, correction = found["result"]["scores"]
    assert (lenient["n_right"], strict["n_right"], correction["n_right"]) == (1, 1, 0)
    assert found["result"]["annotators"] == ["0", "1"]
    shown = call("score", flags, "--m2", tmp_path / "note.m2").stdout
    assert "# Flags in 1 sentences of 2 annotators" in shown


def test_a_second_answer_and_an_unknown_one_are_told_with_file_and_line(tmp_path: Path) -> None:
    flags = write_flags(tmp_path / "f")
    one = Judgment(SITES[0], "a", "ok")
    twice = write(tmp_path / "twice", [one, Judgment(SITES[1], "a", "ok"), one])
    assert str(call("score", flags, twice).exception).startswith(
        f"{twice}:3: rater a answers {SITES[0]} twice, first in line 1."
    )
    unknown = write(tmp_path / "unknown", [one, Judgment(SITES[1], "a", "no")])
    labels = "error, ok, correct, incorrect, too-messy"
    expected = f"{unknown}:2: unknown answer 'no'. The labels are {labels}."
    assert str(call("score", flags, unknown).exception) == expected


def test_a_flag_given_twice_is_told_with_file_and_line(tmp_path: Path) -> None:
    flag = Flag(SITES[0], "me", True)
    flags, judgments = write(tmp_path / "f", [flag]), write_judgments(tmp_path / "j")
    flags.write_text(flags.read_text() + "\n" + flags.read_text())
    expected = f"{flags}:3: me decides twice at {SITES[0]}. Keep one flag per site."
    assert str(call("score", flags, judgments).exception) == expected
