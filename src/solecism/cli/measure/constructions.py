"""`solecism constructions`: which of five ways to write a noun raters accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option, level_option
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show, show_json, show_table
from solecism.table import figure_cells

if TYPE_CHECKING:
    from solecism.agree.constructions import ConstructionMeasures, StageConfusion, Together

_N_TOGETHER = 4


@click.command(name="constructions")
@click.argument("judgments")
@click.argument("key")
@click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="FILE",
    help="File of a system's own constructions, as `solecism sample nouns --choices` writes them; "
    "may be repeated.",
)
@click.option(
    "--grey",
    type=click.Choice(["yes", "no"]),
    default="yes",
    show_default=True,
    help="Whether an answer between yes and no counts as yes, as in the paper, or as no.",
)
@level_option
@json_option
def command(
    judgments: str, key: str, systems: tuple[str, ...], grey: str, level: float, as_json: bool
) -> None:
    """Measure which of five ways to write a noun raters accept: stone, a stone, the stone, ...

    JUDGMENTS are those of an article-number study (- is standard input), KEY is the key that
    `solecism sample nouns --key` wrote. As in Lee, Tetreault and Chodorow (2009), the tables show
    how often raters accept the writer's own construction and several others, which constructions
    they find best together, and how far they agree with and without context, on nouns mentioned
    before or not, and on a noun's most frequent construction or the others, with tests. With
    --system a system's constructions are scored against the writer's own alone and against all
    that raters accept, with the difference.

    \b
    Example:
      solecism sample nouns examples/quarry.txt --each 1 --least 4 --key key.jsonl \\
          --choices choices.jsonl --out nouns.jsonl
      solecism study new stones nouns.jsonl --task article-number -n 2 --delay 0
      solecism study simulate stones --raters 2
      solecism study export stones - --format jsonl | \\
          solecism constructions - key.jsonl --system choices.jsonl
    """
    from solecism.agree.constructions import construction_measures
    from solecism.formats import jsonl
    from solecism.judgment import Judgment

    measures = construction_measures(
        jsonl.read(judgments, Judgment),
        jsonl.read(key, Judgment),
        choices=[choice for path in systems for choice in jsonl.read(path, Judgment)],
        accepts_grey=grey == "yes",
        level=level,
    )
    if as_json:
        signature = signed(
            "constructions", {"grey": grey, "level": level}, [judgments, key, *systems]
        )
        show_json({"signature": signature, "result": measures})
        return
    _show(measures)


def _most_together(rows: Iterable[Together]) -> Iterator[tuple[str, str, str]]:
    from itertools import groupby, islice

    for _, of_rater in groupby(rows, key=lambda row: row.rater):
        for row in islice(of_rater, _N_TOGETHER):
            yield row.rater, " + ".join(row.constructions), str(row.n_sites)


def _show(measures: ConstructionMeasures) -> None:
    from solecism.agree.agreement_summary import agreement_table, difference_table, usage_table

    show_table(usage_table(measures.usage))
    show(
        "Best together",
        ("rater", "constructions", "times"),
        _most_together(measures.together),
    )
    for one in measures.confusions:
        show(*_confusion_table(one))
    for contrast in measures.contrasts:
        show_table(agreement_table(f"Agreement by {contrast.name}", contrast.agreements))
        show_table(difference_table(contrast.differences))
    show(
        "Systems against the writer's own and against accepted constructions",
        ("system", "right is", "nouns", "accuracy", "interval", "more", "interval"),
        [
            [
                row.system,
                row.against,
                str(row.n_sites),
                *figure_cells([row.accuracy, row.more]),
            ]
            for row in measures.systems
        ],
    )


def _confusion_table(one: StageConfusion) -> tuple[str, list[str], list[list[str]]]:
    """The title, columns and rows of the confusion table of a stage."""
    table = one.confusion
    title = f"{one.stage}: {table.first} (rows) and {table.second} (columns)"
    rows = [
        [label, *map(str, counts)]
        for label, counts in zip(table.labels, table.counts.tolist(), strict=True)
    ]
    return title, ["", *table.labels], rows
