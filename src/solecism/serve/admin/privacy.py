"""The page of privacy: erasing a rater on request, retention, and what stays."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import PEOPLE
from solecism.collect.people.erasure import is_erased
from solecism.collect.people.raters import all_raters
from solecism.collect.people.withdrawal import due_for_erasure
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import text_field
from solecism.serve.service import service
from solecism.serve.study.withdrawals import erase_rater, erase_those_due

PRIVACY = "/admin/privacy"


def show_privacy(request: AdminRequest) -> Response:
    """How long ids are kept, who is due, and the form that erases a rater."""
    raters = all_raters(request.study)
    return request.page(
        "privacy",
        days=request.study.configuration.retention_days,
        n_due=len(due_for_erasure(request.study, now=request.now)),
        n_raters=len(raters),
        n_erased=sum(map(is_erased, raters)),
    )


def _erase(request: AdminRequest, form: FormData) -> str:
    what = form.get("erase")
    if what not in ("id", "answers"):
        raise InputError("please choose what to erase.")
    erased = erase_rater(
        service(request.http),
        text_field(form, "rater"),
        with_answers=what == "answers",
        actor=request.actor,
        reason="request",
    )
    return f"The rater is erased, and has the pseudonym {erased.pseudonym} from now on."


def _apply_retention(request: AdminRequest, form: FormData) -> str:
    n = erase_those_due(service(request.http), actor=request.actor)
    return f"Raters whose ids and times were erased: {n}."


ROUTES = [
    page_route(PRIVACY, show_privacy, PEOPLE),
    change_route("/admin/privacy/erase", _erase, PEOPLE, back=PRIVACY),
    change_route("/admin/privacy/retention", _apply_retention, PEOPLE, back=PRIVACY),
]
