"""`solecism study adjudicate`: items on which raters disagree, and decisions on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.tables import show

if TYPE_CHECKING:
    from solecism.collect.adjudication.disagreements import JudgedItem
    from solecism.collect.study import Study


@click.command(name="adjudicate")
@click.argument("study")
@click.argument("decisions", required=False, metavar="[DECISIONS]")
@click.option("--by", metavar="NAME", help="Name of the person who made the decisions.")
@click.option(
    "--blind",
    is_flag=True,
    help="List the items without the answers; or say that the decisions were made without them.",
)
def command(study: str, decisions: str | None, by: str | None, blind: bool) -> None:
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
    from solecism.collect.adjudication.decisions import decide_from
    from solecism.collect.adjudication.disagreements import disagreements
    from solecism.collect.study import open_study
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.system.clock import now

    if bool(decisions) != bool(by):
        raise click.UsageError("Give DECISIONS together with --by.")
    opened = open_study(study)
    if decisions and by:
        n = decide_from(
            opened, jsonl.read(decisions, Judgment), is_blind=blind, now=now(), actor=by
        )
        click.echo(f"Decisions recorded: {n}.", err=True)
    else:
        _show(opened, disagreements(opened), is_blind=blind)
    opened.close()


def _show(study: Study, disputed: list[JudgedItem], *, is_blind: bool) -> None:
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
