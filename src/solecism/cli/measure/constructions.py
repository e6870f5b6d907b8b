"""`solecism constructions`: which of five ways to write a noun raters accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option, level_option
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show, show_json, show_table

if TYPE_CHECKING:
    from solecism.agree.constructions import ConstructionMeasures, Together

_N_TOGETHER = 4


@click.command(name="constructions")
@click.argument("judgments")
@click.argument("key")
@level_option
@json_option
def command(judgments: str, key: str, level: float, as_json: bool) -> None:
    """Measure which of five ways to write a noun raters accept: stone, a stone, the stone, ...

    JUDGMENTS are those of an article-number study (- is standard input), KEY is the key that
    `solecism sample nouns --key` wrote. As in Lee, Tetreault and Chodorow (2009), the tables show
    how often raters accept the writer's own construction and several others, which constructions
    they find best together, and how far they agree with and without context, on nouns mentioned
    before or not, and on a noun's most frequent construction or the others, with tests.

    \b
    Example:
      solecism sample nouns examples/quarry.txt --each 1 --least 4 --key key.jsonl --out nouns.jsonl
      solecism study new stones nouns.jsonl --task article-number -n 2 --delay 0
      solecism study simulate stones --raters 2
      solecism study export stones - --format jsonl | solecism constructions - key.jsonl
    """
    from solecism.agree.constructions import construction_measures
    from solecism.formats import jsonl
    from solecism.judgment import Judgment

    measures = construction_measures(
        jsonl.read(judgments, Judgment), jsonl.read(key, Judgment), level=level
    )
    if as_json:
        signature = signed("constructions", {"level": level}, [judgments, key])
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
    for contrast in measures.contrasts:
        show_table(agreement_table(f"Agreement by {contrast.name}", contrast.agreements))
        show_table(difference_table(contrast.differences))
