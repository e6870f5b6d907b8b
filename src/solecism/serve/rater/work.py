"""The rater's work page: one question at a time, answered by a plain form without scripts."""

from __future__ import annotations

import secrets

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.collect.money.earnings import earnings
from solecism.collect.people.completions import completion
from solecism.collect.people.raters import REMOVED, Rater, rater_by_id
from solecism.collect.study import Study
from solecism.collect.work.assignment import next_questions
from solecism.collect.work.lease import Waiting, question_by_token
from solecism.collect.work.outlook import outlook
from solecism.collect.work.submission import Submission, submit
from solecism.collect.work.undo import undo
from solecism.errors import ConflictError, InputError, MissingError, SignedOutError
from solecism.serve.http.answer_form import answer_values
from solecism.serve.http.pages import page
from solecism.serve.http.session import csrf_token, rater_form, rater_session
from solecism.serve.rater.answer_queue import run_in_queue
from solecism.serve.rater.entry import consent_page
from solecism.serve.rater.identity import OPEN
from solecism.serve.rater.question_html import RejectedAnswer, question_html, verdict_html
from solecism.serve.rater.screening import SCREENING
from solecism.serve.service import Service, service
from solecism.serve.study.guidelines import current_guideline

_CHANGED = "The instructions have changed. Please read them again."


def show_work(request: Request) -> Response:
    """The question to answer now, or why there is none."""
    return work_page(request, rater_session(request).subject)


def work_page(request: Request, number: int, rejected: RejectedAnswer | None = None) -> Response:
    """The rater's work page, with their answer filled in where it was not accepted."""
    serving = service(request)
    rater = _rater(serving, number)
    guideline = current_guideline(serving.study)
    if rater.consented != guideline.version and rater.state not in REMOVED:
        problem = "" if rater.consented is None else _CHANGED
        return consent_page(request, rater_session(request), action="/agree", problem=problem)
    questions = next_questions(serving.study, number, now=serving.now)
    if questions.waiting is not None and questions.waiting.reason == "screening":
        return RedirectResponse(SCREENING, 303)
    if questions.current is None:
        return _waiting_page(request, rater, questions.waiting or Waiting("finished"))
    return page(
        request,
        "work.html",
        status=422 if rejected else 200,
        csrf=_csrf(request),
        space=serving.device_space(number),
        guideline=guideline,
        meter=earnings(serving.study, number),
        outlook=outlook(
            serving.study, rater, stage=serving.study.task.stages.index(questions.current.stage)
        ),
        price=serving.study.configuration.pay.price,
        idle_seconds=serving.study.configuration.idle_seconds,
        lease_minutes=serving.study.configuration.lease_minutes,
        item_seconds=_item_seconds(serving.study),
        request_key=new_request_key(),
        has_link=rater.origin != OPEN,
        can_undo=rater.n_answered > 0 and not questions.current.is_practice,
        questions=[
            (lease.token, question_html(serving.study, lease, _csrf(request), rejected))
            for lease in questions.leases
        ],
    )


async def submit_answer(request: Request) -> Response:
    """Save the answer of a form, then show the next question."""
    rater, form = await rater_form(request)
    return await run_in_queue(request, _submit_answer, request, rater, form)


def _submit_answer(request: Request, rater: int, form: FormData) -> Response:
    serving = service(request)
    sent = answer_in(form)
    try:
        receipt, _ = submit(serving.study, rater, sent, now=serving.now)
    except InputError as error:
        return work_page(request, rater, RejectedAnswer(sent.token, sent.values, str(error)))
    except ConflictError:
        # Answered in another window, or submitted twice: the first answer counts.
        return RedirectResponse("/work", 303)
    if receipt.verdict is not None:
        question = question_by_token(serving.study, rater, sent.token)
        verdict = verdict_html(receipt.verdict, question, sent.values)
        return page(request, "practice_verdict.html", verdict=verdict, csrf=_csrf(request))
    return RedirectResponse("/work", 303)


async def undo_answer(request: Request) -> Response:
    """Undo the last answer, then show its question again."""
    rater, form = await rater_form(request)
    serving = service(request)
    key = str(form.get("request", ""))
    await run_in_queue(request, undo, serving.study, rater, request=key, now=serving.now)
    return RedirectResponse("/work", 303)


def answer_in(form: FormData) -> Submission:
    """The answer that a form sends."""
    return Submission(
        str(form.get("token", "")), answer_values(form), str(form.get("request", "")), None
    )


def new_request_key() -> str:
    """A new key by which a repeated request is recognised."""
    return secrets.token_urlsafe(12)


def _rater(serving: Service, number: int) -> Rater:
    try:
        return rater_by_id(serving.study, number)
    except MissingError as error:
        raise SignedOutError(
            "you are not registered in this study. Open your link again."
        ) from error


def _item_seconds(study: Study) -> int | None:
    limits = study.configuration.limits
    return limits.item_seconds if limits else None


def _csrf(request: Request) -> str:
    return csrf_token(request, rater_session(request))


def _waiting_page(request: Request, rater: Rater, waiting: Waiting) -> Response:
    study = service(request).study
    platform = study.configuration.platform
    completed = completion(study, rater, waiting, now=service(request).now)
    return page(
        request,
        "waiting.html",
        csrf=_csrf(request),
        waiting=waiting,
        completion=completed,
        is_place_returned=platform is not None and rater.n_answered == 0 and completed is None,
        has_link=rater.origin != OPEN,
        meter=earnings(study, rater.id),
        price=study.configuration.pay.price,
        space=service(request).device_space(rater.id),
    )


ROUTES = [
    Route("/work", show_work),
    Route("/work", submit_answer, methods=["POST"]),
    Route("/work/undo", undo_answer, methods=["POST"]),
]
