"""`solecism parse`: the trees of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.progress import progress_bar

if TYPE_CHECKING:
    from solecism.parse.parser import Parser
    from solecism.sentence import Sentence
    from solecism.tree import Tree

_TOLD_EVERY = 20


@click.command(name="parse")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option("--model", metavar="MODEL", help="Parse with this grammar, not the bundled one.")
@click.option("--tags", is_flag=True, help="Take the tags of FILE as given.")
@click.option("--command", "outside", metavar="COMMAND", help="Parse with this command.")
@click.option("--bllip", metavar="FOLDER", help="Parse with BLLIP's parser and this model.")
@click.option("--timeout", type=float, default=300.0, help="Seconds to wait for COMMAND.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Processes.")
@click.option("--json", "is_json", is_flag=True, help="Write JSON Lines of sentences.")
def command(inputs: tuple[str, ...], is_json: bool, **settings: Any) -> None:
    """Parse sentences into trees, one a line, in Penn brackets.

    FILE is plain text, or another format that its ending tells (.conllu, .jsonl, .m2, .mrg);
    `-` is standard input. Every sentence gets a tree. Where the grammar has none for it as a
    whole, or it has more than 200 words, that is glued from pieces, and said at the end.

    COMMAND is any parser that reads a sentence a line and writes a tree a line. JSON Lines keep
    the logarithm of each sentence's probability as a note.

    \b
    Example:
      solecism parse examples/texts/library.txt
      echo "The man which I met him was kind." | solecism parse -
    """
    from solecism.formats import registry

    told = _Told()
    with progress_bar("Reading", "Parsing") as progress:
        sentences = _counted(_parsed(_read(inputs or ("-",)), told, **settings), progress)
        registry.write("-", sentences, registry.FORMATS["jsonl" if is_json else "penn"])
    if told.n_glued:
        click.echo(
            f"{told.n_glued:,} of {told.n_sentences:,} trees are glued from pieces.", err=True
        )


@dataclass(slots=True)
class _Told:
    """What is told at the end."""

    n_sentences: int = 0
    n_glued: int = 0


@dataclass(frozen=True, slots=True)
class _Loader:
    """Loads the parser, in each process."""

    model: str | None
    uses_tags: bool

    def __call__(self) -> Parser:
        from solecism.parse.grammar.grammar import Grammar
        from solecism.parse.parser import Parser

        grammar = None if self.model is None else Grammar.load(Path(self.model))
        return Parser(grammar, uses_tags=self.uses_tags)


def _parsed(sentences: Iterable[Sentence], told: _Told, **settings: Any) -> Iterator[Sentence]:
    if settings["outside"] is not None or settings["bllip"] is not None:
        yield from _parsed_outside(list(sentences), **settings)
        return
    from solecism.parse.parallel import parse_in_parallel

    load = _Loader(settings["model"], settings["tags"])
    for sentence, parsed in parse_in_parallel(sentences, load, jobs=settings["jobs"]):
        told.n_sentences += 1
        told.n_glued += parsed.n_pieces > 1
        notes = dict(sentence.notes)
        if parsed.log_likelihood is not None:
            notes["log_likelihood"] = f"{parsed.log_likelihood:.6f}"
        yield _with_tree(replace(sentence, notes=notes), parsed.tree)


def _parsed_outside(sentences: list[Sentence], **settings: Any) -> Iterator[Sentence]:
    from solecism.formats import penn
    from solecism.parse.bllip import bllip
    from solecism.parse.command import CommandParser
    from solecism.parse.parsed import SentenceParser

    def read_trees(lines: Iterable[str]) -> Iterator[Tree]:
        return penn.parse_trees(lines, file="the parser's output")

    parser: SentenceParser
    if settings["outside"] is not None:
        parser = CommandParser(settings["outside"], read_trees, settings["timeout"])
    else:
        parser = bllip(settings["bllip"], read_trees=read_trees)
    for sentence, tree in zip(sentences, parser.trees(sentences), strict=True):
        yield _with_tree(sentence, tree)


def _with_tree(sentence: Sentence, tree: Tree) -> Sentence:
    tags = tuple(leaf.tag for leaf in tree.leaves())
    return replace(
        sentence, trees=(tree,), tags=tags if len(tags) == len(sentence) else sentence.tags
    )


def _counted(sentences: Iterable[Sentence], progress: Any) -> Iterator[Sentence]:
    for number, sentence in enumerate(sentences, 1):
        yield sentence
        if progress is not None and number % _TOLD_EVERY == 0:
            progress(number, None)


def _read(inputs: Iterable[str]) -> Iterator[Sentence]:
    from solecism.formats import registry

    for path in inputs:
        yield from registry.read([path], registry.format_of(path) or registry.FORMATS["text"])
