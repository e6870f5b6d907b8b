"""`solecism papers crowd`: many raters of extraneous prepositions (Madnani et al. 2011)."""

from __future__ import annotations

from typing import Any

import click

from solecism.cli.papers.paper_output import (
    PaperOutput,
    annotated_reader,
    paper_options,
    read_judgments,
)
from solecism.cli.terminal.signed import signed

TITLE = "They can help: crowdsourcing and evaluation (Madnani et al. 2011)"


@click.command(name="crowd")
@click.option(
    "--annotated",
    multiple=True,
    required=True,
    metavar="M2",
    help="File of learners' text that several people corrected; may be repeated.",
)
@click.option(
    "--other",
    multiple=True,
    metavar="M2",
    help="File of a second corpus, to compare by kappa; may be repeated.",
)
@click.option(
    "--judgments",
    metavar="FILE",
    help="Answers of raters about prepositions of the annotated text, instead of what annotators "
    "imply.",
)
@click.option(
    "--each",
    type=click.IntRange(1),
    default=500,
    show_default=True,
    help="Largest number of errors, and of good prepositions, to draw.",
)
@paper_options
def command(output: PaperOutput, **settings: Any) -> None:
    """Run the experiments of Madnani and others (2011) on open data.

    Annotators who corrected the same text stand for the crowd: an annotator who takes a preposition
    out calls it extraneous, and any other accepts it. A set with half errors is drawn, the language
    model and the perceptron decide about it, and their precision and recall are shown plain and
    weighted (Table 1), by agreement (Figure 2), and with one judgment turned round.

    \b
    Example:
      solecism papers crowd --annotated examples/annotations/hometown.m2 \\
        --annotated examples/annotations/sauce.m2 --other examples/annotations/festival.m2 \\
        -o crowd.html
    """
    from solecism.papers.crowd.corpus import Corpus
    from solecism.papers.crowd.paper import N_PARTS, sections
    from solecism.papers.page.result import PaperResult

    corpus = Corpus(
        annotated_reader(settings["annotated"]),
        settings["each"],
        output.seed,
        read_judgments(settings["judgments"]),
    )
    other = None
    if settings["other"]:
        other = Corpus(annotated_reader(settings["other"]), settings["each"], output.seed)
    paths = [*settings["annotated"], *settings["other"], settings["judgments"]]
    chosen = {"each": settings["each"], "other": bool(settings["other"]), "seed": output.seed}
    signature = signed("papers-crowd", chosen, paths)
    n_parts = N_PARTS if other else N_PARTS - 2
    with output.saved_parts(signature, n_parts=n_parts) as parts:
        found = sections(parts, corpus, other)
    output.show(PaperResult(TITLE, tuple(found), signature))
