"""Mail by SMTP: settings from a TOML file, and one message per person."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.errors import MessageError
from email.message import EmailMessage
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from solecism.errors import InputError, StoreError
from solecism.formats import toml

_SECONDS = 30
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


def read_settings(text: str, *, file: str) -> MailSettings:
    """Return the settings in a TOML text; InputError where they are not valid."""
    table = toml.parse(text, file=file)
    try:
        return msgspec.convert(table, MailSettings)
    except msgspec.ValidationError as error:
        raise InputError(f"{file}: these are no settings for mail: {error}.") from error


def send(settings: MailSettings, letters: Iterable[Letter], *, password: str | None) -> Delivery:
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
                settings.host, settings.port, timeout=_SECONDS, context=secure
            )
        else:
            made = smtplib.SMTP(settings.host, settings.port, timeout=_SECONDS)
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
