"""The page of files: exports, the log of changes, and a check that nothing was altered."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.exchange.bundle import bundle
from solecism.collect.log.history import entries
from solecism.collect.log.verify import verify
from solecism.collect.people.administrators import EXPORT, READ
from solecism.errors import InputError
from solecism.serve.admin.admin_request import AdminRequest, change_route, page_route
from solecism.serve.http.download import download
from solecism.serve.study.exports import (
    BUNDLE_FILE,
    BUNDLE_MEDIA,
    FORMATS,
    TABLES,
    export_format,
    export_judgments,
)

FILES = "/admin/files"
_N_ENTRIES = 30
_N_PROBLEMS = 5
_MAX_DIGITS = 9


def show_files(request: AdminRequest) -> Response:
    """The exports and a page of the log, the newest entry first."""
    before = request.http.query_params.get("before", "")
    is_number = before.isascii() and before.isdigit() and len(before) <= _MAX_DIGITS
    shown = entries(request.study, before=int(before) if is_number else None, limit=_N_ENTRIES)
    return request.page(
        "files",
        formats=FORMATS,
        tables=TABLES,
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
    verification = verify(request.study)
    problems = verification.problems
    if problems:
        raise InputError(f"problems: {len(problems)}. {' '.join(problems[:_N_PROBLEMS])}")
    return (
        f"Nothing was altered: {verification.n_entries:,} log entries and "
        f"{verification.n_judgments:,} judgments were checked."
    )


ROUTES = [
    page_route(FILES, show_files),
    page_route("/admin/files/bundle", download_bundle, EXPORT),
    page_route("/admin/files/judgments/{format}", download_judgments, EXPORT),
    change_route("/admin/files/verify", _verify_study, READ, back=FILES),
]
