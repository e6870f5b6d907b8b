"""The page of the design: lock it, see deviations, and amend price, budget and numbers."""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.configuration import encode
from solecism.collect.design.amended import Changes
from solecism.collect.design.amendments import amend, amendments_of
from solecism.collect.design.deviations import deviations
from solecism.collect.design.locked import MAX_PLAN, lock_design, locked_design
from solecism.collect.money.amounts import parse_money
from solecism.collect.people.administrators import MANAGE
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import number_field, text_field

DESIGN = "/admin/design"
_MOST = 1_000_000
_FIELDS = ("price", "budget", "n_judgments", "most_each")


def show_design(request: AdminRequest) -> Response:
    """The locked design, what differs from it, all amendments, and forms for both."""
    design = locked_design(request.study)
    text = "" if design is None else _indented(design.body)
    return request.page(
        "design",
        design=design,
        design_text=text,
        deviations=deviations(request.study),
        amendments=amendments_of(request.study),
        configuration=request.study.configuration,
    )


def _indented(body: object) -> str:
    return msgspec.json.format(encode(body), indent=2).decode()


def _lock(request: AdminRequest, form: FormData) -> str:
    plan = text_field(form, "analysis", max_length=MAX_PLAN)
    design = lock_design(request.study, plan, now=request.now, actor=request.actor)
    return f"The design is locked. SHA-256: {design.digest}"


def _amend(request: AdminRequest, form: FormData) -> str:
    given = {name for name in _FIELDS if str(form.get(name) or "").strip()}
    changes: dict[str, int] = {}
    for name in sorted(given):
        if name in ("price", "budget"):
            changes[name] = parse_money(text_field(form, name))
        else:
            changes[name] = number_field(form, name, largest=_MOST)
    try:
        checked = msgspec.json.decode(encode(changes), type=Changes)
    except msgspec.ValidationError as error:
        raise InputError(f"the amendment is not valid: {error}.") from error
    amendment = amend(
        request.study,
        checked,
        reason=text_field(form, "reason"),
        now=request.now,
        actor=request.actor,
    )
    return f"Amendment {amendment.id} is recorded and in force."


ROUTES = [
    page_route(DESIGN, show_design),
    change_route("/admin/design/lock", _lock, MANAGE, back=DESIGN),
    change_route("/admin/design/amend", _amend, MANAGE, back=DESIGN),
]
