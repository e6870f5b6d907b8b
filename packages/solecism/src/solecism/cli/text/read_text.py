"""Commands that judge nothing: `tag`, `nouns`, `convert`, `models` and `examples`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import (
    INPUT,
    JobChoice,
    command_signature,
    job_options,
    jobs_option,
    json_option,
    n_jobs,
)
from solecism.cli.terminal.output import progress_bar, with_progress
from solecism.cli.terminal.result_tables import show, show_json
from solecism.errors import InputError
from solecism.formats import registry
from solecism.formats.registry import FORMATS, Format
from solecism.table import number

if TYPE_CHECKING:
    from solecism.locate.noun_table import NounTable
    from solecism.sentence import Sentence


@click.command(name="tag")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option("--json", "output", flag_value="jsonl", help="Write sentences as JSON Lines.")
@click.option("--conllu", "output", flag_value="conllu", help="Write sentences as CoNLL-U.")
@click.option("--tagger", metavar="MODEL", help="Tag with this model instead of the bundled one.")
@click.option(
    "--chunker", metavar="MODEL", help="Find chunks with this model instead of the bundled one."
)
@jobs_option
@job_options
def tag_command(
    inputs: tuple[str, ...],
    output: str | None,
    tagger: str | None,
    chunker: str | None,
    jobs: int | None,
    where: JobChoice,
) -> None:
    """Show the words of texts with Penn tags, lemmas and chunks.

    FILE is plain text, or another format by the ending of its name (.conllu, .jsonl, .m2, .mrg);
    - is standard input. Chunks are base noun and verb phrases: B begins a chunk, I continues it,
    and * marks its head. A terminal shows tables; a pipe gets one line per word with tabs between
    columns, and a blank line after each sentence. With --engine ray the arguments are IN, rows of
    text, and OUT, a folder for the same rows with their words.

    \b
    Example:
      solecism tag examples/texts/library.txt
      echo "He suggest me to go." | solecism tag --conllu -
    """
    from solecism.formats import files
    from solecism.formats.tagged import LINES, SentenceTagger, tagged_lines, tagged_sentences

    if where.is_ray(("tagger", "chunker")):
        from solecism.cluster import Tagger

        where.run(Tagger(column=where.column, tagger=tagger, chunker=chunker), inputs, "word")
        return
    tag = SentenceTagger(tagger, chunker)
    tag.load()
    sentences = registry.read_any(inputs or ("-",))
    format = output or "columns"
    n_processes = n_jobs(jobs, inputs)
    if output is None and sys.stdout.isatty():
        _show(tagged_sentences(sentences, tag, n_jobs=n_processes))
    elif format in LINES:
        files.write_text("-", tagged_lines(sentences, tag, format, n_jobs=n_processes))
    else:
        tagged = tagged_sentences(sentences, tag, n_jobs=n_processes)
        registry.write("-", tagged, registry.FORMATS[format])


def _show(sentences: Iterable[Sentence]) -> None:
    from solecism.formats.tagged import COLUMNS, rows

    for sentence in sentences:
        show(sentence.id, COLUMNS, rows(sentence))


@click.command(name="nouns")
@click.argument("nouns", metavar="[NOUN]...", nargs=-1)
@click.option(
    "--table",
    metavar="FILE",
    type=INPUT,
    help="Use the counts that `solecism train nouns` wrote instead of the bundled ones.",
)
@click.option(
    "--corpus",
    metavar="TEXT",
    type=INPUT,
    multiple=True,
    help="Count the nouns of this text instead; may be repeated.",
)
@click.option(
    "--least",
    type=click.IntRange(min=1),
    help="Rank only nouns that occur at least this often; the default is 1000, or 5 with --corpus.",
)
@click.option(
    "-n",
    "--size",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Number of nouns to show per construction and rank.",
)
@json_option
def nouns_command(nouns: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Show how often nouns occur in each of five constructions: stone, a stone, the stone, ...

    The counts are from native text, and only from noun phrases in which other articles and numbers
    are possible. The entropy, in bits, says how evenly a noun is spread over the five
    constructions. Without NOUN the command shows all nouns together, beside the table of Lee,
    Tetreault and Chodorow (2009), and per construction the nouns of highest and lowest entropy for
    which it is the most frequent one.

    \b
    Example:
      solecism nouns stone pollution sun lamb
      solecism nouns --corpus examples/texts/library.txt
    """
    from solecism.cli.terminal.result_tables import show_json

    table = _table(options["table"], options["corpus"])
    if nouns:
        content: dict[str, Any] = {"nouns": [_usage(table, noun) for noun in nouns]}
    else:
        least = options["least"] or (5 if options["corpus"] else 1000)
        content = {"all": _overall(table), "ranked": _ranked(table, least, options["size"])}
    if as_json:
        signature = command_signature("nouns", models=_noun_models(**options))
        show_json({**signature.content(), "result": content})
    elif nouns:
        show("Constructions", *_as_table(content["nouns"]))
    else:
        show(f"Constructions in {table.n_words} words", *_as_table(content["all"]))
        show("Most and least even", *_as_table(content["ranked"]))


