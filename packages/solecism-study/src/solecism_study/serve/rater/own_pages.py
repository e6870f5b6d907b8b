"""A rater's pages beside the work: their last answers, stopping, logging out, and withdrawing.

They may contest each of their answers, go on in another browser, or withdraw and say what is
erased.
"""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.errors import InputError
from solecism_study.people.platforms import completion
from solecism_study.people.raters import rater_by_id
from solecism_study.people.sessions import resume_code
from solecism_study.serve.http.pages import page
from solecism_study.serve.http.session import RATER, csrf_token, rater_form, rater_session
from solecism_study.serve.rater.browser import delete_browser_cookie
from solecism_study.serve.rater.entry import OPEN
from solecism_study.serve.service import service
from solecism_study.serve.study_raters import withdraw_rater
from solecism_study.tasks.task import labelled_answer
from solecism_study.work.assignment import release_leases
from solecism_study.work.control_items import contest
from solecism_study.work.own_progress import answers_are_closed, earnings, own_answers


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
        is_closed=answers_are_closed(serving.study, session.subject, now=serving.now),
        csrf=csrf_token(request, session),
    )


async def contest_answer(request: Request) -> Response:
    """Record that a rater contests how an answer was graded."""
    rater, form = await rater_form(request)
    serving = service(request)
    token, reason = str(form.get("token", "")), str(form.get("reason", ""))
    await run_in_threadpool(contest, serving.study, rater, token, reason, now=serving.now)
    return RedirectResponse("/answers", 303)


OWN_ANSWER_ROUTES = [
    Route("/answers", own_answers_page),
    Route("/answers/contest", contest_answer, methods=["POST"]),
]


async def stop_work(request: Request) -> Response:
    """Release the rater's questions, and end their session if they have a link to return by."""
    rater, form = await rater_form(request)
    return await run_in_threadpool(_stop, request, rater, is_shared=form.get("shared") == "yes")


def _stop(request: Request, number: int, *, is_shared: bool) -> Response:
    serving = service(request)
    release_leases(serving.study, number, now=serving.now)
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
        delete_browser_cookie(request, response)
    return response


def show_code(request: Request) -> Response:
    """The code with which a rater continues in another browser."""
    serving = service(request)
    rater = rater_by_id(serving.study, rater_session(request).subject)
    if rater.origin == OPEN:
        return RedirectResponse("/work", 303)
    return page(request, "device.html", code=resume_code(serving.study, rater))


LEAVING_ROUTES = [
    Route("/leave", stop_work, methods=["POST"]),
    Route("/device", show_code),
]


WITHDRAW = "/withdraw"


def show_withdrawal(request: Request) -> Response:
    """What withdrawing means, and the form for it."""
    session = rater_session(request)
    study = service(request).study
    return page(
        request,
        "withdraw.html",
        csrf=csrf_token(request, session),
        meter=earnings(study, session.subject),
        price=study.configuration.pay.price,
    )


async def submit_withdrawal(request: Request) -> Response:
    """Withdraw the rater, erase what they chose, and sign them out."""
    rater, form = await rater_form(request)
    what = form.get("erase")
    if what not in ("id", "answers"):
        raise InputError("please choose what to erase. Nothing was changed.")
    serving = service(request)
    code = await run_in_threadpool(withdraw_rater, serving, rater, with_answers=what == "answers")
    response = page(request, "withdrawn.html", completion=code, has_answers=what == "id")
    await run_in_threadpool(RATER.end, request, response)
    return response


WITHDRAWAL_ROUTES = [
    Route(WITHDRAW, show_withdrawal),
    Route(WITHDRAW, submit_withdrawal, methods=["POST"]),
]
