"""The pages of quality: screening, control items, signs of careless work, and disagreements."""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData, QueryParams
from starlette.responses import RedirectResponse, Response

from solecism.errors import InputError, MissingError
from solecism_study.adjudication import (
    JudgedItem,
    adjudicator_question,
    decide,
    disagreement,
    disagreements,
    has_seen_answers,
    reveal_answers,
)
from solecism_study.people.administrators import MANAGE
from solecism_study.screening.admission import exclude, funnel
from solecism_study.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism_study.serve.http.request_bodies import MAX_ID, answer_values, number_field, text_field
from solecism_study.serve.study_results import compare_without
from solecism_study.status.progress import progress
from solecism_study.status.signs import fast_seconds, rater_signs
from solecism_study.tasks.task import labelled_answer
from solecism_study.work.control_items import Contest, all_contests, decide_contest

SCREENING = "/admin/screening"
_MAX_TEXT = 500_000


def show_screening(request: AdminRequest) -> Response:
    """The rules of screening, and what they did so far."""
    return request.page(
        "screening",
        funnel=funnel(request.study, now=request.now),
        screening=request.study.configuration.screening,
    )


def _exclude(request: AdminRequest, form: FormData) -> str:
    ids = text_field(form, "ids", max_length=_MAX_TEXT).split()
    n = exclude(request.study, ids, source="page", now=request.now, actor=request.actor)
    return f"Ids added to the list of exclusions: {n}. Whoever has joined already stays."


SCREENING_ROUTES = [
    page_route(SCREENING, show_screening),
    change_route("/admin/screening/exclude", _exclude, MANAGE, back=SCREENING),
]


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


CONTROL_ROUTES = [
    page_route(CONTROL, show_control_items),
    change_route("/admin/control/decide", _decide_contest, MANAGE, back=CONTROL),
]


SIGNS = "/admin/signs"


def show_signs(request: AdminRequest) -> Response:
    """The signs of all raters; with names in the query, the figures without those raters."""
    signs = rater_signs(request.study)
    chosen = request.http.query_params.getlist("without")
    problem, comparison = "", None
    if chosen:
        try:
            comparison = compare_without(request.study, chosen)
        except InputError as error:
            problem = str(error)
    return request.page(
        "signs",
        signs=signs,
        rules=request.study.configuration.signs,
        limits=request.study.configuration.limits,
        fast_seconds=fast_seconds(request.study),
        chosen=chosen,
        comparison=comparison,
        problem=problem,
    )


SIGN_ROUTES = [page_route(SIGNS, show_signs)]


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


DISAGREEMENT_ROUTES = [
    page_route(DISAGREEMENTS, show_disagreements, MANAGE),
    change_route("/admin/disagreements/reveal", _reveal, MANAGE, back=DISAGREEMENTS),
    change_route("/admin/disagreements/decide", _decide, MANAGE, back=DISAGREEMENTS),
]
