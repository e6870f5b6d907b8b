"""`solecism papers nouns`: which constructions of nouns raters accept (paper of 2009)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.papers.paper_output import PaperOutput, paper_options
from solecism.cli.terminal.signed import signed

if TYPE_CHECKING:
    from solecism.sample.nouns import NounSample
    from solecism.sentence import Sentence


@click.command(name="nouns")
@click.option(
    "--data",
    metavar="FOLDER",
    help="Folder of open data that stands in for the paper's: Wikinews, and CoNLL-2014 with its "
    "ten annotators and correctors.",
)
@click.option(
    "--native", metavar="FILE", help="File of native text to draw nouns from, instead of Wikinews."
)
@click.option(
    "--annotated",
    multiple=True,
    metavar="FILE",
    help="M2 file of learners' text with two or more annotators; may be repeated.",
)
@click.option(
    "--corrected",
    multiple=True,
    metavar="FILE",
    help="File of a system's corrections of --annotated, one sentence per line; may be repeated.",
)
@click.option(
    "--each",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Number of sentences per noun and construction.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="Minimum number of sentences that a noun has in the native text.",
)
@paper_options
def command(output: PaperOutput, **options: Any) -> None:
    """Which constructions of a noun do raters accept, and how far do they agree? (Lee 2009).

    The page has the five constructions in native text (table 1), the nouns and sentences to ask
    about (tables 2 and 3), what raters accept and how far they agree (tables 4 and 5 and section
    5), and a system scored against one accepted construction and against all. The two raters are
    simulated, because no open data has such answers, and the page says so; beside them are real
    people, the annotators of a text whose constructions of the same nouns are compared.

    \b
    Example:
      solecism papers nouns --native examples/quarry.txt --each 1 --least 4 \\
          --annotated examples/ranking/annotated.m2 --corrected examples/ranking/bold.txt \\
          -o nouns.html
    """
    from solecism.locate.noun_table import bundled_nouns
    from solecism.papers.nouns.annotator_sections import GIVEN, PEOPLE
    from solecism.papers.nouns.inputs import nouns_of_files
    from solecism.papers.nouns.sections import N_PARTS, TITLE, noun_sections
    from solecism.papers.page.result import PaperResult

    native, annotated, corrected = _paths(**options)
    nouns = bundled_nouns()
    settings = {name: options[name] for name in ("each", "least")}
    signature = signed(
        "papers-nouns", {**settings, "seed": output.seed}, [native, *annotated, *corrected]
    )
    with output.saved_parts(signature, n_parts=N_PARTS) as parts:
        sections = noun_sections(
            parts,
            nouns,
            lambda: _sample(native, options["each"], options["least"], output.seed),
            lambda: nouns_of_files(annotated, corrected, nouns),
            who=PEOPLE if options["data"] and not options["annotated"] else GIVEN,
            seed=output.seed,
        )
        result = PaperResult(TITLE, tuple(sections), signature)
    output.show(result)


def _paths(**options: Any) -> tuple[str, list[str], list[str]]:
    from solecism.papers.nouns import inputs

    native, annotated = options["native"], list(options["annotated"])
    corrected = list(options["corrected"])
    if options["data"]:
        folder = Path(options["data"])
        native = native or str(folder / inputs.NATIVE)
        if not annotated:
            annotated = [str(folder / inputs.CONLL)]
            corrected = [str(folder / inputs.OUTPUTS / f"{name}.txt") for name in inputs.SYSTEMS]
    if not native or not annotated:
        raise click.UsageError("Give --data, or both --native and --annotated.")
    return native, annotated, corrected


def _sample(native: str, each: int, least: int, seed: int) -> NounSample:
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_table import bundled_nouns
    from solecism.sample.nouns import draw_nouns

    sentences = annotate_sentences(_sentences(native))
    return draw_nouns(sentences, bundled_nouns(), n_each=each, least_items=least, seed=seed)


def _sentences(native: str) -> Iterator[Sentence]:
    """Text with blank lines between documents, as the open data has it."""
    from solecism.train.corpora import documents
    from solecism.train.texts import split_documents

    return split_documents(native, documents)
