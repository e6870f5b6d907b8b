"""`solecism convert`: annotated text from one format to another."""

from __future__ import annotations

import click

from solecism.cli.terminal.jobs import jobs_option, n_jobs
from solecism.cli.terminal.progress import progress_bar, with_progress
from solecism.formats import registry
from solecism.formats.registry import FORMATS, Format


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
def command(
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
    read_format = _chosen(source, inputs[0], "--from")
    write_format = _chosen(target, output, "--to")
    lost: set[str] = set()
    # Only corrected text, which is aligned with its source, takes long.
    n_processes = n_jobs(jobs, inputs) if read_format.has_versions else 1
    with progress_bar("Reading", "Converting") as progress:
        sentences = registry.read(inputs, read_format, document=document, n_jobs=n_processes)
        watched = registry.watch(with_progress(sentences, progress), write_format, lost)
        registry.write(output, watched, write_format)
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
