"""`solecism parse`: parse sentences into trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.output import progress_bar, with_progress
from solecism.system.installation import is_installed

if TYPE_CHECKING:
    from solecism.sentence import Sentence
    from solecism.tree import Tree
    from solecism_lab.parse.parser import SentenceParser
    from solecism_lab.parse.sentences import ParseCounts

# Parsing is slow: the bar moves often.
_EVERY = 20
_SLOW = (
    "solecism: parsing would be 15 times as fast with numba, and give the same trees: "
    'pip install "solecism-lab[parse]"'
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
    from solecism.formats import registry
    from solecism_lab.parse.sentences import ParseCounts

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
    from solecism.formats import penn
    from solecism_lab.parse.external import CommandParser, bllip

    def read_trees(lines: Iterable[str]) -> Iterator[Tree]:
        return penn.parse_trees(lines, file="the parser's output")

    if settings["outside"] is not None:
        return CommandParser(settings["outside"], read_trees, settings["timeout"])
    return bllip(settings["bllip"], read_trees=read_trees)
