"""All routes of the API: its operations, their OpenAPI description, and a page about them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.version import __version__
from solecism_study.serve.api import (
    access,
    quality_operations,
    rater_operations,
    rating,
    study_operations,
)
from solecism_study.serve.api.operation import ROOT, Operation
from solecism_study.serve.http.pages import page

OPERATIONS: list[Operation] = [
    *study_operations.STUDY_OPERATIONS,
    *rater_operations.RATER_OPERATIONS,
    *access.OPERATIONS,
    *study_operations.EXPORT_OPERATIONS,
    *rating.OPERATIONS,
    *quality_operations.SCREENING_OPERATIONS,
    *rater_operations.PRIVACY_OPERATIONS,
    *study_operations.DESIGN_OPERATIONS,
    *quality_operations.ADJUDICATION_OPERATIONS,
    *quality_operations.SIGN_OPERATIONS,
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


_PARAMETER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_REFERENCE = "#/components/schemas/{name}"
_PROBLEMS = (401, 403, 404, 409, 422, 429, 503)
_JSON, _PROBLEM = "application/json", "application/problem+json"


class Problem(Struct, frozen=True):
    """What is wrong (RFC 9457)."""

    title: str
    status: int
    detail: str


def description(operations: Sequence[Operation]) -> dict[str, Any]:
    """All operations with the types of their input and output."""
    kinds = [Problem]
    for one in operations:
        kinds += [kind for kind in (one.result, one.body, one.query) if kind is not None]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
    by_kind = dict(zip(map(repr, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in operations:
        path = ROOT + _PARAMETER.sub(r"{\1}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = _describe(one, by_kind, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Solecism: a study",
            "version": __version__,
            "description": "Everything that the pages of a study can do. Times are in milliseconds "
            "since 1970, amounts of money in millionths of the study's currency.",
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _describe(
    one: Operation, by_kind: Mapping[str, Any], components: Mapping[str, Any]
) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.summary,
        "description": f"Needs the scope `{one.scope}`.",
        "parameters": [*_in_path(one.path), *_in_query(one, components)],
        "responses": _responses(one, by_kind),
    }
    if one.body is not None:
        content = {_JSON: {"schema": by_kind[repr(one.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _in_path(path: str) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"},
        }
        for name, kind in _PARAMETER.findall(path)
    ]


def _in_query(one: Operation, components: Mapping[str, Any]) -> list[dict[str, Any]]:
    if one.query is None:
        return []
    return [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in components[one.query.__name__]["properties"].items()
    ]


def _responses(one: Operation, by_kind: Mapping[str, Any]) -> dict[str, Any]:
    if one.result is not None:
        content: dict[str, Any] = {_JSON: {"schema": by_kind[repr(one.result)]}}
    else:
        content = {media: {} for media in one.media}
    status = one.status if content else 204
    success: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if content:
        success["content"] = content
    problem = {_PROBLEM: {"schema": by_kind[repr(Problem)]}}
    # The framework itself answers this one, in plain text.
    too_large = {"413": {"description": HTTPStatus(413).phrase}} if one.body is not None else {}
    return (
        {str(status): success}
        | too_large
        | {
            str(code): {"description": HTTPStatus(code).phrase, "content": problem}
            for code in _PROBLEMS
        }
    )
