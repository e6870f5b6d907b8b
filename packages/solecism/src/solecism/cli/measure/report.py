"""`solecism report`: agreement, scores and estimates as one page."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_inputs import EVERY_JUDGMENT, bin_edges, panel_counts
from solecism.cli.terminal.options import (
    INPUT,
    AnswerOptions,
    answer_options,
    bins_option,
    command_signature,
    duplicates_option,
    level_option,
    rater_prior_option,
    seed_option,
)
from solecism.cli.terminal.output import Progress, progress_bar, with_progress
from solecism.cli.terminal.result_tables import (
    figures_option,
    make_folder,
    write_drawings,
    write_tables,
)

if TYPE_CHECKING:
    from solecism.judgment import Judgment
    from solecism.reporting.measurements import Measurements
    from solecism.reporting.page import Report


@click.command(name="report")
@click.option(
    "--judgments",
    required=True,
    metavar="FILE",
    type=INPUT,
    help="File of judgments, as JSON Lines.",
)
@click.option(
    "--flags",
    "flags",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="File of a system's flags; may be repeated.",
)
@click.option(
    "--sample",
    "samples",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="File with the key of a sample; may be repeated.",
)
@click.argument("out")
@figures_option
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
@answer_options
@click.option(
    "--within",
    metavar="FIELD",
    help="Field that makes several items of one site; the five constructions of nouns need none.",
)
@click.option(
    "--writers",
    metavar="FILE",
    type=INPUT,
    help="File of the writers' own constructions, which `solecism sample nouns --key` wrote.",
)
@click.option(
    "--choices",
    "choices",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="File of a system's constructions of nouns; may be repeated.",
)
@bins_option
@click.option(
    "--number-raters",
    "are_numbered",
    is_flag=True,
    help="Call raters rater 1, rater 2, ... in the order of the file, for a page that others see.",
)
@rater_prior_option
@duplicates_option
@level_option
@seed_option()
def report_command(
    out: str, figures: str | None, title: str, answers: AnswerOptions, **options: Any
) -> None:
    """Write a report as one HTML page, OUT, that needs no network access and no scripts.

    The report has the agreement of raters, reliability by number of raters, precision and recall
    of each system with intervals (graded, against the majority and each rater, by kind of site,
    and from samples), every pair of systems with p-values corrected for many tests, scores by
    agreement, confusion matrices, a table of raters, and the methods in words. Judgments of the
    five constructions of nouns (the article-number task) have a section of their own. A line
    explains what is missing for lack of data. The same input and seed give the same page. With
    --figures the works cited are written too, as BibTeX. The page can be put on the web as it is;
    --number-raters leaves out the names of raters.

    \b
    Example:
      solecism report --judgments examples/judgments.simulated.jsonl --flags \\
        examples/flags.a.jsonl --flags examples/flags.b.jsonl report.html --figures figures
    """
    from solecism.reporting.page import make_report

    with progress_bar("Reading", "Judgments") as progress:
        measured = _measurements(answers, progress, **options)
    signature = command_signature("report", counts=panel_counts(measured.panel))
    report = make_report(measured, title=title, signature=str(signature))
    if figures:
        make_folder(figures)
    report.write(out)
    if figures:
        _write_figures(report, figures)


def _measurements(
    answers: AnswerOptions, progress: Progress | None, **options: Any
) -> Measurements:
    from solecism import sample_key as keys
    from solecism.formats import jsonl
    from solecism.formats.files import read_lines
    from solecism.judgment import Judgment
    from solecism.reporting.measurements import measurements
    from solecism.site import Flag
    from solecism.uncertainty.two_way import PRIORS

    judgments = answers.read([options["judgments"]])
    references = options["reference"].split(",") if options["reference"] else []
    if options["are_numbered"]:
        judgments, names = _with_numbered_raters(judgments)
        references = [names.get(name, name) for name in references]
    return measurements(
        with_progress(judgments, progress, every=EVERY_JUDGMENT),
        [flag for path in options["flags"] for flag in jsonl.read(path, Flag)],
        [keys.parse(read_lines(path), file=path) for path in options["samples"]],
        within=options["within"],
        writers=jsonl.read(options["writers"], Judgment) if options["writers"] else (),
        choices=[one for path in options["choices"] for one in jsonl.read(path, Judgment)],
        references=references,
        edges=bin_edges(options["bins"]),
        duplicates=options["duplicates"],
        prior=PRIORS[options["rater_prior"]],
        level=options["level"],
        seed=options["seed"],
    )


def _with_numbered_raters(judgments: Iterable[Judgment]) -> tuple[list[Judgment], dict[str, str]]:
    """The judgments with a number for each rater, in order of appearance, and the new names."""
    from dataclasses import replace

    found = list(judgments)
    raters = list(dict.fromkeys(one.rater for one in found))
    width = len(str(len(raters)))
    names = {rater: f"rater {number:0{width}}" for number, rater in enumerate(raters, 1)}
    return [replace(one, rater=names[one.rater]) for one in found], names


def _write_figures(report: Report, folder: str) -> None:
    """Every figure, every table as CSV, and the works cited as BibTeX."""
    from solecism.formats.files import write_text

    entries = (one.bibtex() for one in report.references)
    write_text(str(Path(folder) / "references.bib"), entries)
    for section in report.sections:
        write_tables(folder, section.tables)
        write_drawings(folder, section.drawings)
