"""`solecism parse` and `tree`: parse sentences into trees, and show trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.output import has_colours, progress_bar, with_progress
from solecism.system.display_text import visible
from solecism.system.installation import is_installed

if TYPE_CHECKING:
    from solecism_lab.parse.parser import SentenceParser
    from solecism_lab.parse.sentences import ParseCounts

    from solecism.sentence import Sentence
    from solecism.tree import Tree

# Parsing is slow: the bar moves often.
_EVERY = 20
_SLOW = (
    "solecism: parsing would be 15 times as fast with numba, and give the same trees: "
    'pip install "solecism[parse]"'
)


@click.command(name="parse")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option(
    "--model", metavar="MODEL", help="Parse with this grammar instead of the bundled one."
)
@click.option("--tags", is_flag=True, help="Use the tags in FILE instead of the parser's own.")
@click.option(
    "--command",
    "outside",
    metavar="COMMAND",
    help="Parse with this external command, which reads one sentence and writes one tree per line.",
)
@click.option(
    "--bllip", metavar="FOLDER", help="Parse with the BLLIP parser and the model in this folder."
)
@click.option(
    "--timeout", type=float, default=300.0, help="Seconds to wait for each line of COMMAND."
)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Number of processes to use.")
@click.option("--json", "is_json", is_flag=True, help="Write sentences with trees as JSON Lines.")
def parse_command(inputs: tuple[str, ...], is_json: bool, **settings: Any) -> None:
    """Parse sentences into trees, and write one tree per line in Penn brackets.

    FILE is plain text, or another format by the ending of its name (.conllu, .jsonl, .m2, .mrg);
    - is standard input. Every sentence gets a tree. If the grammar has no tree for the whole
    sentence, or it has more than 200 words, the tree is joined from pieces; the number of such
    trees is reported at the end.

    COMMAND is any parser that reads one sentence per line and writes one tree per line. JSON Lines
    contain the logarithm of each sentence's probability as a note.

    \b
    Example:
      solecism parse examples/texts/library.txt
      echo "The man which I met him was kind." | solecism parse -
    """
    from solecism_lab.parse.sentences import ParseCounts

    from solecism.formats import registry

    if settings["outside"] is settings["bllip"] is None and not is_installed("numba"):
        click.echo(_SLOW, err=True)
    counts = ParseCounts()
    with progress_bar("Reading", "Parsing") as progress:
        sentences = registry.read_any(inputs or ("-",))
        parsed = with_progress(_parsed(sentences, counts, **settings), progress, every=_EVERY)
        registry.write("-", parsed, registry.FORMATS["jsonl" if is_json else "penn"])
    if counts.n_in_pieces:
        click.echo(
            f"{counts.n_in_pieces:,} of {counts.n_sentences:,} trees are joined from pieces.",
            err=True,
        )


def _parsed(
    sentences: Iterable[Sentence], counts: ParseCounts, **settings: Any
) -> Iterator[Sentence]:
    from solecism_lab.parse.sentences import ParserOptions, parse_sentences, parse_with

    if settings["outside"] is not None or settings["bllip"] is not None:
        return parse_with(_outside_parser(**settings), sentences)
    options = ParserOptions(settings["model"], settings["tags"])
    return parse_sentences(sentences, options, n_jobs=settings["jobs"], counts=counts)


def _outside_parser(**settings: Any) -> SentenceParser:
    from solecism_lab.parse.external import CommandParser, bllip

    from solecism.formats import penn

    def read_trees(lines: Iterable[str]) -> Iterator[Tree]:
        return penn.parse_trees(lines, file="the parser's output")

    if settings["outside"] is not None:
        return CommandParser(settings["outside"], read_trees, settings["timeout"])
    return bllip(settings["bllip"], read_trees=read_trees)


@click.command(name="tree")
@click.argument("file")
@click.option("--id", "wanted", metavar="ID", help="Show only the sentence with this id.")
@click.option(
    "--svg",
    metavar="OUT",
    help="Draw one sentence, the first or the one of --id, to this SVG file.",
)
@click.option(
    "--golds", is_flag=True, help="Show all gold trees of a sentence, not only the first."
)
@click.option("--traces", is_flag=True, help="Show traces in the trees.")
def tree_command(file: str, wanted: str | None, svg: str | None, golds: bool, traces: bool) -> None:
    """Show trees, and how errors changed them.

    FILE is a treebank in brackets (.mrg) or JSON Lines; - is standard input, as JSON Lines. A tree
    with errors, as `solecism corrupt` writes it in JSON Lines, is shown before and after: in
    [is→in]/VBZ~IN the word "in", tagged IN, stands where "is" belongs, under the tag of "is"; ∅
    means no word at all.

    \b
    Example:
      solecism tree examples/treebank.mrg --id treebank.6 --traces
      solecism tree examples/treebank.mrg --id treebank.6 --svg tree.svg
    """
    from solecism.formats import files
    from solecism.reporting.tree_drawing import before_and_after, draw_trees

    sentences = _chosen(file, wanted)
    if svg is None:
        files.write_text("-", _outlines(sentences, golds=golds, traces=traces))
        return
    first = next(sentences)
    trees = first.trees if golds else first.trees[:1]
    files.write_text(svg, [draw_trees(before_and_after(trees), traces=traces)])


def _chosen(file: str, wanted: str | None) -> Iterator[Sentence]:
    """The sentences to show; an error if there is none, or one without a tree."""
    from solecism.errors import InputError
    from solecism.formats import files, registry

    format = registry.format_of(file) or registry.FORMATS["jsonl"]
    for sentence in registry.read([file], format):
        if wanted is not None and sentence.id != wanted:
            continue
        if not sentence.trees:
            raise InputError(f"{sentence.id}: has no tree to show. Parse it first.")
        yield sentence
        if wanted is not None:
            return
    if wanted is not None:
        raise InputError(f"{files.shown_name(file)}: has no sentence {wanted!r}. Is the id right?")


def _outlines(sentences: Iterable[Sentence], *, golds: bool, traces: bool) -> Iterator[str]:
    from solecism.reporting.tree_drawing import outline

    highlight = _red if has_colours() else str
    for sentence in sentences:
        yield f"{visible(sentence.id)}  {visible(sentence.text)}\n"
        for tree in sentence.trees if golds else sentence.trees[:1]:
            yield outline(tree, traces=traces, highlight=highlight) + "\n\n"


def _red(text: str) -> str:
    return click.style(text, fg="red", bold=True)
