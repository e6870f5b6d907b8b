"""`solecism tree`: show trees, and how errors changed them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.output import has_colours
from solecism.system.display_text import visible

if TYPE_CHECKING:
    from solecism.sentence import Sentence


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
