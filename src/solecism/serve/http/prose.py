"""Instructions written as plain text, with paragraphs, lists and headings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

_KINDS = {"- ": "list", "* ": "list", "# ": "heading"}


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or heading (one line), or a list (one line per entry)."""

    kind: Literal["paragraph", "list", "heading"]
    lines: tuple[str, ...]


def blocks(text: str) -> list[Block]:
    """The blocks of a text: blank lines separate them, "- " begins a list entry, "# " a heading.

    >>> [block.kind for block in blocks("# How\\nRead it.\\n\\n- first\\n- second")]
    ['heading', 'paragraph', 'list']
    """
    return [
        block
        for is_blank, lines in groupby(text.splitlines(), lambda line: not line.strip())
        if not is_blank
        for block in _split([line.strip() for line in lines])
    ]


def _split(lines: list[str]) -> Iterator[Block]:
    for kind, group in groupby(lines, _kind):
        if kind == "list":
            yield Block("list", tuple(line[2:].strip() for line in group))
        elif kind == "heading":
            yield from (Block("heading", (line[2:].strip(),)) for line in group)
        else:
            yield Block("paragraph", (" ".join(group),))


def _kind(line: str) -> str:
    return _KINDS.get(line[:2], "paragraph")
