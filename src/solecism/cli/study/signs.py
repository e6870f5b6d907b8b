"""`solecism study signs`: signs of careless work, and results without some raters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.tables import show
from solecism.counted import count
from solecism.table import number, span

if TYPE_CHECKING:
    from solecism.collect.status.signs import RaterSigns
    from solecism.collect.status.what_if import WhatIf

_COLUMNS = (
    *("rater", "state", "answers", "too fast", "same in a row"),
    *("same browser", "same network", "signs"),
)


@click.command(name="signs")
@click.argument("study")
@click.option(
    "--without",
    multiple=True,
    metavar="RATER",
    help="Show the results without this rater beside those of all; may be repeated.",
)
@click.option(
    "--without-flagged",
    is_flag=True,
    help="Show the results without all raters who show a sign that was declared.",
)
@json_option
def command(study: str, without: tuple[str, ...], without_flagged: bool, as_json: bool) -> None:
    """Show signs of careless work by rater, and what the results would be without some of them.

    Signs are answers that are too fast, the same answer many times in a row, and a browser or a
    network that other raters came with. Which of them count, and which remove a rater, is declared
    when the study is made (`solecism study new --screening`). Nothing is changed by this command.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous -n 8
      solecism study import demo examples/judgments.simulated.jsonl
      solecism study signs demo
    """
    from solecism.cli.terminal.tables import show_json
    from solecism.collect.status.signs import fast_seconds, rater_signs
    from solecism.collect.status.what_if import what_if
    from solecism.collect.study import open_study

    opened = open_study(study)
    signs = rater_signs(opened)
    left_out = set(without)
    if without_flagged:
        left_out |= {one.pseudonym for one in signs if one.declared}
    compared = what_if(opened, left_out) if left_out else None
    fast = fast_seconds(opened)
    opened.close()
    if as_json:
        show_json({"signs": signs, "what_if": compared})
        return
    _show_signs(signs, fast)
    if compared is not None:
        _show_comparison(compared)
    elif without_flagged:
        click.echo("No rater shows a sign that was declared.", err=True)


def _show_signs(signs: list[RaterSigns], fast: float) -> None:
    rows = [
        [
            one.pseudonym,
            one.state,
            str(one.n_answers),
            "" if one.share_fast is None else f"{one.share_fast:.0%}",
            str(one.longest_run),
            str(len(one.same_browser)),
            str(len(one.same_network)),
            ", ".join(one.declared),
        ]
        for one in signs
    ]
    show(f"Signs of careless work; too fast is under {fast:g} s", _COLUMNS, rows)


def _show_comparison(compared: WhatIf) -> None:
    rows = []
    for one in compared.comparisons:
        row = [one.part, one.name, number(one.everybody), span(one.everybody.interval)]
        if one.rest is not None:
            change = float(one.rest) - float(one.everybody)
            row += [number(one.rest), span(one.rest.interval), f"{change:+.3f}"]
        rows.append(row + [""] * (7 - len(row)))
    title = (
        f"Without {count(len(compared.without), 'rater')}: {compared.n_rest} judgments instead of "
        f"{compared.n_everybody}"
    )
    columns = ("part", "measure", "all", "interval", "without", "interval", "change")
    show(title, columns, rows)
