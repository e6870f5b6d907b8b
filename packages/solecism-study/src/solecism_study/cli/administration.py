"""`solecism study admin`, `erase`, `migrate` and `verify`: what the owner of a study does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from solecism.errors import StoreError
from solecism.system.display_text import count

if TYPE_CHECKING:
    from solecism_study.exchange.older_items import OutdatedItem

_ROLES = ("owner", "manager", "viewer")
_SCOPES = ("read", "export", "manage", "people")


@click.command(name="admin")
@click.argument("study")
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice(_ROLES),
    default="owner",
    show_default=True,
    help="What the administrator may do.",
)
@click.option(
    "--also",
    multiple=True,
    metavar="STUDY:ROLE",
    help="Add the same name and password to another study, with this role; may be repeated.",
)
@click.option(
    "--token", is_flag=True, help="Print an access token for a program instead of adding a login."
)
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(_SCOPES),
    help="What the token permits; may be repeated.",
)
@click.option(
    "--password-stdin",
    is_flag=True,
    help="Read the password from standard input instead of asking for it.",
)
def admin_command(
    study: str,
    name: str,
    role: str,
    also: tuple[str, ...],
    token: bool,
    scopes: tuple[str, ...],
    password_stdin: bool,
) -> None:
    """Add an administrator who may log in, or print an access token for a program.

    Viewers see the progress of the study; managers can also export, change guidelines and decide
    on raters' objections; owners can also manage people. Where one server has several studies,
    --also gives one person a login to each, with a role of its own. A token permits what its scopes
    say, by default only reading.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      echo "a long password" | solecism study admin demo ann --password-stdin
      solecism study admin demo script --token --scope read --scope export
    """
    from solecism.system.clock import now
    from solecism_study.people.administrators import add_administrator, make_token
    from solecism_study.study import open_study

    opened = open_study(study)
    if token:
        click.echo(make_token(opened, name, scopes or ("read",), now=now()))
    else:
        password = (
            sys.stdin.readline().rstrip("\n")
            if password_stdin
            else click.prompt("Password", hide_input=True, confirmation_prompt=True)
        )
        add_administrator(opened, name, password, role=role, now=now())
        click.echo(f"{name} can log in as {role}.", err=True)
        for one in also:
            _add_to(one, name, password)
    opened.close()


def _add_to(other: str, name: str, password: str) -> None:
    from solecism.system.clock import now
    from solecism_study.people.administrators import add_administrator
    from solecism_study.study import open_study

    study, colon, role = other.rpartition(":")
    if not colon or role not in _ROLES:
        raise click.UsageError(f"--also {other}: give STUDY:ROLE, with one of {', '.join(_ROLES)}.")
    opened = open_study(study)
    add_administrator(opened, name, password, role=role, now=now())
    click.echo(f"{name} can log in to {study} as {role}.", err=True)
    opened.close()


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
def erase_command(
    study: str, names: tuple[str, ...], answers: bool, due: bool, reason: str
) -> None:
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
    from solecism.system.clock import now
    from solecism_study.people.erasure import apply_retention, find_rater, withdraw
    from solecism_study.study import open_study

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


@click.command(name="migrate")
@click.argument("study")
@click.option(
    "--close",
    is_flag=True,
    help="Close the items about which this version does not ask any more: they get no more "
    "answers.",
)
def migrate_command(study: str, close: bool) -> None:
    """Update the database of a study that an older version created.

    Make a copy of it first: the update cannot be undone. Items about which this version does not
    ask any more, such as gaps between words where the task asks about a word, are listed; --close
    closes them. The answers that they have stay, and the log records it.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study migrate demo
    """
    from solecism.system.clock import now
    from solecism_study.exchange.older_items import close_outdated, outdated_items
    from solecism_study.store.database import open_database
    from solecism_study.store.schema import migrate
    from solecism_study.study import open_study

    store = open_database(study)
    steps = migrate(store)
    store.close()
    click.echo(f"{len(steps)} steps taken." if steps else "The tables are those of this version.")
    opened = open_study(study)
    outdated = outdated_items(opened)
    if close:
        close_outdated(opened, now=now(), actor="shell")
    say_outdated(outdated, "closed" if close else "still open")
    if outdated and not close:
        click.echo("Raters are still asked about them. Close them with --close.", err=True)
    opened.close()


_N_LISTED = 10


def say_outdated(outdated: Sequence[OutdatedItem], done: str) -> None:
    """List items about which this version does not ask any more, and what becomes of them."""
    if not outdated:
        return
    click.echo(
        f"{count(len(outdated), 'item')} about which this version does not ask any more, {done}:",
        err=True,
    )
    for one in outdated[:_N_LISTED]:
        click.echo(f"  {one.site}: {one.reason}", err=True)
    if len(outdated) > _N_LISTED:
        click.echo(f"  and {len(outdated) - _N_LISTED} more", err=True)


@click.command(name="verify")
@click.argument("study")
def verify_command(study: str) -> None:
    """Check that nobody changed, added or removed an answer or an entry of the log.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study verify demo
    """
    from solecism_study.log_verification import verify_study
    from solecism_study.study import open_study

    opened = open_study(study)
    result = verify_study(opened)
    opened.close()
    for problem in result.problems:
        click.echo(problem, err=True)
    if result.problems:
        raise StoreError(f"{study}: {len(result.problems)} problems. Restore it from a backup.")
    click.echo(
        f"{result.n_entries} entries and {result.n_judgments} rows of judgments are unchanged."
    )
