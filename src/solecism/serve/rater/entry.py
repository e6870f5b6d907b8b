"""The way in: by invitation, from a platform, or by the open door; consent comes first.

Reading a link lets nobody in: mail programs and chats read links too. Whoever agrees to take
part is let in, under a session with an id of its own.
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
from solecism.collect.work.assignment import release
from solecism.errors import DeniedError, InputError, MissingError
from solecism.serve.http.pages import page
from solecism.serve.http.session import (
    NOBODY,
    RATER,
    Session,
    check_csrf,
    csrf_token,
    rater_form,
    read_form,
)
from solecism.serve.rater.front import guidelines_of
from solecism.serve.service import service

INVITED, OPEN = "invited", "open"
_BY_INVITATION = "this study is by invitation. Open the link that you were sent."


def door(request: Request) -> Response:
    """The page of consent for whoever comes with a link; straight to work if they agreed."""
    origin, external = who(request)
    session = RATER.read(request)
    known = _rater_of(request, session)
    is_same = known is not None and (known.origin, known.external) == (origin, external)
    if is_same and known is not None and known.consented == _version(request):
        return RedirectResponse("/work", 303)
    return consent_page(request, session, place=_place(request))


def open_door(request: Request) -> Response:
    """The page of consent of an open study."""
    _check_open(request)
    session = RATER.read(request)
    if session is not None and session.subject != NOBODY:
        return RedirectResponse("/work", 303)
    return consent_page(request, session, place="/join")


def consent_page(
    request: Request, session: Session | None, *, place: str, problem: str = ""
) -> Response:
    """Instructions and consent, with the button that sends them to a place."""
    guideline = guidelines_of(service(request).study)[-1]
    values = {
        "guideline": guideline,
        "task": service(request).study.task,
        "pay": service(request).study.configuration.pay,
        "place": place,
        "problem": problem,
    }
    status = 422 if problem else 200
    if session is not None:
        token = csrf_token(request, session)
        return page(request, "consent.html", status=status, csrf=token, **values)
    # Whoever has no session yet gets one as nobody, so that the form can be told from a forged one.
    marked = Response()
    token = csrf_token(request, RATER.start(request, marked, NOBODY))
    response = page(request, "consent.html", status=status, csrf=token, **values)
    response.headers["set-cookie"] = marked.headers["set-cookie"]
    return response


async def enter(request: Request) -> Response:
    """Let somebody in who agrees."""
    is_open_door = request.url.path == "/join"
    if is_open_door:
        _check_open(request)
    origin, external = (OPEN, secrets.token_urlsafe(12)) if is_open_door else who(request)
    session = RATER.read(request)
    form = await read_form(request)
    if session is None:
        place = "/join" if is_open_door else _place(request)
        problem = "This page was open for too long. Please agree once more."
        return await run_in_threadpool(consent_page, request, None, place=place, problem=problem)
    check_csrf(request, session, form)
    if form.get("agreed") != "yes":
        raise InputError("you did not agree to take part, so nothing was begun.")
    return await run_in_threadpool(_let_in, request, origin, external)


def _let_in(request: Request, origin: str, external: str) -> Response:
    serving = service(request)
    rater = join(serving.study, origin=origin, external=external, now=serving.now)
    consent(serving.study, rater.id, now=serving.now)
    response = RedirectResponse("/work", 303)
    RATER.start(request, response, rater.id)
    return response


async def agree(request: Request) -> Response:
    """A rater who is in agrees to instructions that have changed."""
    rater, _ = await rater_form(request)
    serving = service(request)
    await run_in_threadpool(consent, serving.study, rater, now=serving.now)
    return RedirectResponse("/work", 303)


async def leave(request: Request) -> Response:
    """Give back what the rater holds, and forget them in this browser if they have a link."""
    rater, _ = await rater_form(request)
    serving = service(request)
    await run_in_threadpool(release, serving.study, rater, now=serving.now)
    person = await run_in_threadpool(rater_by_id, serving.study, rater)
    is_open = person.origin == OPEN
    code = completion(serving.study, person, None)
    response = page(request, "left.html", is_open=is_open, completion=code)
    if not is_open:
        RATER.end(request, response)
    return response


def who(request: Request) -> tuple[str, str]:
    """Where whoever comes with a link comes from, and their id there."""
    serving = service(request)
    link = request.path_params.get("link")
    if link is not None:
        return ORIGIN, read_invitation(serving.study, link, now=serving.now).name
    configuration = serving.study.configuration
    platform = configuration.platform
    if platform is None or configuration.access == INVITED:
        raise DeniedError(_BY_INVITATION)
    return platform.name, external_id(platform, request.query_params)


def _place(request: Request) -> str:
    link = request.path_params.get("link")
    if link is not None:
        return f"/enter/{link}"
    platform = service(request).study.configuration.platform
    assert platform is not None  # noqa: S101 - who() says so
    parameter = platform.id_parameter
    return f"/enter?{urlencode({parameter: request.query_params[parameter]})}"


def _check_open(request: Request) -> None:
    if service(request).study.configuration.access != OPEN:
        raise DeniedError(_BY_INVITATION)


def _rater_of(request: Request, session: Session | None) -> Rater | None:
    if session is None or session.subject == NOBODY:
        return None
    try:
        return rater_by_id(service(request).study, session.subject)
    except MissingError:
        return None


def _version(request: Request) -> int:
    return guidelines_of(service(request).study)[-1].version


ROUTES = [
    Route("/enter", door),
    Route("/enter", enter, methods=["POST"]),
    Route("/enter/{link}", door),
    Route("/enter/{link}", enter, methods=["POST"]),
    Route("/join", open_door),
    Route("/join", enter, methods=["POST"]),
    Route("/agree", agree, methods=["POST"]),
    Route("/leave", leave, methods=["POST"]),
]
