"""Public pages: what the study is about, and its instructions in all versions."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.errors import MissingError
from solecism.serve.http.pages import page
from solecism.serve.http.session import ANONYMOUS, RATER
from solecism.serve.service import service
from solecism.serve.study.guidelines import current_guideline, guidelines_of


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


ROUTES = [
    Route("/", front_page),
    Route("/guidelines", guideline_page),
    Route("/guidelines/{version:int}", guideline_page),
]
