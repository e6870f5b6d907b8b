"""Prolific, as the documentation of its API (version 1) describes it, and participants who come.

`paid` is what each participant has on their account, in cents. Bonuses are paid some time after
they were asked for: `settle` is that time.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

TOKEN = "a-token-of-an-account"
COMPLETE = "https://app.prolific.com/submissions/complete"
_REQUIRED = (
    *("name", "description", "external_study_url", "prolific_id_option", "completion_codes"),
    *("total_available_places", "estimated_completion_time", "reward", "device_compatibility"),
)
_LEAST_MESSAGE = 100


@dataclass
class Submission:
    """A participant's part in a study."""

    id: str
    participant: str
    study: str
    status: str = "ACTIVE"
    code: str | None = None
    bonuses: list[float] = field(default_factory=list)


class SimulatedProlific:
    """One account of a researcher; `requests` has the method and path of all that was asked."""

    def __init__(self) -> None:
        self.studies: dict[str, dict[str, Any]] = {}
        self.submissions: dict[str, Submission] = {}
        self.paid: dict[str, int] = {}
        self.requests: list[str] = []
        self._set_up: dict[str, list[tuple[Submission, int]]] = {}
        self._asked: list[tuple[Submission, int]] = []
        self._numbers = itertools.count(1)
        base = "/api/v1"
        self.app = Starlette(
            routes=[
                Route(f"{base}/studies/", self.create, methods=["POST"]),
                Route(f"{base}/studies/{{id}}/", self.study),
                Route(f"{base}/studies/{{id}}/transition/", self.transition, methods=["POST"]),
                Route(f"{base}/submissions/", self.listed),
                Route(f"{base}/submissions/bulk-approve/", self.approve, methods=["POST"]),
                Route(f"{base}/submissions/bonus-payments/", self.set_up, methods=["POST"]),
                Route(f"{base}/submissions/{{id}}/", self.detail),
                Route(f"{base}/submissions/{{id}}/transition/", self.reject, methods=["POST"]),
                Route(f"{base}/bulk-bonus-payments/{{id}}/pay/", self.pay, methods=["POST"]),
                Route("/take/{id}/{participant}", self.take),
                Route("/submissions/complete", self.complete),
            ]
        )

    def _number(self) -> str:
        return f"{next(self._numbers):024x}"

    async def _asked_by(self, request: Request) -> Any:
        """The body of a request with the right token."""
        self.requests.append(f"{request.method} {request.url.path}")
        if request.headers.get("authorization") != f"Token {TOKEN}":
            raise _RefusedError(401, "Authentication credentials were not provided.")
        return json.loads(await request.body() or b"null")

    async def create(self, request: Request) -> Response:
        """Create a draft."""
        try:
            body = await self._asked_by(request)
            missing = [name for name in _REQUIRED if not body.get(name)]
            if missing:
                raise _RefusedError(400, {name: ["This field is required."] for name in missing})
            for code in body["completion_codes"]:
                if set(code) - {"code", "code_type", "actions", "actor"}:
                    raise _RefusedError(400, "completion_codes are not valid")
        except _RefusedError as error:
            return error.response
        study = {**body, "id": self._number(), "status": "UNPUBLISHED"}
        self.studies[study["id"]] = study
        return JSONResponse(study, 201)

    async def study(self, request: Request) -> Response:
        """A study as it is."""
        try:
            await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        return JSONResponse(self.studies[request.path_params["id"]])

    async def transition(self, request: Request) -> Response:
        """Publish a draft."""
        try:
            body = await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        study = self.studies[request.path_params["id"]]
        if body != {"action": "PUBLISH"} or study["status"] != "UNPUBLISHED":
            return _RefusedError(400, "Not a valid transition").response
        study["status"] = "ACTIVE"
        return JSONResponse(study)

    def take(self, request: Request) -> Response:
        """Send a participant to the study."""
        number, who = request.path_params["id"], request.path_params["participant"]
        study = self.studies[number]
        own = [one for one in self.submissions.values() if one.study == number]
        allowed = next(
            (
                one["selected_values"]
                for one in study["filters"]
                if one["filter_id"] == "custom_allowlist"
            ),
            None,
        )
        if study["status"] != "ACTIVE" or (allowed is not None and who not in allowed):
            return PlainTextResponse("This study is not open to you.", 404)
        one = next((one for one in own if one.participant == who), None)
        if one is None:
            if len(own) >= study["total_available_places"]:
                return PlainTextResponse("This study is full.", 404)
            one = Submission(self._number(), who, number)
            self.submissions[one.id] = one
        address: str = study["external_study_url"]
        values = {"PROLIFIC_PID": who, "STUDY_ID": number, "SESSION_ID": one.id}
        for name, value in values.items():
            address = address.replace(f"{{{{%{name}%}}}}", value)
        return RedirectResponse(address, 302)

    def complete(self, request: Request) -> Response:
        """Take a participant back; a real browser says by its cookie who that is."""
        code, who = request.query_params["cc"], request.cookies["participant"]
        return self.hand_in(who, code)

    def hand_in(self, participant: str, code: str) -> Response:
        """End the part of a participant with a code, as the link or the form for codes does."""
        own = [one for one in self.submissions.values() if one.participant == participant]
        one = next(one for one in own if one.status == "ACTIVE")
        one.status, one.code = "AWAITING REVIEW", code
        return PlainTextResponse("Thank you.")

    async def listed(self, request: Request) -> Response:
        """A page of the submissions to a study, with little about each."""
        try:
            await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        query = request.query_params
        size, page = int(query.get("page_size", 20)), int(query.get("page", 1))
        own = [one for one in self.submissions.values() if one.study == query["study"]]
        shown = own[(page - 1) * size : page * size]
        results = [
            {"id": one.id, "participant_id": one.participant, "status": one.status} for one in shown
        ]
        return JSONResponse({"results": results, "meta": {"count": len(own)}})

    async def detail(self, request: Request) -> Response:
        """All about a submission."""
        try:
            await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        return JSONResponse(self._detail(self.submissions[request.path_params["id"]]))

    def _detail(self, one: Submission) -> dict[str, Any]:
        return {
            "id": one.id,
            "participant": one.participant,
            "study_id": one.study,
            "status": one.status,
            "entered_code": one.code,
            "bonus_payments": one.bonuses,
        }

    async def approve(self, request: Request) -> Response:
        """Approve submissions, each once."""
        try:
            body = await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        for which in body["submission_ids"]:
            one = self.submissions[which]
            if one.status == "AWAITING REVIEW":
                one.status = "APPROVED"
                self._pay(one.participant, self.studies[one.study]["reward"])
        return JSONResponse("The request to bulk approve has been made successfully.")

    async def reject(self, request: Request) -> Response:
        """Reject a submission with a reason."""
        try:
            body = await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        one = self.submissions[request.path_params["id"]]
        is_told = len(body.get("message", "")) >= _LEAST_MESSAGE and body.get("rejection_category")
        if body["action"] != "REJECT" or not is_told or one.status != "AWAITING REVIEW":
            return _RefusedError(400, "Not a valid transition").response
        one.status = "REJECTED"
        return JSONResponse(self._detail(one))

    async def set_up(self, request: Request) -> Response:
        """Set up bonuses for participants of a study."""
        try:
            body = await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        bonuses = []
        for line in body["csv_bonuses"].splitlines():
            who, _, amount = line.partition(",")
            own = [one for one in self.submissions.values() if one.study == body["study_id"]]
            one = next((one for one in own if one.participant == who), None)
            if one is None:
                return _RefusedError(400, f"{who} has not taken part.").response
            bonuses.append((one, int(Decimal(amount) * 100)))
        number = self._number()
        self._set_up[number] = bonuses
        cents = sum(each for _, each in bonuses)
        fees = -(-cents // 3)
        return JSONResponse(
            {
                "id": number,
                "study": body["study_id"],
                "amount": cents,
                "fees": fees,
                "vat": 0,
                "total_amount": cents + fees,
            },
            201,
        )

    async def pay(self, request: Request) -> Response:
        """Take the order to pay bonuses. As documented, the same order is carried out each time."""
        try:
            await self._asked_by(request)
        except _RefusedError as error:
            return error.response
        self._asked += self._set_up[request.path_params["id"]]
        return JSONResponse("The bonuses are being processed.", 202)

    def settle(self) -> None:
        """Pay the bonuses that were ordered."""
        for one, cents in self._asked:
            one.bonuses.append(float(cents))
            self._pay(one.participant, cents)
        self._asked.clear()

    def _pay(self, participant: str, cents: int) -> None:
        self.paid[participant] = self.paid.get(participant, 0) + cents


class _RefusedError(Exception):
    """A request that Prolific refuses, and what it says."""

    def __init__(self, status: int, problem: object) -> None:
        super().__init__(problem)
        self.response = JSONResponse({"error": {"status": status, "detail": problem}}, status)
