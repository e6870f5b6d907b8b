"""Operations of the API: the scope that each needs, the types of its input and its output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.errors import DeniedError, MissingError, SignedOutError
from solecism.web import read_json, read_query
from solecism_study.people.administrators import ApiToken, read_token
from solecism_study.serve.http.pages import download
from solecism_study.serve.http.problems import error_response
from solecism_study.serve.http.request_bodies import MAX_LARGE_BODY
from solecism_study.serve.service import Service, service
from solecism_study.study import Study

ROOT = "/api/v1"
_MAX_ID = 2**31 - 1
_SCHEME = "bearer "
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Call(Generic[B]):
    """One request with a valid token; its query and body are read and checked."""

    request: Request
    serving: Service
    access: ApiToken
    query: Any
    body: B

    @property
    def study(self) -> Study:
        """The study that is served."""
        return self.serving.study

    @property
    def now(self) -> int:
        """The time in milliseconds since 1970."""
        return self.serving.now

    @property
    def actor(self) -> str:
        """The name under which the log records a change."""
        return f"token {self.access.name}"

    def text(self, name: str) -> str:
        """A text parameter of the path."""
        return str(self.request.path_params[name])

    def number(self, name: str) -> int:
        """A number parameter of the path; MissingError where it is larger than any id."""
        number = int(self.request.path_params[name])
        if number > _MAX_ID:
            raise MissingError(f"there is no {name} {number}.")
        return number


@dataclass(frozen=True, slots=True)
class ResponseFile:
    """A file as the result of an operation."""

    media: str
    name: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Operation:
    """The `handler` gets a call and returns a `result`, or a File of one of the `media` types."""

    name: str
    method: str
    path: str
    summary: str
    scope: str
    handler: Callable[[Call[Any]], Any]
    result: Any = None
    body: Any = None
    query: Any = None
    media: tuple[str, ...] = ()
    status: int = 200

    @property
    def route(self) -> Route:
        """The route of the operation."""

        async def endpoint(request: Request) -> Response:
            return await self._endpoint(request)

        return Route(
            ROOT + self.path,
            endpoint,
            methods=[self.method],
            name=self.name,
            max_body_size=MAX_LARGE_BODY,
        )

    async def _endpoint(self, request: Request) -> Response:
        try:
            access = await run_in_threadpool(access_with, request)
        except SignedOutError as error:
            response = error_response(request, error)
            response.headers["www-authenticate"] = "Bearer"
            return response
        check_scope(access, self.scope)
        call = Call(
            request,
            service(request),
            access,
            None if self.query is None else read_query(request.query_params, self.query),
            None if self.body is None else await read_json(request, self.body),
        )
        return self._response(await run_in_threadpool(self.handler, call))

    def _response(self, result: Any) -> Response:
        if isinstance(result, ResponseFile):
            return download(result.body, media=result.media, name=result.name)
        if self.result is None:
            return Response(status_code=204)
        return Response(msgspec.json.encode(result), self.status, media_type="application/json")


def access_with(request: Request) -> ApiToken:
    """The access that the token of a request gives; SignedOutError where it has no valid token."""
    given = request.headers.get("authorization", "")
    if not given.lower().startswith(_SCHEME):
        raise SignedOutError("this needs a token: send the header `Authorization: Bearer TOKEN`.")
    serving = service(request)
    try:
        return read_token(serving.study, given[len(_SCHEME) :].strip(), now=serving.now)
    except DeniedError as error:
        raise SignedOutError(str(error)) from error


def check_scope(access: ApiToken, scope: str) -> None:
    """Raise DeniedError where a token does not have the scope that an operation needs."""
    if scope not in access.scopes:
        raise DeniedError(f"this token does not have the scope {scope!r}, which is needed here.")
