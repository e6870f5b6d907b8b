"""The requests of the script in the rater's page: answers, undo, questions ahead, heartbeat."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.web import read_json
from solecism_study.serve.http.pages import with_root_path
from solecism_study.serve.http.request_bodies import ActiveMilliseconds, ShortText
from solecism_study.serve.http.session import (
    ANONYMOUS,
    RATER,
    Session,
    check_csrf,
    csrf_token,
    rater_session,
)
from solecism_study.serve.rater.work_page import question_html, verdict_html
from solecism_study.serve.service import run_in_queue, service
from solecism_study.study import current_guideline_version
from solecism_study.work.assignment import next_questions
from solecism_study.work.lease import NextQuestions, heartbeat, question_by_token
from solecism_study.work.own_progress import earnings
from solecism_study.work.submission import Receipt, Submission, submit, undo

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


async def submit_answer(request: Request) -> Response:
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


async def undo_answer(request: Request) -> Response:
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


ROUTES = [
    Route("/work/answers", submit_answer, methods=["POST"]),
    Route("/work/take-back", undo_answer, methods=["POST"]),
    Route("/work/questions", current_questions),
    Route("/work/alive", renew_leases, methods=["POST"]),
]
