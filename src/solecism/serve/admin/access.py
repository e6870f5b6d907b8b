"""The page of access (administrators and API tokens), and the page of one's own account."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from solecism.collect.people.administrators import (
    MIN_PASSWORD,
    PEOPLE,
    RATE,
    READ,
    ROLES,
    add_administrator,
    all_administrators,
    change_password,
    log_in,
    remove_administrator,
)
from solecism.collect.people.raters import rater_by_pseudonym
from solecism.collect.people.sessions import ADMINISTRATOR
from solecism.collect.people.tokens import SCOPES, all_tokens, make_token, revoke_token
from solecism.errors import DeniedError, InputError
from solecism.serve.admin.admin_request import (
    AdminRequest,
    change_route,
    cookie_for,
    page_route,
)
from solecism.serve.admin.form_fields import MAX_DAYS, MAX_ID, number_field, text_field
from solecism.serve.admin.notice import set_notice
from solecism.serve.service import service
from solecism.serve.study.rights import check_grant, check_role_grant

ACCESS = "/admin/access"
ACCOUNT = "/admin/account"
_DAY = 86_400_000
_MAX_NAME = 100


def show_access(request: AdminRequest) -> Response:
    """The administrators and the API tokens of the study."""
    return request.page(
        "access",
        administrators=all_administrators(request.study),
        tokens=all_tokens(request.study),
        roles=ROLES,
        scopes=SCOPES,
        min_password=MIN_PASSWORD,
    )


def show_account(request: AdminRequest) -> Response:
    """The administrator's own account."""
    return request.page("account", min_password=MIN_PASSWORD)


def _add_administrator(request: AdminRequest, form: FormData) -> str:
    name, role = text_field(form, "name", max_length=_MAX_NAME), text_field(form, "role")
    check_role_grant(request.administrator.scopes, role)
    add_administrator(
        request.study, name, _password(form), role=role, now=request.now, actor=request.actor
    )
    return f"{name} can now log in as {role}."


def _remove_administrator(request: AdminRequest, form: FormData) -> str:
    number = number_field(form, "administrator", largest=MAX_ID)
    remove_administrator(request.study, number, now=request.now, actor=request.actor)
    service(request.http).sessions.end_all(ADMINISTRATOR, number)
    return "The administrator was removed and can no longer log in."


def _make_token(request: AdminRequest, form: FormData) -> Response:
    scopes = {value for value in form.getlist("scopes") if isinstance(value, str)}
    check_grant(request.administrator.scopes, scopes)
    rater = (
        rater_by_pseudonym(request.study, text_field(form, "rater")).id if RATE in scopes else None
    )
    days = number_field(form, "days", largest=MAX_DAYS)
    token = make_token(
        request.study,
        text_field(form, "name", max_length=_MAX_NAME),
        scopes,
        now=request.now,
        expires=request.now + days * _DAY,
        rater=rater,
        actor=request.actor,
    )
    return request.page("token", token=token, scopes=sorted(scopes))


def _revoke_token(request: AdminRequest, form: FormData) -> str:
    number = number_field(form, "token", largest=MAX_ID)
    revoke_token(request.study, number, now=request.now, actor=request.actor)
    return "The token was revoked."


def _change_password(request: AdminRequest, form: FormData) -> Response:
    own = request.administrator
    try:
        log_in(request.study, own.name, _password(form, "present"))
    except DeniedError as error:
        raise InputError("the current password is wrong.") from error
    change_password(request.study, own.id, _password(form), now=request.now, actor=request.actor)
    response = RedirectResponse(ACCOUNT, 303)
    # All other browsers are logged out; this one stays logged in.
    service(request.http).sessions.end_all(ADMINISTRATOR, own.id)
    cookie_for(request.http, own.id).start(request.http, response, own.id)
    message = "The password was changed. You are logged out in all other browsers."
    set_notice(request.http, response, message, is_problem=False)
    return response


def _password(form: FormData, name: str = "password") -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


ROUTES = [
    page_route(ACCESS, show_access, PEOPLE),
    change_route("/admin/access/add", _add_administrator, PEOPLE, back=ACCESS),
    change_route("/admin/access/remove", _remove_administrator, PEOPLE, back=ACCESS),
    change_route("/admin/access/token", _make_token, PEOPLE, back=ACCESS),
    change_route("/admin/access/revoke", _revoke_token, PEOPLE, back=ACCESS),
    page_route(ACCOUNT, show_account),
    change_route(ACCOUNT, _change_password, READ, back=ACCOUNT),
]
