"""The page and the operations of the design."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator, program
from solecism_study.configuration import Pay
from solecism_study.study import Study

Hosted = Callable[..., tuple[Study, Starlette]]


def test_an_administrator_locks_and_amends(hosted: Hosted) -> None:
    study, app = hosted(pay=Pay(price=50_000))
    boss = administrator(app, study)
    assert "Lock the design" in boss.page("/admin/design")
    assert "The design is locked." in boss.done("/admin/design/lock", analysis="Alpha.")
    assert "None so far" in boss.page("/admin/design")
    told = boss.done("/admin/design/amend", price="0.08", n_judgments="4", reason="slow")
    assert told == "Amendment 1 is recorded and in force."
    page = boss.page("/admin/design")
    assert (
        "amendment: judgments per item from 3 to 4, price from 0.05 USD to 0.08 USD (slow)" in page
    )
    assert "0.08 USD per judgment, 4 judgments per item" in page
    assert "changes nothing" in boss.done("/admin/design/amend", reason="nothing")
    assert "not an amount" in boss.done("/admin/design/amend", price="much", reason="nothing")


def test_a_program_does_the_same(hosted: Hosted) -> None:
    study, app = hosted()
    boss = program(app, study, ["read", "manage"])
    assert boss.given("GET", "/design")["design"] is None
    made = boss.given("POST", "/design", {"analysis": "Alpha."})
    assert boss.ask("POST", "/design", {"analysis": "Kappa."}).status_code == 409
    boss.given("POST", "/amendments", {"changes": {"most_each": 7}, "reason": "short"})
    body = {"changes": {"task": "cloze"}, "reason": "no"}
    assert boss.ask("POST", "/amendments", body).status_code == 422
    state = boss.given("GET", "/design")
    assert state["design"]["digest"] == made["digest"]
    assert [one["what"] for one in state["deviations"]] == [
        "amendment: answers per rater from no limit to 7 (short)"
    ]
