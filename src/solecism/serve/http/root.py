"""The path under which a study is served, where one server has several of them.

Routes, templates and redirects are written as if each study were alone on its server. The path is
put before their addresses in one place, where a page is finished.
"""

from __future__ import annotations

import re
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Send

ROOT: ContextVar[str] = ContextVar("root", default="")
"""The path before all addresses of the study that is asked for, without a slash at its end."""

# Texts are escaped in pages, so a quotation mark after a name is always that of an attribute.
_ADDRESS = re.compile(r'(\s(?:href|src|action|formaction)=")/(?!/)')
_COOKIE_PATH = re.compile(r"(?i)(;\s*path=)/admin\b")


def with_root(html: str) -> str:
    """A page or a part of one whose addresses lead to the study that is asked for.

    >>> with_root('<a href="/work">')
    '<a href="/work">'
    """
    root = ROOT.get()
    if not root:
        return str(html)
    rooted = _ADDRESS.sub(rf"\g<1>{root}/", str(html))
    return rooted.replace("<html ", f'<html data-root="{root}" ', 1)


def sends_with_root(send: Send, root: str) -> Send:
    """A function that sends responses whose redirects and cookies are for this path."""

    async def send_with_root(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            location = headers.get("location", "")
            if location.startswith("/") and not location.startswith("//"):
                headers["location"] = root + location
            message["headers"] = [
                (name, _rooted_cookie(value, root) if name == b"set-cookie" else value)
                for name, value in message["headers"]
            ]
        await send(message)

    return send_with_root


def _rooted_cookie(value: bytes, root: str) -> bytes:
    """A cookie for the administrator's pages of one study only."""
    return _COOKIE_PATH.sub(rf"\g<1>{root}/admin", value.decode("latin-1")).encode("latin-1")
