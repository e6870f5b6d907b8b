"""The rater's work page: one question at a time, answered by a plain form without scripts.

A question has the default form, or the form of a task that has its own template.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.errors import ConflictError, InputError, MissingError, SignedOutError
from solecism_study.people.platforms import completion
from solecism_study.people.raters import REMOVED, Rater, rater_by_id
from solecism_study.serve.http.pages import fragment, has_template, page
from solecism_study.serve.http.request_bodies import answer_values
from solecism_study.serve.http.session import csrf_token, rater_form, rater_session
from solecism_study.serve.rater.entry import OPEN, SCREENING, consent_page
from solecism_study.serve.service import Service, run_in_queue, service
from solecism_study.study import Study, current_guideline
from solecism_study.tasks.question import Question, labelled_answer
from solecism_study.work.assignment import next_questions
from solecism_study.work.control_items import Verdict
from solecism_study.work.lease import Lease, Waiting, question_by_token
from solecism_study.work.own_progress import earnings, work_estimate
from solecism_study.work.submission import Submission, submit, undo

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
        outlook=work_estimate(
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
    sent = submission_of_form(form)
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


def submission_of_form(form: FormData) -> Submission:
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


_N_KEY_BYTES = 12


@dataclass(frozen=True, slots=True)
class RejectedAnswer:
    """What a rater filled in for the question of a token, and why it was not accepted."""

    token: str = ""
    values: Mapping[str, Sequence[str]] = field(default_factory=dict)
    problem: str = ""


def question_html(
    study: Study, lease: Lease, csrf: str, rejected: RejectedAnswer | None = None
) -> Markup:
    """The form of a question, which holds only the item's own text and an opaque token."""
    own = rejected if rejected and rejected.token == lease.token else RejectedAnswer()
    return fragment(
        _template_for(study.task.name),
        lease=lease,
        question=lease.question,
        csrf=csrf,
        key=secrets.token_urlsafe(_N_KEY_BYTES),
        rejected=own,
        is_one_choice=_is_one_choice(lease),
    )


def verdict_html(
    verdict: Verdict, question: Question, values: Mapping[str, Sequence[str]]
) -> Markup:
    """The feedback on a practice answer, beside the sentence that it is about."""
    given = labelled_answer(question, values)
    return fragment("verdict.html", verdict=verdict, question=question, given=given)


def _is_one_choice(lease: Lease) -> bool:
    """Whether the question is one choice, so that each option can be a button."""
    fields = lease.question.fields
    return len(fields) == 1 and fields[0].kind == "choice"


@lru_cache
def _template_for(task: str) -> str:
    own = f"tasks/{task}.html"
    return own if has_template(own) else "tasks/any.html"
