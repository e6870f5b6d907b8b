"""`solecism papers turk` and `crowd`: untrained raters instead of experts (2010 and 2011)."""

from __future__ import annotations

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
    from solecism.site import Flag
    from solecism_lab.papers.turk_inputs import RaterStudy, TurkInputs


@click.command(name="turk")
@click.option(
    "--data",
    metavar="FOLDER",
    type=INPUT,
    help="Folder of open data that stands in for the paper's: BLiMP, CoNLL-2014 and Lang-8.",
)
@click.option(
    "--detection",
    metavar="FILE",
    type=INPUT,
    help="File of judgments of errors, those of experts included, instead of the open data.",
)
@click.option(
    "--experts",
    metavar="NAME,...",
    help="Raters of --detection who are experts, at least two, separated by commas.",
)
@click.option(
    "--selection",
    metavar="FILE",
    type=INPUT,
    help="File of judgments that fill blanks, those of the writer included.",
)
@click.option(
    "--writer",
    metavar="NAME,...",
    default="writer",
    show_default=True,
    help="Rater of --selection who is the writer, and trained raters, separated by commas.",
)
@click.option(
    "--flags",
    multiple=True,
    metavar="FILE",
    type=INPUT,
    help="File of a system's flags at the sites of --detection; may be repeated.",
)
@paper_options
def turk_command(output: PaperOutput, **options: Any) -> None:
    """How many untrained raters match experts, for what money? (Tetreault and others 2010).

    The page has the selection task (figure 1), the error detection task (figure 2) with the number
    of raters who match the experts, its interval, and how many fewer are enough after screening or
    by Dawid and Skene's method, cost and time (table 1), and scores by agreement (section 5).
    Answers of --detection may be error and ok, or correct, incorrect and too-messy. Where there is
    no open data of people, the page says what is simulated.

    \b
    Example:
      solecism papers turk --detection examples/judgments.simulated.jsonl \\
          --experts rater1,rater2,rater3 --flags examples/flags.a.jsonl -o turk.html
    """
    from solecism.align.edits_of_rows import MODELS
    from solecism_lab.papers.page import PaperResult
    from solecism_lab.papers.turk import TITLE, n_parts, turk_sections

    inputs, paths = _inputs(**options)
    data = options["data"]
    signature = command_signature(
        "papers-turk",
        files={"data": signed_folder(data, paths)} if data else None,
        models=MODELS if data else (),
    )
    with output.saved_parts(str(signature), n_parts=n_parts(inputs)) as parts:
        sections = tuple(turk_sections(parts, inputs, seed=output.seed))
    output.show(PaperResult(TITLE, sections, signature))


def _inputs(**options: Any) -> tuple[TurkInputs, list[str]]:
    from solecism_lab.papers import turk_inputs
    from solecism_lab.papers.turk_inputs import given_inputs, open_inputs

    if bool(options["data"]) == bool(options["detection"]):
        raise click.UsageError("Give either --data or --detection.")
    if options["data"]:
        folder = Path(options["data"])
        systems = [turk_inputs.OUTPUTS / f"{name}.txt" for name in turk_inputs.SYSTEMS]
        needed = (turk_inputs.BLIMP, turk_inputs.CONLL, turk_inputs.LANG8, *systems)
        paths = [str(folder / path) for path in needed]
        return open_inputs(folder), paths
    experts = tuple(name.strip() for name in (options["experts"] or "").split(",") if name.strip())
    if len(experts) < 2:
        raise click.UsageError("Name at least two experts: --experts NAME,NAME.")
    detection = _study(options["detection"], experts)
    writers = tuple(options["writer"].split(","))
    selection = _study(options["selection"], writers) if options["selection"] else None
    paths = [path for path in (options["detection"], options["selection"]) if path]
    flags = options["flags"]
    read = (lambda: _flags(flags)) if flags else None
    return given_inputs(selection, detection, read), [*paths, *flags]


def _study(path: str, references: tuple[str, ...]) -> RaterStudy:
    from solecism.formats import jsonl
    from solecism.formats.files import document_name
    from solecism.judgment import Judgment
    from solecism_lab.papers.turk_inputs import SIMULATED_FILE, RaterStudy

    judgments = list(jsonl.read(path, Judgment))
    is_simulated = any(one.is_simulated for one in judgments)
    simulated = SIMULATED_FILE if is_simulated else ""
    return RaterStudy(document_name(path), lambda: judgments, references, simulated)


def _flags(paths: tuple[str, ...]) -> list[Flag]:
    from solecism.formats import jsonl
    from solecism.site import Flag

    return [flag for path in paths for flag in jsonl.read(path, Flag)]


_CROWD_TITLE = "They can help: crowdsourcing and evaluation (Madnani et al. 2011)"


@click.command(name="crowd")
@click.option(
    "--annotated",
    multiple=True,
    required=True,
    metavar="M2",
    type=INPUT,
    help="File of learners' text that several people corrected; may be repeated.",
)
@click.option(
    "--other",
    multiple=True,
    metavar="M2",
    type=INPUT,
    help="File of a second corpus, to compare by kappa; may be repeated.",
)
@click.option(
    "--judgments",
    metavar="FILE",
    type=INPUT,
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
def crowd_command(output: PaperOutput, **settings: Any) -> None:
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
    from solecism.language.annotate import MODELS
    from solecism_lab.papers.crowd import N_PARTS, CrowdCorpus, crowd_sections
    from solecism_lab.papers.page import PaperResult

    corpus = CrowdCorpus(
        annotated_reader(settings["annotated"]),
        settings["each"],
        output.seed,
        read_judgments(settings["judgments"]),
    )
    other = None
    if settings["other"]:
        other = CrowdCorpus(annotated_reader(settings["other"]), settings["each"], output.seed)
    signature = command_signature(
        "papers-crowd", models=(*MODELS, model_path("lm.npz"), model_path("perceptron.npz"))
    )
    n_parts = N_PARTS if other else N_PARTS - 2
    with output.saved_parts(str(signature), n_parts=n_parts) as parts:
        found = crowd_sections(parts, corpus, other)
    output.show(PaperResult(_CROWD_TITLE, tuple(found), signature))
