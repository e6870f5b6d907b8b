"""The rater's page: one question at a time, answered with one press, without any script."""

from __future__ import annotations

import secrets

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.guidelines import Guideline
from solecism.collect.money.earnings import earnings
from solecism.collect.people.platforms import completion
from solecism.collect.people.raters import REMOVED, Rater, rater_by_id
from solecism.collect.work.assignment import next_questions
from solecism.collect.work.lease import Waiting
from solecism.collect.work.submission import Submission, submit
from solecism.collect.work.undo import undo
from solecism.errors import ConflictError, InputError, MissingError, SignedOutError
from solecism.serve.http.pages import page
from solecism.serve.http.session import csrf_token, rater_form, rater_session
from solecism.serve.rater.answer_queue import in_turn
from solecism.serve.rater.front import guidelines_of
from solecism.serve.rater.question_html import Filled, question_html, verdict_html
from solecism.serve.service import Service, service

FIELD, PICK = "field:", "pick:"


def work(request: Request) -> Response:
    """The question to answer now, or why there is none."""
    return work_page(request, rater_session(request).subject)


def work_page(request: Request, number: int, filled: Filled | None = None) -> Response:
    """The rater's page, with what they filled in where that was not accepted."""
    serving = service(request)
    rater = _rater(serving, number)
    guideline = guidelines_of(serving.study)[-1]
    if rater.consented != guideline.version and rater.state not in REMOVED:
        return _changed(request, guideline, is_first=rater.consented is None)
    found = next_questions(serving.study, number, now=serving.now)
    if found.current is None:
        return _waiting_page(request, rater, found.waiting or Waiting("finished"))
    return page(
        request,
        "work.html",
        status=422 if filled else 200,
        csrf=_csrf(request),
        space=serving.device_space(number),
        guideline=guideline,
        meter=earnings(serving.study, number),
        price=serving.study.configuration.pay.price,
        idle_seconds=serving.study.configuration.idle_seconds,
        lease_minutes=serving.study.configuration.lease_minutes,
        request_key=new_key(),
        can_undo=rater.n_answered > 0 and not found.current.is_practice,
        questions=[
            (lease.token, question_html(serving.study, lease, _csrf(request), filled))
            for lease in found.leases
        ],
    )


async def answer(request: Request) -> Response:
    """Keep an answer that a form sent, then the next question."""
    rater, form = await rater_form(request)
    return await in_turn(request, _answer, request, rater, form)


def _answer(request: Request, rater: int, form: FormData) -> Response:
    serving = service(request)
    sent = sent_by(form)
    try:
        receipt, _ = submit(serving.study, rater, sent, now=serving.now)
    except InputError as error:
        return work_page(request, rater, Filled(sent.token, sent.values, str(error)))
    except ConflictError:
        # Answered in another window, or by a second press: what holds is what was kept first.
        return RedirectResponse("/work", 303)
    if receipt.verdict is not None:
        told = verdict_html(receipt.verdict, token=sent.token)
        return page(request, "practised.html", verdict=told, csrf=_csrf(request))
    return RedirectResponse("/work", 303)


async def take_back(request: Request) -> Response:
    """Take back the last answer; its question is the one to answer now."""
    rater, form = await rater_form(request)
    serving = service(request)
    key = str(form.get("request", ""))
    await in_turn(request, undo, serving.study, rater, request=key, now=serving.now)
    return RedirectResponse("/work", 303)


def sent_by(form: FormData) -> Submission:
    """The answer in a form's fields; a pick by button goes before what stands in its box."""
    values: dict[str, list[str]] = {}
    picked: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if not isinstance(value, str):
            raise InputError("a file is no answer.")
        for prefix, into in ((FIELD, values), (PICK, picked)):
            if name.startswith(prefix):
                into.setdefault(name.removeprefix(prefix), []).append(value)
    return Submission(
        str(form.get("token", "")), {**values, **picked}, str(form.get("request", "")), None
    )


def new_key() -> str:
    """A key that tells one request from its repetition."""
    return secrets.token_urlsafe(12)


def _rater(serving: Service, number: int) -> Rater:
    try:
        return rater_by_id(serving.study, number)
    except MissingError as error:
        raise SignedOutError("this study does not know you. Open your link again.") from error


def _csrf(request: Request) -> str:
    return csrf_token(request, rater_session(request))


def _changed(request: Request, guideline: Guideline, *, is_first: bool) -> Response:
    study = service(request).study
    return page(
        request,
        "consent.html",
        guideline=guideline,
        task=study.task,
        pay=study.configuration.pay,
        place="/agree",
        problem="" if is_first else "The instructions have changed since you read them.",
        csrf=_csrf(request),
    )


def _waiting_page(request: Request, rater: Rater, waiting: Waiting) -> Response:
    study = service(request).study
    comes_from = study.configuration.platform
    return page(
        request,
        "waiting.html",
        csrf=_csrf(request),
        waiting=waiting,
        completion=completion(study, rater, waiting.reason),
        is_sent_back=comes_from is not None and rater.n_answered == 0,
        meter=earnings(study, rater.id),
        price=study.configuration.pay.price,
        space=service(request).device_space(rater.id),
    )


ROUTES = [
    Route("/work", work),
    Route("/work", answer, methods=["POST"]),
    Route("/work/undo", take_back, methods=["POST"]),
]
