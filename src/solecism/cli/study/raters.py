"""`solecism study raters`: list, invite, remove and reinstate raters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism.cli.study.rater_report import show_rater
from solecism.cli.terminal.once import OnceCommand
from solecism.cli.terminal.tables import show as print_table
from solecism.errors import InputError
from solecism.table import number

if TYPE_CHECKING:
    from solecism.collect.study import Study

_DAY = 86_400_000
_MOST_DAYS = 36_500
_COLUMNS = (
    *("rater", "state", "answers", "surplus", "void", "control items right"),
    *("p(above bar)", "active minutes", "earned"),
)


@click.command(name="raters", cls=OnceCommand)
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
    default="",
    metavar="AMOUNT",
    help="Amount that the platform pays each rater by itself.",
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
def command(
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
    paid: str,
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
    from solecism.collect.lifecycle import set_document
    from solecism.collect.people.browsers import release_browser
    from solecism.collect.people.invitations import invite
    from solecism.collect.people.raters import rater_by_pseudonym
    from solecism.collect.study import ALLOWED, open_study
    from solecism.system.clock import now

    # NaN is refused as well.
    if not abs(days) <= _MOST_DAYS:
        raise InputError(f"--days {days:g}: give at most {_MOST_DAYS}.")
    opened = open_study(study)
    _change_states(opened, remove, reinstate, revoked, reason, now())
    until = now() + int(days * _DAY)
    links = {name: invite(opened, name, expires=until, issued=now()) for name in invited}
    links |= _links(opened, linked, until) if linked else {}
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
        _list(opened, now())
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
    from solecism.collect.people.raters import rater_by_pseudonym
    from solecism.collect.people.removal import reinstate_rater, remove_rater
    from solecism.collect.people.revocation import revoke_invitations

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


def _links(study: Study, file: str, until: int) -> dict[str, str]:
    """Signed links for the ids in a file."""
    from solecism.collect.people.invitations import invite
    from solecism.collect.people.platforms import check_external_id

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


def _write(study: Study, at: int, owed: str | None, paid: str, who: str | None) -> None:
    from solecism.collect.money.amounts import parse_money
    from solecism.collect.money.payments import (
        format_identities,
        format_payments,
        identities,
        payments,
    )
    from solecism.formats.files import write_text

    if owed:
        write_text(owed, format_payments(payments(study, now=at, paid_already=parse_money(paid))))
    if who:
        write_text(who, format_identities(identities(study, now=at, actor="shell")))


def _list(study: Study, at: int) -> None:
    from solecism.collect.money.amounts import format_money
    from solecism.collect.status.progress import progress

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
