"""Who may do what: pages and forms by role, and what other pages can make a browser do."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from administrator import PASSWORD, AdministratorClient, administrator
from rater_client import RaterClient
from solecism_study.log_verification import log_entries
from solecism_study.people.administrators import (
    all_administrators,
    all_tokens,
    make_token,
    read_token,
)
from solecism_study.serve.app import ADMIN_ROUTES
from solecism_study.study import Study
from studies import START, new_rater

Hosted = Callable[..., tuple[Study, Starlette]]
LOGIN = "/admin/login"


def paths(method: str) -> list[str]:
    """All addresses of the administrator's side that take this method, but the way in."""
    found = [
        route.path
        for route in ADMIN_ROUTES
        if isinstance(route, Route) and method in (route.methods or ())
    ]
    return sorted({path.replace("{format}", "csv") for path in found} - {LOGIN, "/admin/logout"})


PAGES, FORMS = paths("GET"), paths("POST")
OF_OWNERS = {
    "/admin/access",
    "/admin/payments",
    "/admin/payments/bonuses.csv",
    "/admin/payments/owed.csv",
    "/admin/privacy",
    "/admin/reminders",
}
PAGES_OF_OWNERS = ("/admin/access", "/admin/payments", "/admin/privacy", "/admin/reminders")
OF_MANAGERS = {"/admin/disagreements", "/admin/files/bundle", "/admin/files/judgments/csv"}
OF_ALL = {"/admin/account", "/admin/files/verify"}


def test_without_a_login_every_page_and_form_leads_to_it(hosted: Hosted) -> None:
    _, app = hosted()
    nobody = AdministratorClient(app)
    for path in PAGES:
        assert nobody.http.get(path).headers["location"] == LOGIN, path
    for path in FORMS:
        assert nobody.http.post(path).headers["location"] == LOGIN, path


def test_a_rater_comes_to_no_page_of_the_administrators(hosted: Hosted) -> None:
    study, app = hosted(access="open")
    rater = RaterClient(app)
    rater.come_in()
    assert "Log in" in rater.http.get("/admin").text
    [cookie] = [value for name, value in rater.http.cookies.items() if "rater" in name]
    ann = administrator(app, study)
    [name] = [name for name in ann.http.cookies if "administrator" in name]
    ann.http.cookies.clear()
    ann.http.cookies.set(name, cookie)
    for path in PAGES:
        assert ann.http.get(path).headers["location"] == LOGIN, path


def test_an_administrator_is_no_rater(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    assert ann.http.get("/work").status_code == 401


def test_every_form_needs_the_token_of_its_session(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    other = administrator(app, study, name="bea")
    before = log_entries(study)
    for path in FORMS:
        for given in ("", "forged", other.csrf()):
            response = ann.http.post(path, data={"csrf": given, "is_open": "no"})
            assert response.status_code == 403, (path, given)
    assert log_entries(study) == before


def test_every_form_must_come_from_a_page_of_ours(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    token = ann.csrf()
    for path in FORMS:
        for strange in ({"origin": "https://elsewhere.test"}, {"sec-fetch-site": "cross-site"}):
            response = ann.http.post(path, data={"csrf": token}, headers=strange)
            assert response.status_code == 403, (path, strange)


@pytest.mark.parametrize(
    ("role", "closed"),
    [("viewer", OF_OWNERS | OF_MANAGERS), ("manager", OF_OWNERS), ("owner", set())],
)
def test_pages_are_open_by_role(hosted: Hosted, role: str, closed: set[str]) -> None:
    study, app = hosted()
    somebody = administrator(app, study, role=role)
    for path in PAGES:
        found = 404 if path.endswith("{rater}") else 200
        expected = 403 if path in closed else found
        assert somebody.http.get(path).status_code == expected, path
    shown = set(re.findall(r'href="(/admin[^"]*)"', somebody.page("/admin/files")))
    assert not shown & closed


@pytest.mark.parametrize("role", ["viewer", "manager"])
def test_forms_are_open_by_role(hosted: Hosted, role: str) -> None:
    study, app = hosted()
    somebody = administrator(app, study, role=role)
    before = log_entries(study)
    for path in FORMS:
        is_owners = path.startswith(PAGES_OF_OWNERS)
        is_open = path in OF_ALL or (role == "manager" and not is_owners)
        expected = {200, 303} if is_open else {403}
        assert somebody.send(path).status_code in expected, path
    if role == "viewer":
        assert log_entries(study) == before


def test_an_owner_lets_others_in_and_out(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    said = ann.done("/admin/access/add", name="bea", password=PASSWORD, role="viewer")
    assert said == "bea can now log in as viewer."
    bea = AdministratorClient(app)
    assert bea.log_in("bea").status_code == 303
    number = all_administrators(study)[-1].id
    ann.done("/admin/access/remove", administrator=str(number))
    assert bea.http.get("/admin").status_code == 303


def test_the_last_owner_stays(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    assert "last owner" in ann.done("/admin/access/remove", administrator="1")
    assert len(all_administrators(study)) == 1


def test_numbers_that_nobody_has_change_nothing(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    before = log_entries(study)
    for path, field in [
        ("/admin/access/remove", "administrator"),
        ("/admin/access/revoke", "token"),
        ("/admin/control/decide", "contest"),
    ]:
        for number in ("0", "-1", "x", "", "999999999999999999999", "2", "1; DROP", "²"):
            assert ann.send(path, **{field: number}).status_code == 303
    assert log_entries(study) == before


def test_a_token_is_shown_once_and_can_be_revoked(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    made = ann.send("/admin/access/token", name="script", scopes=["read", "export"], days="7")
    [text] = re.findall(r"sol_[\w-]+", made.text)
    assert read_token(study, text, now=START).scopes == {"read", "export"}
    assert text not in ann.page("/admin/access")
    ann.done("/admin/access/revoke", token="1")
    assert all_tokens(study)[0].is_revoked


def test_a_token_without_a_time_limit_is_not_shown_as_revoked(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    make_token(study, "script", {"read"}, now=START)
    page = ann.page("/admin/access")
    assert "no limit" in page
    assert "revoked" not in page


def test_a_token_that_rates_is_one_raters(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    fields = {"name": "script", "scopes": "rate", "days": "7"}
    assert "rater" in ann.done("/admin/access/token", **fields)
    new_rater(study)
    assert "no rater" in ann.done("/admin/access/token", rater="r-nobody", **fields)
    assert not all_tokens(study)
