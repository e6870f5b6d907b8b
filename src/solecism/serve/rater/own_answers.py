"""Looking back: a rater's own last answers, and the word for one that they think was right."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.work.contest import contest
from solecism.collect.work.own_answers import OwnAnswer, own_answers
from solecism.serve.http.pages import page
from solecism.serve.http.session import csrf_token, rater_form, rater_session
from solecism.serve.service import service


def answers(request: Request) -> Response:
    """The rater's own last answers, each with a form to contest what was made of it."""
    session = rater_session(request)
    return page(
        request,
        "answers.html",
        answers=[
            (own, answer_words(own)) for own in own_answers(service(request).study, session.subject)
        ],
        csrf=csrf_token(request, session),
    )


async def object_to(request: Request) -> Response:
    """Note that a rater stands by an answer."""
    rater, form = await rater_form(request)
    serving = service(request)
    token, reason = str(form.get("token", "")), str(form.get("reason", ""))
    await run_in_threadpool(contest, serving.study, rater, token, reason, now=serving.now)
    return RedirectResponse("/answers", 303)


def answer_words(own: OwnAnswer) -> list[tuple[str, str]]:
    """What was answered, each field by its label, in the words that stood on the page."""
    found = []
    for field in own.question.fields:
        labels = {option.value: option.label for option in field.options}
        words = [labels.get(value, value) for value in own.answer.get(field.name, ())]
        if words:
            found.append((field.label, ", ".join(words)))
    return found


ROUTES = [
    Route("/answers", answers),
    Route("/answers/contest", object_to, methods=["POST"]),
]
