"""The pages of the study: dashboard, instructions and consent, design, and files.

The dashboard has progress, results so far, costs and the forecast. The page of files has exports,
the log of changes, and a check that nothing was altered.
"""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.errors import InputError
from solecism.web import read_query
from solecism_study.configuration import Changes, canonical_json
from solecism_study.design import (
    MAX_PLAN,
    amend,
    amendments_of,
    deviations,
    lock_design,
    locked_design,
)
from solecism_study.exchange.bundle import bundle
from solecism_study.exchange.export import (
    BUNDLE_FILE,
    BUNDLE_MEDIA,
    FORMATS,
    TABLE_FORMATS,
    export_format,
    export_judgments,
)
from solecism_study.log_verification import log_entries, verify_study
from solecism_study.people.administrators import EXPORT, MANAGE, READ
from solecism_study.refusals import read_as
from solecism_study.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism_study.serve.admin.charts import (
    histogram_chart,
    interval_strip,
    line_chart,
    score_chart,
    time_chart,
)
from solecism_study.serve.http.pages import download
from solecism_study.serve.http.request_bodies import number_field, text_field
from solecism_study.serve.study_raters import rater_totals
from solecism_study.serve.study_results import (
    ForecastQuery,
    ForecastResult,
    ReliabilityPoint,
    ResultFigure,
    StudyResults,
    forecast_result,
    results_cache,
)
from solecism_study.status.progress import Progress, answers_over_time, progress
from solecism_study.study import change_guideline, guidelines_of, set_open
from solecism_study.units import parse_money

HOME = "/admin"
_REFRESH_SECONDS = 60


def show_dashboard(request: AdminRequest) -> Response:
    """The dashboard as of now."""
    current = progress(request.study, now=request.now)
    is_live = request.http.query_params.get("live") == "yes"
    measured = results_cache(request.http).results(now=request.now)
    response = request.page(
        "dashboard",
        is_live=is_live,
        progress=current,
        results=measured,
        missing=_missing(measured),
        over_time=answers_over_time(request.study),
        expected=_forecast(request, current),
        control=_control_summary(current),
        totals=rater_totals(request.http),
        is_simulated=any(rater.is_simulated for rater in current.raters),
        stopping=request.study.configuration.stopping,
        title=request.study.task.title,
        strip=interval_strip,
        kappa_of=_kappa,
        curve=line_chart,
        histogram=histogram_chart,
        bars_by_bin=score_chart,
        time_curve=time_chart,
    )
    if is_live:
        response.headers["refresh"] = str(_REFRESH_SECONDS)
    return response


def _missing(measured: StudyResults) -> dict[str, str]:
    """Why each part of the results is not there yet, by what it is called."""
    parts = {
        "Agreement": (measured.agreement, "agreement"),
        "Number of raters": (measured.reliability, "reliability"),
        "The system under test": (measured.sampled, "estimates"),
        "Systems and all raters": (measured.systems, "systems"),
    }
    return {
        name: measured.missing.get(key, "there are no judgments")
        for name, (content, key) in parts.items()
        if not content
    }


def _kappa(point: ReliabilityPoint) -> ResultFigure:
    return point.kappa


def _forecast(request: AdminRequest, current: Progress) -> ForecastResult:
    given = {name: text for name, text in request.http.query_params.items() if text}
    query = read_query(given, ForecastQuery)
    return forecast_result(request.study, current, n_raters=query.n_raters, seconds=query.seconds)


def _control_summary(current: Progress) -> dict[str, int]:
    return {
        "n_all": current.n_gold,
        "n_items": len(current.control),
        "n_answered": sum(one.n_answered for one in current.control),
        "n_right": sum(one.n_right for one in current.control),
        "n_removed": sum(one.state == "removed" for one in current.raters),
    }


def _open_or_pause(request: AdminRequest, form: FormData) -> str:
    is_open = form.get("is_open") == "yes"
    set_open(request.study, is_open=is_open, now=request.now, actor=request.actor)
    if is_open:
        return "The study is open again."
    return "The study is paused. Raters can still answer the questions that they have open."


