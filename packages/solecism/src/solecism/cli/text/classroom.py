"""`solecism class`: the texts of a class at a glance."""

from __future__ import annotations

import click

from solecism.cli.terminal.options import jobs_option, n_jobs
from solecism.cli.terminal.output import print_notice

_FAILED = 2


@click.command(name="class")
@click.argument("folder", metavar="DIR")
@click.option(
    "--output",
    "-o",
    required=True,
    metavar="DIR",
    help="Folder to write; one that this command wrote before is replaced.",
)
@click.option(
    "--title",
    metavar="TITLE",
    help="Title of the overview; the default is the name of the folder.",
)
@click.option(
    "--roster",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="CSV file with the names of the class, by which files are given to students.",
)
@click.option(
    "--name-pattern",
    metavar="PATTERN",
    help="How files are named, such as '{student} - {title}' or '{group}/{student}'; {draft} is a "
    "number, {date} a date with the year first, {any} anything.",
)
@click.option(
    "--for",
    "audience",
    type=click.Choice(["author", "learner", "teacher"]),
    default="teacher",
    show_default=True,
    help="How many findings are shown: for a teacher most, for an author only what is nearly "
    "always right.",
)
@click.option("--detector", metavar="NAME", help="Detector to use, as in `solecism check`.")
@click.option(
    "--kinds",
    default="",
    metavar="KIND,...",
    help="Count only errors of these kinds.",
)
@click.option(
    "--variety",
    type=click.Choice(["auto", "british", "american", "any"]),
    default="auto",
    show_default=True,
    help="Variety of English, as in `solecism check`.",
)
@jobs_option
@click.pass_context
def class_command(
    context: click.Context,
    folder: str,
    output: str,
    title: str | None,
    roster: str | None,
    name_pattern: str | None,
    audience: str,
    detector: str | None,
    kinds: str,
    variety: str,
    jobs: int | None,
) -> None:
    """Show the texts of a class at a glance: an overview, a page per student, and tables.

    DIR holds one folder per student, or one file per student or draft, of any kind that
    `solecism check` reads: plain text, Word, OpenDocument, PDF and others, also as Moodle, Canvas,
    Google Classroom and Teams name them. The name of a file says whose it is and when it was
    written: `anna_2026-03-01.txt`, `anna draft 2.txt`, `anna/2026-03-01.txt`. A folder with folders
    in it is a group. A date has the year first; a number of a draft follows the word draft,
    version, essay, text or v. In a student's own folder any number will do. The dates of the files
    themselves are not used. Where the names leave it open whose the files are, nothing is written:
    give the class by `--roster`, or say how files are named by `--name-pattern`.

    In the folder that is written, `index.html` is the overview: how often each student makes errors
    of each kind, per 1,000 words and with 95% intervals, the commonest problems of the class with
    examples, and how each student changed over drafts. `students/NAME.html` is a page for each
    student to print or send. `handout.html` and `exercises.html` are for the whole class and name
    nobody. `findings.csv` and `students.csv` are for spreadsheets.

    Rules of your own in the `.solecism.toml` of DIR, or of a folder above, are used as well.

    The exit code is 0, or 2 if a file had no text that could be checked; the others are in the
    overview all the same.

    \b
    Example:
      solecism class examples/class -o class
    """
    from pathlib import Path

    from solecism.checking.checked_files import DetectorOptions
    from solecism.classroom.class_folder import OVERVIEW, check_output, format_class, write_folder
    from solecism.classroom.classroom import check_class
    from solecism.classroom.student_names import NamePattern, read_roster
    from solecism.cli.terminal.output import progress_bar
    from solecism.documents.reading import list_documents
    from solecism.errors import SolecismError
    from solecism.project.settings import with_own_rules
    from solecism.system.display_text import count

    options = DetectorOptions(
        name=detector,
        audience=audience,
        kinds=tuple(filter(None, kinds.split(","))),
        variety=variety,
    )
    try:
        check_output(Path(output), folder=Path(folder))
        options = with_own_rules(options, folder)
        with progress_bar("Reading", "Students") as progress:
            room = check_class(
                folder,
                options,
                title=title,
                pattern=NamePattern(name_pattern) if name_pattern is not None else None,
                roster=read_roster(Path(roster)) if roster is not None else None,
                n_jobs=n_jobs(jobs, list_documents([folder]).paths),
                progress=progress,
            )
        write_folder(Path(output), format_class(room))
    except SolecismError as error:
        print_notice(error)
        context.exit(_FAILED)
    unread = [draft.problem for draft in room.unread]
    for note in (*room.remarks, *room.notes, *room.problems, *unread):
        print_notice(note)
    what = f"{count(len(room.students), 'student')}, {count(len(room.drafts), 'draft')}"
    found = f"{count(room.n_words, 'word')}, {count(room.counts.total(), 'finding')}"
    click.echo(f"{what}, {found}. Open {Path(output) / OVERVIEW} in a browser.")
    context.exit(0 if room.is_complete else _FAILED)
