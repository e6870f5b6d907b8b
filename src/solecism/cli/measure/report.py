"""`solecism report`: agreement, scores and estimates as one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_tables import edges, panel_counts
from solecism.cli.terminal.options import bins_option, duplicates_option, level_option, seed_option
from solecism.cli.terminal.signed import signed
from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.report.measurements import Measurements
    from solecism.report.report import Report


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
    help="Folder to write every figure as PDF, SVG and PNG, as wide as one column of a paper and "
    "as two, every table as CSV, and the works cited as BibTeX.",
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
    of each system with intervals (graded, against the majority and each rater, by kind of site,
    and from samples), every pair of systems with p-values corrected for many tests, scores by
    agreement, confusion matrices, a table of raters, and the methods in words. A line
    explains what is missing for lack of data. The same input and seed give the same page.

    \b
    Example:
      solecism report --judgments examples/judgments.simulated.jsonl --flags \\
        examples/flags.a.jsonl --flags examples/flags.b.jsonl report.html --figures figures
    """
    from solecism.report.report import make_report

    settings = {
        name: options[name] for name in ("bins", "duplicates", "level", "reference", "seed")
    }
    measured = _measurements(**options)
    signature = signed(
        "report",
        settings,
        [options["judgments"], *options["flags"], *options["samples"]],
        **panel_counts(measured.panel),
    )
    report = make_report(measured, title=title, signature=signature)
    if figures:
        _make_folder(figures)
    report.write(out)
    if figures:
        _write_figures(report, figures)


def _measurements(**options: Any) -> Measurements:
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


def _write_figures(report: Report, folder: str) -> None:
    """Every figure in both widths as PDF, SVG and PNG, every table as CSV, and works cited."""
    from solecism.formats.files import write_bytes, write_text
    from solecism.report.drawing import ONE_COLUMN, TWO_COLUMNS, format_pdf, format_png, format_svg
    from solecism.report.table import format_csv

    target = Path(folder)
    write_text(str(target / "references.bib"), (one.bibtex() for one in report.references))
    for section in report.sections:
        for table in section.tables:
            write_text(str(target / f"{table.name}.csv"), [format_csv(table)])
        for drawing in section.drawings:
            for name, layout in (
                (drawing.name, TWO_COLUMNS),
                (f"{drawing.name}-column", ONE_COLUMN),
            ):
                write_bytes(str(target / f"{name}.pdf"), format_pdf(drawing, layout))
                write_text(str(target / f"{name}.svg"), [format_svg(drawing, layout)])
                write_bytes(str(target / f"{name}.png"), format_png(drawing, layout))
