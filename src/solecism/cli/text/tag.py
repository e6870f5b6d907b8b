"""`solecism tag`: words with tags, lemmas and chunks."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.engine import JobChoice, job_options
from solecism.cli.terminal.jobs import jobs_option, n_jobs

if TYPE_CHECKING:
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
def command(
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
    from solecism.formats import files, registry
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
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from solecism.formats.tag_columns import COLUMNS, rows

    console = Console()
    for sentence in sentences:
        table = Table(*COLUMNS, title=Text(sentence.id), title_justify="left", box=None)
        for row in rows(sentence):
            table.add_row(*map(Text, row))
        console.print(table)
        console.print()
