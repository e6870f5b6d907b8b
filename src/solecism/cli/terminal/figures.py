"""Files of figures: every drawing as PDF, SVG and PNG in two widths, and every table as CSV."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.report.drawing import Drawing
    from solecism.report.table import Table

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


def write_tables(folder: str, tables: Iterable[Table]) -> None:
    """Write every table as CSV, under its name."""
    from solecism.formats.files import write_text
    from solecism.report.table import format_csv

    for table in tables:
        write_text(str(Path(folder) / f"{table.name}.csv"), [format_csv(table)])


def write_drawings(folder: str, drawings: Iterable[Drawing]) -> None:
    """Write every drawing in both widths; the narrow one is called NAME-column."""
    from solecism.formats.files import write_bytes, write_text
    from solecism.report.drawing import ONE_COLUMN, TWO_COLUMNS, LaidOut

    for drawing in drawings:
        for ending, layout in (("", TWO_COLUMNS), ("-column", ONE_COLUMN)):
            target = Path(folder) / f"{drawing.name}{ending}"
            laid_out = LaidOut(drawing, layout)
            write_bytes(f"{target}.pdf", laid_out.pdf())
            write_text(f"{target}.svg", [laid_out.svg()])
            write_bytes(f"{target}.png", laid_out.png())
