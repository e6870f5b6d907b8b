"""The raters of a study as the pages and the API show and change them.

They share the table of raters, one rater's report, invitation links, withdrawal and erasure.
Whoever withdraws or is erased is signed out as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request

from solecism.errors import MissingError
from solecism_study.log_verification import log_invitations
from solecism_study.people.erasure import apply_retention, find_rater, withdraw
from solecism_study.people.invitations import invite
from solecism_study.people.platforms import Completion, completion
from solecism_study.people.raters import Rater, rater_by_id
from solecism_study.serve.service import Service, service
from solecism_study.serve.study_results import results_cache
from solecism_study.status.rater_statistics import (
    AnswerTimes,
    RaterRow,
    RaterShare,
    RaterTotals,
    ReportedAnswer,
    n_rater_answers,
    rater_answers,
    rater_counts,
    rater_rows,
    rater_times,
    sorted_rater_rows,
)
from solecism_study.work.lease import Waiting

PER_PAGE = 100
PageNumber = Annotated[int, Meta(ge=1, le=1_000_000)]


class RatersQuery(Struct, frozen=True):
    """How the table of raters is sorted and filtered, and which page of it is shown."""

    sort: str = "joined"
    order: Literal["up", "down"] = "up"
    state: str = ""
    find: Annotated[str, Meta(max_length=100)] = ""
    page: PageNumber = 1


@dataclass(frozen=True, slots=True)
class RaterTable:
    """One page of the table, the number of rows on all pages, and the counts of all raters."""

    rows: list[RaterRow]
    n_rows: int
    n_pages: int
    totals: RaterTotals
    states: list[str]


@dataclass(frozen=True, slots=True)
class RaterReport:
    """One rater's row, times, agreement and a page of their answers."""

    row: RaterRow
    times: AnswerTimes | None
    n_compared: int
    answers: list[ReportedAnswer]
    n_answers: int


def rater_table(request: Request, query: RatersQuery) -> RaterTable:
    """The table of raters as it was asked for."""
    rows = _rows(request)
    chosen = sorted_rater_rows(
        rows,
        sort=query.sort,
        is_descending=query.order == "down",
        state=query.state,
        find=query.find,
    )
    start = (query.page - 1) * PER_PAGE
    return RaterTable(
        chosen[start : start + PER_PAGE],
        len(chosen),
        max(1, -(-len(chosen) // PER_PAGE)),
        rater_counts(rows),
        sorted({row.state for row in rows}),
    )


def rater_totals(request: Request) -> RaterTotals:
    """How many raters joined, and what became of them."""
    return rater_counts(_rows(request))


def rater_report(request: Request, rater: Rater, *, page: int = 1) -> RaterReport:
    """One rater's report; MissingError where there is no such page of answers."""
    study = service(request).study
    row = next(row for row in _rows(request) if row.pseudonym == rater.pseudonym)
    answers = rater_answers(study, rater, page=page)
    if page > 1 and not answers:
        raise MissingError(f"there is no page {page} of these answers.")
    shares = results_cache(request).results(now=service(request).now).raters
    share = shares.get(rater.pseudonym)
    n_compared = 0 if share is None else share.n_pairs
    return RaterReport(
        row, rater_times(study, rater), n_compared, answers, n_rater_answers(study, rater)
    )


def _rows(request: Request) -> list[RaterRow]:
    serving = service(request)
    shares = results_cache(request).results(now=serving.now).raters
    known = {name: RaterShare(one.n_items, one.n_pairs, one.share) for name, one in shares.items()}
    return rater_rows(serving.study, known)


_DAY = 86_400_000


class InvitationLink(Struct, frozen=True):
    """The link for one invited rater, and when it expires."""

    name: str
    link: str
    expires: int


def make_invitation_links(
    request: Request, names: Sequence[str], *, days: int, actor: str
) -> list[InvitationLink]:
    """One link per name; the log records how many, not for whom."""
    serving = service(request)
    expires = serving.now + days * _DAY
    address = (serving.address or str(request.base_url)).rstrip("/")
    links = []
    for name in dict.fromkeys(names):
        signed = invite(serving.study, name, expires=expires, issued=serving.now)
        links.append(InvitationLink(name, f"{address}/enter/{signed}", expires))
    log_invitations(serving.study, len(links), expires=expires, now=serving.now, actor=actor)
    return links


def withdraw_rater(serving: Service, rater: int, *, with_answers: bool) -> Completion | None:
    """Withdraw a rater; return the code that they have for it, under their new pseudonym."""
    study, now = serving.study, serving.now
    before = rater_by_id(study, rater)
    after = withdraw(study, rater, with_answers=with_answers, now=now)
    serving.sessions.invalidate()
    # The address that they return to may have their id in it, which is erased here by now.
    known = replace(after, external=before.external)
    return completion(study, known, Waiting("withdrawn"), now=now)


def erase_rater(
    serving: Service, name: str, *, with_answers: bool, actor: str, reason: str
) -> Rater:
    """Erase the rater of this pseudonym or id, by an administrator; return them as they are now."""
    study, now = serving.study, serving.now
    number = find_rater(study, name).id
    erased = withdraw(study, number, with_answers=with_answers, now=now, actor=actor, reason=reason)
    serving.sessions.invalidate()
    return erased


def erase_due_raters(serving: Service, *, actor: str) -> int:
    """Erase the ids and times of all raters whose retention has ended; return how many."""
    n_erased = apply_retention(serving.study, now=serving.now, actor=actor)
    serving.sessions.invalidate()
    return n_erased
