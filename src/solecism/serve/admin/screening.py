"""The page of screening: who was turned away and why, quotas, and the list of exclusions."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import MANAGE
from solecism.collect.screening.exclusions import exclude
from solecism.collect.screening.funnel import funnel
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import text_field

SCREENING = "/admin/screening"
_MAX_TEXT = 500_000


def show_screening(request: AdminRequest) -> Response:
    """The rules of screening, and what they did so far."""
    return request.page(
        "screening",
        funnel=funnel(request.study, now=request.now),
        screening=request.study.configuration.screening,
    )


def _exclude(request: AdminRequest, form: FormData) -> str:
    ids = text_field(form, "ids", max_length=_MAX_TEXT).split()
    n = exclude(request.study, ids, source="page", now=request.now, actor=request.actor)
    return f"Ids added to the list of exclusions: {n}. Whoever has joined already stays."


ROUTES = [
    page_route(SCREENING, show_screening),
    change_route("/admin/screening/exclude", _exclude, MANAGE, back=SCREENING),
]
