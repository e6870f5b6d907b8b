"""`solecism check`: find the usage errors in texts."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from solecism.cli.text.check_options import (
    DetectorChoice,
    FixChoice,
    ProjectChoice,
    detector_options,
    fix_options,
    project_options,
)

if TYPE_CHECKING:
    from solecism.check.files import CheckSummary
    from solecism.project.rules import ProjectRules

_FORMATS = ("text", "jsonl", "sites", "m2", "html", "sarif", "github")
_FOUND_ERRORS, _FAILED = 1, 2


@click.command(name="check")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option(
    "--format",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Output format: text for people, sarif for editors and code review, github for "
    "annotations of GitHub Actions, html for a page, or one of jsonl, sites and m2 for other "
    "commands.",
)
@detector_options
@project_options
@click.option(
    "--output",
    "-o",
    default="-",
    show_default=True,
    metavar="FILE",
    help="File to write to; - is standard output.",
)
@fix_options
@click.option("--no-markup", is_flag=True, help="Treat HTML and Markdown as plain text.")
@click.option("--exit-zero", is_flag=True, help="Exit with code 0 even if errors were found.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    help="Number of files to check at the same time.",
)
@click.pass_context
def command(
    context: click.Context,
    inputs: tuple[str, ...],
    format: str,
    choice: DetectorChoice,
    project: ProjectChoice,
    output: str,
    fixing: FixChoice,
    no_markup: bool,
    exit_zero: bool,
    jobs: int,
) -> None:
    """Find the usage errors in texts, and suggest what to write instead.

    FILE is plain text, with or without HTML and Markdown, or another format, by the ending of its
    name (.m2, .conllu, .jsonl); - is standard input. Lines and columns are counted from 1, columns
    in characters. Markup, code and paragraphs that are not English are skipped.

    The format text is for people, sarif for editors and code review, and html is a page to read.
    The format jsonl has one flag per site, sites has these sites with their sentences, and m2 has
    the sentences with edits: `solecism score` and `solecism sample` read them.

    How many findings are shown depends on --for: an author sees only what is hardly ever wrong, a
    teacher sees all that is more probably right than not. --precision asks for any other precision
    on tuning data, --threshold for a confidence. The confidence of a finding is the probability
    that an annotator of learners' text would correct this place; it depends on how many errors the
    text seems to have. The detector light is fast and finds errors in
    prepositions, articles and noun number; strong is a network that reads every sentence; cascade,
    the default, uses the network only for sentences in which light is uncertain, and for an author
    alone; for others it reads everything. The detectors maxent, lm and perceptron of prepositions
    follow published papers.

    A file .solecism.toml in the folder of a text or above it, or [tool.solecism] in pyproject.toml,
    holds settings; options go before them. Comments such as <!-- solecism: off --> in a text turn
    checking off. --write-baseline records the findings that are there, so that --baseline shows
    only new ones, and --changed-since shows only those on changed lines.

    With --fix the text of one input is written to standard output or to the file of --output, with
    the first suggestion of every finding applied and all else as it is; --in-place changes any
    number of files, and --diff shows what would change.

    The exit code is 0 if no errors were found, 1 if some were, and 2 if a file could not be
    checked; with --fix it is 0 if all errors that were found are mended.

    \b
    Example:
      solecism check --exit-zero examples/texts/landlord.txt
      solecism check --exit-zero --for teacher examples/texts/landlord.txt
      solecism check --exit-zero --fix --diff examples/texts/landlord.txt
      echo "I depend of the heating." | solecism check --exit-zero --format sarif -
    """
    from solecism.check.files import CheckSummary
    from solecism.errors import SolecismError
    from solecism.formats import files

    inputs = inputs or (files.STANDARD_STREAM,)
    problem = fixing.problem(inputs, format, output) or project.problem(inputs, fix=fixing.fix)
    if problem:
        raise click.UsageError(problem)
    summary = CheckSummary()
    n_errors = 0
    values = choice.values()
    try:
        rules = project.rules(values, model=choice.model, markup=not no_markup)
        if project.show_settings:
            from solecism.project.shown_settings import format_settings

            files.write_text(output, format_settings(rules, inputs))
        elif paths := rules.kept(inputs, summary.notes):
            if fixing.fix:
                run = partial(_fix, fixing=fixing, output=output)
            elif project.write_baseline is not None:
                run = partial(_record, file=project.write_baseline)
            else:
                run = partial(_show, format=format, output=output)
            n_errors = run(paths, rules, summary, n_jobs=jobs)
    except SolecismError as error:
        summary.problems.append(str(error))
    for line in dict.fromkeys((*summary.notes, *summary.problems)):
        click.echo(f"solecism: {line}", err=True)
    if summary.problems:
        context.exit(_FAILED)
    context.exit(_FOUND_ERRORS if n_errors and not exit_zero else 0)


def _show(
    paths: Sequence[str],
    rules: ProjectRules,
    summary: CheckSummary,
    *,
    format: str,
    output: str,
    n_jobs: int,
) -> int:
    """Write the findings in a format; how many there are."""
    from solecism.check.files import check_files
    from solecism.check.formats import format_checked
    from solecism.formats import files

    checked = check_files(paths, rules, summary, markup=rules.markup, n_jobs=n_jobs)
    pieces = format_checked(
        checked,
        format,
        summary=summary,
        detector=rules.detector_names(paths),
        colour=_is_coloured(output),
    )
    files.write_text(output, pieces)
    return summary.n_findings


def _fix(
    paths: Sequence[str],
    rules: ProjectRules,
    summary: CheckSummary,
    *,
    fixing: FixChoice,
    output: str,
    n_jobs: int,
) -> int:
    """Write the texts with suggestions applied, or their differences; how many errors are left."""
    from solecism.check.fix_files import fix_files, write_fixed

    fixed = fix_files(paths, rules, summary, markup=rules.markup, n_jobs=n_jobs)
    return write_fixed(
        fixed, summary, output=output, is_diff=fixing.diff, is_in_place=fixing.in_place
    )


def _record(
    paths: Sequence[str], rules: ProjectRules, summary: CheckSummary, *, file: str, n_jobs: int
) -> int:
    """Write the baseline, unless a file could not be checked; no finding is left to show."""
    from solecism.project.record import record_baseline

    record_baseline(file, paths, rules, summary, n_jobs=n_jobs)
    return 0


def _is_coloured(output: str) -> bool:
    return output == "-" and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
