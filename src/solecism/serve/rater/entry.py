"""Signing in by invitation, from a platform, or in an open study; consent comes first.

Opening a link signs nobody in, because mail programs and chats open links too. A rater is signed in
when they agree to take part, with a new session.
"""

from __future__ import annotations

import secrets
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.people.invitations import ORIGIN, read_invitation
from solecism.collect.people.platforms import completion, external_id
from solecism.collect.people.raters import Rater, consent, join, rater_by_id
from solecism.collect.people.revocation import REVOKED, check_not_revoked, restore_invited
from solecism.collect.work.assignment import release
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
from solecism.serve.service import service
from solecism.serve.study.guidelines import current_guideline

INVITED, OPEN = "invited", "open"
_BY_INVITATION = "this study is by invitation only. Open the link that you were sent."


def show_invitation(request: Request) -> Response:
    """The consent page for a link; a rater who has agreed already goes straight to work."""
    origin, external = identity_of(request)
    session = RATER.read(request)
    version = current_guideline(service(request).study).version
    rater = _rater_of(request, session)
    agreed = (origin, external, version)
    if rater is not None and (rater.origin, rater.external, rater.consented) == agreed:
        return RedirectResponse("/work", 303)
    return consent_page(request, session, action=_entry_path(request))


def show_open_study(request: Request) -> Response:
    """The consent page of an open study."""
    _check_open(request)
    session = RATER.read(request)
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
    is_open_study = request.url.path == "/join"
    if is_open_study:
        _check_open(request)
    origin, external = (OPEN, secrets.token_urlsafe(12)) if is_open_study else identity_of(request)
    session = RATER.read(request)
    form = await read_form(request)
    if session is None:
        action = "/join" if is_open_study else _entry_path(request)
        problem = "This page was open for too long. Please agree again."
        return await run_in_threadpool(
            consent_page, request, None, action=action, problem=problem, status=422
        )
    check_csrf(request, session, form)
    if form.get("agreed") != "yes":
        raise InputError("you have not agreed to take part, so nothing was started.")
    return await run_in_threadpool(_sign_in, request, origin, external)


def _sign_in(request: Request, origin: str, external: str) -> Response:
    serving = service(request)
    rater = join(serving.study, origin=origin, external=external, now=serving.now)
    if rater.state == REVOKED:
        restore_invited(serving.study, rater.id, now=serving.now)
    consent(serving.study, rater.id, now=serving.now)
    response = RedirectResponse("/work", 303)
    RATER.start(request, response, rater.id)
    return response


async def agree_again(request: Request) -> Response:
    """Record that a signed-in rater agrees to instructions that have changed."""
    rater, _ = await rater_form(request)
    serving = service(request)
    await run_in_threadpool(consent, serving.study, rater, now=serving.now)
    return RedirectResponse("/work", 303)


async def stop_work(request: Request) -> Response:
    """Release the rater's questions, and sign them out if they have a link to return by."""
    rater, _ = await rater_form(request)
    serving = service(request)
    await run_in_threadpool(release, serving.study, rater, now=serving.now)
    person = await run_in_threadpool(rater_by_id, serving.study, rater)
    is_open = person.origin == OPEN
    code = completion(serving.study, person, None)
    response = page(request, "stopped.html", is_open=is_open, completion=code)
    if not is_open:
        RATER.end(request, response)
    return response


def identity_of(request: Request) -> tuple[str, str]:
    """The origin of a rater who comes with a link (invitation or platform), and their id there."""
    serving = service(request)
    link = request.path_params.get("link")
    if link is not None:
        invitation = read_invitation(serving.study, link, now=serving.now)
        check_not_revoked(serving.study, invitation)
        return ORIGIN, invitation.name
    configuration = serving.study.configuration
    platform = configuration.platform
    if platform is None or configuration.access == INVITED:
        raise DeniedError(_BY_INVITATION)
    return platform.name, external_id(platform, request.query_params)


def _entry_path(request: Request) -> str:
    link = request.path_params.get("link")
    if link is not None:
        return f"/enter/{link}"
    platform = service(request).study.configuration.platform
    assert platform is not None  # noqa: S101 - identity_of() has checked it
    parameter = platform.id_parameter
    return f"/enter?{urlencode({parameter: request.query_params[parameter]})}"


def _check_open(request: Request) -> None:
    if service(request).study.configuration.access != OPEN:
        raise DeniedError(_BY_INVITATION)


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
    Route("/leave", stop_work, methods=["POST"]),
]
