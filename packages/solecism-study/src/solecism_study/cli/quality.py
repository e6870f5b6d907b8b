"""`solecism study signs` and `adjudicate`: careless work, and items on which raters disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.result_tables import show
from solecism.system.display_text import count
from solecism.table import number, span

if TYPE_CHECKING:
    from solecism_study.adjudication import JudgedItem
    from solecism_study.status.results import WhatIf
    from solecism_study.status.signs import RaterSigns
    from solecism_study.study import Study

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
def signs_command(
    study: str, without: tuple[str, ...], without_flagged: bool, as_json: bool
) -> None:
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
    from solecism.cli.terminal.result_tables import show_json
    from solecism_study.status.results import what_if
    from solecism_study.status.signs import fast_seconds, rater_signs
    from solecism_study.study import open_study

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


@click.command(name="adjudicate")
@click.argument("study")
@click.argument("decisions", required=False, metavar="[DECISIONS]")
@click.option("--by", metavar="NAME", help="Name of the person who made the decisions.")
@click.option(
    "--blind",
    is_flag=True,
    help="List the items without the answers; or say that the decisions were made without them.",
)
def adjudicate_command(study: str, decisions: str | None, by: str | None, blind: bool) -> None:
    """List the items on which raters disagree, or record decisions on them from a file.

    DECISIONS are judgments as JSON Lines by a third person, one per item that raters disagree on;
    a note `why` gives the reason. The page Disagreements is for deciding in a browser. The
    adjudicated set, with the history of each answer, is exported by `solecism study export
    --format adjudicated`.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous -n 8
      solecism study import demo examples/judgments.simulated.jsonl
      solecism study adjudicate demo
      solecism study export demo adjudicated.jsonl --format adjudicated
    """
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.system.clock import now
    from solecism_study.adjudication import decide_from, disagreements
    from solecism_study.study import open_study

    if bool(decisions) != bool(by):
        raise click.UsageError("Give DECISIONS together with --by.")
    opened = open_study(study)
    if decisions and by:
        n = decide_from(
            opened, jsonl.read(decisions, Judgment), is_blind=blind, now=now(), actor=by
        )
        click.echo(f"Decisions recorded: {n}.", err=True)
    else:
        _show_disagreements(opened, disagreements(opened), is_blind=blind)
    opened.close()


def _show_disagreements(study: Study, disputed: list[JudgedItem], *, is_blind: bool) -> None:
    rows = [
        [
            one.site,
            study.task.stages[one.stage],
            str(len(one.answers)),
            "" if is_blind else _answers(one),
            one.decisions[-1].actor if one.decisions else "",
        ]
        for one in disputed
    ]
    show("Disagreements", ("item", "stage", "n", "answers", "decided by"), rows)


def _answers(one: JudgedItem) -> str:
    from collections import Counter

    counts = Counter(
        " ".join(filter(None, (about, answer)))
        for given in one.answers
        for about, answer in given.meaning.items()
    )
    return ", ".join(f"{words} {n}" for words, n in counts.most_common())
