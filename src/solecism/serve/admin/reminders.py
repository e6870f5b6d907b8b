"""The page of reminders: who can begin the second stage, as a list to paste into a platform."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.people.administrators import PEOPLE
from solecism.collect.people.reminders import DEFAULT_PAUSE_HOURS, due_raters, record_reminders
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route

REMINDERS = "/admin/reminders"


def show_reminders(request: AdminRequest) -> Response:
    """The ids of the raters who are due, by the platform or invitation that they came from."""
    due = due_raters(request.study, now=request.now)
    origins: dict[str, list[str]] = {}
    for one in due:
        origins.setdefault(one.origin, []).append(one.id)
    return request.page(
        "reminders",
        due=due,
        origins=origins,
        n_stages=len(request.study.task.stages),
        delay_hours=request.study.configuration.stage_delay_hours,
        pause_hours=DEFAULT_PAUSE_HOURS,
    )


def _record(request: AdminRequest, form: FormData) -> str:
    due = due_raters(request.study, now=request.now)
    sent = [one.rater for one in due if one.id in form.getlist("id")]
    record_reminders(request.study, sent, means="list", now=request.now, actor=request.actor)
    return f"Recorded as reminded: {len(sent)}."


ROUTES = [
    page_route(REMINDERS, show_reminders, PEOPLE),
    change_route("/admin/reminders/record", _record, PEOPLE, back=REMINDERS),
]
