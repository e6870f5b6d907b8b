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

from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    CONJUNCTION,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS_PREPOSITION,
    MISSING_ARTICLE,
    MISSING_PREPOSITION,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WORD_FORM,
    WORD_ORDER,
    WRONG_ARTICLE,
    WRONG_NOUN,
    WRONG_PREPOSITION,
    WRONG_VERB,
    WRONG_WORD,
)
from solecism.errors import InputError

FOLDER = Path(__file__).parent / "pages"
# In the order in which they are listed.
KINDS_OF_PAGE = {
    "articles": (MISSING_ARTICLE, UNNEEDED_ARTICLE, WRONG_ARTICLE),
    "prepositions": (WRONG_PREPOSITION, MISSING_PREPOSITION, EXTRANEOUS_PREPOSITION),
    "singular-and-plural": (NOUN_NUMBER,),
    "agreement": (DISAGREEMENT,),
    "tense": (TENSE,),
    "verb-form": (VERB_FORM,),
    "word-choice": (WRONG_WORD, WRONG_VERB, WRONG_NOUN),
    "adjectives-and-adverbs": (ADJECTIVE, ADVERB),
    "pronouns": (PRONOUN,),
    "conjunctions": (CONJUNCTION,),
    "word-form": (WORD_FORM,),
    "word-order": (WORD_ORDER,),
    "missing-and-unneeded-words": (MISSING_WORD, EXTRA_WORD),
    "spelling": (MISSPELLING,),
    "capitals": (CAPITALS,),
    "punctuation": (PUNCTUATION,),
}
_PAGE_OF = {kind: name for name, kinds in KINDS_OF_PAGE.items() for kind in kinds}


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
    page = name if name in KINDS_OF_PAGE else _PAGE_OF.get(name)
    if page is None:
        raise InputError(f"there is no page about {name!r}. There are {', '.join(KINDS_OF_PAGE)}.")
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    return KindPage(page, KINDS_OF_PAGE[page], text)


def page_name(kind: str | None) -> str:
    """The name of the page about a kind of error; empty for one that has none.

    >>> page_name("missing-article"), page_name("metre")
    ('articles', '')
    """
    return _PAGE_OF.get(kind or "", "")


def pages_about(kinds: Iterable[str | None]) -> list[KindPage]:
    """The pages about some kinds of error, each once, in their usual order."""
    names = {page_name(kind) for kind in kinds}
    return [kind_page(name) for name in KINDS_OF_PAGE if name in names]


_STRONG, _EMPHASIS = re.compile(r"\*\*(?=\S)(.+?)\*\*(?!\*)"), re.compile(r"\*(?=\S)([^*]+?)\*")
_RULE_OF_TABLE = re.compile(r"\|[-| ]+\|")


def markdown_to_html(text: str, *, top: int = 2) -> str:
    """The HTML of a page: headings, paragraphs, lists, tables and two kinds of emphasis.

    The highest heading is one of level `top`.

    >>> markdown_to_html("# Tense\\n\\nIt *was* **here**.")
    '<h2>Tense</h2>\\n<p>It <em>was</em> <strong>here</strong>.</p>\\n'
    """
    return "".join(_block_html(lines, top) for lines in _blocks(text))


def _blocks(text: str) -> Iterator[list[str]]:
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


def _table_html(lines: list[str]) -> str:
    rows = [line.strip("| ").split(" | ") for line in lines if not _RULE_OF_TABLE.fullmatch(line)]
    head = "".join(f"<th>{_inline(cell)}</th>" for cell in rows[0])
    body = "".join(
        "<tr>" + "".join(f"<td>{_inline(cell)}</td>" for cell in row) + "</tr>\n"
        for row in rows[1:]
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _inline(text: str) -> str:
    strong = _STRONG.sub(r"<strong>\1</strong>", escape(text, quote=False))
    return _EMPHASIS.sub(r"<em>\1</em>", strong)
