"""Instructions and consent: all versions, and a form for the next one."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.lifecycle import change_guideline
from solecism.collect.people.administrators import MANAGE
from solecism.serve.admin.admin_request import Visit, action, view
from solecism.serve.admin.raters import text
from solecism.serve.rater.front import guidelines_of

INSTRUCTIONS = "/admin/instructions"
_LONGEST = 50_000


def show(visit: Visit) -> Response:
    """The versions, the newest first."""
    return visit.page("instructions", versions=guidelines_of(visit.study)[::-1])


def _change(visit: Visit, form: FormData) -> str:
    said = text(form, "instructions", most=_LONGEST)
    given = form.get("consent")
    consent = given.strip() if isinstance(given, str) else ""
    if consent:
        consent = text(form, "consent", most=_LONGEST)
    version = change_guideline(visit.study, said, consent=consent, now=visit.now, actor=visit.actor)
    return f"Version {version} holds from now on. Raters are asked to agree to it."


ROUTES = [
    view(INSTRUCTIONS, show),
    action("/admin/instructions", _change, MANAGE, back=INSTRUCTIONS),
]
