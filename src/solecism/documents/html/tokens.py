"""The tags, references and texts of a web page, divided as the HTML standard does.

The parser of Python's library needs quadratic time for some pages before Python 3.13.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# A tag that is never closed reaches to the end of the page, as in browsers.
_VALUE = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s>"'][^\s>]*+)"""
_ATTRIBUTES = rf"(?:[\s/]++|=|[^\s/>=]++(?:\s*+=\s*+{_VALUE}?)?)*+"
_TOKEN = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|<[!?][^>]*+(?:>|\Z)"
    rf"|<(?P<slash>/?)(?P<tag>[a-zA-Z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})(?:>|\Z)"
    r"|(?P<reference>&(?:\#\d{1,7}|\#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});?)"
    r"|(?P<text>[^<&]++|[<&])",
    re.DOTALL,
)
_HIDDEN = re.compile(r"(?:^|\s)hidden(?:[\s/=]|\Z)", re.IGNORECASE)
# In these elements there are no tags but their own end.
_RAW = frozenset("script style textarea title xmp iframe noembed noframes noscript".split())


class Token(NamedTuple):
    """A piece of a page: "begin" or "end" with the name of an element, "reference" or "text".

    An element that `is_empty` ends with a slash.
    """

    kind: str
    name: str
    start: int
    end: int
    is_hidden: bool = False
    is_empty: bool = False


def tokens(page: str) -> Iterator[Token]:
    """The tokens of a page in order; comments and declarations are left out."""
    position = 0
    while match := _TOKEN.match(page, position):
        position = match.end()
        if name := match["tag"]:
            name = name.lower()
            kind = "end" if match["slash"] else "begin"
            attributes = match["attributes"]
            is_hidden = _HIDDEN.search(attributes) is not None
            is_empty = attributes.endswith("/")
            yield Token(kind, name, match.start(), position, is_hidden, is_empty)
            if kind == "begin" and name in _RAW:
                closing = re.compile(rf"</{name}(?=[\s/>]|\Z)", re.IGNORECASE)
                end = closing.search(page, position)
                position = end.start() if end else len(page)
        elif match.lastgroup in ("reference", "text"):
            yield Token(match.lastgroup, "", match.start(), position)
