"""The bodies of requests to a study: how large they may be, and the types of their fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.datastructures import FormData
from starlette.requests import Request

MAX_BODY = 64 * 1024
"""Bytes that a request may have, unless its route allows more."""

MAX_LARGE_BODY = 1 << 20
"""Bytes where long instructions or many names may be sent, in any script."""

_MAX_FIELDS = 100

Name = Annotated[str, Meta(min_length=1, max_length=100, pattern="^[^\x00-\x1f\x7f]+$")]
Reason = Annotated[str, Meta(min_length=1, max_length=2000, pattern="^[^\x00]+$")]
LongText = Annotated[str, Meta(min_length=1, max_length=50_000)]
ShortText = Annotated[str, Meta(max_length=500)]
Days = Annotated[int, Meta(ge=1, le=3650)]
ActiveMilliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]


async def read_form(request: Request) -> FormData:
    """The fields of a form that has no files."""
    return await request.form(max_files=0, max_fields=_MAX_FIELDS)
