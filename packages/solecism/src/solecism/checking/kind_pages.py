"""A page per kind of error, for learners: the rules, wrong and right examples, traps.

The pages are Markdown, in the folder `pages`. Related kinds share one. They are shown by
`solecism explain`, at the end of HTML reports, by the page to write in, and in the documentation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from itertools import groupby
from pathlib import Path

from solecism.checking.explanations import KINDS_OF_PAGE, page_name, page_names
from solecism.errors import InputError

FOLDER = Path(__file__).parent / "pages"


@dataclass(frozen=True)
class KindPage:
    """The page about some kinds of error, in Markdown."""

    name: str
    kinds: tuple[str, ...]
    text: str

    @cached_property
    def title(self) -> str:
        """The heading of the page."""
        return self.text.partition("\n")[0].removeprefix("# ").strip()

    @property
    def html(self) -> str:
        """The page as HTML, whose headings are h2 and h3, for another page."""
        return markdown_to_html(self.text)


@cache
def kind_page(name: str) -> KindPage:
    """The page with this name, or about the kind of error with this name.

    >>> kind_page("articles").kinds
    ('missing-article', 'unneeded-article', 'wrong-article')
    >>> kind_page("missing-article").title
    'Articles'
    """
    page = name if name in KINDS_OF_PAGE else page_name(name)
    if not page:
        raise InputError(f"there is no page about {name!r}. There are {', '.join(KINDS_OF_PAGE)}.")
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    return KindPage(page, KINDS_OF_PAGE[page], text)


def pages_about(kinds: Iterable[str | None]) -> list[KindPage]:
    """The pages about some kinds of error, each once, in their usual order."""
    return [kind_page(name) for name in page_names(kinds)]


_STRONG, _EMPHASIS = re.compile(r"\*\*(?=\S)(.+?)\*\*(?!\*)"), re.compile(r"\*(?=\S)([^*]+?)\*")
_RULE_OF_TABLE = re.compile(r"\|[-| ]+\|")


def markdown_to_html(text: str, *, top: int = 2) -> str:
    """The HTML of a page: headings, paragraphs, lists, tables and two kinds of emphasis.

    The highest heading is one of level `top`.

    >>> markdown_to_html("# Tense\\n\\nIt *was* **here**.")
    '<h2>Tense</h2>\\n<p>It <em>was</em> <strong>here</strong>.</p>\\n'
    """
    return "".join(_block_html(lines, top) for lines in blocks(text))


def blocks(text: str) -> Iterator[list[str]]:
    """The lines of each block; blank lines stand between blocks."""
    for has_text, lines in groupby(text.splitlines(), key=lambda line: bool(line.strip())):
        if has_text:
            yield list(lines)


def _block_html(lines: list[str], top: int) -> str:
    first = lines[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#")) + top - 1
        return f"<h{level}>{_inline(first.lstrip('# '))}</h{level}>\n"
    if first.startswith("- "):
        items = "".join(f"<li>{_inline(line.removeprefix('- '))}</li>\n" for line in lines)
        return f"<ul>\n{items}</ul>\n"
    if first.startswith("|"):
        return _table_html(lines)
    return f"<p>{_inline(' '.join(lines))}</p>\n"


def cells(lines: Iterable[str]) -> list[list[str]]:
    """The cells of each row of a table, the names of its columns first."""
    return [line.strip("| ").split(" | ") for line in lines if not _RULE_OF_TABLE.fullmatch(line)]


def _table_html(lines: list[str]) -> str:
    rows = cells(lines)
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>\n"
        for row in rows[1:]
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _inline(text: str) -> str:
    strong = _STRONG.sub(r"<strong>\1</strong>", escape(text, quote=False))
    return _EMPHASIS.sub(r"<em>\1</em>", strong)
