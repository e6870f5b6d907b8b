"""`solecism study design`: show the design of a study, or lock it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option
from solecism.cli.terminal.tables import show

if TYPE_CHECKING:
    from solecism.collect.design.deviations import Deviation
    from solecism.collect.design.locked import LockedDesign


@click.command(name="design")
@click.argument("study")
@click.option(
    "--lock",
    "plan",
    metavar="FILE",
    help="Lock the design, with the plan of the analysis in this text file; - is standard input.",
)
@json_option
def command(study: str, plan: str | None, as_json: bool) -> None:
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
    from solecism.cli.terminal.tables import show_json
    from solecism.collect.design.deviations import deviations
    from solecism.collect.design.locked import lock_design, locked_design
    from solecism.collect.study import open_study
    from solecism.formats.files import read_lines
    from solecism.system.clock import now

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
        _show(design, different)


def _show(design: LockedDesign, different: list[Deviation]) -> None:
    from datetime import UTC, datetime

    def moment(at: int | None) -> str:
        return "" if at is None else f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M UTC}"

    rows = [
        ["locked", moment(design.locked)],
        ["by", design.actor],
        ["sha256", design.digest],
        ["analysis", " ".join(design.body["analysis"].split())],
    ]
    show("Locked design", ("what", "value"), rows)
    show(
        "Deviations",
        ("when", "by", "what"),
        [[moment(one.at), one.actor, one.what] for one in different],
    )
