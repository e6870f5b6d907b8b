"""Pages made from templates, in which every text is escaped."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from solecism.collect.money.amounts import format_money
from solecism.serve.http import display
from solecism.serve.http.changes import changes
from solecism.serve.http.prose import blocks, inline
from solecism.serve.http.root import with_root
from solecism.serve.service import service

_N_DIGITS = 10


def page(request: Request, name: str, /, *, status: int = 200, **values: object) -> HTMLResponse:
    """A page made from a template, with the study's name and the reader's display settings."""
    usual = {
        "study_name": service(request).study.configuration.shown_title,
        "display": display.display_of(request),
        "here": request.url.path,
    }
    return HTMLResponse(with_root(template(name).render({**usual, **values})), status_code=status)


def fragment(name: str, **values: object) -> Markup:
    """A part of a page made from a template, as HTML."""
    return Markup(template(name).render(**values))


@lru_cache
def template(name: str) -> Template:
    """The template of this name."""
    return _environment().get_template(name)


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("solecism.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(
        prose=blocks,
        inline=inline,
        money=format_money,
        minutes=_minutes,
        moment=_moment,
        iso=_iso,
        changes=changes,
    )
    environment.globals.update(
        static=static_address, SIZES=display.SIZES, COLOURS=display.COLOURS, KEYS=display.KEYS
    )
    return environment


@lru_cache
def static_address(name: str) -> str:
    """The address of a static file; it changes with the file's content, so no cache is stale."""
    body = files("solecism.serve").joinpath("static", name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(body).hexdigest()[:_N_DIGITS]}"


def has_template(name: str) -> bool:
    """Whether there is a template of this name."""
    return files("solecism.serve").joinpath("templates", *name.split("/")).is_file()


def _minutes(milliseconds: float) -> str:
    """A duration in hours and minutes.

    >>> _minutes(125_000), _minutes(4_000_000)
    ('2 min', '1 h 06 min')
    """
    hours, minutes = divmod(int(milliseconds // 60_000), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def _moment(milliseconds: int) -> str:
    """A date and time in UTC, for people.

    >>> _moment(0)
    '1970-01-01 00:00 UTC'
    """
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _iso(milliseconds: int) -> str:
    """A date and time in UTC, for programs.

    >>> _iso(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(milliseconds // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
