"""Prolific: a study is created, published, reviewed and paid there, by its API (version 1).

What is sent follows from the study; what comes back is checked before anything is done with it. The
token of the account is the caller's and is kept nowhere. The study's log records under which number
Prolific knows it, and each list of bonuses before it is paid: to pay one is the only request that
is dangerous to repeat, and a list of which Prolific does not show the payments yet stops the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import select

from solecism.errors import ConflictError, InputError, StoreError
from solecism.system.display_text import count, visible
from solecism_study import audit_log
from solecism_study.audit_log import STUDY_CHAIN
from solecism_study.configuration import Platform, is_web_address
from solecism_study.people.platform_review import (
    ReviewedSubmission,
    Standing,
    Submission,
    decimal_cents,
)
from solecism_study.people.platforms import COMPLETE, OUTCOMES, REMOVED, given_code
from solecism_study.store.tables import log
from solecism_study.study import Study

API = "https://api.prolific.com/api/v1"
PROLIFIC = "prolific"
_SECONDS = 60
_MOST_BYTES = 16_000_000
_PAGE = 100
_MOST_PAGES = 1000
_MOST_APPROVED = 500
_LEAST_MESSAGE = 100
Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z_-]{1,64}\Z", title="an id")]
Cents = Annotated[float, Meta(ge=0, le=1e9)]
T = TypeVar("T")


class RejectionCategory(StrEnum):
    """The reasons for which Prolific lets work be rejected."""

    TOO_QUICKLY = "TOO_QUICKLY"
    TOO_SLOWLY = "TOO_SLOWLY"
    FAILED_INSTRUCTIONS = "FAILED_INSTRUCTIONS"
    INCOMP_LONGITUDINAL = "INCOMP_LONGITUDINAL"
    FAILED_CHECK = "FAILED_CHECK"
    LOW_EFFORT = "LOW_EFFORT"
    MALINGERING = "MALINGERING"
    NO_CODE = "NO_CODE"
    BAD_CODE = "BAD_CODE"
    NO_DATA = "NO_DATA"
    UNSUPP_DEVICE = "UNSUPP_DEVICE"
    OTHER = "OTHER"


class PlatformStudy(Struct, frozen=True):
    """A study as Prolific knows it; `reward` is in cents."""

    id: Id
    status: str
    reward: Cents
    external_study_url: str = ""
    total_available_places: int = 0


class _Listed(Struct, frozen=True):
    id: Id
    status: str


class _Page(Struct, frozen=True):
    results: list[_Listed]


class _Detail(Struct, frozen=True):
    id: Id
    status: str
    study_id: Id
    participant: Id | None = None
    entered_code: str | None = None
    bonus_payments: list[Cents] | None = None


class BonusList(Struct, frozen=True):
    """Bonuses that are set up and not paid; amounts are in cents."""

    id: Id
    study: Id
    amount: Cents
    total_amount: Cents


class _Problem(Struct, frozen=True):
    error: Any = None


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirection: the token is for one host only."""

    def redirect_request(self, *_: object) -> None:
        return None


