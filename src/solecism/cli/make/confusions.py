"""`solecism confusions`: count which words learners confuse, in annotated text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.output import check_output
from solecism.cli.terminal.tables import show
from solecism.table import number

if TYPE_CHECKING:
    from solecism.corrupt.tables.confusion_table import ConfusionSummary

_COLUMNS = ("right", "places", "missing", "replaced", "unneeded", "most often")
_N_SHOWN = 3


@click.command(name="confusions")
@click.argument("inputs", metavar="ANNOTATED...", nargs=-1, required=True)
@click.option("--out", metavar="TABLE", help="Write the table of confusions to this file, as JSON.")
@click.option(
    "--about", default="", metavar="TEXT", help="Description of the text, stored in the table."
)
def command(inputs: tuple[str, ...], out: str | None, about: str) -> None:
    """Count which prepositions, articles and noun numbers learners write instead of others.

    ANNOTATED is M2, the XML of the FCE, or JSON Lines. At every place in the corrected text that
    has a choice, the command counts what the learner wrote, correct choices included. The rates
    shown are smoothed; missing, replaced and unneeded are shares of the places. `solecism corrupt`
    can make errors with such a table.

    \b
    Example:
      solecism confusions examples/annotations/library.m2 --out confusions.json
      solecism corrupt examples/texts/library.txt - --preset learner --confusions confusions.json
    """
    from solecism.corrupt.tables import confusion_table
    from solecism.corrupt.tables.confusions import count_confusions
    from solecism.formats import files, registry

    if out is not None and out != "-":
        check_output(out)
    table = count_confusions(registry.read_any(inputs, default="m2"), about=about)
    if out is not None:
        files.write_text(out, confusion_table.format(table))
    if out != "-":
        for kind in table.counts:
            show(kind.capitalize(), _COLUMNS, map(_row, confusion_table.summaries(table, kind)))


def _row(summary: ConfusionSummary) -> list[str]:
    other = number(summary.other, 4)
    often = ", ".join(f"{written or 'nothing'} {n}" for written, n in summary.wrong[:_N_SHOWN])
    return [
        summary.right or "nothing",
        str(summary.n_places),
        "" if summary.missing is None else number(summary.missing, 4),
        other if summary.right else "",
        "" if summary.right else other,
        often,
    ]
