"""The pages of screening: questions before work, one form per step."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.screening.steps import answer_step, current_step
from solecism.errors import ConflictError, InputError
from solecism.serve.http.pages import page
from solecism.serve.http.problems import sentence_of
from solecism.serve.http.session import csrf_token, rater_form, rater_session
from solecism.serve.rater.answer_queue import run_in_queue
from solecism.serve.service import service
from solecism.serve.study.guidelines import current_guideline

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


ROUTES = [
    Route(SCREENING, show_screening),
    Route(SCREENING, answer_screening, methods=["POST"]),
]
