"""What the module in the rater's page asks for: answers kept, questions ahead, a sign of life."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from solecism.collect.guidelines import current_version
from solecism.collect.money.earnings import earnings
from solecism.collect.work.assignment import next_questions
from solecism.collect.work.lease import NextQuestions, heartbeat
from solecism.collect.work.submission import Receipt, Submission, submit
from solecism.collect.work.undo import undo
from solecism.errors import InputError
from solecism.serve.http.session import Session, check_csrf, csrf_token, rater_session
from solecism.serve.rater.answer_queue import in_turn
from solecism.serve.rater.question_html import question_html, verdict_html
from solecism.serve.service import service

T = TypeVar("T")
Text = Annotated[str, Meta(max_length=500)]
Texts = Annotated[list[Text], Meta(max_length=50)]
_MOST_FIELDS = 30
_LONGEST_MS = 86_400_000


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, and the questions that the page holds already."""

    token: Text
    request: Text
    values: Annotated[dict[Text, Texts], Meta(max_length=_MOST_FIELDS)]
    active_ms: Annotated[int, Meta(ge=0, le=_LONGEST_MS)] | None = None
    held: Texts = []


class TakenBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a request to undo, and the questions that the page holds already."""

    request: Text
    held: Texts = []


async def answers(request: Request) -> Response:
    """Keep an answer; what it earned, and the questions that the rater holds now."""
    session = _session(request)
    said = await _body(request, Answered)
    serving = service(request)
    sent = Submission(said.token, said.values, said.request, said.active_ms)
    receipt, after = await in_turn(
        request, submit, serving.study, session.subject, sent, now=serving.now
    )
    body = {**_receipt(receipt, said.token), **_turn(request, session, after, said.held)}
    return _json(body)


async def take_back(request: Request) -> Response:
    """Take back the last answer; its question is the first of those that the rater holds."""
    session = _session(request)
    said = await _body(request, TakenBack)
    serving = service(request)
    after = await in_turn(
        request, undo, serving.study, session.subject, request=said.request, now=serving.now
    )
    return _json(_turn(request, session, after, said.held))


def questions(request: Request) -> Response:
    """How the rater stands, and a token for changes where a page's is too old."""
    session = rater_session(request)
    serving = service(request)
    held = next_questions(serving.study, session.subject, now=serving.now)
    done = earnings(serving.study, session.subject)
    own = {
        "csrf": csrf_token(request, session),
        "space": serving.device_space(session.subject),
        "meter": {"answers": done.n_answers, "active": done.active_ms, "earned": done.earned},
    }
    return _json(own | _turn(request, session, held, []))


def alive(request: Request) -> Response:
    """Hold the rater's questions for longer; which version of the instructions holds."""
    session = _session(request)
    serving = service(request)
    until = heartbeat(serving.study, session.subject, now=serving.now)
    with serving.study.database.read() as connection:
        version = current_version(connection)
    return _json({"is_held": until is not None, "guideline": version})


def _session(request: Request) -> Session:
    session = rater_session(request)
    check_csrf(request, session)
    return session


async def _body(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InputError(f"this is no {kind.__name__.lower()}: {error}.") from error


def _receipt(receipt: Receipt, token: str) -> dict[str, object]:
    verdict = receipt.verdict
    return {
        "paid": 0 if receipt.is_repeated else receipt.paid,
        "verdict": None if verdict is None else str(verdict_html(verdict, token=token)),
    }


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
            else {"token": lease.token, "html": str(question_html(study, lease, csrf))}
            for lease in after.leases
        ],
    }


def _json(body: object) -> Response:
    return Response(msgspec.json.encode(body), media_type="application/json")


ROUTES = [
    Route("/work/answers", answers, methods=["POST"]),
    Route("/work/take-back", take_back, methods=["POST"]),
    Route("/work/questions", questions),
    Route("/work/alive", alive, methods=["POST"]),
]
