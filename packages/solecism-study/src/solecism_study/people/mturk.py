"""Mechanical Turk: the HIT that sends workers to a study, and what comes back from it.

Files go both ways, in the form that Amazon's own command line reads and writes, so that no key of
an account is ever given to us: a HIT with an ExternalQuestion (schema 2006-07-14), the assignments
of a HIT, approvals and bonuses. Each of the last two is one call of the requester's API (version
2017-01-17); a bonus has a token by which Mechanical Turk refuses to pay it twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

import msgspec
from msgspec import Meta, Struct

from solecism.errors import FormatError, InputError
from solecism.formats.xml_stream import XmlStream
from solecism_study.configuration import MTURK
from solecism_study.keyed_hashes import signature
from solecism_study.people.platform_review import (
    ReviewedSubmission,
    Standing,
    Submission,
    decimal_cents,
)
from solecism_study.refusals import read_as
from solecism_study.study import Study

SCHEMA = (
    "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas/"
    "2006-07-14/ExternalQuestion.xsd"
)
_FRAME_HEIGHT = 800
_MOST_TITLE, _MOST_TEXT = 128, 2000
_DAY, _MINUTE = 86_400, 60


def external_question(address: str) -> str:
    """Return the XML of the question whose page is that of a study at this base URL."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.query or not address.isprintable():
        raise InputError(
            f"{address!r}: Mechanical Turk shows pages by HTTPS only. Give the base URL of the "
            "study, which begins with https://."
        )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<ExternalQuestion xmlns="{SCHEMA}">\n'
        f"  <ExternalURL>{escape(address.rstrip('/'))}/mturk</ExternalURL>\n"
        f"  <FrameHeight>{_FRAME_HEIGHT}</FrameHeight>\n</ExternalQuestion>\n"
    )


def hit_request(
    study: Study,
    *,
    address: str,
    reward: int,
    n_assignments: int,
    minutes: int,
    days: int,
    description: str,
) -> dict[str, Any]:
    """Return the request that creates the HIT of a study (`aws mturk create-hit`).

    `reward` is in cents, `minutes` the time for one assignment, `days` the lifetime of the HIT.
    Sending the same request twice makes one HIT: its token depends on what it asks for.
    """
    check_platform(study)
    if len(description) > _MOST_TEXT or not description.strip():
        raise InputError(f"the description must have 1 to {_MOST_TEXT:,} characters.")
    request: dict[str, Any] = {
        "Title": study.configuration.shown_title[:_MOST_TITLE],
        "Description": description,
        "Keywords": "English, grammar, judgment, language",
        "Reward": decimal_cents(reward),
        "MaxAssignments": n_assignments,
        "AssignmentDurationInSeconds": minutes * _MINUTE,
        "LifetimeInSeconds": days * _DAY,
        "Question": external_question(address),
    }
    asked = msgspec.json.encode(request, order="deterministic").decode()
    return {**request, "UniqueRequestToken": signature(study.secret, "hit", asked)}


def check_platform(study: Study) -> None:
    """Raise InputError for a study whose raters do not come from Mechanical Turk, paid in USD."""
    configuration = study.configuration
    if configuration.platform is None or configuration.platform.name != MTURK:
        raise InputError(
            f"the raters of {configuration.name} do not come from Mechanical Turk. Make a study "
            f'whose platform is "{MTURK}".'
        )
    if configuration.pay.currency != "USD":
        raise InputError(
            f"the study pays in {configuration.pay.currency}, but Mechanical Turk in USD."
        )


Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,64}\Z", title="an id of Mechanical Turk")]
_Amount = Annotated[str, Meta(pattern=r"\A[0-9]{1,7}(\.[0-9]{1,2})?\Z", title='such as "1.50"')]
_STANDINGS: dict[str, Standing] = {
    "Submitted": "awaiting",
    "Approved": "approved",
    "Rejected": "rejected",
}


class _Assignment(Struct, frozen=True):
    AssignmentId: Id
    WorkerId: Id
    HITId: Id
    AssignmentStatus: Literal["Submitted", "Approved", "Rejected"]
    Answer: str = ""


class _Assignments(Struct, frozen=True):
    Assignments: list[_Assignment]
    NextToken: str | None = None


class _Bonus(Struct, frozen=True):
    AssignmentId: Id
    BonusAmount: _Amount


class _Bonuses(Struct, frozen=True):
    BonusPayments: list[_Bonus]
    NextToken: str | None = None


