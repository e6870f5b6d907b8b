"""The page of raters: how each of them is doing, removal, reinstatement and invitations."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import MANAGE
from solecism.collect.people.raters import rater_by_pseudonym
from solecism.collect.people.removal import reinstate_rater, remove_rater
from solecism.collect.status.progress import progress
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import MAX_DAYS, number_field, text_field
from solecism.serve.study.invitations import make_invitation_links

RATERS = "/admin/raters"
_MAX_NAMES = 1000
_MAX_TEXT = 200_000


def show_raters(request: AdminRequest) -> Response:
    """The table of raters, and the form that invites more."""
    return request.page(
        "raters",
        progress=progress(request.study, now=request.now),
        configuration=request.study.configuration,
    )


def _remove_rater(request: AdminRequest, form: FormData) -> str:
    rater = rater_by_pseudonym(request.study, text_field(form, "rater"))
    reason = text_field(form, "reason")
    n = remove_rater(request.study, rater.id, reason=reason, now=request.now, actor=request.actor)
    return f"{rater.pseudonym} was removed. Answers voided, to be collected again: {n}."


def _reinstate_rater(request: AdminRequest, form: FormData) -> str:
    rater = rater_by_pseudonym(request.study, text_field(form, "rater"))
    reason = text_field(form, "reason")
    n = reinstate_rater(
        request.study, rater.id, reason=reason, now=request.now, actor=request.actor
    )
    return f"{rater.pseudonym} was reinstated. Answers that count again: {n}."


def _invite_raters(request: AdminRequest, form: FormData) -> Response:
    lines = text_field(form, "names", max_length=_MAX_TEXT).splitlines()
    names = [line.strip() for line in lines if line.strip()]
    if len(names) > _MAX_NAMES:
        raise InputError(f"these are {len(names)} names. Invite at most {_MAX_NAMES} at a time.")
    days = number_field(form, "days", largest=MAX_DAYS)
    links = make_invitation_links(request.http, names, days=days, actor=request.actor)
    return request.page("invited", links=links)


ROUTES = [
    page_route(RATERS, show_raters),
    change_route("/admin/raters/remove", _remove_rater, MANAGE, back=RATERS),
    change_route("/admin/raters/reinstate", _reinstate_rater, MANAGE, back=RATERS),
    change_route("/admin/raters/invite", _invite_raters, MANAGE, back=RATERS),
]
