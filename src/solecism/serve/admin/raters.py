"""Raters: how each of them works, under pseudonyms; sent away or taken back."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import MANAGE
from solecism.collect.people.raters import rater_by_pseudonym
from solecism.collect.people.removal import reinstate_rater, remove_rater
from solecism.collect.status.progress import progress
from solecism.errors import InputError
from solecism.serve.admin.admin_request import Visit, action, view
from solecism.serve.study.invitations import invited

RATERS = "/admin/raters"
_MOST_NAMES = 1000
_MOST_DAYS = 3650


def show(visit: Visit) -> Response:
    """The table of raters, and the form that invites more."""
    return visit.page(
        "raters",
        progress=progress(visit.study, now=visit.now),
        configuration=visit.study.configuration,
    )


def _remove(visit: Visit, form: FormData) -> str:
    rater = rater_by_pseudonym(visit.study, text(form, "rater"))
    reason = text(form, "reason")
    n = remove_rater(visit.study, rater.id, reason=reason, now=visit.now, actor=visit.actor)
    return f"{rater.pseudonym} is removed; {n} answers are void and asked for again."


def _reinstate(visit: Visit, form: FormData) -> str:
    rater = rater_by_pseudonym(visit.study, text(form, "rater"))
    reason = text(form, "reason")
    n = reinstate_rater(visit.study, rater.id, reason=reason, now=visit.now, actor=visit.actor)
    return f"{rater.pseudonym} is back; {n} answers count again."


def _invite(visit: Visit, form: FormData) -> Response:
    names = [name.strip() for name in text(form, "names", most=200_000).splitlines()]
    wanted = list(filter(None, names))
    if len(wanted) > _MOST_NAMES:
        raise InputError(f"{len(wanted)} names. Invite at most {_MOST_NAMES} at once.")
    made = invited(
        visit.request, wanted, days=whole(form, "days", most=_MOST_DAYS), actor=visit.actor
    )
    return visit.page("invited", invited=made)


def text(form: FormData, name: str, *, most: int = 2000) -> str:
    """What stands in a field; InputError where nothing does, or what nobody would write."""
    value = form.get(name)
    found = value.strip() if isinstance(value, str) else ""
    if not found or len(found) > most or "\x00" in found:
        raise InputError(f"fill in the {name}, in at most {most:,} characters.")
    return found


def whole(form: FormData, name: str, *, most: int) -> int:
    """The number in a field, from 1 to the most."""
    found = text(form, name)
    if not (found.isascii() and found.isdigit() and 1 <= int(found[:10]) <= most):
        raise InputError(f"{name}: {found[:20]!r} is no number from 1 to {most}.")
    return int(found[:10])


ROUTES = [
    view(RATERS, show),
    action("/admin/raters/remove", _remove, MANAGE, back=RATERS),
    action("/admin/raters/reinstate", _reinstate, MANAGE, back=RATERS),
    action("/admin/raters/invite", _invite, MANAGE, back=RATERS),
]
