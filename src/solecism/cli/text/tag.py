"""`solecism tag`: words with tags, lemmas and chunks."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from solecism.sentence import Sentence

_COLUMNS = ("word", "tag", "lemma", "chunk")


@click.command(name="tag")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option("--json", "output", flag_value="jsonl", help="Write JSON Lines of sentences.")
@click.option("--conllu", "output", flag_value="conllu", help="Write CoNLL-U.")
@click.option("--tagger", metavar="MODEL", help="Tag with this model, not the bundled one.")
@click.option("--chunker", metavar="MODEL", help="Find chunks with this model.")
def command(
    inputs: tuple[str, ...], output: str | None, tagger: str | None, chunker: str | None
) -> None:
    """Show the words of texts with Penn tags, lemmas and chunks.

    FILE is plain text, or another format that its ending tells (.conllu, .jsonl, .m2, .mrg);
    `-` is standard input.
    Chunks are base noun and verb phrases: B begins one, I is inside one, * is its head.
    A terminal shows tables; a pipe gets a line a word, tabs between columns, and a blank line
    after each sentence.

    \b
    Example:
      solecism tag examples/texts/library.txt
      echo "He suggest me to go." | solecism tag --conllu -
    """
    from solecism.formats import files, registry
    from solecism.language.annotate import annotate_sentences
    from solecism.language.chunking.chunk import Chunker
    from solecism.language.tagging.tag import Tagger

    sentences = annotate_sentences(
        _read(inputs or ("-",)),
        tagger=None if tagger is None else Tagger.load(Path(tagger)),
        chunker=None if chunker is None else Chunker.load(Path(chunker)),
    )
    if output is not None:
        registry.write("-", sentences, registry.FORMATS[output])
    elif sys.stdout.isatty():
        _show(sentences)
    else:
        files.write_text("-", map(_plain, sentences))


def _read(inputs: Iterable[str]) -> Iterator[Sentence]:
    from solecism.formats import registry

    for path in inputs:
        yield from registry.read([path], registry.format_of(path) or registry.FORMATS["text"])


def _rows(sentence: Sentence) -> list[tuple[str, str, str, str]]:
    labels = ["O"] * len(sentence)
    for chunk in sentence.chunks:
        for index in range(chunk.start, chunk.end):
            place = "B" if index == chunk.start else "I"
            mark = "*" if index == chunk.head else ""
            labels[index] = f"{place}-{chunk.label}{mark}"
    return list(zip(sentence.words, sentence.tags, sentence.lemmas, labels, strict=True))


def _plain(sentence: Sentence) -> str:
    return "".join("\t".join(row) + "\n" for row in _rows(sentence)) + "\n"


def _show(sentences: Iterable[Sentence]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    for sentence in sentences:
        table = Table(*_COLUMNS, title=Text(sentence.id), title_justify="left", box=None)
        for row in _rows(sentence):
            table.add_row(*map(Text, row))
        console.print(table)
        console.print()
