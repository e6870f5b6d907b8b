"""`solecism flags`: a corrector's output as flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.jobs import jobs_option, n_jobs
from solecism.cli.terminal.progress import Progress, progress_bar
from solecism.errors import InputError
from solecism.kind import KINDS

if TYPE_CHECKING:
    from solecism.sentence import Sentence

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
def command(
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
    from solecism.locate.flags import flags_of_corrections

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
