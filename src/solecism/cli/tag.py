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
@click.argument("files", nargs=-1, metavar="[FILE|-]...")
@click.option("--json", "output", flag_value="json", help="Write JSON Lines of sentences.")
@click.option("--conllu", "output", flag_value="conllu", help="Write CoNLL-U.")
@click.option("--model", type=click.Path(), help="Use this tagger model, not the bundled one.")
def command(files: tuple[str, ...], output: str | None, model: str | None) -> None:
    """Show the words of texts with Penn tags, lemmas and chunks.

    FILE is plain text, or CoNLL-U, JSON Lines or M2 by its ending; `-` is standard input.
    Chunks are base noun and verb phrases: B begins one, I is inside one, * is its head.
    A terminal shows tables; a pipe gets a line a word, tabs between columns, and a blank line
    after each sentence.

    \b
    Example:
      solecism tag examples/texts/library.txt
      echo "He suggest me to go." | solecism tag --conllu -
    """
    from solecism.formats import conllu, jsonl
    from solecism.formats import files as streams
    from solecism.language.annotate import annotate_sentences
    from solecism.language.tag import Tagger

    tagger = None if model is None else Tagger.load(Path(model))
    sentences = annotate_sentences(_read(files or ("-",)), tagger=tagger)
    if output == "json":
        streams.write_text("-", jsonl.format(sentences))
    elif output == "conllu":
        streams.write_text("-", conllu.format(sentences))
    elif sys.stdout.isatty():
        _show(sentences)
    else:
        streams.write_text("-", map(_plain, sentences))


def _read(files: Iterable[str]) -> Iterator[Sentence]:
    from solecism.formats import conllu, jsonl, m2, text
    from solecism.formats import files as streams

    for file in files:
        lines = streams.read_lines(file)
        document, suffix = streams.document_name(file), streams.unpacked(file).suffix
        if suffix == ".jsonl":
            yield from jsonl.parse(lines, file=file)
        elif suffix == ".conllu":
            yield from conllu.parse(lines, document=document, file=file)
        elif suffix == ".m2":
            yield from m2.parse(lines, document=document, file=file)
        else:
            yield from text.parse(lines, document=document, file=file)


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