def _stop_if_sure(request: AdminRequest, form: FormData) -> str:
    from solecism_study.status.results import stop_if_precise

    stopping = stop_if_precise(request.study, now=request.now)
    if stopping.n_closed:
        return f"Items closed: {stopping.n_closed}. The log says why."
    return f"The share of errors is not certain enough yet: {stopping.share.interval}."


DASHBOARD_ROUTES = [
    page_route(HOME, show_dashboard),
    change_route("/admin/state", _open_or_pause, MANAGE, back=HOME),
    change_route("/admin/stop", _stop_if_sure, MANAGE, back=HOME),
]


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


INSTRUCTIONS_ROUTES = [
    page_route(INSTRUCTIONS, show_instructions),
    change_route("/admin/instructions", _change_instructions, MANAGE, back=INSTRUCTIONS),
]


DESIGN = "/admin/design"
_MOST = 1_000_000
_FIELDS = {
    "price": "the price",
    "budget": "the budget",
    "n_judgments": "the number of judgments per item",
    "most_each": "the number of answers per rater",
}


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
    return msgspec.json.format(canonical_json(body), indent=2).decode()


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
    checked = read_as(changes, Changes, source="the amendment", names=_FIELDS)
    amendment = amend(
        request.study,
        checked,
        reason=text_field(form, "reason"),
        now=request.now,
        actor=request.actor,
    )
    return f"Amendment {amendment.id} is recorded and in force."


DESIGN_ROUTES = [
    page_route(DESIGN, show_design),
    change_route("/admin/design/lock", _lock, MANAGE, back=DESIGN),
    change_route("/admin/design/amend", _amend, MANAGE, back=DESIGN),
]


FILES = "/admin/files"
_N_ENTRIES = 30
_N_PROBLEMS = 5
_MAX_DIGITS = 9


def show_files(request: AdminRequest) -> Response:
    """The exports and a page of the log, the newest entry first."""
    before = request.http.query_params.get("before", "")
    is_number = before.isascii() and before.isdigit() and len(before) <= _MAX_DIGITS
    shown = log_entries(request.study, before=int(before) if is_number else None, limit=_N_ENTRIES)
    return request.page(
        "files",
        formats=FORMATS,
        tables=TABLE_FORMATS,
        entries=shown,
        is_more=len(shown) == _N_ENTRIES,
    )


def download_judgments(request: AdminRequest) -> Response:
    """The judgments as a file in the format that is asked for."""
    name = str(request.http.path_params["format"])
    chosen = export_format(name)
    query = request.http.query_params
    body = export_judgments(
        request.study,
        name,
        with_control=query.get("control", "yes") == "yes",
        with_surplus=query.get("surplus") == "yes",
        is_anonymous=query.get("anonymous") == "yes",
    )
    return download(body, media=chosen.media, name=chosen.file)


def download_bundle(request: AdminRequest) -> Response:
    """The whole study as a zip file."""
    is_anonymous = request.http.query_params.get("anonymous") == "yes"
    body = bundle(request.study, now=request.now, is_anonymous=is_anonymous)
    return download(body, media=BUNDLE_MEDIA, name=BUNDLE_FILE)


def _verify_study(request: AdminRequest, form: FormData) -> str:
    verification = verify_study(request.study)
    problems = verification.problems
    if problems:
        raise InputError(f"problems: {len(problems)}. {' '.join(problems[:_N_PROBLEMS])}")
    return (
        f"Nothing was altered: {verification.n_entries:,} log entries and "
        f"{verification.n_judgments:,} judgments were checked."
    )


FILE_ROUTES = [
    page_route(FILES, show_files),
    page_route("/admin/files/bundle", download_bundle, EXPORT),
    page_route("/admin/files/judgments/{format}", download_judgments, EXPORT),
    change_route("/admin/files/verify", _verify_study, READ, back=FILES),
]
