"""Reminders of the second stage: who can begin it, who was told so when, and mail by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.errors import MessageError
from email.message import EmailMessage
from typing import Annotated, Literal

from msgspec import Meta, Struct
from sqlalchemy import ScalarSelect, and_, exists, func, insert, select

from solecism.errors import StoreError
from solecism.formats import toml
from solecism_study import audit_log
from solecism_study.people.raters import SIMULATED
from solecism_study.refusals import read_as
from solecism_study.store.tables import assignments, openings, raters, reminders
from solecism_study.study import Study
from solecism_study.units import HOUR
from solecism_study.work.reservations import ANSWERED, LEASED, VOID

DEFAULT_PAUSE_HOURS = 48.0


@dataclass(frozen=True, slots=True)
class DueRater:
    """A rater whose second stage is open, by the id that their platform or invitation has."""

    rater: int
    origin: str
    id: str
    since: int
    n_left: int
    reminded: int | None


def due_raters(
    study: Study, *, now: int, pause_hours: float = DEFAULT_PAUSE_HOURS
) -> list[DueRater]:
    """Return the raters who can begin or go on with the second stage, in the order they joined.

    Simulated raters are left out, and those who were reminded in the last `pause_hours`.
    """
    if len(study.task.stages) < 2:
        return []
    opened = now - int(study.configuration.stage_delay_hours * HOUR)
    last = (
        select(reminders.c.rater, func.max(reminders.c.at).label("at"))
        .group_by(reminders.c.rater)
        .subquery()
    )
    query = (
        select(raters, last.c.at.label("reminded"), _n_left().label("n_left"))
        .outerjoin(last, last.c.rater == raters.c.id)
        .where(raters.c.state == "active", raters.c.origin != SIMULATED)
        .where(raters.c.staged.is_not(None), raters.c.staged <= opened)
        .order_by(raters.c.id)
    )
    delay = int(study.configuration.stage_delay_hours * HOUR)
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    return [
        DueRater(row.id, row.origin, row.external, row.staged + delay, row.n_left, row.reminded)
        for row in rows
        if row.n_left and (row.reminded is None or row.reminded <= now - pause_hours * HOUR)
    ]


def record_reminders(
    study: Study, reminded: Collection[int], *, means: str, now: int, actor: str
) -> None:
    """Record that these raters were reminded; the log records how many, not who."""
    if not reminded:
        return
    with study.database.write() as connection:
        rows = [{"rater": rater, "at": now, "means": means} for rater in reminded]
        connection.execute(insert(reminders), rows)
        detail = {"n": len(rows), "means": means}
        audit_log.append(connection, at=now, actor=actor, action="remind", detail=detail)


def _n_left() -> ScalarSelect[int]:
    """How many items of the second stage a rater can still judge."""
    first, second = assignments.alias("first"), assignments.alias("second")
    is_prepared = exists().where(
        first.c.rater == raters.c.id,
        first.c.item == openings.c.item,
        first.c.stage == 0,
        first.c.state == ANSWERED,
    )
    own = and_(second.c.rater == raters.c.id, second.c.opening == openings.c.id)
    is_done = exists().where(own, second.c.state.in_((ANSWERED, VOID)))
    is_held = exists().where(own, second.c.state == LEASED)
    is_open = openings.c.is_open | is_held
    return (
        select(func.count())
        .where(openings.c.stage == 1, is_open, is_prepared, ~is_done)
        .correlate(raters)
        .scalar_subquery()
    )


_MAIL_SECONDS = 30
Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\r\n]*$")]


class MailSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server and the text; {link}, {study} and {n} are filled in for each rater.

    The password is in the environment variable that `password_variable` names, not in the file.
    """

    host: Line
    sender: Line
    port: Annotated[int, Meta(ge=1, le=65535)] = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: Line | None = None
    password_variable: Line = "SOLECISM_MAIL_PASSWORD"
    subject: Line = "The second round of {study} is open"
    text: Annotated[str, Meta(min_length=1, max_length=20_000)] = (
        "Hello,\n\nthank you for your answers so far. The second round of {study} is open: "
        "{n} questions.\n\n{link}\n"
    )


@dataclass(frozen=True, slots=True)
class Letter:
    """A message to one address; `key` says whom it reminds."""

    key: int
    address: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """Whom the server took a message for, and the problem of each that it did not take."""

    sent: tuple[int, ...]
    problems: tuple[str, ...]


def read_mail_settings(text: str, *, file: str) -> MailSettings:
    """Return the settings in a TOML text; InputError where they are not valid."""
    table = toml.parse(text, file=file)
    made: MailSettings = read_as(table, MailSettings, source=file)
    return made


def send_letters(
    settings: MailSettings, letters: Iterable[Letter], *, password: str | None
) -> Delivery:
    """Send all letters over one connection; StoreError where the server cannot be reached."""
    sent, problems = [], []
    with _connection(settings, password) as server:
        for letter in letters:
            try:
                server.send_message(_message(settings, letter))
                sent.append(letter.key)
            except (smtplib.SMTPException, MessageError, ValueError) as error:
                problems.append(f"{letter.address}: {error}")
    return Delivery(tuple(sent), tuple(problems))


@contextmanager
def _connection(settings: MailSettings, password: str | None) -> Iterator[smtplib.SMTP]:
    secure = ssl.create_default_context()
    try:
        if settings.security == "tls":
            made: smtplib.SMTP = smtplib.SMTP_SSL(
                settings.host, settings.port, timeout=_MAIL_SECONDS, context=secure
            )
        else:
            made = smtplib.SMTP(settings.host, settings.port, timeout=_MAIL_SECONDS)
        with made:
            if settings.security == "starttls":
                made.starttls(context=secure)
            if settings.user is not None:
                made.login(settings.user, password or "")
            yield made
    except (OSError, smtplib.SMTPException) as error:
        place = f"{settings.host}:{settings.port}"
        raise StoreError(
            f"{place}: the mail server does not answer as it should: {error}."
        ) from error


def _message(settings: MailSettings, letter: Letter) -> EmailMessage:
    message = EmailMessage()
    message["From"] = settings.sender
    message["To"] = letter.address
    message["Subject"] = letter.subject
    message.set_content(letter.text)
    return message
