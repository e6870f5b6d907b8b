"""Adjudication: which items are disputed, decisions on them, and the set with its history."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from sqlalchemy import text

from solecism.errors import InputError, MissingError
from solecism.judgment import Judgment
from solecism_study.adjudication import (
    JudgedItem,
    decide,
    decide_from,
    disagreements,
    reveal_answers,
)
from solecism_study.exchange.bundle import bundle
from solecism_study.exchange.recorded_judgments import adjudicated_judgments
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import all_raters
from solecism_study.study import Study
from solecism_study.work.lease import Lease
from studies import START, new_rater, work

Made = Callable[..., Study]
OK = {"answer": ["ok"]}


def disputed(study: Study) -> list[JudgedItem]:
    """Two raters who differ on items 0 and 1 of four."""

    def differing(lease: Lease) -> dict[str, list[str]]:
        number = int(lease.question.passage.before.split()[1])
        return {"answer": ["error" if number < 2 else "ok"]}

    work(study, new_rater(study, "ann"))
    work(study, new_rater(study, "bea"), answers=differing)
    return disagreements(study)


def test_items_with_different_answers_are_disputed(study_of: Made) -> None:
    found = disputed(study_of(n_items=4, n_gold=2))
    assert [one.site for one in found] == ["essay.0:2-3:preposition", "essay.1:2-3:preposition"]
    assert [given.meaning for given in found[0].answers] == [{"": "ok"}, {"": "error"}]


def test_a_decision_is_blind_unless_the_answers_were_seen(study_of: Made) -> None:
    study = study_of(n_items=4)
    first, second = disputed(study)
    decide(study, first.item, 0, OK, reason="fine", now=START, actor="cy")
    assert len(reveal_answers(study, second.item, 0, now=START, actor="cy").answers) == 2
    decide(study, second.item, 0, {"answer": ["error"]}, reason="", now=START, actor="cy")
    decide(study, second.item, 0, OK, reason="on second thoughts", now=START + 1, actor="dee")
    found = {one.site: one.decisions for one in disagreements(study)}
    assert [one.is_blind for one in found[first.site]] == [True]
    assert [(one.actor, one.is_blind) for one in found[second.site]] == [
        ("cy", False),
        ("dee", True),
    ]
    assert verify_study(study).problems == ()


def test_the_set_has_one_answer_an_item_with_its_history(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=4)
    first, _ = disputed(study)
    decide(study, first.item, 0, {"answer": ["error"]}, reason="needed", now=START, actor="cy")
    made, n_open = adjudicated_judgments(study)
    assert n_open == 1
    assert [(one.site, one.answer, one.notes["how"]) for one in made] == [
        ("essay.0:2-3:preposition", "error", "adjudicated"),
        ("essay.2:2-3:preposition", "ok", "agreed"),
        ("essay.3:2-3:preposition", "ok", "agreed"),
    ]
    names = [rater.pseudonym for rater in all_raters(study)]
    assert json.loads(made[0].notes["history"]) == [
        {"rater": names[0], "answer": "ok"},
        {"rater": names[1], "answer": "error"},
        {
            "adjudicator": "cy",
            "answer": "error",
            "reason": "needed",
            "blind": True,
            "at": START,
        },
    ]
    archive = zipfile.ZipFile(io.BytesIO(bundle(study, now=START)))
    assert len(archive.read("adjudicated.jsonl").splitlines()) == 3


def test_only_disagreements_can_be_decided_and_answers_must_fit(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=4)
    first, _ = disputed(study)
    with pytest.raises(MissingError, match="do not disagree"):
        decide(study, 4, 0, OK, reason="", now=START, actor="cy")
    with pytest.raises(InputError, match="is not one of"):
        decide(study, first.item, 0, {"answer": ["no"]}, reason="", now=START, actor="cy")


def test_decisions_come_from_a_file_all_or_none(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=4)
    first, second = disputed(study)
    good = [Judgment(one.site, "cy", "error", notes={"why": "sure"}) for one in (first, second)]
    bad = [*good, Judgment("essay.3:2-3:preposition", "cy", "error")]
    with pytest.raises(InputError, match=r"essay.3.*do not disagree"):
        decide_from(study, bad, is_blind=True, now=START, actor="cy")
    assert not any(one.decisions for one in disagreements(study))
    assert decide_from(study, good, is_blind=False, now=START, actor="cy") == 2
    assert [one.decisions[0].reason for one in disagreements(study)] == ["sure", "sure"]
    assert [one.decisions[0].is_blind for one in disagreements(study)] == [False, False]


def test_a_task_of_several_answers_is_adjudicated_as_one(sqlite_study: Made) -> None:
    from rater_pages import item_for

    study = sqlite_study(task="article-number", items=[item_for("article-number", 1)])

    def saying(value: str) -> Callable[[Lease], dict[str, list[str]]]:
        return lambda lease: {
            field.name: [value if number == 0 else "no"]
            for number, field in enumerate(sorted(lease.question.fields, key=lambda f: f.name))
        }

    work(study, new_rater(study, "ann"), answers=saying("yes"))
    work(study, new_rater(study, "bea"), answers=saying("no"))
    [one] = disagreements(study)
    names = sorted(one.answers[0].answer)
    decide(study, one.item, 0, {name: ["no"] for name in names}, reason="", now=START, actor="cy")
    made, n_open = adjudicated_judgments(study)
    assert (len(made), n_open) == (5, 0)
    assert len({judgment.notes["construction"] for judgment in made}) == 5
    histories = [json.loads(judgment.notes["history"]) for judgment in made]
    assert sum(len({step["answer"] for step in history}) > 1 for history in histories) == 1


def test_a_changed_decision_is_found(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=4)
    first, _ = disputed(study)
    decide(study, first.item, 0, OK, reason="", now=START, actor="cy")
    with study.database.write() as connection:
        connection.execute(text("DROP TRIGGER adjudications_no_update"))
        connection.execute(text("UPDATE adjudications SET actor = 'dee'"))
    assert verify_study(study).problems == ("adjudications 1: differs from the log.",)
