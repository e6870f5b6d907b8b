"""The dashboard: how far the study is, what it says so far, what it costs and will cost."""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.lifecycle import set_open
from solecism.collect.people.administrators import MANAGE
from solecism.collect.status.progress import Progress, progress
from solecism.errors import InputError
from solecism.serve.admin.admin_request import Visit, action, view
from solecism.serve.admin.charts import curve, strip
from solecism.serve.api.study import Assumed
from solecism.serve.study.forecast import Expected, expected
from solecism.serve.study.results import Figure, ReliabilityPoint, results_cache

HOME = "/admin"
_EVERY = 60
"""Seconds after which the page comes anew, where its reader asked for that."""


def show(visit: Visit) -> Response:
    """The dashboard as of now."""
    found = progress(visit.study, now=visit.now)
    is_live = visit.request.query_params.get("live") == "yes"
    response = visit.page(
        "dashboard",
        is_live=is_live,
        progress=found,
        results=results_cache(visit.request).results(now=visit.now),
        expected=_expected(visit, found),
        control=_control(found),
        is_simulated=any(rater.is_simulated for rater in found.raters),
        stopping=visit.study.configuration.stopping,
        title=visit.study.task.title,
        strip=strip,
        kappa_of=_kappa,
        curve=curve,
    )
    if is_live:
        response.headers["refresh"] = str(_EVERY)
    return response


def _kappa(point: ReliabilityPoint) -> Figure:
    return point.kappa


def _expected(visit: Visit, found: Progress) -> Expected:
    given = {name: text for name, text in visit.request.query_params.items() if text}
    try:
        assumed = msgspec.convert(given, Assumed, strict=False)
    except msgspec.ValidationError as error:
        raise InputError(f"there can be no such raters: {error}.") from error
    return expected(visit.study, found, n_raters=assumed.n_raters, seconds=assumed.seconds)


def _control(found: Progress) -> dict[str, int]:
    return {
        "n_items": len(found.control),
        "n_answered": sum(one.n_answered for one in found.control),
        "n_right": sum(one.n_right for one in found.control),
        "n_removed": sum(one.state == "removed" for one in found.raters),
    }


def _set_open(visit: Visit, form: FormData) -> str:
    is_open = form.get("is_open") == "yes"
    set_open(visit.study, is_open=is_open, now=visit.now, actor=visit.actor)
    if is_open:
        return "Questions are given out again."
    return "No more questions are given out. Answers to those given out are still taken."


def _stop(visit: Visit, form: FormData) -> str:
    from solecism.collect.status.stopping import stop_if_precise

    found = stop_if_precise(visit.study, now=visit.now)
    if found.n_closed:
        return f"{found.n_closed} items are asked about no more; the log says why."
    return f"The share of errors is not sure enough yet: {found.interval}."


ROUTES = [
    view(HOME, show),
    action("/admin/state", _set_open, MANAGE, back=HOME),
    action("/admin/stop", _stop, MANAGE, back=HOME),
]
