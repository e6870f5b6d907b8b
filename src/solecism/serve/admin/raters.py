"""The pages of raters: the table of all, one rater's report, removal, and invitations."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from solecism.collect.people.administrators import MANAGE
from solecism.collect.people.raters import rater_by_pseudonym
from solecism.collect.people.removal import reinstate_rater, remove_rater
from solecism.collect.people.revocation import revoke_invitations
from solecism.collect.status.rater_report import PAGE
from solecism.collect.status.rater_table import SORTS
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import MAX_DAYS, number_field, text_field
from solecism.serve.admin.notice import set_notice
from solecism.serve.service import service
from solecism.serve.study.invitations import make_invitation_links
from solecism.serve.study.raters import RatersQuery, rater_report, rater_table
from solecism.web.body import read_query

RATERS = "/admin/raters"
_MAX_NAMES = 1000
_MAX_TEXT = 200_000


def show_raters(request: AdminRequest) -> Response:
    """The table of raters, and the form that invites more."""
    query = _query(request)
    return request.page(
        "raters",
        table=rater_table(request.http, query),
        query=query,
        address=lambda **changes: _address(query, **changes),
        configuration=request.study.configuration,
    )


def show_rater(request: AdminRequest) -> Response:
    """One rater: what they answered, in what time, and how it compares."""
    rater = rater_by_pseudonym(request.study, str(request.http.path_params["rater"]))
    given = {name: text for name, text in request.http.query_params.items() if name == "page"}
    page = read_query(given, RatersQuery).page
    report = rater_report(request.http, rater, page=page)
    return request.page(
        "rater",
        report=report,
        row=report.row,
        page=page,
        n_pages=max(1, -(-report.n_answers // PAGE)),
        configuration=request.study.configuration,
    )


def _query(request: AdminRequest) -> RatersQuery:
    given = {name: text for name, text in request.http.query_params.items() if text}
    query = read_query(given, RatersQuery)
    return query if query.sort in SORTS else msgspec.structs.replace(query, sort=SORTS[0])


def _address(query: RatersQuery, **changes: object) -> str:
    """The address of the table with some settings changed."""
    values = {**msgspec.structs.asdict(query), **changes}
    plain = msgspec.structs.asdict(RatersQuery())
    return (
        f"{RATERS}?{urlencode({name: one for name, one in values.items() if one != plain[name]})}"
    )


def _remove_rater(request: AdminRequest, form: FormData) -> Response:
    rater = rater_by_pseudonym(request.study, text_field(form, "rater"))
    reason = text_field(form, "reason")
    n = remove_rater(request.study, rater.id, reason=reason, now=request.now, actor=request.actor)
    told = f"{rater.pseudonym} was removed. Answers voided, to be collected again: {n}."
    return _back_to(request, rater.pseudonym, told)


def _reinstate_rater(request: AdminRequest, form: FormData) -> Response:
    rater = rater_by_pseudonym(request.study, text_field(form, "rater"))
    reason = text_field(form, "reason")
    n = reinstate_rater(
        request.study, rater.id, reason=reason, now=request.now, actor=request.actor
    )
    told = f"{rater.pseudonym} was reinstated. Answers that count again: {n}."
    return _back_to(request, rater.pseudonym, told)


def _back_to(request: AdminRequest, rater: str, told: str) -> Response:
    response = RedirectResponse(f"{RATERS}/{rater}", 303)
    set_notice(request.http, response, told, is_problem=False)
    return response


def _names(form: FormData) -> list[str]:
    lines = text_field(form, "names", max_length=_MAX_TEXT).splitlines()
    return [line.strip() for line in lines if line.strip()]


def _revoke_invitations(request: AdminRequest, form: FormData) -> str:
    names = _names(form)
    n = revoke_invitations(request.study, names, now=request.now, actor=request.actor)
    service(request.http).sessions.look_again()
    return f"Invitations revoked: {len(names)}. Raters who get no more questions: {n}."


def _invite_raters(request: AdminRequest, form: FormData) -> Response:
    names = _names(form)
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
    change_route("/admin/raters/revoke", _revoke_invitations, MANAGE, back=RATERS),
    page_route("/admin/raters/{rater}", show_rater),
]
