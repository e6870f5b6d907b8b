"""`solecism study admin`: add administrators, and access tokens for programs."""

from __future__ import annotations

import sys

import click

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
def command(
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
    from solecism.collect.people.administrators import add_administrator
    from solecism.collect.people.tokens import make_token
    from solecism.collect.study import open_study
    from solecism.system.clock import now

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
    from solecism.collect.people.administrators import add_administrator
    from solecism.collect.study import open_study
    from solecism.system.clock import now

    study, colon, role = other.rpartition(":")
    if not colon or role not in _ROLES:
        raise click.UsageError(f"--also {other}: give STUDY:ROLE, with one of {', '.join(_ROLES)}.")
    opened = open_study(study)
    add_administrator(opened, name, password, role=role, now=now())
    click.echo(f"{name} can log in to {study} as {role}.", err=True)
    opened.close()
