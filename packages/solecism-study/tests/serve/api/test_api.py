"""The API: tokens do what their scopes say, everything that pages do, and no more."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from administrator import Program, program
from rater_client import RaterClient
from rater_pages import NOW
from solecism_study.configuration import Control, Platform
from solecism_study.people.administrators import (
    SCOPES,
    all_tokens,
    log_in,
    make_token,
    revoke_token,
)
from solecism_study.people.raters import rater_by_id
from solecism_study.serve.api.operation import ROOT
from solecism_study.serve.api.routes import OPERATIONS, ROUTES, description
from solecism_study.serve.app import ADMIN_ROUTES
from solecism_study.serve.http.request_bodies import MAX_LARGE_BODY
from solecism_study.status.progress import progress
from solecism_study.study import Study
from studies import new_rater, say, work

Hosted = Callable[..., tuple[Study, Starlette]]
EVERYTHING = set(SCOPES) - {"rate"}
# What each form and file of the administrator's pages is to a program.
SAME_AS = {
    "/admin/state": "set_state",
    "/admin/stop": "stop",
    "/admin/raters/remove": "remove_rater",
    "/admin/raters/reinstate": "reinstate_rater",
    "/admin/raters/invite": "invite",
    "/admin/raters/revoke": "revoke_invitations",
    "/admin/reminders/record": "record_reminders",
    "/admin/control/decide": "decide",
    "/admin/instructions": "change_guideline",
    "/admin/payments": "payments",
    "/admin/payments/owed.csv": "payments",
    "/admin/payments/bonuses.csv": "payments",
    "/admin/payments/identities": "identities",
    "/admin/access/add": "add_administrator",
    "/admin/access/remove": "remove_administrator",
    "/admin/access/token": "make_token",
    "/admin/access/revoke": "revoke_token",
    "/admin/screening/exclude": "exclude",
    "/admin/design/lock": "lock_design",
    "/admin/design/amend": "amend",
    "/admin/disagreements/reveal": "reveal_answers",
    "/admin/disagreements/decide": "adjudicate",
    "/admin/privacy/erase": "erase",
    "/admin/privacy/retention": "apply_retention",
    "/admin/files/verify": "verify",
    "/admin/files/bundle": "bundle",
    "/admin/files/judgments/{format}": "export",
}
OF_BROWSERS = {"/admin/login", "/admin/logout", "/admin/account"}


def path_of(operation: Any) -> str:
    """An address of the operation, with a number or a name where it needs one."""
    path: str = operation.path.replace(":int", "").replace("{format}", "csv")
    return (
        path.replace("{rater}", "r-1")
        .replace("{contest}", "1")
        .replace("{token}", "99")
        .replace("{administrator}", "99")
    )


def test_every_form_of_the_pages_has_its_operation() -> None:
    names = {one.name for one in OPERATIONS}
    changing = {
        route.path
        for route in ADMIN_ROUTES
        if isinstance(route, Route) and "POST" in (route.methods or ())
    }
    assert changing - OF_BROWSERS <= set(SAME_AS)
    assert set(SAME_AS.values()) <= names


def test_without_a_token_nothing_is_told(hosted: Hosted) -> None:
    _, app = hosted()
    nobody = TestClient(app)
    for one in OPERATIONS:
        response = nobody.request(one.method, ROOT + path_of(one))
        assert response.status_code == 401, one.name
        assert response.headers["www-authenticate"] == "Bearer"
        assert response.headers["content-type"] == "application/problem+json"


def test_a_token_that_is_unknown_revoked_or_expired_opens_nothing(
    hosted: Hosted, watch: Any
) -> None:
    study, app = hosted()
    old = Program(app, make_token(study, "old", {"read"}, now=NOW, expires=NOW + 10))
    gone = program(app, study, {"read"})
    assert old.ask("GET", "/study").status_code == 200
    assert gone.ask("GET", "/study").status_code == 200
    revoke_token(study, 2, now=NOW)
    watch.now += 10
    for one in (old, gone, Program(app, "sol_x"), Program(app, "")):
        assert one.ask("GET", "/study").status_code == 401


def test_every_operation_needs_its_own_scope(hosted: Hosted) -> None:
    study, app = hosted()
    rater = new_rater(study)
    for scope in SCOPES:
        others = program(
            app, study, set(SCOPES) - {scope}, rater=None if scope == "rate" else rater
        )
        for one in OPERATIONS:
            if one.scope == scope:
                response = others.ask(one.method, path_of(one), {})
                assert response.status_code == 403, one.name
                assert scope in response.json()["detail"]


def test_cookies_are_no_token(hosted: Hosted) -> None:
    _, app = hosted(access="open")
    rater = RaterClient(app)
    rater.come_in()
    for path in ("/rating/turn", "/progress"):
        assert rater.http.get(ROOT + path).status_code == 401


def test_nobody_gives_what_they_do_not_have(hosted: Hosted) -> None:
    study, app = hosted()
    clerk = program(app, study, {"people", "read"})
    for scopes in (["manage"], ["read", "export"]):
        response = clerk.ask("POST", "/tokens", {"name": "more", "scopes": scopes})
        assert response.status_code == 403, scopes
    owner = {"name": "bob", "password": "a long password", "role": "owner"}
    assert clerk.ask("POST", "/administrators", owner).status_code == 403
    viewer = owner | {"role": "viewer"}
    assert clerk.ask("POST", "/administrators", viewer).status_code == 204
    assert log_in(study, "bob", "a long password").role == "viewer"
    assert [one.name for one in all_tokens(study)] == ["script"]


def test_a_program_runs_a_whole_study(hosted: Hosted) -> None:
    study, app = hosted(n_items=3, n_judgments=2, n_gold=2, control=Control(share=0.3))
    boss = program(app, study, EVERYTHING)
    raters = []
    for name in ("first", "second"):
        rater = boss.given("POST", "/raters", {"name": name})["rater"]
        made = boss.given("POST", "/tokens", {"name": name, "scopes": ["rate"], "rater": rater})
        raters.append(Program(app, made["token"]))
    for rater in raters:
        finish(rater)
    found = boss.given("GET", "/progress")
    assert found["stages"][0]["n_answered"] == 6
    assert boss.given("GET", "/results")["n_judgments"] == 6
    assert boss.given("GET", "/verification")["problems"] == []
    assert boss.given("GET", "/forecast", params={"n_raters": 3})["by"] == "simulated raters"
    assert len(boss.ask("GET", "/exports/jsonl", params={"control": "false"}).text.split("\n")) == 7
    bundle = boss.ask("GET", "/bundle")
    assert "methods.txt" in zipfile.ZipFile(io.BytesIO(bundle.content)).namelist()
    assert boss.given("GET", "/study")["digest"] == study.configuration.digest


def finish(rater: Program) -> None:
    """Agree and answer until nothing is left."""
    version = rater.given("GET", "/rating/instructions")["version"]
    assert rater.given("GET", "/rating/turn")["waiting"]["reason"] == "consent"
    rater.given("POST", "/rating/agreement", {"version": version})
    turn = rater.given("GET", "/rating/turn")
    while turn["leases"]:
        token = turn["leases"][0]["token"]
        body = {"token": token, "request": f"key-{token}", "values": {"answer": ["error"]}}
        kept = rater.given("POST", "/rating/answers", body)
        assert rater.given("POST", "/rating/answers", body)["is_repeated"]
        turn = kept["turn"]
    assert turn["waiting"]["reason"] == "finished"


def test_a_rater_undoes_waits_leaves_and_contests(hosted: Hosted) -> None:
    study, app = hosted()
    rater = program(app, study, {"rate"}, rater=new_rater(study))
    token = rater.given("GET", "/rating/turn")["leases"][0]["token"]
    body = {
        "token": token,
        "request": "the first key",
        "values": {"answer": ["ok"]},
        "active_ms": 5,
    }
    rater.given("POST", "/rating/answers", body)
    [own] = rater.given("GET", "/rating/answers")
    assert own["token"] == token
    rater.given("POST", "/rating/contests", {"token": token, "reason": "it is fine"})
    assert program(app, study, {"read"}).given("GET", "/contests")[0]["reason"] == "it is fine"
    again = rater.given("POST", "/rating/undo", {"request": "another key"})
    assert again["leases"][0]["token"] == token
    assert rater.given("POST", "/rating/heartbeat")["until"] > NOW
    assert rater.given("POST", "/rating/release")["n_released"] >= 2
    assert rater.given("GET", "/rating")["earnings"]["n_answers"] == 0


def test_a_rater_gets_the_platforms_code_and_an_owner_learns_who_is_owed_what(
    hosted: Hosted,
) -> None:
    platform = Platform(name="panel", id_parameter="pid", code="C0DE")
    study, app = hosted(platform=platform, n_items=1, n_gold=0)
    rater = program(app, study, {"rate"}, rater=new_rater(study, "p77"))
    assert rater.ask("GET", "/rating/completion").status_code == 404
    token = rater.given("GET", "/rating/turn")["leases"][0]["token"]
    body = {"token": token, "request": "the first key", "values": {"answer": ["ok"]}}
    rater.given("POST", "/rating/answers", body)
    done = {"code": "C0DE", "url": None, "outcome": "complete", "stage": 1}
    assert rater.given("GET", "/rating/completion") == done
    [owed] = program(app, study, {"people"}).given("GET", "/payments")
    assert (owed["id"], owed["n_answers"]) == ("p77", 1)


def test_a_rater_can_do_nothing_with_another_raters_question(hosted: Hosted) -> None:
    study, app = hosted()
    first, second = (
        program(app, study, {"rate"}, rater=new_rater(study, name)) for name in ("ann", "bea")
    )
    token = first.given("GET", "/rating/turn")["leases"][0]["token"]
    body = {"token": token, "request": "the first key", "values": {"answer": ["ok"]}}
    assert second.ask("POST", "/rating/answers", body).status_code == 404
    first.given("POST", "/rating/answers", body)
    contested = {"token": token, "reason": "not mine"}
    assert second.ask("POST", "/rating/contests", contested).status_code == 404
    assert second.given("GET", "/rating/answers") == []


def test_no_response_to_a_rater_tells_what_they_must_not_know(hosted: Hosted) -> None:
    secret = "canary"
    documents = {"key": secret, "flags": secret}
    study, app = hosted(
        n_items=3, n_gold=2, documents=documents, control=Control(share=0.4, least=2)
    )
    other = rater_by_id(study, new_rater(study, "bea"))
    work(study, other.id, n=2)
    rater = program(app, study, {"rate"}, rater=new_rater(study))
    told = []
    for _ in range(4):
        turn = rater.ask("GET", "/rating/turn")
        told.append(turn.text)
        if not turn.json()["leases"]:
            break
        token = turn.json()["leases"][0]["token"]
        body = {"token": token, "request": f"key-{token}", "values": {"answer": ["error"]}}
        told.append(rater.ask("POST", "/rating/answers", body).text)
    told += [
        rater.ask(one.method, path_of(one), {}).text for one in OPERATIONS if one.method == "GET"
    ]
    text = "\n".join(told)
    for hidden in (secret, "gold", "stratum", "pool", "essay.", other.pseudonym, "is_right", "why"):
        assert hidden not in text.replace('"why":null', ""), hidden


def test_the_state_guidelines_and_raters_change_as_by_pages(hosted: Hosted) -> None:
    study, app = hosted(n_items=4)
    rater = rater_by_id(study, new_rater(study))
    work(study, rater.id, answers=say("ok"))
    boss = program(app, study, EVERYTHING)
    assert boss.given("PUT", "/study/state", {"is_open": False}) == {"is_open": False}
    assert not progress(study, now=NOW).is_open
    assert boss.given("POST", "/guidelines", {"text": "Look closely."}) == {"version": 2}
    assert len(boss.given("GET", "/guidelines")) == 2
    place = f"/raters/{rater.pseudonym}"
    assert boss.given("POST", f"{place}/removal", {"reason": "hasty"}) == {"n_judgments": 4}
    assert boss.given("GET", place)["state"] == "dismissed"
    assert boss.ask("POST", f"{place}/removal", {"reason": "hasty"}).status_code == 409
    assert boss.given("POST", f"{place}/reinstatement", {"reason": "no"}) == {"n_judgments": 4}
    assert boss.given("GET", "/raters")[0]["state"] == "active"
    assert boss.ask("GET", "/raters/r-nobody").status_code == 404
    assert "token script" in {one["actor"] for one in boss.given("GET", "/log")}
    assert boss.ask("POST", "/study/stop").status_code == 422


def test_links_lead_to_where_the_world_reaches_the_study(hosted: Hosted) -> None:
    study, app = hosted()
    boss = program(app, study, EVERYTHING)
    [made] = boss.given("POST", "/invitations", {"names": ["Bea"], "days": 2})
    assert made["link"].startswith("http://testserver/enter/")
    assert made["expires"] == NOW + 2 * 86_400_000
    assert RaterClient(app).come_in(made["link"].removeprefix("http://testserver")).is_success


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"is_open": 1}', b'{"is_open": true, "x": 1}', b"\xff", b"[" * 50_000],
)
def test_bodies_that_do_not_fit_are_a_problem_in_words(hosted: Hosted, body: bytes) -> None:
    study, app = hosted()
    response = program(app, study, EVERYTHING).http.put(f"{ROOT}/study/state", content=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["detail"]


ODD = [
    "\x00",
    "a\x00b",
    "\x7f",
    "  ",
    "\u202eabc",
    "😀" * 40,
    "x" * 5000,
    "'; DROP TABLE raters; --",
]


def test_odd_texts_are_kept_or_refused_in_words_on_both_databases(
    hosted: Hosted, location: str
) -> None:
    study, app = hosted(where=location)
    boss = program(app, study, EVERYTHING)
    rater = program(app, study, {"rate"}, rater=new_rater(study))
    for odd in ODD:
        responses = [
            boss.ask("POST", "/raters", {"name": odd}),
            boss.ask("POST", "/guidelines", {"text": odd, "consent": odd}),
            boss.ask("POST", "/tokens", {"name": odd, "scopes": ["read"]}),
            boss.ask("POST", "/tokens", {"name": "a", "scopes": ["rate"], "rater": odd}),
            boss.ask("POST", "/invitations", {"names": [odd]}),
            boss.ask("POST", "/raters/r-1/removal", {"reason": odd}),
            boss.ask("GET", f"/raters/{quote(odd, safe='')}"),
            boss.ask("GET", f"/exports/{quote(odd, safe='')}"),
            rater.ask("POST", "/rating/undo", {"request": odd}),
            rater.ask("POST", "/rating/contests", {"token": odd, "reason": odd}),
            rater.ask(
                "POST",
                "/rating/answers",
                {"token": odd, "request": "a long key", "values": {odd: [odd]}},
            ),
        ]
        assert all(one.status_code < 500 for one in responses), odd
    assert boss.given("GET", "/verification")["problems"] == []


def test_long_instructions_fit_and_what_is_too_long_is_told(hosted: Hosted) -> None:
    study, app = hosted()
    boss = program(app, study, EVERYTHING)
    assert boss.given("POST", "/guidelines", {"text": "あ" * 50_000}) == {"version": 2}
    response = boss.ask("POST", "/guidelines", {"text": "a" * (MAX_LARGE_BODY + 1)})
    assert response.status_code == 413


def test_numbers_too_large_for_any_database_are_missing(hosted: Hosted) -> None:
    study, app = hosted()
    boss = program(app, study, EVERYTHING)
    assert boss.ask("DELETE", f"/tokens/{10**30}").status_code == 404
    assert boss.ask("DELETE", f"/administrators/{2**31}").status_code == 404


def test_the_description_has_every_operation_and_its_types(hosted: Hosted) -> None:
    _, app = hosted()
    found = TestClient(app).get(f"{ROOT}/openapi.json").json()
    assert found == msgspec.json.decode(msgspec.json.encode(description(OPERATIONS)))
    described = {
        (method.upper(), path) for path, methods in found["paths"].items() for method in methods
    }
    routed = {(one.method, ROOT + one.path.replace(":int", "")) for one in OPERATIONS}
    assert described == routed
    assert len(ROUTES) == len(OPERATIONS) + 2
    assert "Scope" in TestClient(app).get("/api").text
