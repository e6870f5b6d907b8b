"""`solecism explain`: the page about a kind of error."""

from __future__ import annotations

import sys

import click


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
    from solecism.checking.explanations import KINDS_OF_PAGE
    from solecism.checking.kind_pages import kind_page

    if kind is None:
        for name in KINDS_OF_PAGE:
            click.echo(f"{name}: {kind_page(name).title}")
        return
    page = kind_page(kind.lower())
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(88, Console().width)).print(Markdown(page.text))
    else:
        click.echo(page.text, nl=False)
