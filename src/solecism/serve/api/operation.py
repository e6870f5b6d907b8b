"""An operation of the API: its name, who may ask for it, what goes in and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.collect.people.tokens import ApiToken, read_token
from solecism.collect.study import Study
from solecism.errors import DeniedError, InputError, MissingError, SignedOutError
from solecism.serve.http.problems import told
from solecism.serve.service import Service, service

ROOT = "/api/v1"
MAX_BODY = 1 << 20
"""Bytes of a request: long instructions and many names fit, in any script."""

_LARGEST = 2**31 - 1
_SCHEME = "bearer "
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Call(Generic[B]):
    """One request by somebody with a token, all of it read and checked."""

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
        """What the log calls whoever asks."""
        return f"token {self.access.name}"

    def text(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def number(self, name: str) -> int:
        """A number in the path; MissingError where nothing can have it."""
        found = int(self.request.path_params[name])
        if found > _LARGEST:
            raise MissingError(f"there is nothing of number {found}.")
        return found


@dataclass(frozen=True, slots=True)
class File:
    """A file as an answer: its type, and what a browser calls it."""

    media: str
    name: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Operation:
    """`answer` is given the call and gives back `gives`, or a File of one of the `media`."""

    name: str
    method: str
    path: str
    summary: str
    scope: str
    answer: Callable[[Call[Any]], Any]
    gives: Any = None
    body: Any = None
    query: Any = None
    media: tuple[str, ...] = ()
    status: int = 200

    @property
    def route(self) -> Route:
        """Where and how the operation is asked for."""

        async def endpoint(request: Request) -> Response:
            return await self._endpoint(request)

        return Route(
            ROOT + self.path,
            endpoint,
            methods=[self.method],
            name=self.name,
            max_body_size=MAX_BODY,
        )

    async def _endpoint(self, request: Request) -> Response:
        try:
            access = await run_in_threadpool(access_with, request)
        except SignedOutError as error:
            response = told(request, error)
            response.headers["www-authenticate"] = "Bearer"
            return response
        check_scope(access, self.scope)
        call = Call(
            request,
            service(request),
            access,
            _query(request.query_params, self.query),
            await _body(request, self.body),
        )
        return self._response(await run_in_threadpool(self.answer, call))

    def _response(self, given: Any) -> Response:
        if isinstance(given, File):
            named = {"content-disposition": f'attachment; filename="{given.name}"'}
            return Response(given.body, media_type=given.media, headers=named)
        if self.gives is None:
            return Response(status_code=204)
        return Response(msgspec.json.encode(given), self.status, media_type="application/json")


def access_with(request: Request) -> ApiToken:
    """What whoever asks may do; SignedOutError where they have no token that holds."""
    given = request.headers.get("authorization", "")
    if not given.lower().startswith(_SCHEME):
        raise SignedOutError("this needs a token: send the header `Authorization: Bearer TOKEN`.")
    serving = service(request)
    try:
        return read_token(serving.study, given[len(_SCHEME) :].strip(), now=serving.now)
    except DeniedError as error:
        raise SignedOutError(str(error)) from error


def check_scope(access: ApiToken, scope: str) -> None:
    """DeniedError where a token may not do what it is used for."""
    if scope not in access.scopes:
        raise DeniedError(f"this token may not do that: it lacks the scope {scope!r}.")


def _query(given: Mapping[str, str], kind: Any) -> Any:
    if kind is None:
        return None
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(f"these parameters cannot be used: {error}.") from error


async def _body(request: Request, kind: Any) -> Any:
    if kind is None:
        return None
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"this body cannot be used: {error}.") from error
