"""The page of control items: how raters do on them, and the answers that raters contest."""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import MANAGE
from solecism.collect.status.progress import progress
from solecism.collect.work.contest import Contest, all_contests, decide_contest
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import MAX_ID, number_field

CONTROL = "/admin/control"


def show_control_items(request: AdminRequest) -> Response:
    """Contested answers, and the control items, those with the most wrong answers first."""
    control = progress(request.study, now=request.now).control
    contests = all_contests(request.study)
    sites = {one.site for one in control} | {one.site for one in contests}
    return request.page(
        "control_items",
        control=sorted(control, key=lambda one: one.n_right / one.n_answered),
        items=request.study.items_at(sites),
        contests=contests,
        answers={one.id: _answer_text(one) for one in contests},
        rules=request.study.configuration.control,
    )


def _answer_text(contested: Contest) -> str:
    fields: dict[str, list[str]] = msgspec.json.decode(contested.answer)
    return ", ".join(value for values in fields.values() for value in values)


def _decide_contest(request: AdminRequest, form: FormData) -> str:
    is_accepted = form.get("verdict") == "accept"
    n = decide_contest(
        request.study,
        number_field(form, "contest", largest=MAX_ID),
        is_accepted=is_accepted,
        now=request.now,
        actor=request.actor,
    )
    if not is_accepted:
        return "The contest was refused."
    reinstated = f" Raters reinstated: {n}." if n else ""
    return f"The contest was accepted.{reinstated}"


ROUTES = [
    page_route(CONTROL, show_control_items),
    change_route("/admin/control/decide", _decide_contest, MANAGE, back=CONTROL),
]
