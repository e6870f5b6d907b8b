"""A rater's own last answers, each of which they may contest."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.tasks.labels import labelled_answer
from solecism.collect.work.contest import contest
from solecism.collect.work.own_answers import own_answers
from solecism.serve.http.pages import page
from solecism.serve.http.session import csrf_token, rater_form, rater_session
from solecism.serve.service import service


def own_answers_page(request: Request) -> Response:
    """The rater's own last answers, each with a form to contest how it was graded."""
    session = rater_session(request)
    serving = service(request)
    return page(
        request,
        "answers.html",
        answers=[
            (own, labelled_answer(own.question, own.answer))
            for own in own_answers(serving.study, session.subject, now=serving.now)
        ],
        csrf=csrf_token(request, session),
    )


async def contest_answer(request: Request) -> Response:
    """Record that a rater contests how an answer was graded."""
    rater, form = await rater_form(request)
    serving = service(request)
    token, reason = str(form.get("token", "")), str(form.get("reason", ""))
    await run_in_threadpool(contest, serving.study, rater, token, reason, now=serving.now)
    return RedirectResponse("/answers", 303)


ROUTES = [
    Route("/answers", own_answers_page),
    Route("/answers/contest", contest_answer, methods=["POST"]),
]
