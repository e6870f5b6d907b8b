"""Leaving: a rater stops for now, logs out, or goes on in another browser."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.people.browsers import resume_code
from solecism.collect.people.completions import completion
from solecism.collect.people.raters import rater_by_id
from solecism.collect.work.assignment import release
from solecism.serve.http.pages import page
from solecism.serve.http.session import RATER, csrf_token, rater_form, rater_session
from solecism.serve.rater.browser import forget_browser
from solecism.serve.rater.identity import OPEN
from solecism.serve.service import service


async def stop_work(request: Request) -> Response:
    """Release the rater's questions, and end their session if they have a link to return by."""
    rater, form = await rater_form(request)
    return await run_in_threadpool(_stop, request, rater, is_shared=form.get("shared") == "yes")


def _stop(request: Request, number: int, *, is_shared: bool) -> Response:
    serving = service(request)
    release(serving.study, number, now=serving.now)
    rater = rater_by_id(serving.study, number)
    is_open = rater.origin == OPEN
    response = page(
        request,
        "stopped.html",
        is_open=is_open,
        is_shared=is_shared,
        code=None if is_open else resume_code(serving.study, rater),
        completion=completion(serving.study, rater, None, now=serving.now),
        csrf=csrf_token(request, rater_session(request)),
    )
    # Whoever has no link can go on only with the session, unless they say that others could too.
    if is_shared or not is_open:
        RATER.end(request, response)
    if is_shared:
        forget_browser(request, response)
    return response


def show_code(request: Request) -> Response:
    """The code with which a rater continues in another browser."""
    serving = service(request)
    rater = rater_by_id(serving.study, rater_session(request).subject)
    if rater.origin == OPEN:
        return RedirectResponse("/work", 303)
    return page(request, "device.html", code=resume_code(serving.study, rater))


ROUTES = [
    Route("/leave", stop_work, methods=["POST"]),
    Route("/device", show_code),
]
