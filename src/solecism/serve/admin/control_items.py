"""Control items: how raters do on them, and what raters contest."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import MANAGE
from solecism.collect.status.progress import progress
from solecism.collect.work.contest import all_contests, decide_contest
from solecism.collect.work.contest import all_contests, decide
from solecism.collect.work.lookup import items_at
from solecism.serve.admin.admin_request import Visit, action, view
from solecism.serve.admin.raters import whole

CONTROL = "/admin/control"
_LARGEST = 2**31 - 1


def show(visit: Visit) -> Response:
    """Control items, the ones that most raters miss first, and contests to decide."""
    control = progress(visit.study, now=visit.now).control
    contests = all_contests(visit.study)
    sites = {one.site for one in control} | {one.site for one in contests}
    return visit.page(
        "control",
        control=sorted(control, key=lambda one: one.n_right / one.n_answered),
        items=visit.study.items_at(sites),
        contests=contests,
        rules=visit.study.configuration.control,
    )


def _decide(visit: Visit, form: FormData) -> str:
    is_accepted = form.get("verdict") == "accept"
    n = decide_contest(
        visit.study,
        whole(form, "contest", most=_LARGEST),
        is_accepted=is_accepted,
        now=visit.now,
        actor=visit.actor,
    )
    if not is_accepted:
        return "The contest is refused."
    back = f" {n} raters are back because of it." if n else ""
    return f"The contest is accepted.{back}"


ROUTES = [view(CONTROL, show), action("/admin/control/decide", _decide, MANAGE, back=CONTROL)]
