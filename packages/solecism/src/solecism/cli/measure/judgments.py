"""`solecism judgments` and `solecism flags`: annotated, crowd or corrected files to JSON Lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.crowd_files import (
    PLATFORMS,
    SectionedCommand,
    crowd_options,
    crowd_options_used,
    read_crowd,
    read_or_create_secret,
    report_skipped,
)
from solecism.cli.terminal.options import jobs_option, n_jobs
from solecism.cli.terminal.output import Progress, progress_bar
from solecism.errors import InputError
from solecism.site import KINDS

if TYPE_CHECKING:
    from solecism.judgment import Judgment
    from solecism.sentence import Sentence

_ANNOTATED = ("m2", "jsonl", "fce")
_ANNOTATION_OPTIONS = ("kinds", "flags", "document", "only", "three_way")


@click.command(name="judgments", cls=SectionedCommand)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--from",
    "source",
    type=click.Choice((*_ANNOTATED, *PLATFORMS)),
    help="Format of FILE; by default its name decides.",
)
@click.option(
    "--output",
    "-o",
    default="-",
    show_default=True,
    metavar="FILE",
    help="File to write JSON Lines to, or CSV if its name ends in .csv; - is standard output.",
)
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV whatever the name of the file.")
@click.option(
    "--pseudonyms",
    metavar="FILE",
    help="Replace the names of raters, using the secret in this file, which is created if missing.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="Use sites of this kind only; may be repeated.",
)
@click.option(
    "--document", metavar="NAME", help="Start of the sentence ids; the default is the name of FILE."
)
@click.option(
    "--present",
    type=click.Choice(["auto", "everywhere", "marked"]),
    default="auto",
    show_default=True,
    help="Whether each annotator saw all sentences, or only those that they marked.",
)
@click.option(
    "--flags",
    multiple=True,
    metavar="FILE",
    help="Include the sites of the flags in this file; may be repeated.",
)
@click.option(
    "--only",
    type=click.Choice(["extraneous", "wrong", "missing"]),
    help="Count only edits that remove, replace or insert a word as errors, and use only sites "
    "where such an edit is possible.",
)
@click.option(
    "--three-way",
    is_flag=True,
    help='Answer "extraneous" or "wrong" (and "missing" in a gap) instead of "error".',
)
@crowd_options
def judgments_command(
    files: tuple[str, ...], source: str | None, output: str, **options: Any
) -> None:
    """Turn annotated text or crowd files into judgments, one per line.

    FILE is M2 with one or more annotators, annotated sentences as JSON Lines, or CLC-FCE. Every
    preposition, determiner and noun is a site, and so is every place where an annotator makes an
    edit of such a kind; --flags adds the places that systems flag. Each annotator who is present
    has one judgment per site: "error" if they make an edit of the site's kind there, otherwise
    "ok".

    An annotator who makes no edit is assumed to accept the site. If a file marks sentences that an
    annotator accepts as a whole (noop), annotators are present only in sentences that they marked;
    otherwise all annotators are assumed to have seen all sentences.

    With --three-way an annotator says of a word that it is extraneous, wrong or ok, and of a gap
    that a word is missing or ok. With --only all edits of another sort are taken as acceptance.

    With --from mturk, appen, prolific or label-studio, FILE is an export of that platform. With
    long it is a table with one row per judgment, with wide one column per rater, with list all
    answers of an item in one cell, and with judgments it is JSON Lines. COL is the name of a
    column, a text with {COLUMN} in it, or =TEXT for the same text in every row.

    \b
    Example:
      solecism judgments examples/annotations/landlord.m2 --kind preposition
      solecism judgments examples/annotations/landlord.m2 --only extraneous
      solecism judgments examples/annotations/*.m2 -o judgments.jsonl
      solecism judgments --from wide examples/crowd/wide.tsv --item site --note sentence
    """
    from solecism.formats import files as file_formats
    from solecism.formats import jsonl
    from solecism.formats.crowd import spreadsheets
    from solecism.formats.crowd.pseudonyms import pseudonymised

    skipped: Counter[str] = Counter()
    judgments = _read(files, source, options, skipped)
    if options["pseudonyms"]:
        judgments = pseudonymised(judgments, secret=read_or_create_secret(options["pseudonyms"]))
    is_csv = options["as_csv"] or file_formats.unpacked(output).suffix == ".csv"
    format_judgments = spreadsheets.format_long if is_csv else jsonl.format
    file_formats.write_text(output, format_judgments(judgments))
    report_skipped(skipped)


def _read(
    paths: Sequence[str], source: str | None, options: dict[str, Any], skipped: Counter[str]
) -> Iterator[Judgment]:
    if source in PLATFORMS:
        if any(options[name] for name in _ANNOTATION_OPTIONS):
            raise click.UsageError(
                "--kind, --flags, --document, --only and --three-way are for annotated text."
            )
        return read_crowd(paths, source, options, skipped)
    if options["only"] and options["three_way"]:
        raise click.UsageError("Give either --only or --three-way.")
    if used := crowd_options_used(options):
        raise click.UsageError(f"{used[0]} is for crowd files: give --from as well.")
    return _from_annotated_text(paths, source, **options)


def _from_annotated_text(
    paths: Sequence[str], source: str | None, **options: Any
) -> Iterator[Judgment]:
    from solecism.formats import files, jsonl, registry
    from solecism.locate.flags_and_judgments import (
        annotators,
        flagged_sites,
        is_marked,
        judgments_of_annotations,
    )
    from solecism.site import Flag

    format = registry.FORMATS[source] if source else registry.format_of(paths[0])
    if format is None or format.name not in _ANNOTATED:
        raise click.UsageError(f"The name {paths[0]!r} does not show a format: give --from.")
    sentences = list(registry.read(paths, format, document=options["document"]))
    flags = (
        flag
        for path in options["flags"]
        for flag in jsonl.parse(files.read_lines(path), Flag, file=path)
    )
    further = list(flagged_sites(flags))
    where = "they have a line" if is_marked(sentences, options["present"]) else "there is text"
    click.echo(
        f"solecism: a site without an edit counts as accepted. {len(annotators(sentences))} "
        f"annotators, present wherever {where}, in {len(sentences)} sentences.",
        err=True,
    )
    return judgments_of_annotations(
        sentences,
        kinds=options["kinds"] or KINDS,
        presence=options["present"],
        further=further,
        only=options["only"],
        names_faults=options["three_way"],
    )


_Lines = tuple[int, str]


@click.command(name="flags")
@click.argument("source")
@click.argument("corrected")
@click.option(
    "--system", required=True, metavar="NAME", help="Name of the system that made the corrections."
)
@click.option(
    "--output",
    "-o",
    default="-",
    show_default=True,
    metavar="FILE",
    help="File to write JSON Lines to; - is standard output.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    help="Write flags of this kind only; may be repeated.",
)
@click.option(
    "--document",
    metavar="NAME",
    help="Start of the sentence ids; the default is the name of SOURCE.",
)
@click.option("--raw", is_flag=True, help="Tokenise the lines, whose words are not separated.")
@jobs_option
def flags_command(
    source: str,
    corrected: str,
    system: str,
    output: str,
    kinds: tuple[str, ...],
    document: str | None,
    raw: bool,
    jobs: int | None,
) -> None:
    """Turn corrected text into a system's flags, one per line.

    SOURCE and CORRECTED have one sentence per line, with spaces between words. Every preposition,
    determiner and noun in SOURCE gets a flag, and so does every gap where the system inserts a
    preposition or determiner. A flag is an error, with the system's correction, if the system
    makes an edit of that kind there. Give --document the name that the judgments use, so that the
    ids agree.

    \b
    Example:
      solecism convert --to text examples/annotations/landlord.m2 landlord.txt
      solecism convert --to corrected examples/annotations/landlord.m2 corrected.txt
      solecism flags --system annotator0 landlord.txt corrected.txt
    """
    from solecism.formats import corrected as corrected_text
    from solecism.formats import files

    with progress_bar("Reading", "Aligning lines") as progress:
        batches = corrected_text.parse_batches(
            partial(_flag_lines, system=system, kinds=kinds or KINDS),
            files.read_lines(source),
            files.read_lines(corrected),
            document=document or files.document_name(source),
            file=files.shown_name(source),
            annotators=[corrected],
            tokenised=not raw,
            n_jobs=n_jobs(jobs, (source, corrected)),
        )
        files.write_text(output, _not_empty(batches, source, progress))


def _flag_lines(sentences: list[Sentence], *, system: str, kinds: Sequence[str]) -> _Lines:
    """The number of sentences, and their flags as JSON Lines."""
    from solecism.formats import jsonl
    from solecism.locate.flags_and_judgments import flags_of_corrections

    flags = flags_of_corrections(sentences, system, kinds=kinds)
    return len(sentences), "".join(jsonl.format(flags))


def _not_empty(batches: Iterable[_Lines], source: str, progress: Progress | None) -> Iterator[str]:
    """The lines; an InputError if there are no sentences."""
    from solecism.formats.files import shown_name

    n_sentences = 0
    for n_more, lines in batches:
        n_sentences += n_more
        if progress is not None:
            progress(n_sentences, None)
        yield lines
    if not n_sentences:
        raise InputError(f"{shown_name(source)}: contains no sentences. Is the file complete?")
