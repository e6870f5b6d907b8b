"""The page of careful work: signs of careless work, and what if some raters were left out."""

from __future__ import annotations

from starlette.responses import Response

from solecism.collect.status.signs import fast_seconds, rater_signs
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, page_route
from solecism.serve.study.what_if import compare_without

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


ROUTES = [page_route(SIGNS, show_signs)]
