"""`solecism check`: find the usage errors in texts."""

from __future__ import annotations

from pathlib import Path

import click

from solecism.cli.terminal.options import JobChoice, job_options, jobs_option, n_jobs
from solecism.cli.terminal.output import print_notice
from solecism.cli.text.check_options import (
    AnswerChoice,
    DetectorChoice,
    FixChoice,
    ProjectChoice,
    answer_options,
    detector_options,
    fix_options,
    project_options,
)

_FORMATS = ("text", "jsonl", "sites", "m2", "html", "sarif", "docx", "github")
_FOUND_ERRORS, _FAILED = 1, 2
_ON_RAY = (
    *("detector", "kinds", "audience", "precision", "threshold", "min_share", "model"),
    *("variety", "writer", "no_markup", "exit_zero", "resume"),
)


@click.command(name="check")
@click.argument("inputs", nargs=-1, metavar="[FILE|FOLDER|-]...")
@click.option(
    "--format",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="Output format: text for people, html for a page, docx for a Word document with "
    "comments, sarif for editors and code review, github for annotations of GitHub Actions, or one "
    "of jsonl, sites and m2 for other commands.",
)
@detector_options
@project_options
@click.option(
    "--output",
    "-o",
    default="-",
    show_default=True,
    metavar="FILE",
    help="File to write to; - is standard output. With the name of a folder, or one that ends in "
    "/, every text has a file of its own in it.",
)
@answer_options
@fix_options
@click.option("--no-markup", is_flag=True, help="Treat HTML, Markdown and LaTeX as plain text.")
@click.option("--exit-zero", is_flag=True, help="Exit with code 0 even if errors were found.")
@jobs_option
@job_options
@click.option(
    "--resume",
    is_flag=True,
    help="With -o FOLDER/: leave the findings of texts that were checked before and have not "
    "changed.",
)
@click.pass_context
def check_command(
    context: click.Context,
    inputs: tuple[str, ...],
    format: str,
    choice: DetectorChoice,
    project: ProjectChoice,
    output: str,
    answering: AnswerChoice,
    fixing: FixChoice,
    no_markup: bool,
    exit_zero: bool,
    jobs: int | None,
    where: JobChoice,
    resume: bool,
) -> None:
    """Find the usage errors in texts, and suggest what to write instead.

    FILE is plain text, with or without HTML and Markdown, a document (.docx, .odt, .pdf, .rtf,
    .tex, .html, .rst, .srt, .vtt), a program, whose comments are checked (.py, .js, .c and others),
    or annotated text (.m2, .conllu, .jsonl); - is standard input. All documents in a FOLDER and in
    the folders in it are checked, in the order of their names. Lines and columns are counted from
    1, columns in characters; documents without lines have places such as "paragraph 3". Markup,
    code and paragraphs that are not English are skipped.

    The format text is for people, sarif for editors and code review, and html is a page to read.
    The format docx returns the text as a Word document with a comment at each finding and, with
    --track-changes, the first suggestions as tracked changes. A .docx file keeps everything that is
    in it; any other text becomes a new document.
    The format jsonl has one flag per site, sites has these sites with their sentences, and m2 has
    the sentences with edits: `solecism score` and `solecism sample` read them.

    How many findings are shown depends on --for: an author sees only what is hardly ever wrong, a
    teacher sees all that is more probably right than not. --precision asks for any other precision
    on tuning data, --threshold for a confidence. The confidence of a finding is the probability
    that an annotator of learners' text would correct this place; it depends on how many errors the
    text seems to have.

    The detector light is fast and finds errors in prepositions, articles and noun number; strong is
    a network that reads every sentence; cascade is both of them together, and with --skim the
    network reads only sentences with signs of errors. The detectors large (more is found) and open
    (openly licensed text only) are other networks. The default is the best network that is
    installed: `solecism models` lists them. The detectors maxent, lm and perceptron of prepositions
    follow published papers; maxent-learners is maxent with a classifier that has learnt from
    learners' errors.

    A file .solecism.toml in the folder of a text or above it, or [tool.solecism] in pyproject.toml,
    holds settings, which options override. Comments such as <!-- solecism: off --> in a text turn
    checking off. --write-baseline records the findings that are there, so that --baseline shows
    only new ones, and --changed-since shows only those on changed lines.

    With --fix the text of one input is written to standard output or to the file of --output, with
    the first suggestion of every finding applied and all else as it is; --in-place changes any
    number of files, and --diff shows what would change.

    With --engine ray the arguments are IN, Parquet, JSON Lines, CSV or text with one row per line
    (a file, a folder or an address such as s3://...), and OUT, a folder for the rows with their
    findings; a second run goes on where the first was. The exit code is then 0.

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
    from solecism.checking.checked_files import CheckSummary
    from solecism.cli.text.check_runs import (
        CheckRun,
        progress_of,
        resume_problem,
        skimming_if_long,
    )
    from solecism.documents.reading import list_documents
    from solecism.errors import SolecismError
    from solecism.formats import files

    values = choice.values()
    if where.is_ray(_ON_RAY):
        from solecism.cli.text.check_runs import check_rows

        check_rows(where, inputs, values, model=choice.model, markup=not no_markup)
        return
    is_folder = len(inputs) > 1 or any(Path(each).is_dir() for each in inputs)
    listing = list_documents(inputs or (files.STANDARD_STREAM,))
    problems = (
        answering.problem(format),
        resume_problem(format, output, is_fixing=fixing.fix) if resume else None,
        fixing.problem(listing.paths, format, output),
        project.problem(listing.paths, is_special=fixing.fix or format != "text"),
    )
    if problem := next(filter(None, problems), None):
        raise click.UsageError(problem)
    summary = CheckSummary(notes=list(listing.notes), problems=list(listing.problems))
    n_errors = 0
    try:
        rules = project.rules(values, model=choice.model, markup=not no_markup)
        if project.show_settings:
            from solecism.project.rules import format_settings

            files.write_text(output, format_settings(rules, listing.paths))
        elif paths := rules.kept(listing.paths, summary.notes):
            rules = skimming_if_long(rules, paths, summary.notes)
            run = CheckRun(paths, rules, summary, n_jobs(jobs, paths))
            with progress_of(summary, paths, output):
                if project.write_baseline is not None:
                    n_errors = run.record(project.write_baseline)
                elif fixing.fix:
                    n_errors = run.fix(fixing, output)
                elif format == "docx":
                    n_errors = run.answer(answering, output, is_folder=is_folder)
                else:
                    n_errors = run.show(format, output, resume=resume)
    except SolecismError as error:
        summary.problems.append(str(error))
    for line in dict.fromkeys((*summary.notes, *summary.problems)):
        print_notice(line)
    found = _FOUND_ERRORS if n_errors and not exit_zero else 0
    context.exit(_FAILED if summary.problems else found)
