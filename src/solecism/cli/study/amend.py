"""`solecism study amend`: change price, budget or numbers of a running study, on the record."""

from __future__ import annotations

import click

from solecism.errors import InputError


@click.command(name="amend")
@click.argument("study")
@click.option("--price", type=float, help="New amount paid to the rater per judgment.")
@click.option("--budget", type=float, help="New maximum amount to spend, fees included.")
@click.option("-n", "--judgments", type=int, help="New number of judgments to collect per item.")
@click.option("--most-each", type=int, help="New maximum number of answers per rater.")
@click.option("--reason", required=True, metavar="TEXT", help="Reason for the change.")
def command(
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
    import msgspec

    from solecism.collect.configuration import UNIT, encode
    from solecism.collect.design.amended import Changes
    from solecism.collect.design.amendments import amend
    from solecism.collect.study import open_study
    from solecism.system.clock import now

    given = {
        "price": None if price is None else round(price * UNIT),
        "budget": None if budget is None else round(budget * UNIT),
        "n_judgments": judgments,
        "most_each": most_each,
    }
    new = {name: value for name, value in given.items() if value is not None}
    try:
        changes = msgspec.json.decode(encode(new), type=Changes)
    except msgspec.ValidationError as error:
        raise InputError(f"the amendment is not valid: {error}.") from error
    opened = open_study(study)
    amendment = amend(opened, changes, reason=reason, now=now(), actor="shell")
    opened.close()
    click.echo(f"amendment {amendment.id} is recorded.", err=True)
