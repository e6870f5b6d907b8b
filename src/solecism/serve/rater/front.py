"""What everybody may read: what the study is about, and its instructions in all versions."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.collect.guidelines import Guideline, all_guidelines
from solecism.collect.study import Study
from solecism.errors import MissingError
from solecism.serve.http.pages import page
from solecism.serve.http.session import NOBODY, RATER
from solecism.serve.service import service


def guidelines_of(study: Study) -> list[Guideline]:
    """All versions of the instructions, the oldest first."""
    with study.database.read() as connection:
        return all_guidelines(connection)


def front(request: Request) -> Response:
    """The study's front page; in an open study also the way in."""
    study = service(request).study
    session = RATER.read(request)
    return page(
        request,
        "front.html",
        task=study.task,
        guideline=guidelines_of(study)[-1],
        access=study.configuration.access,
        is_signed_in=session is not None and session.subject != NOBODY,
    )


def guideline(request: Request) -> Response:
    """The instructions in the version asked for, or as they are now."""
    every = guidelines_of(service(request).study)
    number = int(request.path_params.get("version", every[-1].version))
    found = next((one for one in every if one.version == number), None)
    if found is None:
        raise MissingError(f"there is no version {number} of the instructions.")
    return page(request, "guideline.html", guideline=found, versions=every)


ROUTES = [
    Route("/", front),
    Route("/guidelines", guideline),
    Route("/guidelines/{version:int}", guideline),
]
