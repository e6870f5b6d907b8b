"""`solecism papers prepositions`: raters and systems of prepositions (Tetreault, Chodorow 2008)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.papers.paper_output import (
    PaperOutput,
    annotated_reader,
    paper_options,
    read_judgments,
)
from solecism.cli.terminal.signed import signed

if TYPE_CHECKING:
    from solecism.sentence import Sentence
    from solecism.site import Site

TITLE = "Native judgments of non-native usage (Tetreault and Chodorow 2008)"


@click.command(name="prepositions")
@click.option(
    "--native",
    multiple=True,
    required=True,
    metavar="FILE",
    help="File of native text; may be repeated.",
)
@click.option(
    "--all", "everything", is_flag=True, help="Use all native documents, not only every fiftieth."
)
@click.option(
    "--learner",
    multiple=True,
    required=True,
    metavar="M2",
    help="File of learners' text with corrections; may be repeated.",
)
@click.option(
    "--annotated",
    multiple=True,
    required=True,
    metavar="M2",
    help="File of learners' text that two or more people corrected; may be repeated.",
)
@click.option(
    "--cloze",
    nargs=2,
    metavar="ITEMS JUDGMENTS",
    help="Items of `solecism sample cloze`, and the judgments of real raters.",
)
@click.option(
    "--choice",
    metavar="FILE",
    help="Judgments of a choice study of the native text, by real raters.",
)
@click.option(
    "--samples",
    type=click.IntRange(1),
    default=200,
    show_default=True,
    help="Number of samples to draw for Table 6.",
)
@paper_options
def command(output: PaperOutput, **settings: Any) -> None:
    """Run the experiments of Tetreault and Chodorow (2008) on open data.

    Native text stands for Encarta and Reuters: its prepositions are guessed (Table 1, Table 2, and
    section 4.2). Annotators who corrected the same text stand for the two raters (Tables 3 and
    4), and learners' text with corrections for the corpora of section 6. People who fill blanks or
    choose words are not simulated: without --cloze and --choice models stand in their place, and
    the page says so.

    \b
    Example:
      solecism papers prepositions --native examples/quarry.txt --all \\
        --learner examples/annotations/landlord.m2 --learner examples/annotations/novel.m2 \\
        --annotated examples/annotations/landlord.m2 --samples 20 -o prepositions.html
    """
    from solecism.papers.page.result import PaperResult
    from solecism.papers.prepositions.inputs import Inputs
    from solecism.papers.prepositions.paper import N_PARTS, sections

    inputs = Inputs(
        native=_native(settings["native"], settings["everything"]),
        learner=annotated_reader(settings["learner"]),
        annotated=annotated_reader(settings["annotated"]),
        blanks=_blanks(settings["cloze"]),
        cloze=read_judgments(settings["cloze"][1] if settings["cloze"] else None),
        choice=read_judgments(settings["choice"]),
        n_samples=settings["samples"],
        seed=output.seed,
    )
    paths = [
        *(path for name in ("native", "learner", "annotated") for path in settings[name]),
        *(settings["cloze"] or ()),
        settings["choice"],
    ]
    chosen = {"all": settings["everything"], "samples": settings["samples"], "seed": output.seed}
    signature = signed("papers-prepositions", chosen, paths)
    with output.saved_parts(signature, n_parts=N_PARTS) as parts:
        found = sections(parts, inputs)
    output.show(PaperResult(TITLE, tuple(found), signature))


def _native(paths: Sequence[str], everything: bool) -> Callable[[], list[Sentence]]:
    def read() -> list[Sentence]:
        from solecism.train import corpora
        from solecism.train.texts import split_documents

        documents = corpora.documents if everything else corpora.held_out_documents
        return [each for path in paths for each in split_documents(path, documents)]

    return read


def _blanks(files: tuple[str, str] | None) -> tuple[Site, ...]:
    from solecism.formats import jsonl
    from solecism.site import Site

    return tuple(jsonl.read(files[0], Site)) if files else ()
