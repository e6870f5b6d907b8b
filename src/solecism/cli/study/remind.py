"""`solecism study remind`: who can begin the second stage, as a list or by mail."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.collect.people.mail import Letter, MailSettings
    from solecism.collect.people.reminders import DueRater
    from solecism.collect.study import Study

_DAY = 86_400_000
_LINK_DAYS = 30


@click.command(name="remind")
@click.argument("study")
@click.option(
    "--record", is_flag=True, help="Record that the listed raters are reminded, and when."
)
@click.option("--mail", metavar="FILE", help="Send mail by the SMTP settings in this TOML file.")
@click.option(
    "--addresses",
    metavar="FILE",
    help="CSV file of ids and mail addresses (id,email), for raters whose id is no address.",
)
@click.option(
    "--url",
    default="http://localhost:8000",
    show_default=True,
    metavar="URL",
    help="Base URL under which raters reach the server.",
)
@click.option(
    "--pause",
    type=click.FloatRange(0, 10_000),
    default=48.0,
    show_default=True,
    help="Hours in which nobody is reminded twice.",
)
def command(
    study: str, record: bool, mail: str | None, addresses: str | None, url: str, pause: float
) -> None:
    """List the raters whose second stage is open, or send mail to them.

    The list has one id per line, as the platform or the invitation has it, to paste into the
    platform's form for messages. With --mail each rater gets a message with a new link; the
    password of the mail server is in the environment variable SOLECISM_MAIL_PASSWORD.

    \b
    Example:
      solecism study new nouns examples/texts/ridge.txt --task article-number -n 2
      solecism study remind nouns
    """
    from solecism.collect.people.reminders import due_raters, record_reminders
    from solecism.collect.study import open_study
    from solecism.system.clock import now

    opened = open_study(study)
    due = due_raters(opened, now=now(), pause_hours=pause)
    if mail:
        _send(opened, due, mail, addresses, url)
    else:
        for one in due:
            click.echo(one.id)
        click.echo(f"Raters to remind: {len(due)}.", err=True)
        if record:
            record_reminders(
                opened, [one.rater for one in due], means="list", now=now(), actor="shell"
            )
    opened.close()


def _send(study: Study, due: list[DueRater], mail: str, addresses: str | None, url: str) -> None:
    from solecism.collect.people.mail import read_settings, send
    from solecism.collect.people.reminders import record_reminders
    from solecism.formats.files import read_lines
    from solecism.system.clock import now

    settings = read_settings("".join(read_lines(mail)), file=mail)
    known = _addresses(addresses) if addresses else {}
    by_address = [(one, known.get(one.id, one.id)) for one in due]
    unknown = [one.id for one, address in by_address if "@" not in address]
    letters = [
        _letter(study, settings, one, address, url) for one, address in by_address if "@" in address
    ]
    if letters:
        password = os.environ.get(settings.password_variable)
        delivery = send(settings, letters, password=password)
        record_reminders(study, delivery.sent, means="mail", now=now(), actor="shell")
        for problem in delivery.problems:
            click.echo(problem, err=True)
        click.echo(f"Messages sent: {len(delivery.sent)} of {len(letters)}.", err=True)
    else:
        click.echo("Messages sent: 0.", err=True)
    if unknown:
        shown = ", ".join(unknown[:5])
        click.echo(f"Without a mail address: {len(unknown)} ({shown}). Give --addresses.", err=True)


def _letter(study: Study, settings: MailSettings, one: DueRater, address: str, url: str) -> Letter:
    from solecism.collect.people.invitations import ORIGIN, invite
    from solecism.collect.people.mail import Letter
    from solecism.system.clock import now

    link = url.rstrip("/")
    if one.origin == ORIGIN:
        signed = invite(study, one.id, expires=now() + _LINK_DAYS * _DAY, issued=now())
        link = f"{link}/enter/{signed}"
    values = {"{link}": link, "{study}": study.configuration.name, "{n}": str(one.n_left)}
    texts = [settings.subject, settings.text]
    for place, value in values.items():
        texts = [text.replace(place, value) for text in texts]
    return Letter(one.rater, address, *texts)


def _addresses(path: str) -> dict[str, str]:
    import csv

    from solecism.formats.files import read_lines

    rows = csv.DictReader(read_lines(path))
    if not {"id", "email"} <= set(rows.fieldnames or ()):
        raise InputError(f"{path}: needs the columns id and email.")
    return {row["id"]: row["email"] for row in rows}
