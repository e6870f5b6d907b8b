"""Signing in by invitation, from a platform, or in an open study; consent comes first.

Opening a link signs nobody in, because mail programs and chats open links too. A rater is signed in
when they agree to take part, with a new session, in the browser where they did so first; another
browser needs the code that the first one was shown.
"""

from __future__ import annotations

import secrets

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.people import sessions
from solecism.collect.people.browsers import OtherBrowserError, bind_browser
from solecism.collect.people.raters import Rater, consent, join, rater_by_id
from solecism.collect.people.revocation import REVOKED, restore_invited
from solecism.collect.work.outlook import outlook
from solecism.errors import DeniedError, InputError, MissingError
from solecism.serve.http.body import read_form
from solecism.serve.http.pages import page
from solecism.serve.http.session import (
    ANONYMOUS,
    RATER,
    Session,
    check_csrf,
    csrf_token,
    rater_form,
)
from solecism.serve.rater.browser import browser_secret, is_right_code, keep_browser
from solecism.serve.rater.device import note_device
from solecism.serve.rater.identity import BY_INVITATION, OPEN, Identity, identity_of
from solecism.serve.service import service
from solecism.serve.study.guidelines import current_guideline

_WRONG_CODE = "This is not the code that your first browser shows."


def show_invitation(request: Request) -> Response:
    """The consent page for a link; a rater who has agreed already goes straight to work."""
    identity = identity_of(request)
    session = RATER.live(request)
    version = current_guideline(service(request).study).version
    rater = _rater_of(request, session)
    agreed = (identity.origin, identity.external, version)
    if rater is not None and (rater.origin, rater.external, rater.consented) == agreed:
        return RedirectResponse("/work", 303)
    return consent_page(request, session, action=identity.action)


def show_open_study(request: Request) -> Response:
    """The consent page of an open study."""
    _check_open(request)
    session = RATER.live(request)
    if session is not None and session.subject != ANONYMOUS:
        return RedirectResponse("/work", 303)
    return consent_page(request, session, action="/join")


def consent_page(
    request: Request, session: Session | None, *, action: str, problem: str = "", status: int = 200
) -> Response:
    """The instructions and a form that sends the rater's consent to the path `action`."""
    study = service(request).study
    values = {
        "guideline": current_guideline(study),
        "task": study.task,
        "pay": study.configuration.pay,
        "retention_days": study.configuration.retention_days,
        "signs": study.configuration.signs,
        "outlook": outlook(study),
        "action": action,
        "problem": problem,
    }
    if session is not None:
        token = csrf_token(request, session)
        return page(request, "consent.html", status=status, csrf=token, **values)
    # A browser without a session gets an anonymous one, so that the form has a CSRF token.
    carrier = Response()
    token = csrf_token(request, RATER.start(request, carrier, ANONYMOUS))
    response = page(request, "consent.html", status=status, csrf=token, **values)
    response.headers["set-cookie"] = carrier.headers["set-cookie"]
    return response


async def sign_in(request: Request) -> Response:
    """Sign in a rater who agrees to take part."""
    identity = await run_in_threadpool(_identity, request)
    # The token of a form is enough here: whoever was signed in before gets a new session.
    session = RATER.signed(request)
    form = await read_form(request)
    if session is None:
        problem = "This page was open for too long. Please agree again."
        return await run_in_threadpool(
            consent_page, request, None, action=identity.action, problem=problem, status=422
        )
    check_csrf(request, session, form)
    if form.get("agreed") != "yes":
        raise InputError("you have not agreed to take part, so nothing was started.")
    code = str(form.get("code", ""))
    return await run_in_threadpool(_sign_in, request, session, identity, code)


def _identity(request: Request) -> Identity:
    if request.url.path != "/join":
        return identity_of(request)
    _check_open(request)
    return Identity(OPEN, secrets.token_urlsafe(12), "/join")


def _sign_in(request: Request, session: Session, identity: Identity, code: str) -> Response:
    serving = service(request)
    rater = join(serving.study, origin=identity.origin, external=identity.external, now=serving.now)
    secret = browser_secret(request)
    is_proven = identity.is_vouched or (bool(code) and is_right_code(request, rater, code))
    try:
        is_other = bind_browser(serving.study, rater, secret, is_proven=is_proven, now=serving.now)
    except OtherBrowserError:
        return _code_page(request, session, identity, _WRONG_CODE if code else "")
    if is_other:
        serving.sessions.end_all(sessions.RATER, rater.id)
    if rater.state == REVOKED:
        restore_invited(serving.study, rater.id, now=serving.now)
    consent(serving.study, rater.id, now=serving.now)
    response = RedirectResponse("/work", 303)
    RATER.start(request, response, rater.id)
    keep_browser(request, response, secret)
    note_device(request, response, rater.id)
    return response


def _code_page(request: Request, session: Session, identity: Identity, problem: str) -> Response:
    """The form for the code of a rater who began in another browser."""
    return page(
        request,
        "other_browser.html",
        status=403,
        csrf=csrf_token(request, session),
        action=identity.action,
        problem=problem,
    )


async def agree_again(request: Request) -> Response:
    """Record that a signed-in rater agrees to instructions that have changed."""
    rater, _ = await rater_form(request)
    serving = service(request)
    await run_in_threadpool(consent, serving.study, rater, now=serving.now)
    return RedirectResponse("/work", 303)


def _check_open(request: Request) -> None:
    if service(request).study.configuration.access != OPEN:
        raise DeniedError(BY_INVITATION)


def _rater_of(request: Request, session: Session | None) -> Rater | None:
    if session is None or session.subject == ANONYMOUS:
        return None
    try:
        return rater_by_id(service(request).study, session.subject)
    except MissingError:
        return None


ROUTES = [
    Route("/enter", show_invitation),
    Route("/enter", sign_in, methods=["POST"]),
    Route("/enter/{link}", show_invitation),
    Route("/enter/{link}", sign_in, methods=["POST"]),
    Route("/join", show_open_study),
    Route("/join", sign_in, methods=["POST"]),
    Route("/agree", agree_again, methods=["POST"]),
]
