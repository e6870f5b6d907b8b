"""A rater's browser: the one in which they began, and the code that lets another one continue.

The id in a platform's link is no secret, and an invitation may be forwarded. So the first browser
keeps a secret of its own, and another browser is let in only with the code that the first one was
shown. Then the first is signed out, and there is a new code.
"""

from __future__ import annotations

import hmac
from typing import Any

from sqlalchemy import Select, delete, insert, select, update

from solecism.collect.log import audit
from solecism.collect.people.raters import Rater
from solecism.collect.people.sessions import digest_of
from solecism.collect.people.signing import signature
from solecism.collect.store.tables import browsers
from solecism.collect.study import Study
from solecism.errors import DeniedError

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
    digest = digest_of(secret)
    with study.database.write() as connection:
        # Two browsers may come at once: the lock on the study's row makes one of them wait.
        connection.execute(audit.LOCK_STUDY)
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
        detail = {"rater": rater.pseudonym, "salt": audit.salt()}
        audit.append(connection, at=now, actor=rater.pseudonym, action="browser", detail=detail)
    return True


def release_browser(study: Study, rater: Rater, *, now: int, actor: str) -> None:
    """Let a rater begin in any browser again, because they lost both theirs and its code."""
    with study.database.write() as connection:
        connection.execute(delete(browsers).where(browsers.c.rater == rater.id))
        detail = {"rater": rater.pseudonym, "salt": audit.salt()}
        audit.append(connection, at=now, actor=actor, action="release browser", detail=detail)


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
