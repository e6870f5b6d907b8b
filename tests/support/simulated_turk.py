"""Mechanical Turk's sandbox, as its documentation describes it: requesters, workers and money.

Requesters speak the API of version 2017-01-17: one JSON object per request, and the operation in
the header X-Amz-Target. Workers see a HIT in a frame, whose address has `assignmentId`, `hitId`,
`workerId` and `turkSubmitTo`, and the form in it is sent to /mturk/externalSubmit of that host.
`paid` is what each worker has on their account, in cents.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from html import escape
from typing import Any
from urllib.parse import urlencode
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape as escape_xml

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

HOST = "https://workersandbox.mturk.com"
_TARGET = "MTurkRequesterServiceV20170117."
_QUESTION = (
    "{http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2006-07-14/"
    "ExternalQuestion.xsd}"
)
_ANSWERS = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/2005-10-01/"
    "QuestionFormAnswers.xsd"
)
_REQUIRED = {
    "Title": str,
    "Description": str,
    "Reward": str,
    "AssignmentDurationInSeconds": int,
    "LifetimeInSeconds": int,
    "Question": str,
}
_PAGE = 10


class TurkError(Exception):
    """A request that Mechanical Turk refuses."""


@dataclass
class Assignment:
    """A worker's share in a HIT."""

    id: str
    worker: str
    hit: str
    status: str = "Accepted"
    answer: str = ""


@dataclass
class Hit:
    """A task with the page that it shows."""

    id: str
    address: str
    reward: int
    n_assignments: int
    assignments: list[Assignment] = field(default_factory=list)


