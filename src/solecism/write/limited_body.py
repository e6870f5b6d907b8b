"""Bodies of requests that are not too large and do not take too long."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message, Receive

from solecism.web.body import body_in_time
from solecism.write.checking import MAX_TEXT

# Every character of a text may be escaped in JSON.
MAX_BODY = 6 * MAX_TEXT
MAX_DOCUMENT = 32 << 20
TOO_LARGE = "The request is too large."


def is_too_large(request: Request) -> bool:
    """Whether a request says that it is larger than it may be."""
    length = request.headers.get("content-length", "0")
    return not length.isdecimal() or int(length[:20]) > _limit(request)


def limited_body(request: Request, receive: Receive, *, seconds: float) -> Receive:
    """The messages of a request; one that is too large is refused.

    A body that does not end in time is taken as broken off.
    """
    limit, receive_in_time = _limit(request), body_in_time(receive, seconds=seconds)
    n_bytes = 0

    async def receive_limited() -> Message:
        nonlocal n_bytes
        message = await receive_in_time()
        n_bytes += len(message.get("body", b""))
        if n_bytes > limit:
            raise HTTPException(413, TOO_LARGE)
        return message

    return receive_limited


def _limit(request: Request) -> int:
    return MAX_DOCUMENT if request.scope["path"].endswith("/open") else MAX_BODY
