"""The page that Mechanical Turk shows in a frame: an ExternalQuestion, by its documentation.

Mechanical Turk adds four parameters to the address: `assignmentId`, which says whether somebody
has accepted the work or looks at it beforehand, `hitId`, `workerId` and `turkSubmitTo`, the host
that takes the result. The work itself is done in a tab of its own: browsers keep no cookies for a
page inside another site's page, so nobody could stay signed in there. The worker brings the
completion code back to the frame, whose form sends it to Mechanical Turk with the assignment.

No other site may show the page in a frame, and it sends nothing to any other. It has no session and
says nothing about the worker that the address does not say: anybody can write an address.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.errors import DeniedError
from solecism_study.configuration import MTURK, Platform
from solecism_study.people.platforms import check_external_id, external_id
from solecism_study.serve.http.pages import page
from solecism_study.serve.http.problems import problem_response, sentence_of
from solecism_study.serve.rater.entry import BY_INVITATION
from solecism_study.serve.service import service
from solecism_study.study import current_guideline
from solecism_study.work.own_progress import work_estimate

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
SUBMIT_HOSTS = ("https://www.mturk.com", "https://workersandbox.mturk.com")
FRAMING_HOSTS = ("https://worker.mturk.com", *SUBMIT_HOSTS)
POLICY = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        f"form-action {' '.join(SUBMIT_HOSTS)}",
        "base-uri 'none'",
        f"frame-ancestors {' '.join(FRAMING_HOSTS)}",
    ]
)
# X-Frame-Options cannot name hosts: it is left out, and the policy above says who may frame.
_HEADERS = {
    "content-security-policy": POLICY,
    "x-frame-options": "",
    "cross-origin-resource-policy": "cross-origin",
}
_ASSIGNMENT = re.compile(r"[0-9A-Z]{10,64}")
_FROM_THERE = "Open this page from Mechanical Turk."


def external_question(request: Request) -> Response:
    """The frame: before the work is accepted what it is, and then a way to it and a form.

    Who is refused is told so in the frame.
    """
    try:
        response: Response = _question(request)
    except DeniedError as error:
        response = problem_response(request, 403, sentence_of(error))
    response.headers.update(_HEADERS)
    return response


def _question(request: Request) -> Response:
    serving = service(request)
    configuration = serving.study.configuration
    platform = configuration.platform
    if platform is None or platform.name != MTURK or configuration.access != "platform":
        raise DeniedError(BY_INVITATION)
    assignment = request.query_params.get("assignmentId", "")
    is_preview = assignment == PREVIEW
    accepted = None if is_preview else _accepted(request, platform, assignment)
    return page(
        request,
        "external_question.html",
        task=serving.study.task,
        guideline=current_guideline(serving.study),
        pay=configuration.pay,
        outlook=work_estimate(serving.study),
        accepted=accepted,
    )


def _accepted(request: Request, platform: Platform, assignment: str) -> dict[str, str]:
    """What the page needs of a worker who has accepted; DeniedError where it is not believed."""
    if not _ASSIGNMENT.fullmatch(assignment):
        raise DeniedError(f"the link has no assignmentId of Mechanical Turk. {_FROM_THERE}")
    submit_to = request.query_params.get("turkSubmitTo", "").rstrip("/")
    if submit_to not in SUBMIT_HOSTS:
        raise DeniedError(f"the link is to send its result to another host. {_FROM_THERE}")
    worker = external_id(platform, request.query_params)
    check_external_id(service(request).study, platform, worker)
    return {
        "assignment": assignment,
        "submit_to": f"{submit_to}/mturk/externalSubmit",
        "work": f"/enter?{urlencode({platform.id_parameter: worker})}",
    }


EXTERNAL_ROUTES = [Route("/mturk", external_question)]
