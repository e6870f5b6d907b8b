"""The dashboard: progress, results so far, costs and forecast of a study."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.lifecycle import set_open
from solecism.collect.people.administrators import MANAGE
from solecism.collect.status.progress import Progress, progress
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.admin.charts.bars import bars_by_bin, histogram
from solecism.serve.admin.charts.curves import curve, strip
from solecism.serve.study.forecast import Expected, ForecastQuery, expected
from solecism.serve.study.raters import rater_totals
from solecism.serve.study.results import ReliabilityPoint, ResultFigure, results_cache
from solecism.web.body import read_query

HOME = "/admin"
_REFRESH_SECONDS = 60


def show_dashboard(request: AdminRequest) -> Response:
    """The dashboard as of now."""
    current = progress(request.study, now=request.now)
    is_live = request.http.query_params.get("live") == "yes"
    response = request.page(
        "dashboard",
        is_live=is_live,
        progress=current,
        results=results_cache(request.http).results(now=request.now),
        expected=_forecast(request, current),
        control=_control_summary(current),
        totals=rater_totals(request.http),
        is_simulated=any(rater.is_simulated for rater in current.raters),
        stopping=request.study.configuration.stopping,
        title=request.study.task.title,
        strip=strip,
        kappa_of=_kappa,
        curve=curve,
        histogram=histogram,
        bars_by_bin=bars_by_bin,
    )
    if is_live:
        response.headers["refresh"] = str(_REFRESH_SECONDS)
    return response


def _kappa(point: ReliabilityPoint) -> ResultFigure:
    return point.kappa


def _forecast(request: AdminRequest, current: Progress) -> Expected:
    given = {name: text for name, text in request.http.query_params.items() if text}
    query = read_query(given, ForecastQuery)
    return expected(request.study, current, n_raters=query.n_raters, seconds=query.seconds)


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
    from solecism.collect.status.stopping import stop_if_precise

    stopping = stop_if_precise(request.study, now=request.now)
    if stopping.n_closed:
        return f"Items closed: {stopping.n_closed}. The log says why."
    return f"The share of errors is not certain enough yet: {stopping.share.interval}."


ROUTES = [
    page_route(HOME, show_dashboard),
    change_route("/admin/state", _open_or_pause, MANAGE, back=HOME),
    change_route("/admin/stop", _stop_if_sure, MANAGE, back=HOME),
]
