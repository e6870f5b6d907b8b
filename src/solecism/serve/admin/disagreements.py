"""The page of disagreements: items on which raters differ, put to a third person."""

from __future__ import annotations

from starlette.datastructures import FormData, QueryParams
from starlette.responses import RedirectResponse, Response

from solecism.collect.adjudication.decisions import (
    adjudicator_question,
    decide,
    has_seen_answers,
    reveal_answers,
)
from solecism.collect.adjudication.disagreements import JudgedItem, disagreement, disagreements
from solecism.collect.people.administrators import MANAGE
from solecism.collect.tasks.labels import labelled_answer
from solecism.errors import MissingError
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.form_fields import MAX_ID, number_field
from solecism.serve.http.answer_form import answer_values

DISAGREEMENTS = "/admin/disagreements"
_MAX_STAGE = 9


def show_disagreements(request: AdminRequest) -> Response:
    """All disagreements, or the one that the query names, to be decided."""
    query = request.http.query_params
    if "item" in query:
        return _show_one(request, query)
    found = disagreements(request.study)
    return request.page(
        "disagreements",
        disagreements=found,
        items={one.item: request.study.item(one.item) for one in found},
        stages=request.study.task.stages,
        n_open=sum(not one.decisions for one in found),
    )


def _show_one(request: AdminRequest, query: QueryParams) -> Response:
    disputed = disagreement(request.study, _number(query, "item"), _number(query, "stage"))
    question = adjudicator_question(request.study, disputed.item, disputed.stage, request.actor)
    is_shown = has_seen_answers(request.study, disputed.item, disputed.stage, request.actor)
    return request.page(
        "disagreement",
        disputed=disputed,
        question=question,
        answers=[labelled_answer(question, one.answer) for one in disputed.answers],
        decisions=[(one, labelled_answer(question, one.answer)) for one in disputed.decisions],
        is_shown=is_shown,
    )


def _number(query: QueryParams, name: str) -> int:
    text = query.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise MissingError("there is no such item.")
    return int(text)


def _place(form: FormData) -> tuple[int, int]:
    # Stages are counted from 1 in forms, where 0 is no number.
    return number_field(form, "item", largest=MAX_ID), (
        number_field(form, "stage", largest=_MAX_STAGE) - 1
    )


def _reveal(request: AdminRequest, form: FormData) -> Response:
    item, stage = _place(form)
    reveal_answers(request.study, item, stage, now=request.now, actor=request.actor)
    return RedirectResponse(f"{DISAGREEMENTS}?item={item}&stage={stage}", 303)


def _decide(request: AdminRequest, form: FormData) -> str:
    item, stage = _place(form)
    given = form.get("reason")
    before: JudgedItem = disagreement(request.study, item, stage)
    decide(
        request.study,
        item,
        stage,
        answer_values(form),
        reason=given if isinstance(given, str) else "",
        now=request.now,
        actor=request.actor,
    )
    return f"The decision on {before.site} is recorded."


ROUTES = [
    page_route(DISAGREEMENTS, show_disagreements, MANAGE),
    change_route("/admin/disagreements/reveal", _reveal, MANAGE, back=DISAGREEMENTS),
    change_route("/admin/disagreements/decide", _decide, MANAGE, back=DISAGREEMENTS),
]
