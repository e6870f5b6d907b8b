"""The page of payments: what each person is owed, by their id on the platform or invitation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.configuration import UNIT
from solecism.collect.money.amounts import parse_money
from solecism.collect.money.payments import (
    Payment,
    format_bonuses,
    format_identities,
    format_payments,
    identities,
    payments,
)
from solecism.collect.people.administrators import PEOPLE
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, ShowPage, change_route, page_route
from solecism.serve.http.download import download

PAYMENTS = "/admin/payments"


def show_payments(request: AdminRequest) -> Response:
    """What each person has earned, and the bonus beyond what the platform pays."""
    problem = ""
    try:
        paid = _paid_already(request)
    except InputError as error:
        paid, problem = 0, str(error)
    owed = payments(request.study, now=request.now, paid_already=paid)
    return request.page(
        "payments",
        owed=owed,
        paid=f"{paid / UNIT:.2f}" if paid else "",
        problem=problem,
        total=sum(one.earned for one in owed),
        bonuses=sum(one.bonus for one in owed),
        pay=request.study.configuration.pay,
    )


def _download_of(
    format_payments: Callable[[Iterable[Payment]], Iterator[str]], name: str
) -> ShowPage:
    def download_payments(request: AdminRequest) -> Response:
        owed = payments(request.study, now=request.now, paid_already=_paid_already(request))
        return _csv(format_payments(owed), name)

    return download_payments


def _download_identities(request: AdminRequest, form: FormData) -> Response:
    people = identities(request.study, now=request.now, actor=request.actor)
    return _csv(format_identities(people), "who-is-who.csv")


def _paid_already(request: AdminRequest) -> int:
    return parse_money(request.http.query_params.get("paid", "").strip())


def _csv(lines: Iterable[str], name: str) -> Response:
    return download("".join(lines), media="text/csv", name=name)


ROUTES = [
    page_route(PAYMENTS, show_payments, PEOPLE),
    page_route(f"{PAYMENTS}/owed.csv", _download_of(format_payments, "owed.csv"), PEOPLE),
    page_route(f"{PAYMENTS}/bonuses.csv", _download_of(format_bonuses, "bonuses.csv"), PEOPLE),
    change_route(f"{PAYMENTS}/identities", _download_identities, PEOPLE, back=PAYMENTS),
]
