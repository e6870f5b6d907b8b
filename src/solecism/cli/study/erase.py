"""`solecism study erase`: erase raters on request, or whatever is due."""

from __future__ import annotations

import click


@click.command(name="erase")
@click.argument("study")
@click.option(
    "--rater",
    "names",
    multiple=True,
    metavar="RATER",
    help="Pseudonym of a rater to erase, or their id at the platform or on the invitation; may be "
    "repeated.",
)
@click.option("--answers", is_flag=True, help="Erase the answers of these raters as well.")
@click.option(
    "--due",
    is_flag=True,
    help="Erase the ids and times that the study was to keep until now (--retention).",
)
@click.option(
    "--reason", default="request", show_default=True, metavar="TEXT", help="Reason, for the log."
)
def command(study: str, names: tuple[str, ...], answers: bool, due: bool, reason: str) -> None:
    """Erase who raters are: their ids, times, devices and what they said about themselves.

    Their answers stay under a new random pseudonym, unless --answers erases them too; others are
    then asked instead. The amounts paid stay, and so does a keyed hash of the id, so that nobody
    takes part twice. The log says that somebody was erased, and `solecism study verify` still
    finds every other change. Exported files and backups are yours to delete.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous --retention 90
      solecism study erase demo --due
    """
    from solecism.collect.people.withdrawal import apply_retention, find_rater, withdraw
    from solecism.collect.study import open_study
    from solecism.system.clock import now

    if bool(names) == due:
        raise click.UsageError("Give --rater, or --due for all whose time is over.")
    opened = open_study(study)
    for name in names:
        rater = find_rater(opened, name)
        erased = withdraw(
            opened, rater.id, with_answers=answers, now=now(), actor="shell", reason=reason
        )
        click.echo(f"erased; the pseudonym is {erased.pseudonym} from now on.", err=True)
    if due:
        n = apply_retention(opened, now=now(), actor="shell")
        click.echo(f"Raters who were due, and are erased: {n}.", err=True)
    opened.close()
