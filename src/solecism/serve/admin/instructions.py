"""The page of instructions and consent: all versions, and a form for the next one."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.lifecycle import change_guideline
from solecism.collect.people.administrators import MANAGE
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import text_field
from solecism.serve.study.guidelines import guidelines_of

INSTRUCTIONS = "/admin/instructions"
_MAX_LENGTH = 50_000


def show_instructions(request: AdminRequest) -> Response:
    """All versions of the instructions, the newest first."""
    return request.page("instructions", versions=guidelines_of(request.study)[::-1])


def _change_instructions(request: AdminRequest, form: FormData) -> str:
    text = text_field(form, "instructions", max_length=_MAX_LENGTH)
    given = form.get("consent")
    consent = given.strip() if isinstance(given, str) else ""
    if consent:
        consent = text_field(form, "consent", max_length=_MAX_LENGTH)
    version = change_guideline(
        request.study, text, consent=consent, now=request.now, actor=request.actor
    )
    return f"Version {version} is now in force. Raters are asked to agree to it."


ROUTES = [
    page_route(INSTRUCTIONS, show_instructions),
    change_route("/admin/instructions", _change_instructions, MANAGE, back=INSTRUCTIONS),
]
