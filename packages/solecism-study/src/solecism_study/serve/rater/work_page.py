"""The rater's work page: one question at a time, answered by a plain form without scripts.

A question has the default form, or the form of a task that has its own template.

The script in the page has requests of its own: answers, undo, questions ahead, heartbeat.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated

import msgspec
from markupsafe import Markup
from msgspec import Meta
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from solecism.errors import ConflictError, InputError, MissingError, SignedOutError
from solecism.web import read_json
from solecism_study.people.platforms import completion
from solecism_study.people.raters import REMOVED, Rater, rater_by_id
from solecism_study.serve.http.pages import fragment, has_template, page, with_root_path
from solecism_study.serve.http.request_bodies import ActiveMilliseconds, ShortText, answer_values
from solecism_study.serve.http.session import (
    ANONYMOUS,
    RATER,
    Session,
    check_csrf,
    csrf_token,
    rater_form,
    rater_session,
)
from solecism_study.serve.rater.entry import OPEN, SCREENING, consent_page
from solecism_study.serve.service import Service, run_in_queue, service
from solecism_study.study import Study, current_guideline, current_guideline_version
from solecism_study.tasks.task import Question, labelled_answer
from solecism_study.work.assignment import next_questions
from solecism_study.work.control_items import Verdict
from solecism_study.work.lease import Lease, NextQuestions, Waiting, heartbeat, question_by_token
from solecism_study.work.own_progress import earnings, work_estimate
from solecism_study.work.submission import Receipt, Submission, submit, undo

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


Texts = Annotated[list[ShortText], Meta(max_length=50)]
_MAX_FIELDS = 30


class AnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, and the tokens of the questions that the page has already."""

    token: ShortText
    request: ShortText
    values: Annotated[dict[ShortText, Texts], Meta(max_length=_MAX_FIELDS)]
    active_ms: ActiveMilliseconds | None = None
    held: Texts = []


class UndoRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to undo, and the tokens of the questions that the page has already."""

    request: ShortText
    held: Texts = []


async def receive_answer(request: Request) -> Response:
    """Save an answer; the response has what it earned, and the rater's next questions."""
    session = _signed_session(request)
    body = await read_json(request, AnswerRequest)
    serving = service(request)
    sent = Submission(body.token, body.values, body.request, body.active_ms)

    def save() -> tuple[dict[str, object], NextQuestions]:
        rater_session(request)
        receipt, after = submit(serving.study, session.subject, sent, now=serving.now)
        return _receipt(request, session, receipt, body), after

    shown, after = await run_in_queue(request, save)
    return _json(shown | _turn(request, session, after, body.held))


async def take_back_answer(request: Request) -> Response:
    """Undo the last answer; its question is the first one in the response."""
    session = _signed_session(request)
    body = await read_json(request, UndoRequest)
    serving = service(request)

    def save() -> NextQuestions:
        rater_session(request)
        return undo(serving.study, session.subject, request=body.request, now=serving.now)

    after = await run_in_queue(request, save)
    return _json(_turn(request, session, after, body.held))


def current_questions(request: Request) -> Response:
    """The rater's questions and earnings, and a new CSRF token where the page's is too old."""
    session = rater_session(request)
    serving = service(request)
    current = next_questions(serving.study, session.subject, now=serving.now)
    total = earnings(serving.study, session.subject)
    state = {
        "csrf": csrf_token(request, session),
        "space": serving.device_space(session.subject),
        "meter": {"answers": total.n_answers, "active": total.active_ms, "earned": total.earned},
    }
    return _json(state | _turn(request, session, current, []))


def renew_leases(request: Request) -> Response:
    """Keep the rater's questions reserved; the response has the version of the instructions."""
    session = rater_session(request)
    check_csrf(request, session)
    serving = service(request)
    until = heartbeat(serving.study, session.subject, now=serving.now)
    with serving.study.database.read() as connection:
        version = current_guideline_version(connection)
    return _json({"is_held": until is not None, "guideline": version})


def _signed_session(request: Request) -> Session:
    """The session that a cookie names; whether it has ended is looked up later, in a thread."""
    session = RATER.signed(request)
    if session is None or session.subject == ANONYMOUS:
        return rater_session(request)
    check_csrf(request, session)
    return session


def _receipt(
    request: Request, session: Session, receipt: Receipt, body: AnswerRequest
) -> dict[str, object]:
    verdict = None
    if receipt.verdict is not None:
        question = question_by_token(service(request).study, session.subject, body.token)
        verdict = with_root_path(verdict_html(receipt.verdict, question, body.values))
    return {"paid": 0 if receipt.is_repeated else receipt.paid, "verdict": verdict}


def _turn(
    request: Request, session: Session, after: NextQuestions, held: list[str]
) -> dict[str, object]:
    study = service(request).study
    csrf = csrf_token(request, session)
    return {
        "waiting": after.waiting.reason if after.waiting else None,
        "questions": [
            {"token": lease.token}
            if lease.token in held
            else {"token": lease.token, "html": with_root_path(question_html(study, lease, csrf))}
            for lease in after.leases
        ],
    }


def _json(body: object) -> Response:
    return Response(msgspec.json.encode(body), media_type="application/json")


REQUEST_ROUTES = [
    Route("/work/answers", receive_answer, methods=["POST"]),
    Route("/work/take-back", take_back_answer, methods=["POST"]),
    Route("/work/questions", current_questions),
    Route("/work/alive", renew_leases, methods=["POST"]),
]
