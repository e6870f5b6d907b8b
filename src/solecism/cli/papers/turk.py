"""`solecism papers turk`: how many untrained raters match experts (paper of 2010)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.papers.paper_output import PaperOutput, paper_options
from solecism.cli.terminal.signed import signed

if TYPE_CHECKING:
    from solecism.flag import Flag
    from solecism.papers.turk.inputs import RaterStudy, TurkInputs


@click.command(name="turk")
@click.option(
    "--data",
    metavar="FOLDER",
    help="Folder of open data that stands in for the paper's: BLiMP, CoNLL-2014 and Lang-8.",
)
@click.option(
    "--detection",
    metavar="FILE",
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
    help="File of a system's flags at the sites of --detection; may be repeated.",
)
@paper_options
def command(output: PaperOutput, **options: Any) -> None:
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
    from solecism.papers.page.result import PaperResult
    from solecism.papers.turk.sections import TITLE, n_parts, turk_sections

    inputs, paths = _inputs(**options)
    settings = {name: options[name] for name in ("experts", "writer")}
    signature = signed("papers-turk", {**settings, "seed": output.seed}, paths)
    with output.saved_parts(signature, n_parts=n_parts(inputs)) as parts:
        sections = tuple(turk_sections(parts, inputs, seed=output.seed))
    output.show(PaperResult(TITLE, sections, signature))


def _inputs(**options: Any) -> tuple[TurkInputs, list[str]]:
    from solecism.papers.turk import open_data
    from solecism.papers.turk.inputs import given_inputs, open_inputs

    if bool(options["data"]) == bool(options["detection"]):
        raise click.UsageError("Give either --data or --detection.")
    if options["data"]:
        folder = Path(options["data"])
        systems = [open_data.OUTPUTS / f"{name}.txt" for name in open_data.SYSTEMS]
        needed = (open_data.BLIMP, open_data.CONLL, open_data.LANG8, *systems)
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
    from solecism.papers.turk.inputs import SIMULATED_FILE, RaterStudy

    judgments = list(jsonl.read(path, Judgment))
    is_simulated = any(one.is_simulated for one in judgments)
    simulated = SIMULATED_FILE if is_simulated else ""
    return RaterStudy(document_name(path), lambda: judgments, references, simulated)


def _flags(paths: tuple[str, ...]) -> list[Flag]:
    from solecism.flag import Flag
    from solecism.formats import jsonl

    return [flag for path in paths for flag in jsonl.read(path, Flag)]
