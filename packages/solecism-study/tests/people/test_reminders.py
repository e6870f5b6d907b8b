"""Reminders of the second stage, by list and by a real mail server, and revoked invitations."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from click.testing import CliRunner

from rater_pages import item_for
from solecism.cli.main import cli
from solecism.errors import DeniedError, InputError, StoreError
from solecism.locate.sites import CONSTRUCTIONS
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.people.invitations import (
    INVITATION,
    check_not_revoked,
    invite,
    read_invitation,
    restore_invited,
    revoke_invitations,
)
from solecism_study.people.raters import consent, join, rater_by_id
from solecism_study.people.reminders import (
    Letter,
    MailSettings,
    due_raters,
    read_mail_settings,
    record_reminders,
    send_letters,
)
from solecism_study.study import Study, open_study
from solecism_study.units import HOUR
from solecism_study.work.assignment import next_questions
from studies import START, make_study, work

Made = Callable[..., Study]
YES = {name: ["yes"] for name in CONSTRUCTIONS}
DAY = 24 * HOUR


class Inbox:
    """A mail server's messages; it refuses one address, and knows one password."""

    def __init__(self) -> None:
        self.letters: list[tuple[list[str], bytes]] = []

    async def handle_RCPT(  # noqa: N802 - the name is aiosmtpd's
        self, server: object, session: object, envelope: object, address: str, options: object
    ) -> str:
        if address.startswith("gone"):
            return "550 no such person"
        envelope.rcpt_tos.append(address)  # type: ignore[attr-defined]  # aiosmtpd's envelope
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - the name is aiosmtpd's
        self, server: object, session: object, envelope: object
    ) -> str:
        self.letters.append((envelope.rcpt_tos, envelope.content))  # type: ignore[attr-defined]
        return "250 OK"


def authenticate(
    server: object, session: object, envelope: object, mechanism: str, data: object
) -> AuthResult:
    is_right = isinstance(data, LoginPassword) and data.password == b"a long password"
    return AuthResult(success=is_right, handled=False)


@pytest.fixture
def inbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Inbox, int]]:
    """A real SMTP server on this machine, and its port."""
    # Where no name server answers, asking for the name of this machine takes ten seconds.
    monkeypatch.setattr(socket, "getfqdn", lambda name="": "study.test")
    kept = Inbox()
    running = Controller(
        kept, hostname="127.0.0.1", port=0, authenticator=authenticate, auth_require_tls=False
    )
    # The controller cannot be asked which port it got, so one is chosen here.
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        running.port = free.getsockname()[1]
    running.start()
    yield kept, running.port
    running.stop()


def nouns(location: str, **settings: Any) -> Study:
    items = [item_for("article-number", number) for number in range(2)]
    return make_study(location, task="article-number", items=items, **settings)


def invited(study: Study, name: str) -> int:
    return consent(study, join(study, origin=INVITATION, external=name, now=START).id, now=START).id


def test_raters_are_due_when_their_second_stage_opens(location: str) -> None:
    study = nouns(location, stage_delay_hours=48)
    ann, bea = invited(study, "ann@example.org"), invited(study, "bea")
    work(study, ann, answers=lambda lease: YES)
    assert due_raters(study, now=START + DAY) == []
    later = START + 3 * DAY
    [due] = due_raters(study, now=later)
    assert (due.rater, due.id, due.n_left, due.reminded) == (ann, "ann@example.org", 2, None)
    record_reminders(study, [ann], means="list", now=later, actor="boss")
    assert due_raters(study, now=later + HOUR) == []
    assert len(due_raters(study, now=later + 3 * DAY)) == 1
    work(study, ann, answers=lambda lease: YES, now=later)
    assert due_raters(study, now=later + 9 * DAY) == []
    assert rater_by_id(study, bea).staged is None
    study.close()


