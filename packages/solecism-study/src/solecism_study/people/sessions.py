"""Sessions and browsers: who is signed in, and in which browser a rater may continue.

Sessions are recorded here so that logging out ends a session for good. A session's id is a secret
of its browser; only its hash is stored. The process that serves the study remembers which sessions
there are, because every session begins and ends in it.

The id in a platform's link is no secret, and an invitation may be forwarded. So the first browser
of a rater keeps a secret of its own, and another browser is let in only with the code that the
first one was shown. Then the first is signed out, and there is a new code. Where a study declares
that sign, the devices that raters came with are recorded as keyed hashes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict, defaultdict
from contextlib import suppress
from typing import Any, Literal

from sqlalchemy import Connection, Select, bindparam, delete, insert, select, update

from solecism.errors import DeniedError
from solecism_study import audit_log
from solecism_study.keyed_hashes import signature
from solecism_study.people.raters import Rater
from solecism_study.store.database import execute
from solecism_study.store.tables import browsers, devices, sessions
from solecism_study.study import Study

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
    """The sessions of a study."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._known: OrderedDict[tuple[Kind, int, str], None] = OrderedDict()

    def begin(self, kind: Kind, subject: int, identity: str, *, now: int) -> None:
        """Record a new session."""
        row = {"digest": secret_digest(identity), "kind": kind, "subject": subject, "began": now}
        with self._study.database.write() as connection:
            connection.execute(insert(sessions), row)
        self._remember((kind, subject, identity))

    def is_live(self, kind: Kind, subject: int, identity: str) -> bool:
        """Whether this session has begun and not ended."""
        session = (kind, subject, identity)
        if session in self._known:
            return True
        values = {"digest": secret_digest(identity), "kind": kind, "subject": subject}
        with self._study.database.read_once() as connection:
            is_live = bool(execute(connection, _BY_DIGEST, values).rows)
        if is_live:
            self._remember(session)
        return is_live

    def is_remembered(self, kind: Kind, subject: int, identity: str) -> bool:
        """Whether the session is live as far as this process can know without the database."""
        return (kind, subject, identity) in self._known

    def end(self, kind: Kind, subject: int, identity: str) -> None:
        """End a session: its cookie is of no use from now on, wherever it was copied to."""
        with self._study.database.write() as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == secret_digest(identity)))
        self._known.pop((kind, subject, identity), None)

    def end_all(self, kind: Kind, subject: int) -> None:
        """End all sessions of a person."""
        with self._study.database.write() as connection:
            whose = sessions.c.kind == kind, sessions.c.subject == subject
            connection.execute(delete(sessions).where(*whose))
        for session in [one for one in list(self._known) if one[:2] == (kind, subject)]:
            self._known.pop(session, None)

    def invalidate(self) -> None:
        """Look into the database for each session from now on: some were deleted there."""
        self._known.clear()

    def forget_old(self, kind: Kind, *, before: int) -> None:
        """Delete sessions that began before this time, which are too old to be accepted."""
        with self._study.database.write() as connection:
            old = sessions.c.kind == kind, sessions.c.began < before
            connection.execute(delete(sessions).where(*old))

    def _remember(self, session: tuple[Kind, int, str]) -> None:
        self._known[session] = None
        if len(self._known) > _MAX_REMEMBERED:
            with suppress(KeyError):
                self._known.popitem(last=False)


def secret_digest(secret: str) -> str:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_N_CODE = 10
_N_GROUP = 5


class OtherBrowserError(DeniedError):
    """A rater has begun in another browser than the one that they come with."""


def bind_browser(
    study: Study, rater: Rater, secret: str, *, is_proven: bool = False, now: int
) -> bool:
    """Let a rater work in the browser with this secret; return whether it is another than before.

    Raises OtherBrowserError where they began in another one, unless it `is_proven` who they are.
    """
    digest = secret_digest(secret)
    with study.database.write() as connection:
        # Two browsers may come at once: the lock on the study's row makes one of them wait.
        connection.execute(audit_log.LOCK_STUDY)
        bound = connection.execute(_bound(rater)).scalar()
        if bound is None:
            row = {"rater": rater.id, "digest": digest, "since": now}
            connection.execute(insert(browsers), row)
        if bound is None or hmac.compare_digest(bound, digest):
            return False
        if not is_proven:
            raise OtherBrowserError("you have begun in another browser. Continue there.")
        change = update(browsers).where(browsers.c.rater == rater.id)
        connection.execute(change.values(digest=digest, since=now))
        detail = {"rater": rater.pseudonym, "salt": audit_log.salt()}
        audit_log.append(connection, at=now, actor=rater.pseudonym, action="browser", detail=detail)
    return True


def release_browser(study: Study, rater: Rater, *, now: int, actor: str) -> None:
    """Let a rater begin in any browser again, because they lost both theirs and its code."""
    with study.database.write() as connection:
        connection.execute(delete(browsers).where(browsers.c.rater == rater.id))
        detail = {"rater": rater.pseudonym, "salt": audit_log.salt()}
        audit_log.append(connection, at=now, actor=actor, action="release browser", detail=detail)


def resume_code(study: Study, rater: Rater) -> str | None:
    """Return the code with which a rater continues in another browser; None before they began."""
    with study.database.read() as connection:
        bound = connection.execute(_bound(rater)).scalar()
    return None if bound is None else _code(study, rater, bound)


def is_resume_code(study: Study, rater: Rater, given: str) -> bool:
    """Whether this is the rater's code, in capitals or not, with or without its hyphen."""
    code = resume_code(study, rater)
    typed = "".join(filter(str.isalnum, given.upper()))
    return code is not None and hmac.compare_digest(
        code.replace("-", "").encode(), typed.encode(errors="surrogatepass")
    )


def _bound(rater: Rater) -> Select[Any]:
    return select(browsers.c.digest).where(browsers.c.rater == rater.id)


def _code(study: Study, rater: Rater, bound: str) -> str:
    signed = signature(study.secret, "resume", f"{rater.pseudonym}.{bound}").encode()
    number = int.from_bytes(signed)
    letters = []
    for _ in range(_N_CODE):
        number, place = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[place])
    return "".join(letters[:_N_GROUP]) + "-" + "".join(letters[_N_GROUP:])


DeviceKind = Literal["browser", "network"]


def record_device(study: Study, rater: int, kind: DeviceKind, value: str) -> None:
    """Record that a rater came with this browser, or from this network, once."""
    row = {"rater": rater, "kind": kind, "digest": signature(study.secret, f"of {kind}", value)}
    same = [devices.c[name] == given for name, given in row.items()]
    with study.database.write() as connection:
        if connection.execute(select(devices.c.id).where(*same)).first() is None:
            connection.execute(insert(devices), row)


def sharing_raters(connection: Connection, kind: DeviceKind) -> dict[int, set[int]]:
    """Return the other raters who came with the same browser or network, by rater."""
    by_digest: dict[str, set[int]] = defaultdict(set)
    for row in connection.execute(select(devices).where(devices.c.kind == kind)):
        by_digest[row.digest].add(row.rater)
    sharing: dict[int, set[int]] = defaultdict(set)
    for together in by_digest.values():
        for rater in together:
            sharing[rater] |= together - {rater}
    return {rater: others for rater, others in sharing.items() if others}
