"""How a rater begins: front page, link, consent, signing in, and screening before work.

People come by invitation, from a platform whose ids are believed, or to an open study. Opening a
link signs nobody in, because mail programs and chats open links too. A rater is signed in when they
agree to take part, with a new session, in the browser where they did so first; another browser
needs the code that the first one was shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.errors import ConflictError, DeniedError, InputError, MissingError
from solecism_study.configuration import Platform
from solecism_study.people import sessions
from solecism_study.people.invitations import (
    INVITATION,
    REVOKED,
    Invitation,
    check_not_revoked,
    invite,
    read_invitation,
    restore_invited,
)
from solecism_study.people.platforms import (
    TOKEN_PARAMETER,
    TokenReader,
    check_external_id,
    external_id,
)
from solecism_study.people.raters import Rater, check_not_erased, consent, join, rater_by_id
from solecism_study.people.sessions import OtherBrowserError, bind_browser
from solecism_study.screening.steps import answer_step, current_step
from solecism_study.serve.http.pages import page
from solecism_study.serve.http.problems import sentence_of
from solecism_study.serve.http.request_bodies import read_form
from solecism_study.serve.http.session import (
    ANONYMOUS,
    RATER,
    Session,
    check_csrf,
    csrf_token,
    rater_form,
    rater_session,
)
from solecism_study.serve.rater.browser import (
    browser_secret,
    is_right_code,
    record_sign_in_device,
    set_browser_cookie,
)
from solecism_study.serve.service import Service, run_in_queue, service
from solecism_study.study import current_guideline, guidelines_of
from solecism_study.units import HOUR
from solecism_study.work.own_progress import work_estimate


def front_page(request: Request) -> Response:
    """The study's front page; in an open study it has the link to take part."""
    study = service(request).study
    session = RATER.live(request)
    return page(
        request,
        "front.html",
        task=study.task,
        guideline=current_guideline(study),
        access=study.configuration.access,
        is_signed_in=session is not None and session.subject != ANONYMOUS,
    )


def guideline_page(request: Request) -> Response:
    """The instructions in the version that is asked for, or in the current one."""
    versions = guidelines_of(service(request).study)
    number = int(request.path_params.get("version", versions[-1].version))
    guideline = next((one for one in versions if one.version == number), None)
    if guideline is None:
        raise MissingError(f"there is no version {number} of the instructions.")
    return page(request, "guideline.html", guideline=guideline, versions=versions)


FRONT_ROUTES = [
    Route("/", front_page),
    Route("/guidelines", guideline_page),
    Route("/guidelines/{version:int}", guideline_page),
]


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
    check_not_erased(service(request).study, identity.external)
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
        "outlook": work_estimate(study),
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
    set_browser_cookie(request, response, secret)
    record_sign_in_device(request, response, rater.id)
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


ENTRY_ROUTES = [
    Route("/enter", show_invitation),
    Route("/enter", sign_in, methods=["POST"]),
    Route("/enter/{link}", show_invitation),
    Route("/enter/{link}", sign_in, methods=["POST"]),
    Route("/join", show_open_study),
    Route("/join", sign_in, methods=["POST"]),
    Route("/agree", agree_again, methods=["POST"]),
]


INVITED, OPEN = "invited", "open"
BY_INVITATION = "this study is by invitation only. Open the link that you were sent."
_READING_TIME = 2 * HOUR
"""How long a person who was confirmed by a platform may read before they agree."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Where a rater comes from, their id there, and the path that their consent is sent to.

    `is_vouched` says that the platform has just confirmed who they are.
    """

    origin: str
    external: str
    action: str
    is_vouched: bool = False


def identity_of(request: Request) -> Identity:
    """The identity of whoever follows a link; DeniedError where it is not believed."""
    serving = service(request)
    link = request.path_params.get("link")
    if link is not None:
        return _by_link(serving, link)
    configuration = serving.study.configuration
    platform = configuration.platform
    if platform is None or configuration.access == INVITED:
        raise DeniedError(BY_INVITATION)
    if platform.is_signed:
        return _by_token(serving, platform, request)
    external = external_id(platform, request.query_params)
    check_external_id(serving.study, platform, external)
    action = f"/enter?{urlencode({platform.id_parameter: external})}"
    return Identity(platform.name, external, action)


def _by_link(serving: Service, link: str) -> Identity:
    invitation = read_invitation(serving.study, link, now=serving.now)
    if invitation.origin == INVITATION:
        check_not_revoked(serving.study, invitation)
    else:
        _check_platform(serving, invitation)
    return Identity(invitation.origin, invitation.name, f"/enter/{link}", invitation.is_vouched)


def _check_platform(serving: Service, invitation: Invitation) -> None:
    platform = serving.study.configuration.platform
    if platform is None or platform.name != invitation.origin:
        raise DeniedError(BY_INVITATION)
    check_external_id(serving.study, platform, invitation.name)


def _by_token(serving: Service, platform: Platform, request: Request) -> Identity:
    """The identity that a platform's own token confirms, with a link of ours to go on with."""
    token = request.query_params.get(TOKEN_PARAMETER)
    if token is None or serving.keys is None or not serving.address:
        raise DeniedError(
            f"this link does not show that {platform.name} has sent you. Open the study from there."
        )
    reader = TokenReader(serving.address, serving.keys.named)
    external = reader.external_id(token, platform.id_parameter, now=serving.now)
    if request.query_params.get(platform.id_parameter, external) != external:
        raise DeniedError(f"this link has another id than {platform.name} confirms.")
    check_external_id(serving.study, platform, external)
    link = invite(
        serving.study,
        external,
        expires=serving.now + _READING_TIME,
        origin=platform.name,
        is_vouched=True,
    )
    return Identity(platform.name, external, f"/enter/{link}", is_vouched=True)


SCREENING = "/screening"
FIELD = "field:"


def show_screening(request: Request) -> Response:
    """The step of screening that the rater has to do now."""
    return _step_page(request, {}, "")


def _step_page(request: Request, values: Mapping[str, str], problem: str) -> Response:
    session = rater_session(request)
    study = service(request).study
    step = current_step(study, session.subject)
    if step is None:
        return RedirectResponse("/work", 303)
    return page(
        request,
        "screening.html",
        status=422 if problem else 200,
        csrf=csrf_token(request, session),
        step=step,
        values=values,
        problem=problem,
        guideline=current_guideline(study),
    )


async def answer_screening(request: Request) -> Response:
    """Take the answers of a step, then show the next one or the work."""
    rater, form = await rater_form(request)
    return await run_in_queue(request, _answer, request, rater, form)


def _answer(request: Request, rater: int, form: FormData) -> Response:
    serving = service(request)
    values = {
        name.removeprefix(FIELD): value
        for name, value in form.multi_items()
        if name.startswith(FIELD) and isinstance(value, str)
    }
    try:
        answer_step(serving.study, rater, values, now=serving.now)
    except InputError as error:
        return _step_page(request, values, sentence_of(error))
    except ConflictError:
        # Sent twice, or from an old window: the first answers count.
        return RedirectResponse("/work", 303)
    return RedirectResponse(SCREENING, 303)


SCREENING_ROUTES = [
    Route(SCREENING, show_screening),
    Route(SCREENING, answer_screening, methods=["POST"]),
]
