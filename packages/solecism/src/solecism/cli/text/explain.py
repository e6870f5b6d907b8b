"""`solecism explain`: the page about a kind of error."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator

import click

from solecism.checking.explanations import KINDS_OF_PAGE
from solecism.checking.kind_pages import blocks, cells, kind_page
from solecism.cli.terminal.output import has_colours, styled
from solecism.system.display_text import aligned, wrapped


@click.command(name="explain")
@click.argument("kind", required=False)
def explain_command(kind: str | None) -> None:
    """Explain a kind of error: the rules, wrong and right examples, and common traps.

    KIND is the name of a page, or a kind of error as in the output of `solecism check --format
    jsonl`. Without one, the pages are listed. A pipe gets Markdown.

    \b
    Example:
      solecism explain
      solecism explain articles
      solecism explain wrong-preposition
    """
    if kind is None:
        for name in KINDS_OF_PAGE:
            click.echo(f"{name}: {kind_page(name).title}")
        return
    page = kind_page(kind.lower())
    if not sys.stdout.isatty():
        click.echo(page.text, nl=False)
        return
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    for block in blocks(page.text):
        for line in _block_lines(block, width):
            click.echo(line, color=has_colours())
        click.echo()


_WIDEST = 88


def _block_lines(block: list[str], width: int) -> Iterator[str]:
    """The lines of a heading, a list, a table or a paragraph for a terminal of this width."""
    first = block[0]
    if first.startswith("#"):
        is_title = not first.startswith("##")
        yield styled(first.lstrip("# "), bold=True, underline=is_title)
    elif first.startswith("- "):
        for item in block:
            bullet, *rest = wrapped(_with_styles(item.removeprefix("- ")), width - 2)
            yield f"• {bullet}"
            yield from (f"  {line}" for line in rest)
    elif first.startswith("|"):
        names, *rows = cells(block)
        underlined = [styled(name, underline=True) for name in names]
        yield from aligned([underlined, *([*map(_with_styles, row)] for row in rows)], width)
    else:
        yield from wrapped(_with_styles(" ".join(block)), width)


_MARKS = re.compile(r"(\*{1,3})")


def _with_styles(text: str) -> str:
    """A text in Markdown with styles in place of the asterisks."""
    pieces = []
    is_strong = is_emphasised = False
    for piece in _MARKS.split(text):
        if piece.startswith("*"):
            is_strong ^= piece != "*"
            is_emphasised ^= piece != "**"
        else:
            pieces.append(styled(piece, bold=is_strong, italic=is_emphasised))
    return "".join(pieces)
