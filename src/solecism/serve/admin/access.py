"""Who runs the study: administrators with roles, programs with tokens, and one's own password."""

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
from solecism.collect.people.tokens import SCOPES, all_tokens, make_token, revoke_token
from solecism.errors import DeniedError, InputError
from solecism.serve.admin.admin_request import Visit, action, cookie_for, view
from solecism.serve.admin.notice import keep_notice
from solecism.serve.admin.raters import text, whole
from solecism.serve.study.rights import check_giving, check_role

ACCESS = "/admin/access"
ACCOUNT = "/admin/account"
_DAY = 86_400_000
_LARGEST = 2**31 - 1
_MOST_DAYS = 3650


def show(visit: Visit) -> Response:
    """Administrators and tokens."""
    return visit.page(
        "access",
        administrators=all_administrators(visit.study),
        tokens=all_tokens(visit.study),
        roles=ROLES,
        scopes=SCOPES,
        least=MIN_PASSWORD,
    )


def account(visit: Visit) -> Response:
    """One's own account."""
    return visit.page("account", least=MIN_PASSWORD)


def _add(visit: Visit, form: FormData) -> str:
    name, role = text(form, "name", most=100), text(form, "role")
    check_role(visit.administrator.scopes, role)
    add_administrator(
        visit.study, name, _password(form), role=role, now=visit.now, actor=visit.actor
    )
    return f"{name} can log in as {role}."


def _remove(visit: Visit, form: FormData) -> str:
    number = whole(form, "administrator", most=_LARGEST)
    remove_administrator(visit.study, number, now=visit.now, actor=visit.actor)
    return "They cannot log in any more."


def _make_token(visit: Visit, form: FormData) -> Response:
    scopes = {value for value in form.getlist("scopes") if isinstance(value, str)}
    check_giving(visit.administrator.scopes, scopes)
    rater = rater_by_pseudonym(visit.study, text(form, "rater")).id if RATE in scopes else None
    days = whole(form, "days", most=_MOST_DAYS)
    made = make_token(
        visit.study,
        text(form, "name", most=100),
        scopes,
        now=visit.now,
        expires=visit.now + days * _DAY,
        rater=rater,
        actor=visit.actor,
    )
    return visit.page("token", token=made, scopes=sorted(scopes))


def _revoke(visit: Visit, form: FormData) -> str:
    number = whole(form, "token", most=_LARGEST)
    revoke_token(visit.study, number, now=visit.now, actor=visit.actor)
    return "The token can do nothing any more."


def _change_password(visit: Visit, form: FormData) -> Response:
    own = visit.administrator
    try:
        log_in(visit.study, own.name, _password(form, "present"))
    except DeniedError as error:
        raise InputError("the present password is another one.") from error
    change_password(visit.study, own.id, _password(form), now=visit.now, actor=visit.actor)
    response = RedirectResponse(ACCOUNT, 303)
    # All other browsers are out; this one stays in.
    cookie_for(visit.request, own.id).start(visit.request, response, own.id)
    said = "The password is changed. Other browsers have to log in again."
    keep_notice(visit.request, response, said, is_problem=False)
    return response


def _password(form: FormData, name: str = "password") -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""


ROUTES = [
    view(ACCESS, show, PEOPLE),
    action("/admin/access/add", _add, PEOPLE, back=ACCESS),
    action("/admin/access/remove", _remove, PEOPLE, back=ACCESS),
    action("/admin/access/token", _make_token, PEOPLE, back=ACCESS),
    action("/admin/access/revoke", _revoke, PEOPLE, back=ACCESS),
    view(ACCOUNT, account),
    action(ACCOUNT, _change_password, READ, back=ACCOUNT),
]
