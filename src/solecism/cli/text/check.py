"""`solecism check`: find the usage errors in texts."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

import click

_FORMATS = ("text", "jsonl", "sites", "m2", "html", "sarif", "docx")
_FOUND_ERRORS, _FAILED = 1, 2


@click.command(name="check")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--format",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Output format: text for people, html for a page, docx for the text itself with comments "
    "in it, sarif for editors and code review, or one of jsonl, sites and m2 for other commands.",
)
@click.option(
    "--detector",
    metavar="NAME",
    help="Detector to use; the default is cascade where its model can be run, and light otherwise.",
)
@click.option(
    "--kinds",
    default="",
    metavar="KIND,...",
    help="Show only errors of these kinds; capitals and punctuation are shown only if named here.",
)
@click.option(
    "--for",
    "audience",
    type=click.Choice(["author", "learner", "teacher"]),
    help="Whom the findings are for: an author (few, nine of ten right; the default), a learner "
    "(more, eight of ten right) or a teacher (most, six of ten right).",
)
@click.option(
    "--precision", type=float, help="Show only findings that reach this precision on tuning data."
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    help="Show only findings of at least this confidence.",
)
@click.option(
    "--min-share",
    type=click.FloatRange(0, 1),
    help="Show only findings that at least this share of readers would object to.",
)
@click.option(
    "--register",
    metavar="NAME",
    help="Kind of text on which --precision was measured, such as learners.",
)
@click.option(
    "--model",
    metavar="FILE",
    help="Use this network, written by `solecism train network`, instead of the bundled one.",
)
@click.option(
    "--output",
    "-o",
    default="-",
    show_default=True,
    metavar="FILE",
    help="File to write to; - is standard output. For several files in docx: folder to write to.",
)
@click.option(
    "--track-changes",
    is_flag=True,
    help="With --format docx: write the first suggestion of every finding as a tracked change.",
)
@click.option(
    "--date",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
    help="With --format docx: date of the comments and tracked changes; without it they have none.",
)
@click.option(
    "--fix",
    is_flag=True,
    help="Write the text with the first suggestion of every finding applied.",
)
@click.option(
    "--diff", is_flag=True, help="With --fix: show the changes as a unified diff, write no text."
)
@click.option(
    "--in-place", is_flag=True, help="With --fix: change the files themselves, one by one."
)
@click.option("--no-markup", is_flag=True, help="Treat HTML, Markdown and LaTeX as plain text.")
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
    detector: str | None,
    kinds: str,
    audience: str | None,
    precision: float | None,
    threshold: float | None,
    min_share: float | None,
    register: str | None,
    model: str | None,
    output: str,
    track_changes: bool,
    date: datetime | None,
    fix: bool,
    diff: bool,
    in_place: bool,
    no_markup: bool,
    exit_zero: bool,
    jobs: int,
) -> None:
    """Find the usage errors in texts, and suggest what to write instead.

    FILE is plain text, with or without HTML and Markdown, a document (.docx, .odt, .pdf, .rtf,
    .tex, .html, .srt, .vtt), or annotated text (.m2, .conllu, .jsonl); - is standard input. All
    documents in a FOLDER and in the folders in it are checked, in the order of their names. Lines
    and columns are counted from 1, columns in characters; documents without lines have places such
    as "paragraph 3". Markup, code and paragraphs that are not English are skipped.

    The format text is for people, sarif for editors and code review, and html is a page to read.
    The format docx gives the text back as a Word document with a comment at each finding, or with
    --track-changes: a .docx file with all that is in it, and any other text as a new document.
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

    With --fix the text of one input is written to standard output or to the file of --output, with
    the first suggestion of every finding applied and all else as it is; --in-place changes any
    number of files, and --diff shows what would change.

    The exit code is 0 if no errors were found, 1 if some were, and 2 if a file could not be
    checked; with --fix it is 0 if all errors that were found are mended.

    \b
    Example:
      solecism check --exit-zero examples/texts/landlord.txt
      solecism check --exit-zero --for teacher examples/texts
      solecism check --exit-zero --format docx -o answer.docx examples/texts/landlord.txt
      solecism check --exit-zero --fix --diff examples/texts/landlord.txt
      echo "I depend of the heating." | solecism check --exit-zero --format sarif -
    """
    from solecism.check.files import (
        CheckSummary,
        DetectorOptions,
        check_each_file,
        check_files,
    )
    from solecism.check.fix_files import fix_files, write_fixed
    from solecism.check.formats import format_checked
    from solecism.documents.folders import listed
    from solecism.errors import SolecismError
    from solecism.formats import files

    if sum(each is not None for each in (audience, precision, threshold)) > 1:
        raise click.UsageError("Give one of --for, --precision and --threshold.")
    options = DetectorOptions(
        name=detector,
        model=model,
        register=register,
        audience=audience,
        precision=precision,
        threshold=threshold,
        kinds=tuple(filter(None, kinds.split(","))),
        min_share=min_share or 0.0,
    )
    if format != "docx" and (track_changes or date):
        raise click.UsageError("--track-changes and --date go with --format docx.")
    is_folder = len(inputs) > 1 or any(Path(each).is_dir() for each in inputs)
    listing = listed(inputs or (files.STANDARD_STREAM,))
    inputs = listing.paths
    if problem := _fix_problem(inputs, format, output, fix=fix, diff=diff, in_place=in_place):
        raise click.UsageError(problem)
    notes = [*([options.note] if options.note else []), *listing.notes]
    summary = CheckSummary(notes=notes, problems=list(listing.problems))
    n_errors = 0
    try:
        if fix:
            fixed = fix_files(inputs, options, summary, markup=not no_markup, n_jobs=jobs)
            n_errors = write_fixed(
                fixed, summary, output=output, is_diff=diff, is_in_place=in_place
            )
        elif format == "docx":
            from solecism.check.answers.files import answer_targets, write_answers
            from solecism.check.answers.word import AnswerOptions

            targets = answer_targets(inputs, output, is_folder=is_folder)
            each_file = check_each_file(
                list(targets), options, summary, markup=not no_markup, n_jobs=jobs
            )
            answer_options = AnswerOptions(track_changes, date)
            write_answers(each_file, targets, answer_options, summary, markup=not no_markup)
            n_errors = summary.n_findings
        else:
            checked = check_files(inputs, options, summary, markup=not no_markup, n_jobs=jobs)
            pieces = format_checked(
                checked,
                format,
                summary=summary,
                detector=options.detector,
                colour=_is_coloured(output),
            )
            files.write_text(output, pieces)
            n_errors = summary.n_findings
    except SolecismError as error:
        summary.problems.append(str(error))
    for line in (*summary.notes, *summary.problems):
        click.echo(f"solecism: {line}", err=True)
    if summary.problems:
        context.exit(_FAILED)
    context.exit(_FOUND_ERRORS if n_errors and not exit_zero else 0)


def _is_coloured(output: str) -> bool:
    return output == "-" and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _fix_problem(
    inputs: tuple[str, ...], format: str, output: str, *, fix: bool, diff: bool, in_place: bool
) -> str | None:
    """What is wrong with the options of --fix, None if nothing is."""
    if not fix:
        return "--diff and --in-place go with --fix." if diff or in_place else None
    if format != "text":
        return f"--fix writes the text itself, not --format {format}."
    if not in_place:
        is_one = diff or len(set(inputs)) == 1
        several = "--fix writes one text. For several files, use --in-place, or --diff to look."
        return None if is_one else several
    if diff or output != "-":
        return "--in-place changes the files themselves: use it without --diff and --output."
    return "--in-place changes files. Standard input is none." if "-" in inputs else None
