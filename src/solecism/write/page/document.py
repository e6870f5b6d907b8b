"""The HTML document of the page to write in, and the security policy that it is served with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template

import msgspec

_FOLDER = Path(__file__).parent
# Served below STATIC_PATH.
STATIC_FOLDER = _FOLDER / "static"
STATIC_PATH = "/page"


def page_html(*, nonce: str) -> str:
    """The document. The editor puts style rules into it, which the nonce allows.

    >>> 'nonce="n0"' in page_html(nonce="n0")
    True
    """
    return _template().substitute(nonce=nonce)


def content_security_policy(*, nonce: str) -> str:
    """The policy: everything comes from this server, and no script or style is inline.

    >>> content_security_policy(nonce="n0").split("; ")[:2]
    ["default-src 'self'", "style-src 'self' 'nonce-n0'"]
    """
    rules = (
        "default-src 'self'",
        f"style-src 'self' 'nonce-{nonce}'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)


@cache
def _template() -> Template:
    digests = msgspec.json.decode((_FOLDER / "built.json").read_bytes())["static"]
    text = (_FOLDER / "index.html").read_text(encoding="utf-8")
    # The address of a file changes with its content, so that browsers may keep it.
    for name in ("write.css", "write.js"):
        text = text.replace(f"$static/{name}", f"{STATIC_PATH}/{name}?{digests[name][:16]}")
    return Template(text.replace("$static", STATIC_PATH))
