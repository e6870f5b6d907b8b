"""`solecism papers treebanks`: what errors do to a parser (Foster 2007)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.progress import progress_bar
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show, show_json
from solecism.table import number

if TYPE_CHECKING:
    from solecism.papers.treebanks.combined_grammars import CombinedGrammars
    from solecism.papers.treebanks.lines import Line
    from solecism.papers.treebanks.tables import TreebankTables
    from solecism.papers.treebanks.two_stage import TwoStage
    from solecism.sentence import Sentence

_PARTS = ("robustness", "retraining", "two-stage")
_TRAININGS = ("ungrammatical", "both", "ten-copies", "grammatical-twice", "both-and-grammatical")
_PRINTED = (("Bikel", "bikel"), ("C&J", "charniak-johnson"))
_COLUMNS = ("set", "sentences", "P", "R", "F1", "±", "change", "±", "p", "Bikel", "C&J")
_CLAIM_COLUMNS = ("the paper says", "here", "figures")


@click.command(name="treebanks")
@click.option(
    "--trees", required=True, metavar="PATH", help="Treebank file, or folder of .mrg files."
)
@click.option(
    "--train",
    type=click.IntRange(1),
    help="Train on this number of trees, from the start; the default is all.",
)
@click.option(
    "--dev",
    type=click.IntRange(1),
    default=105,
    show_default=True,
    help="Number of trees on which thresholds are chosen.",
)
@click.option(
    "--test",
    type=click.IntRange(1),
    default=413,
    show_default=True,
    help="Number of trees to test on.",
)
@click.option(
    "--part",
    "chosen",
    multiple=True,
    type=click.Choice(_PARTS),
    help="Run this part only; may be repeated. The default is all parts.",
)
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(_TRAININGS),
    help="Leave out this training set; may be repeated.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="Number of random seeds to average over.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of parsers to train at the same time.",
)
@json_option
def command(trees: str, as_json: bool, **settings: Any) -> None:
    """Show what errors do to a parser, and what training on errors improves (Foster 2007).

    The last --test trees of the treebank are for testing, the --dev trees before them for choosing
    thresholds, and the others for training. The part robustness parses text as it is, with one and
    with two errors per sentence, and with errors of each type (section 5.1); retraining trains on
    errors, on both kinds of sentences, and on these with ten copies of the error-free trees (5.2);
    two-stage uses the grammar trained on errors only where a signal suggests an error, or combines
    two grammars. Figures are means over seeds, changes are of F on the same sentences, and p is
    the largest p-value of all seeds, by stratified shuffling; the paper's figures for two parsers
    are shown beside them.

    \b
    Example:
      solecism papers treebanks --trees examples/treebank.mrg --dev 5 --test 20 \\
          --part robustness --seeds 2
    """
    from solecism.papers.treebanks.error_sets import parts
    from solecism.papers.treebanks.parsers import train_bundled
    from solecism.papers.treebanks.tables import treebank_tables

    chosen = settings["chosen"] or _PARTS
    divided = parts(
        list(_read(trees)),
        n_dev=settings["dev"],
        n_test=settings["test"],
        n_train=settings["train"],
    )
    with progress_bar("Making errors", "Training and parsing") as progress:
        result = treebank_tables(
            divided,
            train_bundled,
            seeds=range(1, settings["seeds"] + 1),
            chosen=chosen,
            without=settings["without"],
            n_jobs=settings.pop("jobs"),
            progress=progress,
        )
    settings["chosen"] = tuple(chosen)
    signature = signed("treebanks", settings, [trees])
    if as_json:
        show_json({"signature": signature, "result": result})
        return
    _show(result)
    click.echo(signature)


def _read(path: str) -> Iterable[Sentence]:
    from solecism.formats import registry

    folder = Path(path)
    paths = sorted(map(str, folder.glob("*.mrg"))) if folder.is_dir() else [path]
    if not paths:
        raise click.UsageError(f"The folder {path!r} has no file in .mrg.")
    return registry.read(paths, registry.FORMATS["penn"])


def _show(result: TreebankTables) -> None:
    _show_lines("Sentences as they are", [result.grammatical], printed_f=True)
    _show_lines("Trained on grammatical text, from no error to errors (5.1)", result.robustness)
    _show_lines("Missing words, by what is missing (5.1)", result.missing_words)
    for training in dict.fromkeys(line.training for line in result.retraining):
        lines = [line for line in result.retraining if line.training == training]
        _show_lines(f"From grammatical training to {training} (5.2)", lines)
    show(
        "Two stages: the other grammar where a signal suggests an error (6)",
        ("other grammar", "signal", "set", "used", *_COLUMNS[2:9]),
        [row for each in result.two_stage for row in _two_stage_rows(each)],
    )
    show(
        "Two grammars decide together (6)",
        ("grammars", "compared with", "set", *_COLUMNS[2:9]),
        [
            [
                each.training,
                each.compared_with,
                line.name,
                *_score_cells(line),
                *_change_cells(line),
            ]
            for each in result.together
            for line in each.lines
        ],
    )
    show(
        "What the paper found",
        _CLAIM_COLUMNS,
        [[claim.text, "yes" if claim.holds else "no", claim.figures] for claim in result.claims],
    )


def _show_lines(title: str, lines: Sequence[Line], *, printed_f: bool = False) -> None:
    show(title, _COLUMNS, [_row(line, printed_f=printed_f) for line in lines])


def _row(line: Line, *, printed_f: bool) -> list[str]:
    printed = [
        _printed_f(line, key) if printed_f else _signed(line.printed_change.get(key))
        for _, key in _PRINTED
    ]
    cells = ["", "", ""] if printed_f else _change_cells(line)
    return [line.name, str(line.n_sentences), *_score_cells(line), *cells, *printed]


def _two_stage_rows(each: TwoStage) -> list[list[str]]:
    return [
        [
            each.training,
            each.signal,
            line.name,
            f"{each.shares[line.name]:.0%}",
            *_score_cells(line),
            *_change_cells(line),
        ]
        for line in each.lines
    ]


def _together_row(each: CombinedGrammars, line: Line) -> list[str]:
    names = [each.training, each.compared_with, line.name]
    return [*names, *_score_cells(line), *_change_cells(line)]


def _score_cells(line: Line) -> list[str]:
    score = line.score
    return [number(value, 2) for value in (score.precision, score.recall, score.f, score.spread)]


def _change_cells(line: Line) -> list[str]:
    return [_signed(line.change, 2), number(line.change_spread, 2), f"{line.p_value:.2g}"]


def _printed_f(line: Line, key: str) -> str:
    return number(line.printed[key][2], 1) if key in line.printed else ""


def _signed(value: float | None, digits: int = 1) -> str:
    return "" if value is None else f"{value:+.{digits}f}"
