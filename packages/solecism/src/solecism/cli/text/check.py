"""`solecism check`, which finds the usage errors in texts, and its options in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import JobChoice, job_options, jobs_option, n_jobs, option_group
from solecism.cli.terminal.output import print_notice

if TYPE_CHECKING:
    from solecism.project.rules import ProjectRules
    from solecism.project.settings_file import SettingValues


@dataclass(frozen=True, slots=True)
class DetectorChoice:
    """The detector and the criteria for its findings, None or empty where they are not given."""

    detector: str | None
    kinds: str
    audience: str | None
    precision: float | None
    threshold: float | None
    min_share: float | None
    model: str | None
    variety: str | None
    writer: str | None
    skim: bool | None

    def values(self) -> SettingValues:
        """The same as settings of a project; UsageError where they exclude each other."""
        from solecism.project.settings_file import SettingValues

        if sum(each is not None for each in (self.audience, self.precision, self.threshold)) > 1:
            raise click.UsageError("Give one of --for, --precision and --threshold.")
        return SettingValues(
            audience=self.audience,
            precision=self.precision,
            threshold=self.threshold,
            min_share=self.min_share,
            detector=self.detector,
            variety=self.variety,
            writer=self.writer,
            skim=self.skim,
            kinds=tuple(filter(None, self.kinds.split(","))),
        )


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """How texts are given back as Word documents."""

    track_changes: bool
    date: datetime | None

    def problem(self, format: str) -> str | None:
        """What is wrong with these options, None if nothing is."""
        is_given = self.track_changes or self.date is not None
        is_wrong = is_given and format != "docx"
        return "--track-changes and --date go with --format docx." if is_wrong else None


@dataclass(frozen=True, slots=True)
class FixChoice:
    """Whether and how texts are fixed."""

    fix: bool
    diff: bool
    in_place: bool

    def problem(self, inputs: Sequence[str], format: str, output: str) -> str | None:
        """What is wrong with the options of --fix, None if nothing is."""
        if not self.fix:
            return "--diff and --in-place go with --fix." if self.diff or self.in_place else None
        if format != "text":
            return f"--fix writes the text itself, not --format {format}."
        if not self.in_place:
            is_one = self.diff or len(set(inputs)) == 1
            several = "--fix writes one text. For several files, use --in-place, or --diff to look."
            return None if is_one else several
        if self.diff or output != "-":
            return "--in-place changes the files themselves: use it without --diff and --output."
        return "--in-place changes files. Standard input is none." if "-" in inputs else None


@dataclass(frozen=True, slots=True)
class ProjectChoice:
    """Which settings, known findings and changed lines are taken into account."""

    no_config: bool
    show_settings: bool
    baseline: str | None
    write_baseline: str | None
    changed_since: str | None

    def rules(self, given: SettingValues, *, model: str | None, markup: bool) -> ProjectRules:
        """The rules for the files to check, given the options for the detector."""
        from solecism.project.changed_lines import ChangedLines
        from solecism.project.rules import ProjectRules

        return ProjectRules(
            given=given,
            model=model,
            has_settings=not self.no_config,
            baseline=None if self.baseline is None else Path(self.baseline),
            changed=None if self.changed_since is None else ChangedLines(self.changed_since),
            markup=markup,
        )

    def problem(self, inputs: Sequence[str], *, is_special: bool) -> str | None:
        """What is wrong with these options, None if nothing is."""
        if self.write_baseline is None:
            return None
        if self.baseline or self.changed_since or is_special:
            return (
                "--write-baseline writes all findings: use it without --baseline, "
                "--changed-since, --fix and --format."
            )
        return "--write-baseline needs files, not standard input." if "-" in inputs else None


def detector_options(command: Any) -> Any:
    """Add the options for the detector and its findings; the command gets `choice`."""
    return option_group(
        "choice",
        DetectorChoice,
        click.option(
            "--detector",
            metavar="NAME",
            help="Detector to use; the default is cascade where its model can be run, and light "
            "otherwise.",
        ),
        click.option(
            "--kinds",
            default="",
            metavar="KIND,...",
            help="Show only errors of these kinds.",
        ),
        click.option(
            "--for",
            "audience",
            type=click.Choice(["author", "learner", "teacher"]),
            help="Whom the findings are for: an author (few, nine of ten right; the default), a "
            "learner (more, eight of ten right) or a teacher (most, six of ten right).",
        ),
        click.option(
            "--writer",
            type=click.Choice(["auto", "learner", "native"]),
            help="Who wrote the text: a learner, of whom authors are shown more, or a native "
            "writer; auto, the default, tells it from the number of errors in each text.",
        ),
        click.option(
            "--precision",
            type=float,
            help="Show only findings that reach this precision on tuning data.",
        ),
        click.option(
            "--threshold",
            type=click.FloatRange(0, 1),
            help="Show only findings of at least this confidence.",
        ),
        click.option(
            "--skim/--no-skim",
            default=None,
            help="For an author: let the network read only sentences with signs of errors, which "
            "is quicker and finds a little less. By default, files of more than 1 MB together are "
            "skimmed.",
        ),
        click.option(
            "--min-share",
            type=click.FloatRange(0, 1),
            help="Show only findings that at least this share of readers would object to.",
        ),
        click.option(
            "--variety",
            type=click.Choice(["auto", "british", "american", "any"]),
            help="Variety of English: with british or american, words that only the other one "
            "spells so are findings; with any, what is right in one of them is right; auto, the "
            "default, tells the variety from each text.",
        ),
        click.option(
            "--model",
            metavar="FILE",
            help="Use this network, written by `solecism train network`, instead of the bundled "
            "one.",
        ),
    )(command)


def answer_options(command: Any) -> Any:
    """Add the options of --format docx; the command gets `answering`."""
    return option_group(
        "answering",
        AnswerChoice,
        click.option(
            "--track-changes",
            is_flag=True,
            help="With --format docx: write the first suggestion of every finding as a tracked "
            "change.",
        ),
        click.option(
            "--date",
            type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M:%S"]),
            help="With --format docx: date of the comments and tracked changes; without it they "
            "have none.",
        ),
    )(command)


def fix_options(command: Any) -> Any:
    """Add --fix and what goes with it; the command gets `fixing`."""
    return option_group(
        "fixing",
        FixChoice,
        click.option(
            "--fix",
            is_flag=True,
            help="Write the text with the first suggestion of every finding applied, where that is "
            "at least 50% probable, or 40% if a rule makes it.",
        ),
        click.option(
            "--diff",
            is_flag=True,
            help="With --fix: show the changes as a unified diff, write no text.",
        ),
        click.option(
            "--in-place", is_flag=True, help="With --fix: change the files themselves, one by one."
        ),
    )(command)


def project_options(command: Any) -> Any:
    """Add the options for settings, baselines and changed lines; the command gets `project`."""
    return option_group(
        "project",
        ProjectChoice,
        click.option(
            "--no-config",
            is_flag=True,
            help="Ignore the settings of the project (.solecism.toml or pyproject.toml).",
        ),
        click.option(
            "--show-settings",
            is_flag=True,
            help="Show which settings hold for each file and where they come from; check nothing.",
        ),
        click.option(
            "--changed-since",
            metavar="REVISION",
            help="Show only findings on lines that have changed since this revision of the git "
            "repository, such as main.",
        ),
        click.option(
            "--baseline",
            metavar="FILE",
            help="Show only findings that are not in this file, which --write-baseline has "
            "written.",
        ),
        click.option(
            "--write-baseline",
            metavar="FILE",
            help="Record all findings in this file as known already, and show none.",
        ),
    )(command)


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
    number of files, and --diff shows what would change. Word and OpenDocument files keep their
    format; other documents cannot be changed.

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
                    n_errors = run.fix(output, is_diff=fixing.diff, is_in_place=fixing.in_place)
                elif format == "docx":
                    n_errors = run.answer(
                        output,
                        track_changes=answering.track_changes,
                        date=answering.date,
                        is_folder=is_folder,
                    )
                else:
                    n_errors = run.show(format, output, resume=resume)
    except SolecismError as error:
        summary.problems.append(str(error))
    for line in dict.fromkeys((*summary.notes, *summary.problems)):
        print_notice(line)
    found = _FOUND_ERRORS if n_errors and not exit_zero else 0
    context.exit(_FAILED if summary.problems else found)