def parse_assignments(
    text: str | bytes, *, file: str, bonuses: dict[str, int] | None = None
) -> list[Submission]:
    """Return the submissions in what `aws mturk list-assignments-for-hit` prints.

    `bonuses` are the cents that were paid before, by assignment. Raises InputError where the file
    is something else, is only a part, or has the assignments of several HITs.
    """
    page: _Assignments = _read(text, _Assignments, file)
    _check_whole(page.NextToken, file)
    hits = {one.HITId for one in page.Assignments}
    if len(hits) > 1:
        raise InputError(
            f"{file}: has assignments of {len(hits)} HITs ({', '.join(sorted(hits)[:3])}), whose "
            "rewards may differ. Give those of one."
        )
    return [
        Submission(
            id=one.AssignmentId,
            worker=one.WorkerId,
            code=_code_in(one.Answer, file=file, assignment=one.AssignmentId),
            standing=_STANDINGS[one.AssignmentStatus],
            bonuses=(bonuses or {}).get(one.AssignmentId, 0),
        )
        for one in page.Assignments
    ]


def parse_bonuses(text: str | bytes, *, file: str) -> dict[str, int]:
    """Return the cents in what `aws mturk list-bonus-payments` prints, by assignment."""
    page: _Bonuses = _read(text, _Bonuses, file)
    _check_whole(page.NextToken, file)
    cents: dict[str, int] = {}
    for one in page.BonusPayments:
        paid = int(Decimal(one.BonusAmount) * 100)
        cents[one.AssignmentId] = cents.get(one.AssignmentId, 0) + paid
    return cents


def _read(text: str | bytes, kind: Any, file: str) -> Any:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise InputError(f"{file}: is not JSON: {error}.") from error
    return read_as(value, kind, source=file)


def _check_whole(next_token: str | None, file: str) -> None:
    if next_token:
        raise InputError(
            f"{file}: is only the first part (it has a NextToken). Fetch all pages into one file: "
            "the command line of Amazon does so by itself, without --max-items."
        )


class _Answers(XmlStream[tuple[str, str]]):
    """The answers of an assignment by question (QuestionFormAnswers)."""

    def __init__(self, file: str) -> None:
        super().__init__(file, what="an answer of Mechanical Turk")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._name, self._texts = "", {"QuestionIdentifier": "", "FreeText": ""}

    def _start(self, name: str, _: dict[str, str]) -> None:
        self._name = name
        if name == "Answer":
            self._texts = dict.fromkeys(self._texts, "")

    def _text(self, text: str) -> None:
        if self._name in self._texts:
            self._texts[self._name] += text

    def _end(self, name: str) -> None:
        self._name = ""
        if name == "Answer":
            self.done.append((self._texts["QuestionIdentifier"], self._texts["FreeText"]))


def _code_in(answer: str, *, file: str, assignment: str) -> str:
    """The completion code in the XML of an answer; empty where there is none."""
    if not answer:
        return ""
    try:
        found = dict(_Answers("the answer").items(answer.splitlines(keepends=True)))
    except FormatError as error:
        raise InputError(f"{file}: assignment {assignment}: {error}") from error
    return found.get("code", "").strip()


def approval_lines(reviewed: Iterable[ReviewedSubmission]) -> Iterator[str]:
    """Yield a line of JSON per approval, each the input of `aws mturk approve-assignment`."""
    for one in reviewed:
        yield _line({"AssignmentId": one.submission.id})


def bonus_lines(study: Study, reviewed: Sequence[ReviewedSubmission]) -> Iterator[str]:
    """Yield a line of JSON per bonus, each the input of `aws mturk send-bonus`.

    Its token depends on the assignment and on what was paid before: the same bonus is sent once
    however often the line is used, and what is earned later can be sent as well.
    """
    title = study.configuration.shown_title
    for one in reviewed:
        work = one.submission
        yield _line(
            {
                "WorkerId": work.worker,
                "AssignmentId": work.id,
                "BonusAmount": decimal_cents(one.bonus),
                "Reason": f"{title}: what your answers earned beyond the reward. Thank you.",
                "UniqueRequestToken": signature(
                    study.secret, "bonus", f"{work.id}\x1f{work.bonuses}"
                ),
            }
        )


def _line(request: dict[str, str]) -> str:
    return f"{msgspec.json.encode(request).decode()}\n"
