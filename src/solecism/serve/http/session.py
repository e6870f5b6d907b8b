"""Sessions: who is at the other end, in a signed cookie that no script can read.

A cookie holds a random id, the number of whoever came in (or none), and when. Whoever comes in
gets a new id: one that was known before, or planted, never becomes theirs.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from solecism.collect.people.signing import is_signed, signature
from solecism.errors import DeniedError, SignedOutError
from solecism.serve.service import service

CSRF_FIELD, CSRF_HEADER = "csrf", "x-csrf-token"
_N_ID_BYTES = 18
_N_MARK = 6
_DAY = 86_400
_MAX_FIELDS = 100
_KNOWN = "solecism sessions"


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that came in as somebody by their number, or as nobody yet (0)."""

    id: str
    subject: int
    since: int


NOBODY = 0


@dataclass(frozen=True, slots=True)
class SessionCookie:
    """A cookie by its name, what its signature is for, and how many seconds it holds."""

    name: str
    purpose: str
    max_age: int

    def read(self, request: Request) -> Session | None:
        """The session of a request; None where there is none, or a forged or old one."""
        # The guard looks before the page does.
        known: dict[SessionCookie, Session | None] = request.scope.setdefault(_KNOWN, {})
        if self not in known:
            known[self] = self._read(request)
        return known[self]

    def _read(self, request: Request) -> Session | None:
        text = request.cookies.get(self.name_for(request), "")
        body, _, signed = text.rpartition(".")
        serving = service(request)
        if not body or not is_signed(serving.study.secret, self.purpose, body, signed):
            return None
        identity, subject, since = body.split(".")
        if serving.now - int(since) > self.max_age * 1000:
            return None
        return Session(identity, int(subject), int(since))

    def start(self, request: Request, response: Response, subject: int) -> Session:
        """A new session with an id of its own, whatever the browser had before."""
        serving = service(request)
        session = Session(secrets.token_urlsafe(_N_ID_BYTES), subject, serving.now)
        body = f"{session.id}.{subject}.{session.since}"
        response.set_cookie(
            self.name_for(request),
            f"{body}.{signature(serving.study.secret, self.purpose, body)}",
            max_age=self.max_age,
            path="/",
            secure=is_secure(request),
            httponly=True,
            samesite="lax",
        )
        return session

    def end(self, request: Request, response: Response) -> None:
        """Forget the session in this browser."""
        response.delete_cookie(
            self.name_for(request),
            path="/",
            secure=is_secure(request),
            httponly=True,
            samesite="lax",
        )

    def name_for(self, request: Request) -> str:
        """The name; over HTTPS with the prefix that keeps other hosts from planting it."""
        # Ports of one host share their cookies: each study has a name of its own.
        mark = signature(service(request).study.secret, "cookie", "name")[:_N_MARK]
        return f"{'__Host-' if is_secure(request) else ''}{self.name}_{mark}"


RATER = SessionCookie("solecism_rater", "rater session", 30 * _DAY)


def is_secure(request: Request) -> bool:
    """Whether the browser came by HTTPS, to us or to what stands before us."""
    address = service(request).address
    return request.scope["scheme"] == "https" or bool(address and address.startswith("https:"))


def csrf_token(request: Request, session: Session) -> str:
    """What a page of this session sends back with every change, and no other page knows."""
    return signature(service(request).study.secret, "csrf", session.id)


def check_csrf(request: Request, session: Session, form: FormData | None = None) -> None:
    """DeniedError where a change does not come from a page of this session."""
    given = request.headers.get(CSRF_HEADER) if form is None else form.get(CSRF_FIELD)
    secret = service(request).study.secret
    if not isinstance(given, str) or not is_signed(secret, "csrf", session.id, given):
        raise DeniedError("this page is too old, or not ours. Go back, reload it and try again.")


def rater_session(request: Request) -> Session:
    """The session of a rater; SignedOutError where nobody is signed in."""
    session = RATER.read(request)
    if session is None or session.subject == NOBODY:
        raise SignedOutError("you are not signed in. Open your link again; nothing is lost.")
    return session


async def read_form(request: Request) -> FormData:
    """The fields of a form, which has no files."""
    return await request.form(max_files=0, max_fields=_MAX_FIELDS)


async def rater_form(request: Request) -> tuple[int, FormData]:
    """A rater's number and the form they sent from a page of ours."""
    session = rater_session(request)
    form = await read_form(request)
    check_csrf(request, session, form)
    return session.subject, form
