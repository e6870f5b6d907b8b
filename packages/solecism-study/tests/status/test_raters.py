"""The table of raters, one rater's report, and the histogram of agreement."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solecism.panel import from_columns
from solecism_study.configuration import Control
from solecism_study.people.raters import rater_by_id
from solecism_study.people.removal import remove_rater
from solecism_study.status.progress import progress
from solecism_study.status.rater_statistics import (
    AnswerTimes,
    RaterRow,
    agreement_histogram,
    n_rater_answers,
    rater_answers,
    rater_counts,
    rater_rows,
    rater_shares,
    rater_times,
    sorted_rater_rows,
)
from solecism_study.status.results import results
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import undo
from studies import MINUTE, START, answer, new_rater, say, work

Made = Callable[..., Study]


def rows_of(study: Study) -> dict[int, RaterRow]:
    rows = rater_rows(study, results(study).raters)
    return dict(enumerate(rows, 1))


def test_every_answer_is_counted_once(study_of: Made) -> None:
    study = study_of(n_items=8, n_gold=4, n_practice=2, control=Control(share=0.4, least=100))
    ann = new_rater(study)
    work(study, ann, answers=say("error"))
    undo(study, ann, request="undo-the-last", now=START + 10**6)
    row = rows_of(study)[ann]
    assert (row.n_data + row.n_control, row.n_practice, row.n_surplus, row.n_void) == (
        row.n_made - 3,
        2,
        0,
        0,
    )
    assert row.n_control == row.n_checked == row.n_right


def test_a_removed_rater_keeps_their_record(study_of: Made) -> None:
    study = study_of(n_items=5)
    ann, bea = new_rater(study), new_rater(study, "bea")
    work(study, ann)
    work(study, bea, n=2)
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    row = rows_of(study)[ann]
    assert (row.n_data, row.n_void, row.n_made) == (0, 5, 5)
    counts = rater_counts(list(rows_of(study).values()))
    assert (counts.n_joined, counts.n_working, counts.n_removed) == (2, 1, 1)
    assert counts.n_joined == sum(
        (
            counts.n_working,
            counts.n_without_answer,
            counts.n_practising,
            counts.n_unqualified,
            counts.n_removed,
        )
    )


def test_the_table_is_sorted_and_filtered_with_unknowns_last(study_of: Made) -> None:
    study = study_of(n_items=6)
    for name, n in (("ann", 2), ("bea", 5), ("cy", 0)):
        work(study, new_rater(study, name), n=n)
    rows = list(rows_of(study).values())
    by_data = sorted_rater_rows(rows, sort="answers", is_descending=True)
    assert [row.n_data for row in by_data] == [5, 2, 0]
    assert sorted_rater_rows(rows, sort="seconds")[-1].n_data == 0
    assert sorted_rater_rows(rows, sort="seconds", is_descending=True)[-1].n_data == 0
    one = rows[1].pseudonym
    assert [row.pseudonym for row in sorted_rater_rows(rows, find=one[3:9].upper())] == [one]
    assert sorted_rater_rows(rows, state="removed") == []


def test_the_table_is_sorted_by_all_control_items_that_were_checked(sqlite_study: Made) -> None:
    control = Control(share=0.5, least=100)
    study = sqlite_study(n_items=6, n_gold=6, control=control)
    ann, bea = new_rater(study), new_rater(study, "bea")
    work(study, ann, answers=say("error"))
    work(study, bea, answers=say("ok"))
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    rows = rows_of(study)
    # The answers of who was removed are void, and were right nevertheless.
    assert (rows[ann].n_control, rows[ann].n_right) == (0, rows[ann].n_checked)
    best = sorted_rater_rows(list(rows.values()), sort="control", is_descending=True)
    assert [row.pseudonym for row in best] == [rows[ann].pseudonym, rows[bea].pseudonym]


def test_a_report_has_others_answers_and_the_right_ones(study_of: Made) -> None:
    study = study_of(n_items=4, n_gold=3, control=Control(share=0.3, least=100))
    ann, bea = new_rater(study), new_rater(study, "bea")
    work(study, bea, answers=say("ok"))
    work(study, ann, answers=say("error"))
    person = rater_by_id(study, ann)
    answers = rater_answers(study, person)
    data = [one for one in answers if not one.is_control]
    assert {tuple(one.others.items()) for one in data} == {(("ok", 1),)}
    assert {one.answer for one in data} == {(("The marked word", "Error"),)}
    assert {one.is_right for one in answers if one.is_control} == {True}
    assert {one.is_right for one in data} == {None}
    assert len(answers) == n_rater_answers(study, person)
    assert rater_answers(study, person, page=2, per_page=3) == answers[3:6]
    assert rater_times(study, person) == AnswerTimes(len(answers), 1.0, 1.0, 1.0)


def test_agreement_with_others_counts_pairs_of_answers() -> None:
    panel = from_columns("aaabbc", "xyzxyx", ["1", "1", "0", "1", "0", "1"])
    shares = rater_shares([panel])
    assert shares["x"].share == pytest.approx(1 / 3)
    assert shares["y"].share == pytest.approx(1 / 3)
    assert shares["z"].share == 0
    assert (shares["x"].n_items, shares["x"].n_pairs) == (2, 3)
    counts = {one.name: one.n_items for one in agreement_histogram([panel]) if one.n_items}
    assert counts == {"50-59%": 1, "60-69%": 1}


def test_unknown_answers_are_told_apart_from_data(study_of: Made) -> None:
    study = study_of(n_items=3)
    work(study, new_rater(study), answers=say("unknown"), n=1)
    work(study, new_rater(study, "bea"), n=2)
    computed = results(study)
    assert (computed.n_judgments, computed.n_unknown) == (2, 1)


def test_the_time_of_void_answers_is_divided_by_all_answers(study_of: Made) -> None:
    study = study_of(n_items=4)
    ann, bea = new_rater(study), new_rater(study, "bea")
    work(study, ann)
    work(study, bea)
    before = progress(study, now=START).seconds_per_judgment
    remove_rater(study, ann, reason="test", now=START, actor="boss")
    assert progress(study, now=START).seconds_per_judgment == before


def test_times_are_told_by_their_median_and_outer_tenths(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=11)
    ann = new_rater(study)
    now = START
    for seconds in (51, *range(1, 11)):
        lease = next_questions(study, ann, now=now).current
        assert lease is not None
        now += seconds * 1000
        answer(study, ann, lease, now=now)
    person = rater_by_id(study, ann)
    assert rater_times(study, person) == AnswerTimes(11, 6.0, 2.0, 10.0)
    ends = [one.at for one in rater_answers(study, person)]
    assert ends == sorted(ends, reverse=True)
    # The newest took ten seconds, and all of them 106.
    assert (ends[0] - ends[1], ends[0] - START) == (10_000, 106_000)
    row = rows_of(study)[ann]
    remove_rater(study, ann, reason="test", now=now, actor="boss")
    assert rows_of(study)[ann].seconds_each == row.seconds_each == pytest.approx(106 / 11)


def test_who_has_not_answered_is_not_working(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=3)
    work(study, new_rater(study), n=1)
    new_rater(study, "bea")
    counts = rater_counts(list(rows_of(study).values()))
    assert (counts.n_joined, counts.n_working, counts.n_without_answer) == (2, 1, 1)


def test_an_item_is_complete_with_its_last_answer_and_an_answer_is_recent_for_an_hour(
    sqlite_study: Made,
) -> None:
    study = sqlite_study(n_items=2, n_judgments=2)
    work(study, new_rater(study))
    work(study, new_rater(study, "bea"), n=1)
    [stage] = progress(study, now=START + MINUTE).stages
    assert (stage.n_wanted, stage.n_answered, stage.n_complete) == (4, 3, 1)
    assert progress(study, now=START + MINUTE).n_last_hour == 3
    assert progress(study, now=START + 61 * MINUTE).n_last_hour == 0


def test_items_are_counted_by_the_share_of_their_majority() -> None:
    answers = {"a": "11100", "b": "11110", "c": "11111", "d": "1"}
    rows = [
        (item, f"r{n}", letter)
        for item, letters in answers.items()
        for n, letter in enumerate(letters)
    ]
    found = agreement_histogram([from_columns(*zip(*rows, strict=True))])
    counts = {one.name: one.n_items for one in found if one.n_items}
    assert counts == {"60-69%": 1, "80-89%": 1, "100%": 1}
