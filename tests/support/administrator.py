"""Clients of a study for tests: administrators in a browser, and programs with a token."""

from __future__ import annotations

import html
import re
from collections.abc import Collection
from typing import Any

import httpx2
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rater_pages import NOW
from solecism_study.people.administrators import add_administrator, make_token
from solecism_study.study import Study

PASSWORD = "correct horse battery"
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')
_NOTICE = re.compile(r'<p class="(problem|notice done)" role="\w+">(.*?)</p>', re.DOTALL)


class AdministratorClient:
    """The browser of an administrator."""

    def __init__(self, app: Starlette) -> None:
        self.http = TestClient(app, follow_redirects=False)

    def log_in(self, name: str = "ann", password: str = PASSWORD) -> httpx2.Response:
        """Fill in the form."""
        sent = {"csrf": self.csrf("/admin/login"), "name": name, "password": password}
        return self.http.post("/admin/login", data=sent)

    def csrf(self, path: str = "/admin/account") -> str:
        """The CSRF token in the forms of a page."""
        token = _CSRF.search(self.http.get(path).text)
        assert token is not None
        return token[1]

    def page(self, path: str) -> str:
        """The text of a page that exists."""
        response = self.http.get(path)
        assert response.status_code == 200, response.text
        return response.text

    def send(self, path: str, **fields: Any) -> httpx2.Response:
        """Send a form of this session."""
        return self.http.post(path, data={"csrf": self.csrf(), **fields})

    def done(self, path: str, **fields: Any) -> str:
        """Send a form; return the notice on the next page."""
        response = self.send(path, **fields)
        assert response.status_code == 303, response.text
        notice = _NOTICE.search(self.page(response.headers["location"]))
        assert notice is not None
        return html.unescape(notice[2])


def administrator(
    app: Starlette, study: Study, *, name: str = "ann", role: str = "owner"
) -> AdministratorClient:
    """An administrator who is logged in."""
    add_administrator(study, name, PASSWORD, role=role, now=NOW)
    client = AdministratorClient(app)
    assert client.log_in(name).status_code == 303
    return client


class Program:
    """A program with a token."""

    def __init__(self, app: Starlette, token: str) -> None:
        self.http = TestClient(app, headers={"authorization": f"Bearer {token}"})

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx2.Response:
        """The response to a request."""
        return self.http.request(method, f"/api/v1{path}", json=body, **more)

    def given(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The content of a successful response."""
        response = self.ask(method, path, body, **more)
        assert response.is_success, response.text
        return response.json() if response.content else None


def program(
    app: Starlette, study: Study, scopes: Collection[str], *, rater: int | None = None
) -> Program:
    """A program whose token has these scopes."""
    return Program(app, make_token(study, "script", scopes, now=NOW, rater=rater))
