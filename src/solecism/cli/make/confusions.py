"""`solecism confusions`: what learners write for what, counted in annotated text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.progress import check_folder
from solecism.cli.terminal.tables import figure, show

if TYPE_CHECKING:
    from solecism.corrupt.tables.confusion_table import ConfusionTable
    from solecism.sentence import Sentence

_COLUMNS = ("right", "places", "missing", "replaced", "unneeded", "most often")
_N_SHOWN = 3


@click.command(name="confusions")
@click.argument("inputs", metavar="ANNOTATED...", nargs=-1, required=True)
@click.option("--out", metavar="TABLE", help="Write the table as JSON.")
@click.option("--about", default="", metavar="TEXT", help="Where the text is from, for the table.")
def command(inputs: tuple[str, ...], out: str | None, about: str) -> None:
    """Count which prepositions, articles and noun numbers learners write for which.

    ANNOTATED is M2, the FCE's XML or JSON Lines. At every place of the corrected text where one
    chooses, what the learner wrote is counted, the right choice too. The rates shown are
    smoothed; missing, replaced and unneeded are shares of the places. `solecism corrupt` makes
    errors by such a table.

    \b
    Example:
      solecism confusions examples/annotations/library.m2 --out confusions.json
      solecism corrupt examples/texts/library.txt - --preset learner --confusions confusions.json
    """
    from solecism.corrupt.tables import confusion_table
    from solecism.corrupt.tables.confusions import count_confusions
    from solecism.formats import files

    if out is not None and out != "-":
        check_folder(out)
    table = count_confusions(_read(inputs), about=about)
    if out is not None:
        files.write_text(out, confusion_table.format(table))
    if out != "-":
        for kind in table.counts:
            show(kind.capitalize(), _COLUMNS, _rows(table, kind))


def _read(inputs: Iterable[str]) -> Iterator[Sentence]:
    from solecism.formats import registry

    for path in inputs:
        yield from registry.read([path], registry.format_of(path) or registry.FORMATS["m2"])


def _rows(table: ConfusionTable, kind: str) -> Iterator[list[str]]:
    rates = table.rates(kind)
    for right, row in table.counts[kind].items():
        others = rates[right]
        n_places = sum(row.values())
        missing = others.get("", 0.0)
        rest = sum(others.values()) - missing
        wrong = sorted((-n, each) for each, n in row.items() if each != right)
        often = ", ".join(f"{each or 'nothing'} {-n}" for n, each in wrong[:_N_SHOWN])
        if n_places:
            yield [
                right or "nothing",
                str(n_places),
                figure(missing, 4) if right and "" in others else "",
                figure(rest, 4) if right else "",
                "" if right else figure(rest, 4),
                often,
            ]