def _table(path: str | None, corpus: tuple[str, ...]) -> NounTable:
    from pathlib import Path

    from solecism.formats.registry import read_any
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_table import bundled_nouns, count_constructions, noun_table, read

    if corpus and path:
        raise InputError("--table and --corpus: give one of them.")
    if corpus:
        return noun_table(count_constructions(annotate_sentences(read_any(corpus))), least=1)
    return read(Path(path)) if path else bundled_nouns()


def _noun_models(table: str | None, corpus: tuple[str, ...], **_: Any) -> tuple[Path, ...]:
    from solecism.language.annotate import MODELS_OF_TEXT
    from solecism.locate.noun_table import bundled_file

    if corpus:
        return MODELS_OF_TEXT
    return () if table else (bundled_file(),)


def _usage(table: NounTable, noun: str) -> dict[str, Any]:
    from solecism.locate.noun_table import noun_usage

    usage = noun_usage(table, noun)
    return {"noun": usage.noun, **usage.row(), "countability": usage.countability}


def _overall(table: NounTable) -> list[dict[str, Any]]:
    from solecism.locate.noun_table import overall_usage

    return [{"nouns": usage.noun, **usage.row()} for usage in overall_usage(table)]


def _ranked(table: NounTable, least: int, size: int) -> list[dict[str, Any]]:
    from solecism.sampling.noun_samples import ranked_nouns

    return [
        {"mostly": ranked.dominant, "rank": ranked.rank, **_usage(table, ranked.noun)}
        for ranked in ranked_nouns(table, n_each=size, least=least)
    ]


def _as_table(rows: list[dict[str, Any]]) -> tuple[list[str], Iterator[list[str]]]:
    columns = list(rows[0]) if rows else []
    return columns, ([_cell(row.get(name)) for name in columns] for row in rows)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return number(value) if isinstance(value, float) else str(value)


@click.command()
@click.option(
    "--from",
    "source",
    type=click.Choice(list(FORMATS)),
    help="Format of INPUT; by default its name decides.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice([name for name, format in FORMATS.items() if format.is_writable]),
    help="Format of OUTPUT; by default its name decides.",
)
@click.option(
    "--document",
    metavar="NAME",
    help="Start of the sentence ids where INPUT has none; the default is the file name.",
)
@jobs_option
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@click.argument("output", metavar="OUTPUT")
def convert_command(
    source: str | None,
    target: str | None,
    document: str | None,
    jobs: int | None,
    inputs: tuple[str, ...],
    output: str,
) -> None:
    """Convert annotated text from one format to another.

    INPUT and OUTPUT are files, or - for a pipe; files that end in .gz and .xz are compressed. The
    formats follow from the names where possible. Several inputs are written to OUTPUT one after
    another; with --from corrected, the first is the source and each of the others is an annotator
    or system that corrects it. OUTPUT is written only after all inputs have been read, so it may be
    one of them. What the format of OUTPUT cannot represent is listed on standard error.

    \b
    Example:
      solecism convert --to jsonl examples/annotations/hometown.m2 -
      solecism convert --from corrected --to m2 --jobs 2 \\
          examples/ranking/unchanged.txt examples/ranking/bold.txt examples/ranking/fluent.txt -
    """
    from solecism.formats import overlaps

    read_format = _chosen(source, inputs[0], "--from")
    write_format = _chosen(target, output, "--to")
    lost: set[str] = set()
    overlapping: list[overlaps.Overlap] = []
    # Only corrected text, which is aligned with its source, takes long.
    n_processes = n_jobs(jobs, inputs) if read_format.has_versions else 1
    with progress_bar("Reading", "Converting") as progress:
        sentences = registry.read(inputs, read_format, document=document, n_jobs=n_processes)
        watched = registry.watch(with_progress(sentences, progress), write_format, lost)
        if write_format.has_versions:
            watched = overlaps.watch(watched, overlapping, first_only=True)
        registry.write(output, watched, write_format)
    for line in overlaps.remarks(inputs, overlapping, "It is left out."):
        click.echo(f"solecism: {line}", err=True)
    if lost:
        names = ", ".join(sorted(lost))
        click.echo(f"solecism: {write_format.name} does not keep: {names}.", err=True)


