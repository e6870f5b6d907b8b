"""`solecism study raters` and `remind`: list, invite, remove, reinstate and remind raters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import UniqueOptionsCommand
from solecism.cli.terminal.result_tables import show
from solecism.cli.terminal.result_tables import show as print_table
from solecism.errors import InputError
from solecism.table import number

if TYPE_CHECKING:
    from solecism_study.people.raters import Rater
    from solecism_study.people.reminders import DueRater, Letter, MailSettings
    from solecism_study.status.rater_statistics import ReportedAnswer
    from solecism_study.study import Study

_DAY = 86_400_000
_MOST_DAYS = 36_500
_COLUMNS = (
    *("rater", "state", "answers", "surplus", "void", "control items right"),
    *("p(above bar)", "active minutes", "earned"),
)


@click.command(name="raters", cls=UniqueOptionsCommand)
@click.argument("study")
@click.option(
    "--invite",
    "invited",
    multiple=True,
    metavar="NAME",
    help="Print an invitation link for this person; may be repeated.",
)
@click.option(
    "--link",
    "linked",
    metavar="FILE",
    help="Print a signed link for each id on the platform in this file, one per line.",
)
@click.option(
    "--allow",
    "allowed",
    metavar="FILE",
    help="Let only the ids on the platform in this file take part, one per line, from now on.",
)
@click.option(
    "--release",
    "released",
    metavar="RATER",
    help="Let this rater go on in any browser, because they lost theirs and its code.",
)
@click.option(
    "--days",
    type=float,
    default=14.0,
    show_default=True,
    help="Number of days for which invitation links are valid.",
)
@click.option(
    "--url",
    default="http://localhost:8000",
    show_default=True,
    metavar="URL",
    help="Base URL under which raters reach the server.",
)
@click.option(
    "--remove", metavar="RATER", help="Remove this rater from the study and void their answers."
)
@click.option(
    "--reinstate", metavar="RATER", help="Reinstate this rater, whose answers count again."
)
@click.option(
    "--payments",
    metavar="FILE",
    help="Write what each person is owed to this CSV file, by platform id or invited name.",
)
@click.option(
    "--paid",
    multiple=True,
    metavar="[STAGE=]AMOUNT",
    help="Amount that the platform itself pays each rater, for each STAGE of a study with several; "
    "may be repeated.",
)
@click.option(
    "--identities",
    metavar="FILE",
    help="Write who is behind each pseudonym to this CSV file; the log records it.",
)
@click.option(
    "--revoke",
    "revoked",
    multiple=True,
    metavar="NAME",
    help="Revoke all invitations of this person so far; may be repeated.",
)
@click.option(
    "--show",
    metavar="RATER",
    help="Print this rater's answers with their times and with other raters' answers.",
)
@click.option(
    "--reason",
    default="",
    metavar="TEXT",
    help="Reason for a removal or reinstatement, for the log.",
)
def raters_command(
    study: str,
    invited: tuple[str, ...],
    linked: str | None,
    allowed: str | None,
    released: str | None,
    days: float,
    url: str,
    remove: str | None,
    reinstate: str | None,
    payments: str | None,
    paid: tuple[str, ...],
    identities: str | None,
    revoked: tuple[str, ...],
    show: str | None,
    reason: str,
) -> None:
    """List the raters of a study, invite them, remove them or reinstate them.

    The list shows pseudonyms. The file of --payments is for the person who pays the raters: it has
    their ids on the platform, or the names on their invitations, but no pseudonyms, so that it
    does not reveal who gave which answers; --identities does. With --paid, the bonus is what
    remains after the amount that the platform pays.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study raters demo --invite ann --invite bea
      solecism study raters demo
    """
    from solecism.system.clock import now
    from solecism_study.people.invitations import invite
    from solecism_study.people.raters import rater_by_pseudonym
    from solecism_study.people.sessions import release_browser
    from solecism_study.study import ALLOWED, open_study, set_document

    # NaN is refused as well.
    if not abs(days) <= _MOST_DAYS:
        raise InputError(f"--days {days:g}: give at most {_MOST_DAYS}.")
    opened = open_study(study)
    _change_states(opened, remove, reinstate, revoked, reason, now())
    until = now() + int(days * _DAY)
    links = {name: invite(opened, name, expires=until, issued=now()) for name in invited}
    links |= _invitation_links(opened, linked, until) if linked else {}
    for name, link in links.items():
        click.echo(f"{name}\t{url.rstrip('/')}/enter/{link}")
    if allowed:
        set_document(opened, ALLOWED, _text(allowed), now=now(), actor="shell")
    if released:
        release_browser(opened, rater_by_pseudonym(opened, released), now=now(), actor="shell")
    if payments or identities:
        _write(opened, now(), payments, paid, identities)
    if show:
        show_rater(opened, rater_by_pseudonym(opened, show))
    done = (remove, reinstate, links, payments, identities, allowed, released, show, revoked)
    if not any(done):
        _list_raters(opened, now())
    opened.close()


def _change_states(
    study: Study,
    remove: str | None,
    reinstate: str | None,
    revoked: tuple[str, ...],
    reason: str,
    at: int,
) -> None:
    """Remove a rater, reinstate one, and revoke invitations, and say what it changes."""
    from solecism_study.people.invitations import revoke_invitations
    from solecism_study.people.raters import rater_by_pseudonym
    from solecism_study.people.removal import reinstate_rater, remove_rater

    if remove:
        rater = rater_by_pseudonym(study, remove).id
        n = remove_rater(study, rater, reason=reason, now=at, actor="shell")
        click.echo(f"{n} answers are void, and asked for again.", err=True)
    if reinstate:
        rater = rater_by_pseudonym(study, reinstate).id
        n = reinstate_rater(study, rater, reason=reason, now=at, actor="shell")
        click.echo(f"{n} answers count again.", err=True)
    if revoked:
        n = revoke_invitations(study, revoked, now=at, actor="shell")
        click.echo(f"Names: {len(revoked)}; raters who get no more questions: {n}.", err=True)


def _invitation_links(study: Study, file: str, until: int) -> dict[str, str]:
    """Signed links for the ids in a file."""
    from solecism_study.people.invitations import invite
    from solecism_study.people.platforms import check_external_id

    platform = study.configuration.platform
    if platform is None:
        raise InputError("--link: the study has no platform. Use --invite.")
    ids = [line.strip() for line in _text(file).splitlines() if line.strip()]
    for external in ids:
        check_external_id(study, platform, external)
    return {one: invite(study, one, expires=until, origin=platform.name) for one in ids}


def _text(file: str) -> str:
    from solecism.formats.files import read_lines

    return "".join(read_lines(file))


def _write(study: Study, at: int, owed: str | None, paid: tuple[str, ...], who: str | None) -> None:
    from solecism.formats.files import write_text
    from solecism_study.people.payments import (
        format_identities,
        format_payments,
        identities,
        payments,
    )

    if owed:
        already = _paid_by_stage(paid, n_stages=len(study.task.stages))
        write_text(owed, format_payments(payments(study, paid_already=already)))
    if who:
        write_text(who, format_identities(identities(study, now=at, actor="shell")))


def _paid_by_stage(given: tuple[str, ...], *, n_stages: int) -> dict[int, int]:
    """What the platform pays for each stage, from the options --paid."""
    from solecism_study.units import parse_money

    paid: dict[int, int] = {}
    for text in given:
        name, has_stage, amount = text.rpartition("=")
        if not has_stage and n_stages > 1:
            raise InputError(
                f"--paid {text}: the study has {n_stages} stages. Say for which the platform pays "
                f"it: --paid 1={text} --paid 2={text}."
            )
        stage = int(name) if name.isdecimal() else 0 if has_stage else 1
        if not 1 <= stage <= n_stages or stage in paid:
            raise InputError(
                f"--paid {text}: give AMOUNT or STAGE=AMOUNT, with each stage from 1 to {n_stages} "
                "once."
            )
        paid[stage] = parse_money(amount)
    return paid


def _list_raters(study: Study, at: int) -> None:
    from solecism_study.status.progress import progress
    from solecism_study.units import format_money

    so_far = progress(study, now=at)
    rows = [
        [
            one.pseudonym,
            one.state,
            str(one.n_answered),
            str(one.n_surplus),
            str(one.n_void),
            f"{one.n_right} of {one.n_control}",
            number(one.p_above_bar),
            f"{one.active_ms / 60_000:.1f}",
            format_money(one.earned, so_far.currency),
        ]
        for one in so_far.raters
    ]
    if not rows:
        click.echo("No rater has joined yet.", err=True)
    print_table("Raters", _COLUMNS, rows)


_ANSWER_COLUMNS = ("item", "answer", "other raters", "control", "seconds")
_ALL_ANSWERS = 1_000_000


def show_rater(study: Study, rater: Rater) -> None:
    """Print all answers of a rater, the newest first, and a summary of their times."""
    from solecism_study.status.rater_statistics import rater_answers, rater_times

    answers = rater_answers(study, rater, per_page=_ALL_ANSWERS)
    show(
        f"{rater.pseudonym}, {rater.state}", _ANSWER_COLUMNS, [_answer_row(one) for one in answers]
    )
    times = rater_times(study, rater)
    if times is not None:
        spread = [number(times.median), number(times.low), number(times.high)]
        show("Active seconds per answer", ("median", "10%", "90%"), [spread])


def _answer_row(one: ReportedAnswer) -> list[str]:
    control = "" if one.is_right is None else ("right" if one.is_right else "wrong")
    others = ", ".join(f"{n} {meaning}" for meaning, n in one.others.items())
    return [
        f"{one.before}[{one.target}]{one.after}",
        f"{one.meaning} (void)" if one.is_void else one.meaning,
        others,
        control,
        "" if one.seconds is None else f"{one.seconds:.1f}",
    ]


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
def remind_command(
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
    from solecism.system.clock import now
    from solecism_study.people.reminders import due_raters, record_reminders
    from solecism_study.study import open_study

    opened = open_study(study)
    due = due_raters(opened, now=now(), pause_hours=pause)
    if mail:
        _send_reminders(opened, due, mail, addresses, url)
    else:
        for one in due:
            click.echo(one.id)
        click.echo(f"Raters to remind: {len(due)}.", err=True)
        if record:
            record_reminders(
                opened, [one.rater for one in due], means="list", now=now(), actor="shell"
            )
    opened.close()


def _send_reminders(
    study: Study, due: list[DueRater], mail: str, addresses: str | None, url: str
) -> None:
    from solecism.formats.files import read_lines
    from solecism.system.clock import now
    from solecism_study.people.reminders import read_mail_settings, record_reminders, send_letters

    settings = read_mail_settings("".join(read_lines(mail)), file=mail)
    known = _addresses(addresses) if addresses else {}
    by_address = [(one, known.get(one.id, one.id)) for one in due]
    unknown = [one.id for one, address in by_address if "@" not in address]
    letters = [
        _letter(study, settings, one, address, url) for one, address in by_address if "@" in address
    ]
    if letters:
        password = os.environ.get(settings.password_variable)
        delivery = send_letters(settings, letters, password=password)
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
    from solecism.system.clock import now
    from solecism_study.people.invitations import INVITATION, invite
    from solecism_study.people.reminders import Letter

    link = url.rstrip("/")
    if one.origin == INVITATION:
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
