"""Withdrawing on the page, by an administrator and by a program."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator, program
from rater_client import RaterClient, forms
from solecism_study.configuration import Platform
from solecism_study.log_verification import verify_study
from solecism_study.people.payments import payments
from solecism_study.people.raters import all_raters, rater_by_id
from solecism_study.study import Study
from studies import new_rater, work

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
Hosted = Callable[..., tuple[Study, Starlette]]


def test_a_rater_withdraws_by_their_own_button(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid", code="C0MPLETE")
    study, rater = opened(platform=platform, access="platform", retention_days=60)
    ann = rater()
    assert "erased 60 days after your last answer" in ann.http.get("/enter?pid=7").text
    ann.come_in("/enter?pid=7")
    ann.answer()
    assert 'href="/withdraw"' in ann.http.get("/work").text
    page = ann.http.get("/withdraw").text
    assert "What stays, and why" in page
    csrf = ann.csrf
    assert ann.http.post("/withdraw", data={"csrf": csrf}).status_code == 422
    assert ann.http.post("/withdraw", data={"erase": "answers"}).status_code == 403
    ended = ann.http.post("/withdraw", data={"csrf": csrf, "erase": "answers"}).text
    [owed] = payments(study)
    assert owed.code in ended
    assert "C0MPLETE" not in ended
    assert ann.http.get("/work").status_code == 401
    assert [one.state for one in all_raters(study)] == ["withdrawn"]
    assert verify_study(study).problems == ()
    # Who comes back is not stored again, and gets no second code.
    back = rater()
    assert back.http.get("/enter?pid=7").status_code == 403
    agreed = {"csrf": forms(back.http.get("/enter?pid=8"))[0].value("csrf"), "agreed": "yes"}
    denied = back.http.post("/enter?pid=7", data=agreed)
    assert denied.status_code == 403
    assert "your id was erased" in denied.text
    assert [one.state for one in all_raters(study)] == ["withdrawn"]
    assert [one.code for one in payments(study)] == [owed.code]


def test_an_administrator_erases_a_rater_by_their_id(hosted: Hosted) -> None:
    study, app = hosted(retention_days=1)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    for one in (ann, bea):
        work(study, one, n=1)
    boss = administrator(app, study)
    assert "Due now: 2." in boss.page("/admin/privacy")
    told = boss.done("/admin/privacy/erase", rater="ann", erase="id")
    assert rater_by_id(study, ann).pseudonym in told
    assert "there is no rater" in boss.done("/admin/privacy/erase", rater="ann", erase="id").lower()
    assert boss.done("/admin/privacy/retention") == "Raters whose ids and times were erased: 1."
    assert verify_study(study).problems == ()
    assert "erased" in boss.page("/admin/files")


def test_a_program_does_the_same(hosted: Hosted) -> None:
    study, app = hosted(retention_days=10_000)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    own = program(app, study, ["rate"], rater=ann)
    own.given("POST", "/rating/withdrawal", {"with_answers": True})
    assert own.ask("GET", "/rating").status_code == 401
    boss = program(app, study, ["people", "export"])
    body = {"with_answers": False, "reason": "a letter"}
    name = boss.given("POST", "/raters/bea/erasure", body)["rater"]
    assert rater_by_id(study, bea).pseudonym == name
    assert boss.given("POST", "/retention") == {"n_erased": 0}
    exported = boss.ask("GET", "/exports/jsonl?anonymous=true")
    assert exported.status_code == 200
