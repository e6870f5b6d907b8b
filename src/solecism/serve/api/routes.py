"""All routes of the API: its operations, their OpenAPI description, and a page about them."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.serve.api import (
    access,
    adjudication,
    design,
    exports,
    privacy,
    raters,
    rating,
    screening,
    signs,
    study,
)
from solecism.serve.api.openapi import description
from solecism.serve.api.operation import ROOT, Operation
from solecism.serve.http.pages import page

OPERATIONS: list[Operation] = [
    *study.OPERATIONS,
    *raters.OPERATIONS,
    *access.OPERATIONS,
    *exports.OPERATIONS,
    *rating.OPERATIONS,
    *screening.OPERATIONS,
    *privacy.OPERATIONS,
    *design.OPERATIONS,
    *adjudication.OPERATIONS,
    *signs.OPERATIONS,
]


def openapi_description(request: Request) -> Response:
    """The OpenAPI description, from which programs can make clients."""
    return Response(_description(), media_type="application/json")


def operations_page(request: Request) -> Response:
    """A page that lists the operations by scope."""
    by_scope = groupby(sorted(OPERATIONS, key=lambda one: one.scope), lambda one: one.scope)
    return page(
        request, "admin/api.html", root=ROOT, scopes=[(name, list(ones)) for name, ones in by_scope]
    )


@lru_cache
def _description() -> bytes:
    return msgspec.json.encode(description(OPERATIONS))


ROUTES = [
    Route("/api", operations_page),
    Route(f"{ROOT}/openapi.json", openapi_description),
    *(one.route for one in OPERATIONS),
]
