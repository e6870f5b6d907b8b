"""`solecism study design` and `amend`: show or lock the design of a study, or change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.result_tables import show

if TYPE_CHECKING:
    from solecism_study.design import Deviation, LockedDesign


@click.command(name="design")
@click.argument("study")
@click.option(
    "--lock",
    "plan",
    metavar="FILE",
    help="Lock the design, with the plan of the analysis in this text file; - is standard input.",
)
@json_option
def design_command(study: str, plan: str | None, as_json: bool) -> None:
    """Show the locked design of a study and every deviation from it, or lock it.

    A locked design says what is asked, of whom, when the study stops and how it is analysed. It is
    hashed and dated before the first answer. Publish the hash, for example in a registry: whoever
    has the bundle of the study can then check that nothing was decided afterwards. Deviations are
    listed in the bundle; price, budget and numbers are changed by `solecism study amend` only.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      echo "Krippendorff's alpha over all items." | solecism study design demo --lock -
      solecism study design demo
    """
    from solecism.cli.terminal.result_tables import show_json
    from solecism.formats.files import read_lines
    from solecism.system.clock import now
    from solecism_study.design import deviations, lock_design, locked_design
    from solecism_study.study import open_study

    opened = open_study(study)
    if plan is not None:
        text = "".join(read_lines(plan))
        made = lock_design(opened, text, now=now(), actor="shell")
        opened.close()
        click.echo(f"locked: sha256 {made.digest}", err=True)
        return
    design, different = locked_design(opened), deviations(opened)
    opened.close()
    if as_json:
        show_json({"design": design, "deviations": different})
    elif design is None:
        click.echo("The design is not locked.", err=True)
    else:
        _show_design(design, different)


def _show_design(design: LockedDesign, different: list[Deviation]) -> None:
    from datetime import UTC, datetime

    def moment(at: int | None) -> str:
        return "" if at is None else f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M UTC}"

    rows = [
        ["locked", moment(design.locked)],
        ["by", design.actor],
        ["sha256", design.digest],
        ["in words", design.body.get("words", "")],
        ["analysis", " ".join(design.body["analysis"].split())],
    ]
    show("Locked design", ("what", "value"), rows)
    show(
        "Deviations",
        ("when", "by", "what"),
        [[moment(one.at), one.actor, one.what] for one in different],
    )


_OPTIONS = {"n_judgments": "-n", "most_each": "--most-each"}


@click.command(name="amend")
@click.argument("study")
@click.option("--price", type=float, help="New amount paid to the rater per judgment.")
@click.option("--budget", type=float, help="New maximum amount to spend, fees included.")
@click.option("-n", "--judgments", type=int, help="New number of judgments to collect per item.")
@click.option("--most-each", type=int, help="New maximum number of answers per rater.")
@click.option("--reason", required=True, metavar="TEXT", help="Reason for the change.")
def amend_command(
    study: str,
    price: float | None,
    budget: float | None,
    judgments: int | None,
    most_each: int | None,
    reason: str,
) -> None:
    """Change the price, the budget or the numbers of a study, as a recorded amendment.

    What was answered before keeps its price; raters are asked to agree to a new one. A running
    server uses the change at once. The bundle lists all amendments, and a locked design shows them
    as deviations.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous --price 0.05
      solecism study amend demo --price 0.08 -n 4 --reason "raters took longer than in the pilot"
    """
    from solecism.system.clock import now
    from solecism_study.configuration import UNIT, Changes
    from solecism_study.design import amend
    from solecism_study.refusals import read_as
    from solecism_study.study import open_study

    given = {
        "price": None if price is None else round(price * UNIT),
        "budget": None if budget is None else round(budget * UNIT),
        "n_judgments": judgments,
        "most_each": most_each,
    }
    new = {name: value for name, value in given.items() if value is not None}
    changes = read_as(new, Changes, source="the amendment", names=_OPTIONS)
    opened = open_study(study)
    amendment = amend(opened, changes, reason=reason, now=now(), actor="shell")
    opened.close()
    click.echo(f"amendment {amendment.id} is recorded.", err=True)
