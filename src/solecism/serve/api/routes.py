"""All of the API: its operations, their description, and a page about them for people."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.serve.api import exports, people, rating, study
from solecism.serve.api.openapi import description
from solecism.serve.api.operation import ROOT, Operation
from solecism.serve.http.pages import page

OPERATIONS: list[Operation] = [
    *study.OPERATIONS,
    *people.OPERATIONS,
    *exports.OPERATIONS,
    *rating.OPERATIONS,
]


def described(request: Request) -> Response:
    """The description of the API, for programs that make clients of it."""
    return Response(_description(), media_type="application/json")


def about(request: Request) -> Response:
    """The operations by scope, for people."""
    by_scope = groupby(sorted(OPERATIONS, key=lambda one: one.scope), lambda one: one.scope)
    return page(
        request, "admin/api.html", root=ROOT, scopes=[(name, list(ones)) for name, ones in by_scope]
    )


@lru_cache
def _description() -> bytes:
    return msgspec.json.encode(description(OPERATIONS))


ROUTES = [
    Route("/api", about),
    Route(f"{ROOT}/openapi.json", described),
    *(one.route for one in OPERATIONS),
]
