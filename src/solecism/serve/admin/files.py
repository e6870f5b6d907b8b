"""Files to take away, the log, and whether all of it is whole."""

from __future__ import annotations

from starlette.datastructures import FormData
from starlette.responses import Response

from solecism.collect.log.history import entries
from solecism.collect.log.verify import verify
from solecism.collect.people.administrators import EXPORT, READ
from solecism.errors import InputError, MissingError
from solecism.serve.admin.admin_request import Visit, action, view
from solecism.serve.study.exports import FORMATS, bundled, exported

FILES = "/admin/files"
_N_ENTRIES = 30
_MOST_DIGITS = 9


def show(visit: Visit) -> Response:
    """Exports, and the log of what was done."""
    before = visit.request.query_params.get("before", "")
    is_number = before.isascii() and before.isdigit() and len(before) <= _MOST_DIGITS
    found = entries(visit.study, before=int(before) if is_number else None, limit=_N_ENTRIES)
    return visit.page("files", formats=FORMATS, entries=found, is_more=len(found) == _N_ENTRIES)


def export(visit: Visit) -> Response:
    """The judgments in a format."""
    name = str(visit.request.path_params["format"])
    if name not in FORMATS:
        raise MissingError(f"there is no format {name!r}. There are {', '.join(FORMATS)}.")
    wanted = visit.request.query_params
    body = exported(
        visit.study,
        name,
        with_control=wanted.get("control", "yes") == "yes",
        with_surplus=wanted.get("surplus") == "yes",
    )
    return _file(body, FORMATS[name].media, FORMATS[name].file)


def bundle(visit: Visit) -> Response:
    """The whole study."""
    return _file(bundled(visit.study, now=visit.now), "application/zip", "study.zip")


def _verify(visit: Visit, form: FormData) -> str:
    found = verify(visit.study)
    if found.problems:
        shown = " ".join(found.problems[:5])
        raise InputError(f"{len(found.problems)} problems: {shown}")
    return f"All is whole: {found.n_entries} entries, {found.n_judgments} rows of judgments."


def _file(body: bytes, media: str, name: str) -> Response:
    named = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=media, headers=named)


ROUTES = [
    view(FILES, show),
    view("/admin/files/bundle", bundle, EXPORT),
    view("/admin/files/judgments/{format}", export, EXPORT),
    action("/admin/files/verify", _verify, READ, back=FILES),
]