class SimulatedTurk:
    """One requester, and the workers who come."""

    def __init__(self) -> None:
        self.hits: dict[str, Hit] = {}
        self.paid: dict[str, int] = {}
        self.bonuses: list[dict[str, str]] = []
        self._tokens: dict[str, str] = {}
        self._numbers = itertools.count(1)
        self.app = Starlette(
            routes=[
                Route("/", self.call, methods=["POST"]),
                Route("/preview/{hit}", self.preview),
                Route("/accept/{hit}/{worker}", self.accept),
                Route("/mturk/externalSubmit", self.submit, methods=["POST"]),
            ]
        )

    async def call(self, request: Request) -> Response:
        """An operation of the requester's API."""
        name = request.headers.get("x-amz-target", "").removeprefix(_TARGET)
        operations: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "CreateHIT": self._create,
            "ListAssignmentsForHIT": self._list,
            "ApproveAssignment": self._approve,
            "SendBonus": self._send_bonus,
            "ListBonusPayments": self._list_bonuses,
        }
        try:
            return JSONResponse(
                operations[name](await request.json()), media_type="application/x-amz-json-1.1"
            )
        except (TurkError, KeyError) as error:
            problem = {"__type": "RequestError", "Message": str(error)}
            return JSONResponse(problem, 400, media_type="application/x-amz-json-1.1")

    def _create(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        for name, kind in _REQUIRED.items():
            if not isinstance(asked.get(name), kind):
                raise TurkError(f"{name} is missing or no {kind.__name__}")
        self._use_token(asked)
        question = ET.fromstring(asked["Question"])
        address = question.findtext(f"{_QUESTION}ExternalURL") or ""
        if question.tag != f"{_QUESTION}ExternalQuestion" or not address.startswith("https://"):
            raise TurkError("the ExternalQuestion is not valid")
        int(question.findtext(f"{_QUESTION}FrameHeight") or "none")
        hit = Hit(
            f"3HIT{next(self._numbers):026}",
            address,
            int(Decimal(asked["Reward"]) * 100),
            int(asked.get("MaxAssignments", 1)),
        )
        self.hits[hit.id] = hit
        return {"HIT": {"HITId": hit.id, "HITStatus": "Assignable", "Reward": asked["Reward"]}}

    def _use_token(self, asked: Mapping[str, Any]) -> None:
        token = asked.get("UniqueRequestToken")
        if token in self._tokens:
            raise TurkError(f"{token} was used for an earlier request")
        if token is not None:
            if not 1 <= len(token) <= 64:
                raise TurkError("the UniqueRequestToken has another length than 1 to 64")
            self._tokens[token] = ""

    def _list(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        done = [one for one in self.hits[asked["HITId"]].assignments if one.status != "Accepted"]
        found: dict[str, Any] = _page(asked, done)
        found["Assignments"] = [
            {
                "AssignmentId": one.id,
                "WorkerId": one.worker,
                "HITId": one.hit,
                "AssignmentStatus": one.status,
                "Answer": one.answer,
                "SubmitTime": 1.7e9,
            }
            for one in found.pop("page")
        ]
        return found

    def _list_bonuses(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        own = {one.id for one in self.hits[asked["HITId"]].assignments}
        found = _page(asked, [one for one in self.bonuses if one["AssignmentId"] in own])
        found["BonusPayments"] = found.pop("page")
        return found

    def assignment(self, which: str) -> Assignment:
        """The assignment of this id."""
        every = (one for hit in self.hits.values() for one in hit.assignments)
        found = next((one for one in every if one.id == which), None)
        if found is None:
            raise TurkError(f"there is no assignment {which}")
        return found

    def _approve(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        one = self.assignment(asked["AssignmentId"])
        if one.status != "Submitted":
            raise TurkError(f"{one.id} is {one.status}")
        one.status = "Approved"
        self._pay(one.worker, self.hits[one.hit].reward)
        return {}

    def _send_bonus(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        one = self.assignment(asked["AssignmentId"])
        if one.worker != asked["WorkerId"] or one.status not in ("Submitted", "Approved"):
            raise TurkError(f"{asked['WorkerId']} has not done {one.id}")
        if not asked["Reason"]:
            raise TurkError("a bonus needs a Reason")
        self._use_token(asked)
        cents = Decimal(asked["BonusAmount"]) * 100
        if cents != int(cents) or not 1 <= cents <= 1_000_000:
            raise TurkError(f"no bonus of {asked['BonusAmount']}")
        names = ("WorkerId", "AssignmentId", "BonusAmount", "Reason")
        self.bonuses.append({name: asked[name] for name in names})
        self._pay(one.worker, int(cents))
        return {}

    def _pay(self, worker: str, cents: int) -> None:
        self.paid[worker] = self.paid.get(worker, 0) + cents

    def preview(self, request: Request) -> Response:
        """What somebody sees who has not accepted the HIT."""
        hit = self.hits[request.path_params["hit"]]
        return self._framed(hit, {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": hit.id})

    def accept(self, request: Request) -> Response:
        """What a worker sees who accepts the HIT, or comes back to it."""
        hit, worker = self.hits[request.path_params["hit"]], request.path_params["worker"]
        one = next((one for one in hit.assignments if one.worker == worker), None)
        if one is None:
            if len(hit.assignments) >= hit.n_assignments:
                return PlainTextResponse("There are no more of these HITs.", 410)
            one = Assignment(f"3ASG{next(self._numbers):026}", worker, hit.id)
            hit.assignments.append(one)
        parameters = {"assignmentId": one.id, "hitId": hit.id, "workerId": worker}
        return self._framed(hit, {**parameters, "turkSubmitTo": HOST})

    def _framed(self, hit: Hit, parameters: Mapping[str, str]) -> Response:
        source = escape(f"{hit.address}?{urlencode(parameters)}")
        return HTMLResponse(
            f'<!DOCTYPE html><title>HIT</title><iframe title="task" width="900" height="800" '
            f'src="{source}"></iframe>'
        )

    async def submit(self, request: Request) -> Response:
        """The form of a HIT, which ends the assignment."""
        async with request.form() as form:
            values = {name: str(value) for name, value in form.items()}
        try:
            one = self.assignment(values.pop("assignmentId", ""))
        except TurkError as error:
            return PlainTextResponse(str(error), 400)
        if one.status != "Accepted" or not values:
            return PlainTextResponse("This HIT cannot be submitted.", 400)
        answers = "".join(
            f"<Answer><QuestionIdentifier>{escape_xml(name)}</QuestionIdentifier>"
            f"<FreeText>{escape_xml(value)}</FreeText></Answer>"
            for name, value in values.items()
        )
        one.answer = (
            f'<?xml version="1.0" encoding="UTF-8"?>\n<QuestionFormAnswers xmlns="{_ANSWERS}">'
            f"{answers}</QuestionFormAnswers>"
        )
        one.status = "Submitted"
        return HTMLResponse("<!DOCTYPE html><title>Done</title><p>The HIT has been submitted.</p>")


def _page(asked: Mapping[str, Any], everything: list[Any]) -> dict[str, Any]:
    """A page of results: `page`, with a token for the next one where there are more."""
    start = int(asked.get("NextToken", 0))
    size = int(asked.get("MaxResults", _PAGE))
    page = everything[start : start + size]
    more = start + size < len(everything)
    return {"page": page, "NumResults": len(page)} | (
        {"NextToken": str(start + size)} if more else {}
    )
