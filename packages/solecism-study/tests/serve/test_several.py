"""Several studies in one server: paths, one login with a role in each, and separate raters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from administrator import PASSWORD
from rater_client import RaterClient, forms
from rater_pages import NOW, study_for
from solecism.errors import InputError
from solecism_study.people.administrators import add_administrator
from solecism_study.people.raters import all_raters
from solecism_study.serve.multi_study_app import MultiStudyApp, make_multi_study_app, study_paths
from solecism_study.study import Study

ADDRESS = "http://study.test"


@pytest.fixture
def studies(scratch: Path) -> Iterator[list[Study]]:
    """Two studies: Ann owns one and views the other, Bea owns the other only."""
    made = [
        study_for(scratch / "one", "extraneous", name="First one"),
        study_for(scratch / "two", "usage", name="Second"),
    ]
    for study, name, role in (
        (made[0], "ann", "owner"),
        (made[1], "ann", "viewer"),
        (made[1], "bea", "owner"),
    ):
        add_administrator(study, name, PASSWORD, role=role, now=NOW)
    yield made
    for study in made:
        study.close()


@pytest.fixture
def app(studies: list[Study]) -> MultiStudyApp:
    """Both studies in one application."""
    return make_multi_study_app(studies, address=ADDRESS, clock=lambda: NOW)


def browser(app: MultiStudyApp) -> TestClient:
    return TestClient(app, base_url=ADDRESS, follow_redirects=True)


def log_in(app: MultiStudyApp, name: str) -> TestClient:
    client = browser(app)
    form = forms(client.get("/admin"))[0]
    sent = {"csrf": form.value("csrf"), "name": name, "password": PASSWORD}
    client.post("/admin/login", data=sent)
    return client


def test_one_login_opens_every_study_with_its_own_role(app: MultiStudyApp) -> None:
    ann = log_in(app, "ann")
    overview = ann.get("/admin").text
    assert 'href="/first-one/admin">First one' in overview
    assert 'href="/second/admin">Second' in overview
    assert overview.count("<td>owner</td>") == overview.count("<td>viewer</td>") == 1
    assert ann.get("/first-one/admin/access").status_code == 200
    assert ann.get("/second/admin/raters").status_code == 200
    assert ann.get("/second/admin/access").status_code == 403


def test_nobody_sees_a_study_that_does_not_know_them(app: MultiStudyApp) -> None:
    bea = log_in(app, "bea")
    assert "First one" not in bea.get("/admin").text
    assert bea.get("/first-one/admin").url.path == "/first-one/admin/login"
    eve = browser(app)
    form = forms(eve.get("/admin/login"))[0]
    wrong = {"csrf": form.value("csrf"), "name": "ann", "password": "not the password"}
    assert eve.post("/admin/login", data=wrong).status_code == 403
    assert eve.post("/admin/login", data={**wrong, "csrf": "x"}).status_code == 403
    assert eve.get("/admin").url.path == "/admin/login"


def test_changes_and_their_notices_stay_within_a_study(
    app: MultiStudyApp, studies: list[Study]
) -> None:
    ann = log_in(app, "ann")
    page = ann.get("/first-one/admin")
    form = next(one for one in forms(page) if one.action == "/first-one/admin/state")
    told = ann.post(form.action, data=dict(form.fields))
    assert told.url.path == "/first-one/admin"
    assert "The study is paused" in told.text
    assert "The study is paused" not in ann.get("/second/admin").text
    out = next(one for one in forms(ann.get("/admin")) if one.action == "/admin/logout")
    ann.post("/admin/logout", data=dict(out.fields))
    assert ann.get("/second/admin").url.path == "/second/admin/login"


def test_raters_of_two_studies_do_not_meet(app: MultiStudyApp, studies: list[Study]) -> None:
    rater = RaterClient.__new__(RaterClient)
    rater.http = browser(app)
    page = rater.come_in("/first-one/join")
    assert page.url.path == "/first-one/work"
    form = next(one for one in forms(page) if one.action == "/first-one/work")
    sent = {name: form.value(name) for name in ("csrf", "token", "request")}
    after = rater.http.post(form.action, data={**sent, "field:answer": "ok"})
    assert after.url.path == "/first-one/work"
    assert 'data-root="/first-one"' in after.text
    assert "1 of 3" in after.text
    assert [len(all_raters(study)) for study in studies] == [1, 0]
    assert rater.http.get("/second/work").status_code == 401
    questions = rater.http.get("/first-one/work/questions").json()["questions"]
    assert 'action="/first-one/work"' in questions[0]["html"]


def test_no_page_leads_out_of_its_study(app: MultiStudyApp) -> None:
    ann = log_in(app, "ann")
    for path in ("", "/raters", "/control", "/instructions", "/files", "/payments", "/access"):
        text = ann.get(f"/first-one/admin{path}").text
        parts = [
            part.split('"')[0]
            for name in ("href", "action", "src")
            for part in text.split(f' {name}="/')[1:]
        ]
        assert parts
        assert all(part.startswith("first-one/") for part in parts), path


def test_text_is_not_taken_for_an_address(scratch: Path) -> None:
    text = 'Write href="/work" and src="/x".'
    study = study_for(scratch / "one", "extraneous", name="one", guideline=text)
    other = study_for(scratch / "two", "extraneous", name="two")
    page = browser(make_multi_study_app([study, other], address=ADDRESS, clock=lambda: NOW)).get(
        "/one/"
    )
    assert "href=&#34;/work&#34; and src=&#34;/x&#34;" in page.text
    study.close()
    other.close()


def test_names_that_are_the_same_are_refused(scratch: Path) -> None:
    made = [study_for(scratch / name, "cloze", name="Same") for name in ("one", "two")]
    with pytest.raises(InputError, match="cannot be told apart"):
        study_paths(made)
    for study in made:
        study.close()


def test_logging_out_ends_the_sessions_of_all_studies(app: MultiStudyApp) -> None:
    ann, thief = log_in(app, "ann"), browser(app)
    for cookie in ann.cookies.jar:
        thief.cookies.set(cookie.name, cookie.value or "")
    assert thief.get("/second/admin/raters").status_code == 200
    form = next(one for one in forms(ann.get("/admin")) if one.action == "/admin/logout")
    ann.post("/admin/logout", data={"csrf": form.value("csrf")})
    for path in ("/admin", "/first-one/admin", "/second/admin/raters"):
        assert thief.get(path).url.path.endswith("/admin/login"), path
