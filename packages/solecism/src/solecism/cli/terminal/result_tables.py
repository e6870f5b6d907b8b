"""The results of commands: tables, JSON, and files of figures."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.output import has_colours, styled
from solecism.errors import InputError
from solecism.system.display_text import visible
from solecism.table import Table, table

if TYPE_CHECKING:
    from solecism.reporting.drawing import Drawing
    from solecism.reporting.table import ReportTable
    from solecism.signature import Signature
    from solecism.table import Tabular

# What stands before and after a line that is not part of a table.
_COMMENTS = {"text": ("", ""), "latex": ("% ", ""), "csv": ("# ", ""), "markdown": ("", "\n")}


def show(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with a title; nothing where it has no rows."""
    show_table(table(title, columns, rows))


def show_result(result: Tabular) -> None:
    """Print the tables of a result, and the remarks below them."""
    for each in result.tables():
        show_table(each)
    for line in result.remarks():
        click.echo(visible(line))


def show_formatted(
    result: Tabular | Table,
    content: Mapping[str, Any],
    *,
    output_format: str,
    signature: Signature | None = None,
) -> None:
    """Print a result in the format that was asked for, with its signature.

    JSON has the `content` below the signature; the other formats have the tables, with the remarks
    and the signature below them, as comments where the format has comments.
    """
    if output_format == "json":
        show_json({**(signature.content() if signature else {}), **content})
        return
    tables, remarks = (
        ([result], ()) if isinstance(result, Table) else (result.tables(), result.remarks())
    )
    for each in tables:
        if output_format == "text":
            show_table(each)
        elif each.rows:
            click.echo(getattr(each, output_format)())
    before, after = _COMMENTS[output_format]
    for line in (*remarks, *([str(signature)] if signature else [])):
        click.echo(f"{before}{visible(line)}{after}")


def show_table(table: Table) -> None:
    """Print a table; nothing where it has no rows."""
    if not table.rows:
        return
    if not sys.stdout.isatty():
        click.echo(table.tab_separated())
        return
    width = shutil.get_terminal_size().columns
    for line in table.lines(width, partial(styled, bold=True)):
        click.echo(line, color=has_colours())
    click.echo()


def show_json(content: Mapping[str, Any]) -> None:
    """Print the content as JSON; NaN becomes null, dataclasses and figures become objects."""
    import msgspec

    encoded = msgspec.json.encode(content, enc_hook=_encodable)
    click.echo(msgspec.json.format(encoded, indent=2).decode())


def _encodable(value: Any) -> Any:
    """A figure as an object, an array as lists."""
    from solecism.figure import Figure

    return value.to_dict() if isinstance(value, Figure) else value.tolist()


figures_option = click.option(
    "--figures",
    metavar="FOLDER",
    help="Folder to write every figure as PDF, SVG and PNG, as wide as one column of a paper and "
    "as two, and its numbers as CSV.",
)


def make_folder(folder: str) -> None:
    """Make the folder if there is none."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be a folder: {error.strerror}.") from error


def write_tables(folder: str, tables: Iterable[ReportTable]) -> None:
    """Write every table as CSV, under its name."""
    from solecism.formats.files import write_text
    from solecism.reporting.table import format_csv

    for each in tables:
        write_text(str(Path(folder) / f"{each.name}.csv"), [format_csv(each)])


def write_drawings(folder: str, drawings: Iterable[Drawing]) -> None:
    """Write every drawing in both widths; the narrow one is called NAME-column."""
    from solecism.formats.files import write_bytes, write_text
    from solecism.reporting.drawing import ONE_COLUMN, TWO_COLUMNS, RenderedDrawing

    for drawing in drawings:
        for ending, layout in (("", TWO_COLUMNS), ("-column", ONE_COLUMN)):
            target = Path(folder) / f"{drawing.name}{ending}"
            laid_out = RenderedDrawing(drawing, layout)
            write_bytes(f"{target}.pdf", laid_out.pdf())
            write_text(f"{target}.svg", [laid_out.svg()])
            write_bytes(f"{target}.png", laid_out.png())
