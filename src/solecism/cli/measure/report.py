"""`solecism report`: agreement, scores and estimates as one page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import bins_option, duplicates_option, level_option, seed_option
from solecism.errors import InputError
from solecism.signature import signature

if TYPE_CHECKING:
    from solecism.report.measurements import Measurements
    from solecism.report.section import Section


@click.command(name="report")
@click.option(
    "--judgments", required=True, metavar="FILE", help="File of judgments, as JSON Lines."
)
@click.option(
    "--flags",
    "flags",
    multiple=True,
    metavar="FILE",
    help="File of a system's flags; may be repeated.",
)
@click.option(
    "--sample",
    "samples",
    multiple=True,
    metavar="FILE",
    help="File with the key of a sample; may be repeated.",
)
@click.argument("out")
@click.option(
    "--figures",
    metavar="FOLDER",
    help="Folder to write every figure as SVG and PNG, and every table as CSV.",
)
@click.option(
    "--title",
    default="How far raters and systems agree",
    show_default=True,
    metavar="TEXT",
    help="Title of the page.",
)
@click.option(
    "--reference",
    metavar="NAME,...",
    help="Rater to measure reliability against, or several separated by commas; by "
    "default each rater in turn.",
)
@bins_option
@duplicates_option
@level_option
@seed_option()
def command(out: str, figures: str | None, title: str, **options: Any) -> None:
    """Write a report as one HTML page, OUT, that needs no network access and no scripts.

    The report has the agreement of raters, reliability by number of raters, precision and recall
    of each system with intervals (graded, against the majority and each rater, and from samples),
    scores by agreement, confusion matrices, and a table of raters. A line explains what is missing
    for lack of data. The same input and seed give the same page.

    \b
    Example:
      solecism report --judgments examples/judgments.simulated.jsonl --flags \\
        examples/flags.a.jsonl --flags examples/flags.b.jsonl report.html --figures figures
    """
    from solecism.report.report import make_report

    settings = {
        name: options[name] for name in ("bins", "duplicates", "level", "reference", "seed")
    }
    signed = signature("report", **settings)
    report = make_report(_measurements(**options), title=title, signature=signed)
    if figures:
        _make_folder(figures)
    report.write(out)
    if figures:
        _write_figures(report.sections, figures)


def _measurements(**options: Any) -> Measurements:
    from solecism.cli.measure.score_tables import edges
    from solecism.flag import Flag
    from solecism.formats import jsonl
    from solecism.formats import key as keys
    from solecism.formats.files import read_lines
    from solecism.judgment import Judgment
    from solecism.report.measurements import measurements

    return measurements(
        jsonl.read(options["judgments"], Judgment),
        [flag for path in options["flags"] for flag in jsonl.read(path, Flag)],
        [keys.parse(read_lines(path), file=path) for path in options["samples"]],
        references=options["reference"].split(",") if options["reference"] else (),
        edges=edges(options["bins"]),
        duplicates=options["duplicates"],
        level=options["level"],
        seed=options["seed"],
    )


def _make_folder(folder: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be a folder: {error.strerror}.") from error


def _write_figures(sections: Iterable[Section], folder: str) -> None:
    """Every figure as SVG and PNG and every table as CSV, under names of ours."""
    from solecism.formats.files import write_bytes, write_text
    from solecism.report.drawing import format_png, format_svg
    from solecism.report.table import format_csv

    target = Path(folder)
    for section in sections:
        for table in section.tables:
            write_text(str(target / f"{table.name}.csv"), [format_csv(table)])
        for drawing in section.drawings:
            write_text(str(target / f"{drawing.name}.svg"), [format_svg(drawing)])
            write_bytes(str(target / f"{drawing.name}.png"), format_png(drawing))
