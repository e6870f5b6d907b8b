"""Sessions: who is signed in, recorded here so that logging out ends a session for good.

A session's id is a secret of its browser; only its hash is stored. Where one process serves the
study, it remembers which sessions there are, because every session begins and ends in it. Where
several do, each request looks into the database: another process may have ended the session.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from contextlib import suppress
from typing import Literal

from sqlalchemy import bindparam, delete, insert, select

from solecism.collect.store.prepared import execute
from solecism.collect.store.tables import sessions
from solecism.collect.study import Study

Kind = Literal["rater", "administrator"]
RATER: Kind = "rater"
ADMINISTRATOR: Kind = "administrator"

RATER_SECONDS, ADMINISTRATOR_SECONDS = 30 * 86_400, 12 * 3600
"""How long a session lasts."""

_MAX_REMEMBERED = 10_000
_BY_DIGEST = select(sessions.c.id).where(
    sessions.c.digest == bindparam("digest"),
    sessions.c.kind == bindparam("kind"),
    sessions.c.subject == bindparam("subject"),
)


class Sessions:
    """The sessions of a study; `is_shared` says that several processes serve it."""

    def __init__(self, study: Study, *, is_shared: bool = False) -> None:
        self._study, self._is_shared = study, is_shared
        self._known: OrderedDict[tuple[Kind, int, str], None] = OrderedDict()

    def begin(self, kind: Kind, subject: int, identity: str, *, now: int) -> None:
        """Record a new session."""
        row = {"digest": digest_of(identity), "kind": kind, "subject": subject, "began": now}
        with self._study.database.write() as connection:
            connection.execute(insert(sessions), row)
        self._remember((kind, subject, identity))

    def is_live(self, kind: Kind, subject: int, identity: str) -> bool:
        """Whether this session has begun and not ended."""
        session = (kind, subject, identity)
        if not self._is_shared and session in self._known:
            return True
        values = {"digest": digest_of(identity), "kind": kind, "subject": subject}
        with self._study.database.read_once() as connection:
            is_live = bool(execute(connection, _BY_DIGEST, values).rows)
        if is_live:
            self._remember(session)
        return is_live

    def is_remembered(self, kind: Kind, subject: int, identity: str) -> bool:
        """Whether the session is live as far as this process can know without the database."""
        return not self._is_shared and (kind, subject, identity) in self._known

    def end(self, kind: Kind, subject: int, identity: str) -> None:
        """End a session: its cookie is of no use from now on, wherever it was copied to."""
        with self._study.database.write() as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == digest_of(identity)))
        self._known.pop((kind, subject, identity), None)

    def end_all(self, kind: Kind, subject: int) -> None:
        """End all sessions of a person."""
        with self._study.database.write() as connection:
            whose = sessions.c.kind == kind, sessions.c.subject == subject
            connection.execute(delete(sessions).where(*whose))
        for session in [one for one in list(self._known) if one[:2] == (kind, subject)]:
            self._known.pop(session, None)

    def look_again(self) -> None:
        """Look into the database for each session from now on: some were deleted there."""
        self._known.clear()

    def forget_old(self, kind: Kind, *, before: int) -> None:
        """Delete sessions that began before this time, which are too old to be accepted."""
        with self._study.database.write() as connection:
            old = sessions.c.kind == kind, sessions.c.began < before
            connection.execute(delete(sessions).where(*old))

    def _remember(self, session: tuple[Kind, int, str]) -> None:
        if self._is_shared:
            return
        self._known[session] = None
        if len(self._known) > _MAX_REMEMBERED:
            with suppress(KeyError):
                self._known.popitem(last=False)


def digest_of(secret: str) -> str:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
