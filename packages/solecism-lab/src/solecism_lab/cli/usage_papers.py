"""`solecism papers prepositions` and `nouns`: what raters accept (papers of 2008 and 2009)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import INPUT, command_signature, signed_folder
from solecism.system.installation import model_path
from solecism_lab.cli.paper_output import (
    PaperOutput,
    annotated_reader,
    paper_options,
    read_judgments,
)

if TYPE_CHECKING:
    from solecism.sampling.noun_samples import NounSample
    from solecism.sentence import Sentence
    from solecism.site import Site

_PREPOSITION_MODELS = ("dictionary.npz", "misspellings.npz", "prepositions.npz", "strong.onnx")
_NOUN_MODELS = ("articles.npz", "nouns.npz")
_PREPOSITIONS_TITLE = "Native judgments of non-native usage (Tetreault and Chodorow 2008)"


@click.command(name="prepositions")
@click.option(
    "--native",
    multiple=True,
    required=True,
    metavar="FILE",
    type=INPUT,
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
    type=INPUT,
    help="File of learners' text with corrections; may be repeated.",
)
@click.option(
    "--annotated",
    multiple=True,
    required=True,
    metavar="M2",
    type=INPUT,
    help="File of learners' text that two or more people corrected; may be repeated.",
)
@click.option(
    "--cloze",
    nargs=2,
    metavar="ITEMS JUDGMENTS",
    type=INPUT,
    help="Items of `solecism sample cloze`, and the judgments of real raters.",
)
@click.option(
    "--choice",
    metavar="FILE",
    type=INPUT,
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
def prepositions_command(output: PaperOutput, **settings: Any) -> None:
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
    from solecism_lab.papers.page import PaperResult
    from solecism_lab.papers.prepositions.inputs import PrepositionInputs
    from solecism_lab.papers.prepositions.paper import N_PARTS, preposition_sections

    inputs = PrepositionInputs(
        native=_native(settings["native"], settings["everything"]),
        learner=annotated_reader(settings["learner"]),
        annotated=annotated_reader(settings["annotated"]),
        blanks=_blanks(settings["cloze"]),
        cloze=read_judgments(settings["cloze"][1] if settings["cloze"] else None),
        choice=read_judgments(settings["choice"]),
        n_samples=settings["samples"],
        seed=output.seed,
    )
    signature = command_signature("papers-prepositions", models=_models(_PREPOSITION_MODELS))
    with output.saved_parts(str(signature), n_parts=N_PARTS) as parts:
        found = preposition_sections(parts, inputs)
    output.show(PaperResult(_PREPOSITIONS_TITLE, tuple(found), signature))


def _models(names: Sequence[str]) -> tuple[Path, ...]:
    """The files of these models, and of those that annotate text."""
    from solecism.language.annotate import MODELS_OF_TEXT

    return (*MODELS_OF_TEXT, *map(model_path, names))


def _native(paths: Sequence[str], everything: bool) -> Callable[[], list[Sentence]]:
    def read() -> list[Sentence]:
        from solecism.formats import corpora
        from solecism.formats.corpora import split_documents

        documents = corpora.documents if everything else corpora.held_out_documents
        return [each for path in paths for each in split_documents(path, documents)]

    return read


def _blanks(files: tuple[str, str] | None) -> tuple[Site, ...]:
    from solecism.formats import jsonl
    from solecism.site import Site

    return tuple(jsonl.read(files[0], Site)) if files else ()


@click.command(name="nouns")
@click.option(
    "--data",
    metavar="FOLDER",
    type=INPUT,
    help="Folder of open data that stands in for the paper's: Wikinews, and CoNLL-2014 with its "
    "ten annotators and correctors.",
)
@click.option(
    "--native",
    metavar="FILE",
    type=INPUT,
    help="File of native text to draw nouns from, instead of Wikinews.",
)
@click.option(
    "--annotated",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="M2 file of learners' text with two or more annotators; may be repeated.",
)
@click.option(
    "--corrected",
    multiple=True,
    metavar="FILE",
    type=INPUT,
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
def nouns_command(output: PaperOutput, **options: Any) -> None:
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
    from solecism_lab.papers.nouns.annotators import GIVEN, PEOPLE
    from solecism_lab.papers.nouns.sections import N_PARTS, TITLE, noun_sections, nouns_of_files
    from solecism_lab.papers.page import PaperResult

    native, annotated, corrected = _paths(**options)
    nouns = bundled_nouns()
    given = (options["native"], *options["annotated"], *options["corrected"])
    found = [path for path in (native, *annotated, *corrected) if path not in given]
    signature = command_signature(
        "papers-nouns",
        files={"data": signed_folder(options["data"], found)} if options["data"] else None,
        models=_models(_NOUN_MODELS),
    )
    with output.saved_parts(str(signature), n_parts=N_PARTS) as parts:
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
    from solecism_lab.papers.nouns import sections

    native, annotated = options["native"], list(options["annotated"])
    corrected = list(options["corrected"])
    if options["data"]:
        folder = Path(options["data"])
        native = native or str(folder / sections.NATIVE)
        if not annotated:
            annotated = [str(folder / sections.CONLL)]
            corrected = [
                str(folder / sections.OUTPUTS / f"{name}.txt") for name in sections.SYSTEMS
            ]
    if not native or not annotated:
        raise click.UsageError("Give --data, or both --native and --annotated.")
    return native, annotated, corrected


def _sample(native: str, each: int, least: int, seed: int) -> NounSample:
    from solecism.language.annotate import annotate_sentences
    from solecism.locate.noun_table import bundled_nouns
    from solecism.sampling.noun_samples import draw_nouns

    sentences = annotate_sentences(_sentences(native))
    return draw_nouns(sentences, bundled_nouns(), n_each=each, least_items=least, seed=seed)


def _sentences(native: str) -> Iterator[Sentence]:
    """Text with blank lines between documents, as the open data has it."""
    from solecism.formats.corpora import documents, split_documents

    return split_documents(native, documents)