def test_mail_goes_to_everybody_whom_the_server_takes(inbox: tuple[Inbox, int]) -> None:
    kept, port = inbox
    settings = MailSettings("127.0.0.1", "study@example.org", port, "none", user="study")
    letters = [Letter(n, to, "Größe", "Hello ü") for n, to in ((1, "a@x.org"), (2, "gone@x.org"))]
    delivery = send_letters(settings, letters, password="a long password")
    assert delivery.sent == (1,)
    assert "gone@x.org" in delivery.problems[0]
    [(to, body)] = kept.letters
    message = message_from_bytes(body, policy=policy.default)
    assert (to, message["Subject"]) == (["a@x.org"], "Größe")
    assert message.get_content().strip() == "Hello ü"
    with pytest.raises(StoreError, match=r"mail server.*535"):
        send_letters(settings, letters, password="wrong")


def test_the_command_lists_mails_and_records(
    scratch: Path, tmp_path: Path, inbox: tuple[Inbox, int]
) -> None:
    kept, port = inbox
    place = str(scratch / "nouns")
    study = nouns(place, stage_delay_hours=0)
    for name in ("ann@example.org", "P-17", "P-18"):
        work(study, invited(study, name), answers=lambda lease: YES, n=2)
    study.close()
    told = CliRunner().invoke(cli, ["study", "remind", place])
    assert told.stdout.split() == ["ann@example.org", "P-17", "P-18"]
    (tmp_path / "mail.toml").write_text(
        f'host = "127.0.0.1"\nport = {port}\nsecurity = "none"\nsender = "s@example.org"\n'
    )
    (tmp_path / "who.csv").write_text("id,email\nP-17,p17@example.org\n")
    mail = ["--mail", str(tmp_path / "mail.toml"), "--addresses", str(tmp_path / "who.csv")]
    url = "https://study.example"
    told = CliRunner().invoke(cli, ["study", "remind", place, *mail, "--url", url])
    assert "Messages sent: 2 of 2." in told.stderr
    assert "Without a mail address: 1 (P-18)" in told.stderr
    assert [to for to, _ in kept.letters] == [["ann@example.org"], ["p17@example.org"]]
    text = message_from_bytes(kept.letters[0][1], policy=policy.default).get_content()
    link = text.replace("\n", "").partition("/enter/")[2].strip()
    opened = open_study(place)
    assert read_invitation(opened, link, now=START).name == "ann@example.org"
    opened.close()
    told = CliRunner().invoke(cli, ["study", "remind", place, "--record"])
    assert told.stdout.split() == ["P-18"]
    assert CliRunner().invoke(cli, ["study", "remind", place]).stdout == ""


def test_settings_that_are_wrong_are_told() -> None:
    with pytest.raises(InputError, match=r"mail\.toml: .*hots"):
        read_mail_settings('hots = "x"', file="mail.toml")


def test_a_revoked_invitation_opens_nothing_and_a_new_one_does(location: str) -> None:
    study = make_study(location, n_items=4)
    link = invite(study, "ann", expires=START + DAY, issued=START)
    old = invite(study, "ann", expires=START + DAY)
    ann = invited(study, "ann")
    work(study, ann, n=2)
    assert revoke_invitations(study, ["ann", "bea"], now=START + HOUR, actor="boss") == 1
    for each in (link, old):
        with pytest.raises(DeniedError, match="was revoked"):
            check_not_revoked(study, read_invitation(study, each, now=START))
    waiting = next_questions(study, ann, now=START + HOUR).waiting
    assert waiting is not None
    assert waiting.reason == "revoked"
    assert len(list(recorded_judgments(study))) == 2
    new = invite(study, "ann", expires=START + DAY, issued=START + 2 * HOUR)
    check_not_revoked(study, read_invitation(study, new, now=START))
    restore_invited(study, ann, now=START + 2 * HOUR)
    assert next_questions(study, ann, now=START + 2 * HOUR).current is not None
    study.close()