class ProlificApi:
    """Prolific's API, used with the token of an account."""

    def __init__(self, token: str, address: str = API) -> None:
        parts = urlsplit(address)
        is_here = parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost")
        if not is_here and (parts.scheme != "https" or not parts.hostname):
            raise InputError(f"{address!r}: the token is sent by HTTPS only. Give an https:// URL.")
        if not token or not token.isascii() or not token.isprintable() or " " in token:
            raise InputError("the token of Prolific must be one word, as its settings show it.")
        self._token, self._address = token, address.rstrip("/")
        self._opener = build_opener(_NoRedirect)

    def create(self, body: Mapping[str, Any]) -> PlatformStudy:
        """Create a draft; InputError where Prolific has made something else of it."""
        made = self._send("POST", "/studies/", PlatformStudy, body)
        for name in ("reward", "total_available_places", "external_study_url"):
            if getattr(made, name) != body[name]:
                raise InputError(
                    f"Prolific has created the study {made.id}, but with {name} "
                    f"{visible(str(getattr(made, name)))[:200]} in place of {body[name]}. Look at "
                    "the draft there and delete it."
                )
        return made

    def study(self, number: str) -> PlatformStudy:
        """The study of this id."""
        found = self._send("GET", f"/studies/{number}/", PlatformStudy)
        if found.id != number:
            raise InputError(f"Prolific was asked for the study {number} and sent {found.id}.")
        return found

    def publish(self, number: str) -> PlatformStudy:
        """Publish a draft: participants can begin."""
        path = f"/studies/{number}/transition/"
        return self._send("POST", path, PlatformStudy, {"action": "PUBLISH"})

    def submissions(self, number: str) -> list[Submission]:
        """All submissions of a study that were handed in, or ended otherwise."""
        found: list[Submission] = []
        for page in range(1, _MOST_PAGES):
            query = urlencode({"study": number, "page": page, "page_size": _PAGE})
            listed = self._send("GET", f"/submissions/?{query}", _Page).results
            found += [self._submission(one.id, number) for one in listed if _has_ended(one)]
            if len(listed) < _PAGE:
                return found
        raise InputError("Prolific lists more submissions than a study can have.")

    def _submission(self, which: str, number: str) -> Submission:
        detail = self._send("GET", f"/submissions/{which}/", _Detail)
        if detail.study_id != number or detail.id != which:
            raise InputError(
                f"Prolific was asked for the submission {which} of the study {number} and sent "
                f"{detail.id} of {detail.study_id}. Nothing was done."
            )
        return Submission(
            id=detail.id,
            worker=detail.participant or "",
            code=(detail.entered_code or "").strip(),
            standing=_STANDINGS.get(_plain(detail.status), "other"),
            bonuses=sum(_whole(cents) for cents in detail.bonus_payments or ()),
        )

    def approve(self, which: list[str]) -> None:
        """Approve submissions: their participants are paid the reward."""
        for start in range(0, len(which), _MOST_APPROVED):
            body = {"submission_ids": which[start : start + _MOST_APPROVED]}
            self._send("POST", "/submissions/bulk-approve/", msgspec.Raw, body)

    def reject(self, which: str, *, category: RejectionCategory, message: str) -> None:
        """Reject a submission, whose participant is told why."""
        body = {"action": "REJECT", "message": message, "rejection_category": category.value}
        self._send("POST", f"/submissions/{which}/transition/", msgspec.Raw, body)

    def set_up_bonuses(self, number: str, bonuses: list[ReviewedSubmission]) -> BonusList:
        """Set up a list of bonuses; InputError where Prolific counts another sum than we do."""
        lines = [f"{one.submission.worker},{decimal_cents(one.bonus)}" for one in bonuses]
        body = {"study_id": number, "csv_bonuses": "\n".join(lines)}
        made = self._send("POST", "/submissions/bonus-payments/", BonusList, body)
        cents = sum(one.bonus for one in bonuses)
        if made.study != number or _whole(made.amount) != cents:
            raise InputError(
                f"Prolific was sent bonuses of {decimal_cents(cents)} for the study {number} and "
                f"has set up {decimal_cents(_whole(made.amount))} for {made.study}. Nothing was "
                "paid."
            )
        return made

    def pay(self, bonuses: str) -> None:
        """Pay a list of bonuses that was set up. To send this twice pays twice."""
        self._send("POST", f"/bulk-bonus-payments/{bonuses}/pay/", msgspec.Raw, {})

    def _send(
        self, method: str, path: str, kind: type[T], body: Mapping[str, Any] | None = None
    ) -> T:
        request = Request(
            f"{self._address}{path}",
            method=method,
            data=None if body is None else msgspec.json.encode(body),
            headers={
                "Authorization": f"Token {self._token}",
                "Content-Type": "application/json",
                "Accept": "application/json",
            },
        )
        try:
            with self._opener.open(request, timeout=_SECONDS) as response:
                text = response.read(_MOST_BYTES)
        except HTTPError as error:
            with error:
                raise InputError(_refusal(error.code, error.read(_MOST_BYTES))) from error
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise StoreError(f"Prolific cannot be reached: {visible(str(reason))}.") from error
        try:
            return msgspec.json.decode(text, type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise InputError(
                f"Prolific's answer to {method} {path} is not as documented: {error}."
            ) from error


def _refusal(status: int, body: bytes) -> str:
    """What Prolific says is wrong, on one line."""
    if status in (401, 403):
        return "Prolific does not accept the token. Make a new one in its settings."
    if 300 <= status < 400:
        return "Prolific sends the request elsewhere, where the token is not sent. Check --api."
    try:
        said = msgspec.json.decode(body, type=_Problem).error
        text = said if isinstance(said, str) else msgspec.json.encode(said).decode()
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        text = ""
    return f"Prolific refuses this (status {status}): {visible(text)[:500] or 'it says no more'}."


_STANDINGS: dict[str, Standing] = {
    "AWAITING REVIEW": "awaiting",
    "APPROVED": "approved",
    "REJECTED": "rejected",
    "RETURNED": "returned",
    "TIMED-OUT": "returned",
    "TIMED OUT": "returned",
}
_UNDER_WAY = ("RESERVED", "ACTIVE")


def _plain(status: str) -> str:
    return status.upper().replace("_", " ")


def _has_ended(one: _Listed) -> bool:
    return _plain(one.status) not in _UNDER_WAY


def _whole(cents: float) -> int:
    if cents != int(cents):
        raise InputError(f"Prolific names an amount of {cents:g} cents, which nobody can pay.")
    return int(cents)


def draft(
    study: Study,
    *,
    address: str,
    places: int,
    reward: int,
    minutes: int,
    description: str,
    stage: int = 1,
    allowed: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the request that creates a stage of a study as a draft.

    `reward` is in cents, `minutes` the time that the work is expected to take. With `allowed`, only
    these participants see the study: those whose second stage is open.
    """
    platform = check_platform(study)
    if not is_web_address(address) or urlsplit(address).query:
        raise InputError(f"{address!r}: give the base URL of the study, such as https://….")
    if not description.strip():
        raise InputError("the description of the study is empty: participants decide by it.")
    parameters = "&".join(
        f"{name}={{{{%{value}%}}}}"
        for name, value in (
            (platform.id_parameter, "PROLIFIC_PID"),
            ("STUDY_ID", "STUDY_ID"),
            ("SESSION_ID", "SESSION_ID"),
        )
    )
    body: dict[str, Any] = {
        "name": study.configuration.shown_title,
        "internal_name": f"{study.configuration.name}, stage {stage}",
        "description": description,
        "external_study_url": f"{address.rstrip('/')}/enter?{parameters}",
        "prolific_id_option": "url_parameters",
        "completion_codes": _completion_codes(study, platform, stage),
        "total_available_places": places,
        "estimated_completion_time": minutes,
        "reward": reward,
        "device_compatibility": ["desktop", "tablet", "mobile"],
        "peripheral_requirements": [],
        "filters": [],
    }
    if platform.is_signed:
        body["is_external_study_url_secure"] = True
    listed = list(allowed)
    if listed:
        body["filters"] = [{"filter_id": "custom_allowlist", "selected_values": listed}]
    return body


def check_platform(study: Study) -> Platform:
    """Return the platform of a study whose raters come from Prolific; InputError for another."""
    platform = study.configuration.platform
    if platform is None or platform.name != PROLIFIC:
        raise InputError(
            f"the raters of {study.configuration.name} do not come from Prolific. Make a study "
            f'whose platform is "{PROLIFIC}".'
        )
    return platform


def check_stage(study: Study, stage: int) -> None:
    """Raise InputError for a stage that the study does not have."""
    n_stages = len(study.task.stages)
    if not 1 <= stage <= n_stages:
        raise InputError(f"--stage {stage}: the study has {count(n_stages, 'stage')}.")


def _completion_codes(study: Study, platform: Platform, stage: int) -> list[dict[str, Any]]:
    """The codes of a stage; each submission is reviewed before it is paid."""
    is_last = stage == len(study.task.stages)
    codes = []
    for outcome in OUTCOMES:
        code = given_code(platform, outcome, stage - 1, is_last=is_last)
        if code is None:
            continue
        kind = {COMPLETE: "COMPLETED", REMOVED: "FAILED_ATTENTION_CHECK"}.get(outcome, "OTHER")
        review = [{"action": "MANUALLY_REVIEW"}]
        codes.append({"code": code, "code_type": kind, "actions": review})
    if not codes or codes[0]["code_type"] != "COMPLETED":
        name = COMPLETE if is_last else f"{stage}:{COMPLETE}"
        raise InputError(
            "Prolific needs one code for all who complete the stage. Make the study with "
            f'[platform.codes] "{name}" = "…".'
        )
    return codes


def check_rejection(message: str) -> None:
    """Raise InputError for a message that Prolific would not take."""
    if len(message) < _LEAST_MESSAGE:
        raise InputError(
            f"--message: Prolific wants at least {_LEAST_MESSAGE} characters, so that the "
            f"participant learns what was wrong. This has {len(message)}."
        )


CREATED, PAYING, UNPAID = "prolific study", "prolific bonuses", "prolific bonuses not paid"


@dataclass(frozen=True, slots=True)
class PaidBonuses:
    """A list of bonuses that Prolific was asked to pay, and what it showed as paid before."""

    study: str
    id: str
    cents: int
    shown_before: int


def record(study: Study, action: str, detail: Mapping[str, Any], *, now: int) -> None:
    """Record in the study's log what Prolific was asked to do."""
    with study.database.write() as connection:
        audit_log.append(connection, at=now, actor="shell", action=action, detail=detail)


def recorded_study(study: Study, stage: int) -> str:
    """Return the number under which Prolific knows a stage; InputError where it does not."""
    created = [one for one in _recorded(study, CREATED) if one["stage"] == stage]
    if not created:
        raise InputError(
            f"stage {stage} of {study.configuration.name} is not on Prolific yet. Create it there "
            "with --create --send."
        )
    return str(created[-1]["study"])


def asked_bonuses(study: Study, number: str) -> list[PaidBonuses]:
    """Return the lists of bonuses that Prolific was asked to pay for its study of this number."""
    left_out = {one["bonuses"] for one in _recorded(study, UNPAID)}
    return [
        PaidBonuses(one["study"], one["bonuses"], one["cents"], one["shown_before"])
        for one in _recorded(study, PAYING)
        if one["study"] == number and one["bonuses"] not in left_out
    ]


def _recorded(study: Study, action: str) -> list[dict[str, Any]]:
    query = select(log.c.detail).where(log.c.chain == STUDY_CHAIN, log.c.action == action)
    with study.database.read() as connection:
        texts = connection.execute(query.order_by(log.c.number)).scalars().all()
    return [msgspec.json.decode(text) for text in texts]


def check_bonuses_paid(study: Study, number: str, given: Iterable[Submission]) -> None:
    """Raise ConflictError while Prolific shows less than it was asked to pay before.

    It pays some minutes after it was asked: until then nobody can tell what is still due.
    """
    asked = asked_bonuses(study, number)
    shown = sum(one.bonuses for one in given)
    if asked and shown < asked[-1].shown_before + asked[-1].cents:
        last = asked[-1]
        raise ConflictError(
            f"Prolific was asked to pay the bonuses {last.id}, {decimal_cents(last.cents)} in all, "
            f"on top of {decimal_cents(last.shown_before)}, and shows {decimal_cents(shown)}. It "
            "pays within some minutes: try again then. If it says there that it has not paid them, "
            f"record that with --not-paid {last.id}."
        )
