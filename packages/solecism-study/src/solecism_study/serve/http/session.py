"""Sessions: who sends a request, by a signed cookie that no script can read.

A cookie holds a random id, the number of the person who signed in (or 0), and the time. Signing in
always makes a new id, so that an id that another person knew or planted is never signed in. The
server keeps a record of each session of a person, which ends when they log out: a copy of the
cookie is of no use after that. An anonymous session only protects forms, and has no record.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from solecism.errors import DeniedError, SignedOutError
from solecism_study.keyed_hashes import is_signed, signature
from solecism_study.people import sessions
from solecism_study.serve.http.request_bodies import read_form
from solecism_study.serve.service import service

CSRF_FIELD, CSRF_HEADER = "csrf", "x-csrf-token"
_N_ID_BYTES = 18
_N_MARK = 6
_CACHE = "solecism sessions"


@dataclass(frozen=True, slots=True)
class Session:
    """The session of one browser; `subject` is the number of the person, or ANONYMOUS."""

    id: str
    subject: int
    since: int


ANONYMOUS = 0


@dataclass(frozen=True, slots=True)
class SessionCookie:
    """A kind of session cookie: its name, its signature's purpose, its age limit in seconds."""

    name: str
    kind: sessions.Kind
    purpose: str
    max_age: int

    def live(self, request: Request) -> Session | None:
        """The session of a request; None where there is none, or the person has logged out.

        It may ask the database.
        """
        session = self.signed(request)
        if session is None or session.subject == ANONYMOUS:
            return session
        is_live = service(request).sessions.is_live(self.kind, session.subject, session.id)
        return session if is_live else None

    def is_remembered(self, request: Request) -> bool:
        """Whether `live` finds the session of a request without the database."""
        session = self.signed(request)
        if session is None or session.subject == ANONYMOUS:
            return True
        return service(request).sessions.is_remembered(self.kind, session.subject, session.id)

    def signed(self, request: Request) -> Session | None:
        """The session that a cookie names, which may have ended; None for a forged or old one."""
        # The middleware and the handler both ask for it.
        cache: dict[SessionCookie, Session | None] = request.scope.setdefault(_CACHE, {})
        if self not in cache:
            cache[self] = self._read(request)
        return cache[self]

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
        """Start a new session with a new id, and set its cookie on the response."""
        serving = service(request)
        session = Session(secrets.token_urlsafe(_N_ID_BYTES), subject, serving.now)
        if subject != ANONYMOUS:
            serving.sessions.begin(self.kind, subject, session.id, now=serving.now)
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
        """End the session of a request on the server, and delete its cookie in this browser."""
        session = self.signed(request)
        if session is not None and session.subject != ANONYMOUS:
            service(request).sessions.end(self.kind, session.subject, session.id)
        response.delete_cookie(
            self.name_for(request),
            path="/",
            secure=is_secure(request),
            httponly=True,
            samesite="lax",
        )

    def name_for(self, request: Request) -> str:
        """The cookie's name; over HTTPS with the prefix that keeps other hosts from setting it."""
        # Ports of one host share their cookies, so each study has a name of its own.
        mark = signature(service(request).study.secret, "cookie", "name")[:_N_MARK]
        return f"{'__Host-' if is_secure(request) else ''}{self.name}_{mark}"


RATER = SessionCookie("solecism_rater", sessions.RATER, "rater session", sessions.RATER_SECONDS)


def is_secure(request: Request) -> bool:
    """Whether the browser uses HTTPS, to this server or to the proxy before it."""
    address = service(request).address
    return request.scope["scheme"] == "https" or bool(address and address.startswith("https:"))


def csrf_token(request: Request, session: Session) -> str:
    """The token that pages of this session send with every change, and no other site knows."""
    return signature(service(request).study.secret, "csrf", session.id)


def check_csrf(request: Request, session: Session, form: FormData | None = None) -> None:
    """Raise DeniedError unless the request has the CSRF token of this session."""
    given = request.headers.get(CSRF_HEADER) if form is None else form.get(CSRF_FIELD)
    secret = service(request).study.secret
    if not isinstance(given, str) or not is_signed(secret, "csrf", session.id, given):
        raise DeniedError("this page is out of date. Go back, reload it and try again.")


def rater_session(request: Request) -> Session:
    """The rater's session; SignedOutError where nobody is signed in. It may ask the database."""
    session = RATER.live(request)
    if session is None or session.subject == ANONYMOUS:
        raise SignedOutError("you are not signed in. Open your link again; your answers are safe.")
    return session


async def rater_form(request: Request) -> tuple[int, FormData]:
    """The number of the signed-in rater, and the form that they sent."""
    if RATER.is_remembered(request):
        session = rater_session(request)
    else:
        session = await run_in_threadpool(rater_session, request)
    form = await read_form(request)
    check_csrf(request, session, form)
    return session.subject, form
