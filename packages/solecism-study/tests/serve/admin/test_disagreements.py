"""Deciding on disagreements on the page, and by a program."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator, program
from solecism_study.adjudication import disagreements
from solecism_study.log_verification import log_entries
from solecism_study.study import Study
from studies import new_rater, say, work

Hosted = Callable[..., tuple[Study, Starlette]]


def judged(study: Study) -> None:
    work(study, new_rater(study, "ann"))
    work(study, new_rater(study, "bea"), answers=say("error"))


def test_an_administrator_decides_blind_or_not(hosted: Hosted) -> None:
    study, app = hosted(n_items=2)
    judged(study)
    boss = administrator(app, study)
    assert "Without a decision: 2." in boss.page("/admin/disagreements")
    page = boss.page("/admin/disagreements?item=1&stage=0")
    assert "Show the 2 answers" in page
    assert "What raters answered" not in page
    place = {"item": "1", "stage": "1"}
    told = boss.done("/admin/disagreements/decide", **place, **{"field:answer": "ok"})
    assert told == "The decision on essay.0:2-3:preposition is recorded."
    place = {"item": "2", "stage": "1"}
    shown = boss.send("/admin/disagreements/reveal", **place)
    assert "What raters answered" in boss.page(shown.headers["location"])
    told = boss.done("/admin/disagreements/decide", **place, reason="x")
    assert told.startswith("Please answer this")
    boss.done("/admin/disagreements/decide", **place, reason="x", **{"field:answer": "error"})
    by_item = {one.item: one.decisions[0].is_blind for one in disagreements(study)}
    assert by_item == {1: True, 2: False}
    assert boss.http.get("/admin/disagreements?item=9&stage=0").status_code == 404
    assert boss.http.get("/admin/disagreements?item=x").status_code == 404


def test_a_program_does_the_same(hosted: Hosted) -> None:
    study, app = hosted(n_items=2)
    judged(study)
    boss = program(app, study, ["manage"])
    listed = boss.given("GET", "/disagreements")
    assert [(one["n_answers"], one["is_blind"]) for one in listed] == [(2, True), (2, True)]
    assert boss.given("POST", "/disagreements/answers", {"item": 1}) == [
        {"answer": ["ok"]},
        {"answer": ["error"]},
    ]
    body = {"item": 1, "values": {"answer": ["ok"]}, "reason": "x"}
    assert boss.given("POST", "/adjudications", body) == {"decision": 1}
    assert [one.action for one in log_entries(study, limit=2)] == ["adjudicate", "reveal"]
