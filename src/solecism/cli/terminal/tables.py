"""Tables: drawn on a terminal, tabs between columns in a pipe."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence

import click


def figure(value: float, digits: int = 3) -> str:
    """A number for people to read; an empty string for NaN.

    >>> figure(0.62972), figure(float("nan"))
    ('0.630', '')
    """
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def show(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with a title; nothing if it has no rows."""
    cells = [list(row) for row in rows]
    if not cells:
        return
    if not sys.stdout.isatty():
        lines = [f"# {title}", "\t".join(columns), *("\t".join(row) for row in cells), ""]
        click.echo("\n".join(lines))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*columns, title=Text(title), title_justify="left", box=None)
    for row in cells:
        table.add_row(*map(Text, row))
    Console().print(table, "")
