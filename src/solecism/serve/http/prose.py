"""Instructions written as plain text, with paragraphs, lists, headings, examples and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from markupsafe import Markup, escape

Kind = Literal["paragraph", "list", "heading", "examples"]
_KINDS: dict[str, Kind] = {"- ": "list", "* ": "list", "# ": "heading", "> ": "examples"}
# Addresses of other sites only: what a page of the study does must not hang on its instructions.
_INLINE = re.compile(
    r"\[(?P<words>[^\[\]]+)\]\((?P<named>(?:https?://|mailto:)[^\s()<>\"]+)\)"
    r"|(?P<address>https?://[^\s()<>\"]*[^\s()<>\".,;:!?])"
    r"|\*(?P<marked>[^*\s](?:[^*]*[^*\s])?)\*"
)
_LINK = Markup(
    '<a href="{}" target="_blank" rel="noopener noreferrer">{}'
    '<span class="spoken"> (opens a new tab)</span></a>'
)


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or heading (one line), or a list or examples (one line per entry)."""

    kind: Kind
    lines: tuple[str, ...]


def blocks(text: str) -> list[Block]:
    """The blocks of a text: blank lines separate them, "- " begins a list entry, "# " a heading.

    "> " begins an example.

    >>> [block.kind for block in blocks("# How\\nRead it.\\n\\n- first\\n- second\\n> It is so.")]
    ['heading', 'paragraph', 'list', 'examples']
    """
    return [
        block
        for is_blank, lines in groupby(text.splitlines(), lambda line: not line.strip())
        if not is_blank
        for block in _split([line.strip() for line in lines])
    ]


def inline(line: str) -> Markup:
    """A line as HTML: `[words](https://…)` and bare addresses are links, `*words*` are marked.

    >>> print(inline("It depends *of* <you>."))
    It depends <mark>of</mark> &lt;you&gt;.
    """
    parts, end = [], 0
    for match in _INLINE.finditer(line):
        parts += [escape(line[end : match.start()]), _element(match)]
        end = match.end()
    return Markup("").join([*parts, escape(line[end:])])


def _element(match: re.Match[str]) -> Markup:
    if match["marked"] is not None:
        return Markup("<mark>{}</mark>").format(match["marked"])
    address = match["named"] or match["address"]
    return _LINK.format(address, match["words"] or address)


def _split(lines: list[str]) -> Iterator[Block]:
    for kind, group in groupby(lines, _kind):
        if kind in ("list", "examples"):
            yield Block(kind, tuple(line[2:].strip() for line in group))
        elif kind == "heading":
            yield from (Block("heading", (line[2:].strip(),)) for line in group)
        else:
            yield Block("paragraph", (" ".join(group),))


def _kind(line: str) -> Kind:
    return _KINDS.get(line[:2], "paragraph")
