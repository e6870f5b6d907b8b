"""A rater without a browser, who reads pages and sends forms."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import httpx2
from starlette.applications import Starlette
from starlette.testclient import TestClient

from solecism_study.keyed_hashes import seeded_fraction

_KEYS = itertools.count()


@dataclass
class Form:
    """A form of a page: where it is sent, its fields and its buttons."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)

    def value(self, name: str) -> str:
        """The first value of a field."""
        return next(value for field, value in self.fields if field == name)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(attributes["action"]))
        elif tag in ("input", "button") and "name" in attributes and self.forms:
            self.forms[-1].fields.append((attributes["name"], attributes.get("value", "")))


def forms(page: httpx2.Response) -> list[Form]:
    """All forms of a page."""
    parser = _Forms()
    parser.feed(page.text)
    return parser.forms


def work_through(
    browser: httpx2.Client,
    page: httpx2.Response,
    worker: str,
    *,
    tick: Callable[[], None],
    most: int | None = None,
) -> httpx2.Response:
    """Agree on a page, and answer all questions, or as many as `most`; the page after that.

    `tick` is called before each answer. Answers depend on the worker only now and then.
    """
    for form in forms(page):
        if any(name == "agreed" for name, _ in form.fields):
            at = str(page.url.join(form.action))
            page = browser.post(at, data={"csrf": form.value("csrf"), "agreed": "yes"})
    n_answered = 0
    while question := [one for one in forms(page) if one.action == "/work"]:
        if n_answered == most:
            break
        tick()
        sent = {name: question[0].value(name) for name in ("csrf", "token", "request")}
        page = browser.post(
            str(page.url.join("/work")), data=sent | _chosen(question[0].fields, worker)
        )
        n_answered += 1
    return page


def _chosen(fields: list[tuple[str, str]], worker: str) -> dict[str, str]:
    """One option of each field."""
    options: dict[str, list[str]] = {}
    for name, value in fields:
        if name.startswith("field:"):
            options.setdefault(name, []).append(value)
    token = dict(fields)["token"]
    return {
        name: values[int(seeded_fraction(token, worker, name) * min(2, len(values)))]
        for name, values in options.items()
    }


def new_key() -> str:
    """A key that no other request has."""
    return f"request-{next(_KEYS):06}"


class RaterClient:
    """A rater with a session of their own."""

    def __init__(self, app: Starlette) -> None:
        self.http = TestClient(app, base_url="http://study.test", follow_redirects=True)

    def come_in(self, path: str = "/join") -> httpx2.Response:
        """Agree to take part; the page after that."""
        form = forms(self.http.get(path))[0]
        return self.http.post(form.action, data={"csrf": form.value("csrf"), "agreed": "yes"})

    def question(self) -> Form:
        """The form of the question to answer now."""
        return next(form for form in forms(self.http.get("/work")) if form.action == "/work")

    @property
    def csrf(self) -> str:
        """The token for changes on the page of work."""
        token = re.search(r'name="csrf" value="([^"]+)"', self.http.get("/work").text)
        assert token is not None
        return token[1]

    def answer(self, values: dict[str, list[str]] | None = None, **changes: str) -> httpx2.Response:
        """Answer the question by its form."""
        form = self.question()
        sent: dict[str, Any] = {name: form.value(name) for name in ("csrf", "token", "request")}
        sent |= {f"field:{name}": given for name, given in (values or {"answer": ["ok"]}).items()}
        return self.http.post("/work", data=sent | changes)

    def send(self, path: str, body: Any, **headers: str) -> httpx2.Response:
        """Send JSON as the module in the page does."""
        own = {"x-csrf-token": self.csrf, "accept": "application/json"}
        return self.http.post(path, json=body, headers=own | headers)
