"""The table of raters and one rater's report, as the pages and the API show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request

from solecism.collect.people.raters import Rater
from solecism.collect.status.rater_agreement import RaterShare
from solecism.collect.status.rater_report import (
    ReportedAnswer,
    Times,
    n_answers,
    rater_answers,
    rater_times,
)
from solecism.collect.status.rater_table import RaterRow, RaterTotals, arranged, rater_rows, totals
from solecism.errors import MissingError
from solecism.serve.service import service
from solecism.serve.study.results import results_cache

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
    times: Times | None
    n_compared: int
    answers: list[ReportedAnswer]
    n_answers: int


def rater_table(request: Request, query: RatersQuery) -> RaterTable:
    """The table of raters as it was asked for."""
    rows = _rows(request)
    chosen = arranged(
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
        totals(rows),
        sorted({row.state for row in rows}),
    )


def rater_totals(request: Request) -> RaterTotals:
    """How many raters joined, and what became of them."""
    return totals(_rows(request))


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
    return RaterReport(row, rater_times(study, rater), n_compared, answers, n_answers(study, rater))


def _rows(request: Request) -> list[RaterRow]:
    serving = service(request)
    shares = results_cache(request).results(now=serving.now).raters
    known = {name: RaterShare(one.n_items, one.n_pairs, one.share) for name, one in shares.items()}
    return rater_rows(serving.study, known)
