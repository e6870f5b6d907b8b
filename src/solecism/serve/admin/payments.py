"""Payments: who is owed what, by the ids that platforms and invitations know people by."""

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
from solecism.serve.admin.admin_request import Show, Visit, action, view

PAYMENTS = "/admin/payments"


def show(visit: Visit) -> Response:
    """What each has earned, and what is owed after what the platform pays."""
    problem = ""
    try:
        paid = _paid_already(visit)
    except InputError as error:
        paid, problem = 0, str(error)
    owed = payments(visit.study, now=visit.now, paid_already=paid)
    return visit.page(
        "payments",
        owed=owed,
        paid=f"{paid / UNIT:.2f}" if paid else "",
        problem=problem,
        total=sum(one.earned for one in owed),
        bonuses=sum(one.bonus for one in owed),
        pay=visit.study.configuration.pay,
    )


def _file(write: Callable[[Iterable[Payment]], Iterator[str]], name: str) -> Show:
    def download(visit: Visit) -> Response:
        owed = payments(visit.study, now=visit.now, paid_already=_paid_already(visit))
        return _csv(write(owed), name)

    return download


def _identities(visit: Visit, form: FormData) -> Response:
    people = identities(visit.study, now=visit.now, actor=visit.actor)
    return _csv(format_identities(people), "who-is-who.csv")


def _paid_already(visit: Visit) -> int:
    return parse_money(visit.request.query_params.get("paid", "").strip())


def _csv(lines: Iterable[str], name: str) -> Response:
    named = {"content-disposition": f'attachment; filename="{name}"'}
    return Response("".join(lines), media_type="text/csv", headers=named)


ROUTES = [
    view(PAYMENTS, show, PEOPLE),
    view(f"{PAYMENTS}/owed.csv", _file(format_payments, "owed.csv"), PEOPLE),
    view(f"{PAYMENTS}/bonuses.csv", _file(format_bonuses, "bonuses.csv"), PEOPLE),
    action(f"{PAYMENTS}/identities", _identities, PEOPLE, back=PAYMENTS),
]
