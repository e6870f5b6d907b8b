"""Control items: who fails them goes, their answers are asked for again; practice; contests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from solecism.errors import ConflictError, InputError, MissingError
from solecism_study.configuration import Control, Pay, Qualification
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import rater_by_id
from solecism_study.people.removal import complete_removals
from solecism_study.status.progress import progress
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.control_items import (
    all_contests,
    contest,
    decide_contest,
)
from solecism_study.work.submission import undo
from studies import START, answer, new_rater, say, work

Made = Callable[..., Study]
OFTEN = Control(share=0.5, least=3)


def test_a_rater_who_fails_is_removed_and_their_answers_are_asked_for_again(study_of: Made) -> None:
    study = study_of(n_items=12, n_gold=12, n_judgments=1, control=OFTEN, pay=Pay(price=10_000))
    bad = new_rater(study, "bad")
    ended = work(study, bad, answers=say("ok"))
    assert ended.waiting is not None
    assert ended.waiting.reason == "removed"
    assert list(recorded_judgments(study)) == []
    assert progress(study, now=START).n_void > 3
    assert complete_removals(study, now=START) == 0
    work(study, new_rater(study, "good"), answers=say("error"))
    counts = Counter(one.site for one in recorded_judgments(study, with_control=False))
    assert len(counts) == 12
    assert set(counts.values()) == {1}
    assert progress(study, now=START).raters[0].earned > 0
    assert verify_study(study).problems == ()


def test_control_items_have_their_gold_and_never_count_as_data(study_of: Made) -> None:
    study = study_of(n_items=6, n_gold=3, control=OFTEN)
    work(study, new_rater(study), answers=say("error"))
    data = [one for one in recorded_judgments(study) if one.gold is None]
    assert {one.site.partition(".")[0] for one in data} == {"essay"}
    assert progress(study, now=START).stages[0].n_answered == len(data) == 6


def test_practice_comes_first_tells_what_is_right_and_is_no_data(study_of: Made) -> None:
    study = study_of(n_practice=2)
    ann = new_rater(study)
    first = next_questions(study, ann, now=START)
    assert first.current is not None
    assert first.current.is_practice
    receipt, second = answer(study, ann, first.current, now=START, values={"answer": ["ok"]})
    assert receipt.verdict is not None
    assert not receipt.verdict.is_right
    assert receipt.verdict.expected == ("Error",)
    assert receipt.verdict.why == "The word is not needed."
    assert second.current is not None
    answer(study, ann, second.current, now=START + 1, values={"answer": ["error"]})
    assert rater_by_id(study, ann).state == "unqualified"
    assert list(recorded_judgments(study)) == []


def test_who_passes_practice_goes_on(study_of: Made) -> None:
    study = study_of(n_practice=2, qualification=Qualification(bar=0.5), n_items=3)
    ann = new_rater(study)
    work(study, ann, answers=say("error"))
    assert rater_by_id(study, ann).state == "active"
    assert len(list(recorded_judgments(study))) == 3


def test_a_control_item_in_the_study_gives_no_verdict_away(study_of: Made) -> None:
    study = study_of(n_items=6, n_gold=6, control=OFTEN)
    ann = new_rater(study)
    found = next_questions(study, ann, now=START)
    for number in range(6):
        assert found.current is not None
        values = {"answer": ["error"]}
        receipt, found = answer(study, ann, found.current, now=START + number, values=values)
        assert receipt.verdict is None


def test_undoing_a_control_item_undoes_its_record(study_of: Made) -> None:
    study = study_of(n_items=8, n_gold=4, control=OFTEN)
    ann = new_rater(study)
    work(study, ann, answers=say("error"), n=4)
    before = rater_by_id(study, ann)
    for number in range(4):
        undo(study, ann, request=f"undo-000{number}", now=START + 10_000)
    assert before.n_control > 0
    assert (rater_by_id(study, ann).n_control, rater_by_id(study, ann).n_right) == (0, 0)


def first_control_answer(study: Study, rater: int) -> str:
    """The token of a control item that the rater got wrong, found as an administrator can."""
    from sqlalchemy import select

    from solecism_study.store.tables import assignments

    query = select(assignments.c.token).where(
        assignments.c.rater == rater, assignments.c.is_right.is_(False)
    )
    with study.database.read() as connection:
        return str(connection.execute(query).scalars().first())


def test_an_accepted_contest_makes_the_answer_right_and_brings_raters_back(study_of: Made) -> None:
    study = study_of(n_items=12, n_gold=12, n_judgments=2, control=Control(share=0.5, least=3))
    ann = new_rater(study)
    work(study, ann, answers=say("ok"))
    assert rater_by_id(study, ann).state == "removed"
    n_back = 0
    n_wrong = rater_by_id(study, ann).n_control
    for _ in range(n_wrong):
        token = first_control_answer(study, ann)
        contest(study, ann, token, "It is fine in my dialect.", now=START)
        open_contest = all_contests(study)[0]
        assert open_contest.pool == "gold"
        n_back += decide_contest(study, open_contest.id, is_accepted=True, now=START, actor="boss")
        if n_back:
            break
    assert n_back == 1
    assert rater_by_id(study, ann).state == "active"
    assert len(list(recorded_judgments(study, with_control=False))) > 0
    assert verify_study(study).problems == ()


def test_a_contest_needs_a_reason_an_answer_and_is_decided_once(study_of: Made) -> None:
    study = study_of()
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    lease = next_questions(study, ann, now=START).current
    assert lease is not None
    with pytest.raises(MissingError):
        contest(study, ann, lease.token, "too early", now=START)
    answer(study, ann, lease, now=START)
    with pytest.raises(InputError):
        contest(study, ann, lease.token, "  ", now=START)
    with pytest.raises(MissingError):
        contest(study, bea, lease.token, "not mine", now=START)
    contest(study, ann, lease.token, "I am right.", now=START)
    with pytest.raises(ConflictError):
        contest(study, ann, lease.token, "Really.", now=START)
    assert decide_contest(study, 1, is_accepted=False, now=START, actor="boss") == 0
    with pytest.raises(ConflictError):
        decide_contest(study, 1, is_accepted=True, now=START, actor="boss")


def test_as_much_as_the_bar_is_enough_in_practice(study_of: Made) -> None:
    study = study_of(n_practice=2, qualification=Qualification(bar=0.5), n_items=3)
    ann = new_rater(study)
    for number, said in enumerate(("ok", "error")):
        lease = next_questions(study, ann, now=START + number).current
        assert lease is not None
        answer(study, ann, lease, now=START + number, values={"answer": [said]})
    assert rater_by_id(study, ann).state == "active"