def _chosen(name: str | None, path: str, option: str) -> Format:
    format = FORMATS[name] if name is not None else registry.format_of(path)
    if format is None:
        raise click.UsageError(f"The name {path!r} does not show a format: give {option}.")
    if option == "--to" and not format.is_writable:
        raise click.UsageError(f"{format.name} can be read, but not written.")
    return format


@click.command(name="models")
@json_option
def models_command(as_json: bool) -> None:
    """List the networks that find errors: which are installed, their licences and figures.

    `check` uses the best one that is installed, which is marked with a star, or the mean of the
    large and the small one, if both are; --detector names another. Found and right are shares that
    were measured on learners' texts (W&I dev) with --for teacher: of the words and gaps that
    annotators changed, those that have a finding; and of the findings, those at such places. Those
    of the large network are measured as it is used, together with the small one.

    \b
    Example:
      solecism models
    """
    from solecism.detect.registry import MEASURED_POINTS, NETWORKS, networks_used

    used = networks_used()
    rows = [
        {
            "detector": each.detector,
            "default": each in used,
            "distribution": each.distribution,
            "installed": each.path is not None,
            "megabytes": None if each.path is None else round(each.path.stat().st_size / 1e6),
            "licence": each.licence or None,
            "purpose": each.purpose,
            "found": MEASURED_POINTS[each.measured_as]["teacher"].places_found,
            "right": MEASURED_POINTS[each.measured_as]["teacher"].places_right,
            "install": f"pip install ./{each.folder}",
        }
        for each in NETWORKS
    ]
    if as_json:
        show_json({"networks": rows})
        return
    columns = ("detector", "distribution", "size", "found", "right", "licence", "for")
    show("Networks", columns, map(_network_row, rows))
    if not used:
        from solecism.detect.network.model import NONE_INSTALLED

        click.echo(f"solecism: {NONE_INSTALLED}", err=True)


def _network_row(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        row["detector"] + (" *" if row["default"] else ""),
        row["distribution"],
        f"{row['megabytes']} MB" if row["installed"] else "not installed",
        f"{row['found']:.0%}",
        f"{row['right']:.0%}",
        row["licence"] or "-",
        row["purpose"],
    )


@click.command(name="examples")
@click.argument("folder", default="examples", metavar="[DIR]")
@click.option("--force", is_flag=True, help="Overwrite files that exist already.")
def examples_command(folder: str, force: bool) -> None:
    """Write the bundled example files into DIR, which is `examples` unless you name another.

    There are invented learner texts with the edits of two annotators, a class of invented
    students, simulated judgments, flags of two made-up systems, files of crowd platforms and a
    small treebank. The examples of
    every command's help use them. README.md in that folder says what each file holds.

    \b
    Example:
      solecism examples first-steps
      solecism check --exit-zero first-steps/texts/landlord.txt
    """
    from pathlib import Path

    from solecism.formats.files import write_bytes
    from solecism.system.installation import EXAMPLES

    sources = sorted(path for path in EXAMPLES.rglob("*") if path.is_file())
    targets = {Path(folder) / source.relative_to(EXAMPLES): source for source in sources}
    for target in targets:
        if target.exists() and not force:
            raise InputError(f"{target}: exists already. Choose another folder, or add --force.")
    for target, source in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(str(target), source.read_bytes())
    click.echo(f"{len(targets)} files in {folder}. Start with {Path(folder) / 'README.md'}.")
