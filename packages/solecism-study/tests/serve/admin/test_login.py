"""Logging in: who gets in, how often one may try, and when a session ends."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import PASSWORD, AdministratorClient, administrator
from rater_pages import NOW
from solecism_study.people.administrators import (
    add_administrator,
    all_administrators,
    change_password,
    remove_administrator,
)
from solecism_study.study import Study

Hosted = Callable[..., tuple[Study, Starlette]]
COOKIE = "solecism_administrator"


def session_of(client: AdministratorClient) -> str:
    return next(value for name, value in client.http.cookies.items() if name.startswith(COOKIE))


def as_cookie(client: AdministratorClient, text: str) -> None:
    """Put this into the cookie of the session."""
    [name] = {name for name in client.http.cookies if name.startswith(COOKIE)}
    client.http.cookies.clear()
    client.http.cookies.set(name, text)


def test_an_administrator_comes_in_and_goes(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    assert "Log out" in ann.page("/admin")
    assert ann.send("/admin/logout").headers["location"] == "/admin/login"
    assert ann.http.get("/admin").headers["location"] == "/admin/login"


def test_a_wrong_password_and_an_unknown_name_get_the_same_message(hosted: Hosted) -> None:
    study, app = hosted()
    add_administrator(study, "ann", PASSWORD, role="owner", now=NOW)
    client = AdministratorClient(app)
    wrong, unknown = client.log_in("ann", "wrong password"), client.log_in("bob", "wrong password")
    assert wrong.status_code == unknown.status_code == 403
    assert "is wrong" in wrong.text
    assert "is wrong" in unknown.text


def test_the_session_gets_another_id_on_logging_in(hosted: Hosted) -> None:
    study, app = hosted()
    add_administrator(study, "ann", PASSWORD, role="owner", now=NOW)
    client = AdministratorClient(app)
    client.http.get("/admin/login")
    planted = session_of(client)
    client.log_in()
    assert session_of(client).split(".")[0] != planted.split(".")[0]
    as_cookie(client, planted)
    assert client.http.get("/admin").status_code == 303


def test_after_ten_attempts_one_has_to_wait(hosted: Hosted, watch: Callable[[], int]) -> None:
    study, app = hosted()
    add_administrator(study, "ann", PASSWORD, role="owner", now=NOW)
    client = AdministratorClient(app)
    codes = [client.log_in(password="wrong password").status_code for _ in range(10)]
    assert codes == [403] * 10
    late = client.log_in()
    assert late.status_code == 429
    assert 0 < int(late.headers["retry-after"]) <= 30
    watch.now += 31_000  # type: ignore[attr-defined]  # a watch that tests set
    assert client.log_in().status_code == 303


def test_a_login_that_another_page_sends_is_refused(hosted: Hosted) -> None:
    study, app = hosted()
    add_administrator(study, "ann", PASSWORD, role="owner", now=NOW)
    client = AdministratorClient(app)
    client.http.get("/admin/login")
    sent = {"name": "ann", "password": PASSWORD, "csrf": "forged"}
    assert client.http.post("/admin/login", data=sent).status_code == 403
    strange = {"origin": "https://elsewhere.test"}
    assert client.http.post("/admin/login", data=sent, headers=strange).status_code == 403


def test_with_a_new_password_other_browsers_are_out(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    elsewhere = AdministratorClient(app)
    elsewhere.log_in()
    said = ann.done("/admin/account", present=PASSWORD, password="another long one")
    assert "changed" in said
    assert ann.http.get("/admin").status_code == 200
    assert elsewhere.http.get("/admin").status_code == 303
    assert elsewhere.log_in(password=PASSWORD).status_code == 403


def test_the_present_password_is_needed_for_a_new_one(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    said = ann.done("/admin/account", present="a wrong password", password="another long one")
    assert "current password is wrong" in said
    assert AdministratorClient(app).log_in().status_code == 303


def test_who_is_no_administrator_any_more_is_out_even_if_the_number_is_given_anew(
    hosted: Hosted,
) -> None:
    study, app = hosted()
    administrator(app, study)
    bea = administrator(app, study, name="bea", role="manager")
    number = all_administrators(study)[-1].id
    remove_administrator(study, number, now=NOW, actor="test")
    assert bea.http.get("/admin").status_code == 303
    add_administrator(study, "cat", PASSWORD, role="owner", now=NOW)
    assert bea.http.get("/admin").status_code == 303


def test_a_password_changed_in_the_shell_ends_sessions(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    change_password(study, 1, "another long one", now=NOW, actor="shell")
    assert ann.http.get("/admin").status_code == 303


def test_a_forged_cookie_opens_nothing(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    own = session_of(ann)
    as_cookie(ann, own)
    assert ann.http.get("/admin/account").status_code == 200
    other_number = ".".join([own.split(".")[0], "2", *own.split(".")[2:]])
    odd = ["", "x", "a.1.0.b", "a.999999999999.0.b", "a.-1.0.b", "a.1.0.", "a...b", own[:-1]]
    for forged in [*odd, other_number]:
        as_cookie(ann, forged)
        assert ann.http.get("/admin/account").status_code == 303, forged


def test_a_copied_cookie_is_of_no_use_after_logging_out(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    thief = AdministratorClient(app)
    thief.http.get("/admin/login")
    as_cookie(thief, session_of(ann))
    assert thief.http.get("/admin").status_code == 200
    ann.send("/admin/logout")
    assert thief.http.get("/admin").headers["location"] == "/admin/login"
