"""The pages of raters: their table, one rater's report, reminders, payments, and privacy.

Raters are invited, removed and reinstated here. The page of payments says what each person is owed,
by their id on the platform or invitation; the page of privacy erases raters on request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from urllib.parse import urlencode

import msgspec
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from solecism.errors import InputError
from solecism.web import read_query
from solecism_study.people.administrators import MANAGE, PEOPLE
from solecism_study.people.erasure import due_for_erasure, is_erased
from solecism_study.people.invitations import revoke_invitations
from solecism_study.people.payments import (
    Payment,
    format_bonuses,
    format_identities,
    format_payments,
    identities,
    payments,
)
from solecism_study.people.raters import all_raters, rater_by_pseudonym
from solecism_study.people.reminders import DEFAULT_PAUSE_HOURS, due_raters, record_reminders
from solecism_study.people.removal import reinstate_rater, remove_rater
from solecism_study.serve.admin.admin_request import (
    AdminRequest,
    ShowPage,
    change_route,
    page_route,
    set_notice,
)
from solecism_study.serve.http.pages import download
from solecism_study.serve.http.request_bodies import MAX_DAYS, number_field, text_field
from solecism_study.serve.service import service
from solecism_study.serve.study_raters import (
    RatersQuery,
    erase_due_raters,
    erase_rater,
    make_invitation_links,
    rater_report,
    rater_table,
)
from solecism_study.status.rater_statistics import ANSWERS_PER_PAGE, RATER_SORTS
from solecism_study.units import parse_money, plain_amount

RATERS = "/admin/raters"
_MAX_NAMES = 1000
_MAX_TEXT = 200_000


def show_raters(request: AdminRequest) -> Response:
    """The table of raters, and the form that invites more."""
    query = _query(request)
    return request.page(
        "raters",
        table=rater_table(request.http, query),
        query=query,
        address=lambda **changes: _address(query, **changes),
        configuration=request.study.configuration,
    )


def show_rater(request: AdminRequest) -> Response:
    """One rater: what they answered, in what time, and how it compares."""
    rater = rater_by_pseudonym(request.study, str(request.http.path_params["rater"]))
    given = {name: text for name, text in request.http.query_params.items() if name == "page"}
    page = read_query(given, RatersQuery).page
    report = rater_report(request.http, rater, page=page)
    return request.page(
        "rater",
        report=report,
        row=report.row,
        page=page,
        n_pages=max(1, -(-report.n_answers // ANSWERS_PER_PAGE)),
        configuration=request.study.configuration,
    )


def _query(request: AdminRequest) -> RatersQuery:
    given = {name: text for name, text in request.http.query_params.items() if text}
    query = read_query(given, RatersQuery)
    return (
        query if query.sort in RATER_SORTS else msgspec.structs.replace(query, sort=RATER_SORTS[0])
    )


def _address(query: RatersQuery, **changes: object) -> str:
    """The address of the table with some settings changed."""
    values = {**msgspec.structs.asdict(query), **changes}
    plain = msgspec.structs.asdict(RatersQuery())
    return (
        f"{RATERS}?{urlencode({name: one for name, one in values.items() if one != plain[name]})}"
    )


def _remove_rater(request: AdminRequest, form: FormData) -> Response:
    rater = rater_by_pseudonym(request.study, text_field(form, "rater"))
    reason = text_field(form, "reason")
    n = remove_rater(request.study, rater.id, reason=reason, now=request.now, actor=request.actor)
    told = f"{rater.pseudonym} was removed. Answers voided, to be collected again: {n}."
    return _back_to(request, rater.pseudonym, told)


def _reinstate_rater(request: AdminRequest, form: FormData) -> Response:
    rater = rater_by_pseudonym(request.study, text_field(form, "rater"))
    reason = text_field(form, "reason")
    n = reinstate_rater(
        request.study, rater.id, reason=reason, now=request.now, actor=request.actor
    )
    told = f"{rater.pseudonym} was reinstated. Answers that count again: {n}."
    return _back_to(request, rater.pseudonym, told)


def _back_to(request: AdminRequest, rater: str, told: str) -> Response:
    response = RedirectResponse(f"{RATERS}/{rater}", 303)
    set_notice(request.http, response, told, is_problem=False)
    return response


def _names(form: FormData) -> list[str]:
    lines = text_field(form, "names", max_length=_MAX_TEXT).splitlines()
    return [line.strip() for line in lines if line.strip()]


def _revoke_invitations(request: AdminRequest, form: FormData) -> str:
    names = _names(form)
    n = revoke_invitations(request.study, names, now=request.now, actor=request.actor)
    service(request.http).sessions.invalidate()
    return f"Invitations revoked: {len(names)}. Raters who get no more questions: {n}."


def _invite_raters(request: AdminRequest, form: FormData) -> Response:
    names = _names(form)
    if len(names) > _MAX_NAMES:
        raise InputError(f"these are {len(names)} names. Invite at most {_MAX_NAMES} at a time.")
    days = number_field(form, "days", largest=MAX_DAYS)
    links = make_invitation_links(request.http, names, days=days, actor=request.actor)
    return request.page("invited", links=links)


RATER_ROUTES = [
    page_route(RATERS, show_raters),
    change_route("/admin/raters/remove", _remove_rater, MANAGE, back=RATERS),
    change_route("/admin/raters/reinstate", _reinstate_rater, MANAGE, back=RATERS),
    change_route("/admin/raters/invite", _invite_raters, MANAGE, back=RATERS),
    change_route("/admin/raters/revoke", _revoke_invitations, MANAGE, back=RATERS),
    page_route("/admin/raters/{rater}", show_rater),
]


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


REMINDER_ROUTES = [
    page_route(REMINDERS, show_reminders, PEOPLE),
    change_route("/admin/reminders/record", _record, PEOPLE, back=REMINDERS),
]


PAYMENTS = "/admin/payments"


def show_payments(request: AdminRequest) -> Response:
    """What each person has earned, and the bonus beyond what the platform pays."""
    problem = ""
    try:
        paid = _paid_already(request)
    except InputError as error:
        paid, problem = {}, str(error)
    owed = payments(request.study, paid_already=paid)
    stages = range(1, len(request.study.task.stages) + 1)
    return request.page(
        "payments",
        owed=owed,
        paid={stage: plain_amount(paid[stage]) if paid.get(stage) else "" for stage in stages},
        query=urlencode([("paid", plain_amount(paid.get(stage, 0))) for stage in stages]),
        n_people=len({(one.origin, one.id) for one in owed}),
        problem=problem,
        total=sum(one.earned for one in owed),
        bonuses=sum(one.bonus for one in owed),
        pay=request.study.configuration.pay,
    )


def _download_of(
    format_payments: Callable[[Iterable[Payment]], Iterator[str]], name: str
) -> ShowPage:
    def download_payments(request: AdminRequest) -> Response:
        owed = payments(request.study, paid_already=_paid_already(request))
        stage = request.http.query_params.get("stage")
        owed = [one for one in owed if stage in (None, str(one.stage))]
        return _csv(format_payments(owed), name)

    return download_payments


def _download_identities(request: AdminRequest, form: FormData) -> Response:
    people = identities(request.study, now=request.now, actor=request.actor)
    return _csv(format_identities(people), "who-is-who.csv")


def _paid_already(request: AdminRequest) -> dict[int, int]:
    """What the platform pays, by stage: the form has a field for each, in their order."""
    given = request.http.query_params.getlist("paid")
    return {stage: parse_money(text.strip()) for stage, text in enumerate(given, 1)}


def _csv(lines: Iterable[str], name: str) -> Response:
    return download("".join(lines), media="text/csv", name=name)


PAYMENT_ROUTES = [
    page_route(PAYMENTS, show_payments, PEOPLE),
    page_route(f"{PAYMENTS}/owed.csv", _download_of(format_payments, "owed.csv"), PEOPLE),
    page_route(f"{PAYMENTS}/bonuses.csv", _download_of(format_bonuses, "bonuses.csv"), PEOPLE),
    change_route(f"{PAYMENTS}/identities", _download_identities, PEOPLE, back=PAYMENTS),
]


PRIVACY = "/admin/privacy"


def show_privacy(request: AdminRequest) -> Response:
    """How long ids are kept, who is due, and the form that erases a rater."""
    raters = all_raters(request.study)
    return request.page(
        "privacy",
        days=request.study.configuration.retention_days,
        n_due=len(due_for_erasure(request.study, now=request.now)),
        n_raters=len(raters),
        n_erased=sum(map(is_erased, raters)),
    )


def _erase(request: AdminRequest, form: FormData) -> str:
    what = form.get("erase")
    if what not in ("id", "answers"):
        raise InputError("please choose what to erase.")
    erased = erase_rater(
        service(request.http),
        text_field(form, "rater"),
        with_answers=what == "answers",
        actor=request.actor,
        reason="request",
    )
    return f"The rater is erased, and has the pseudonym {erased.pseudonym} from now on."


def _apply_retention(request: AdminRequest, form: FormData) -> str:
    n = erase_due_raters(service(request.http), actor=request.actor)
    return f"Raters whose ids and times were erased: {n}."


PRIVACY_ROUTES = [
    page_route(PRIVACY, show_privacy, PEOPLE),
    change_route("/admin/privacy/erase", _erase, PEOPLE, back=PRIVACY),
    change_route("/admin/privacy/retention", _apply_retention, PEOPLE, back=PRIVACY),
]
