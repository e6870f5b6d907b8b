"""Pages made from templates, in which every text is escaped, and files to download.

Instructions are plain text with paragraphs, lists, headings, examples and links; the words that a
correction changes are marked. Readers choose text size, colours, and whether single keys answer.

One server may have several studies, each under a path of its own. Routes, templates and redirects
are written as if each study were alone on its server. The path is put before their addresses in one
place, where a page is finished.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import SequenceMatcher
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Message, Send

from solecism_study.serve.http.request_bodies import read_form
from solecism_study.serve.http.session import is_secure
from solecism_study.serve.service import service
from solecism_study.units import format_money
from solecism_study.work.control_rule import rule_in_words

_N_DIGITS = 10


def page(request: Request, name: str, /, *, status: int = 200, **values: object) -> HTMLResponse:
    """A page made from a template, with the study's name and the reader's display settings."""
    usual = {
        "study_name": service(request).study.configuration.shown_title,
        "display": display_of(request),
        "here": request.url.path,
    }
    return HTMLResponse(
        with_root_path(template(name).render({**usual, **values})), status_code=status
    )


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
        loader=PackageLoader("solecism_study.serve"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(
        prose=prose_blocks,
        inline=inline_html,
        money=format_money,
        minutes=_minutes,
        moment=_moment,
        iso=_iso,
        changes=word_diff,
    )
    environment.globals.update(static=static_address, SIZES=SIZES, COLOURS=COLOURS, KEYS=KEYS)
    environment.globals.update(rule_in_words=rule_in_words)
    return environment


@lru_cache
def static_address(name: str) -> str:
    """The address of a static file; it changes with the file's content, so no cache is stale."""
    body = files("solecism_study.serve").joinpath("static", name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(body).hexdigest()[:_N_DIGITS]}"


def has_template(name: str) -> bool:
    """Whether there is a template of this name."""
    return files("solecism_study.serve").joinpath("templates", *name.split("/")).is_file()


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


def download(body: bytes | str, *, media: str, name: str) -> Response:
    """A response that a browser saves as a file of this name."""
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=media, headers=disposition)


BlockKind = Literal["paragraph", "list", "heading", "examples"]
_BLOCK_KINDS: dict[str, BlockKind] = {"- ": "list", "* ": "list", "# ": "heading", "> ": "examples"}
# Addresses of other sites only: what a page of the study does must not hang on its instructions.
_INLINE = re.compile(
    r"\[(?P<words>[^\[\]]+)\]\((?P<named>(?:https?://|mailto:)[^\s()<>\"]+)\)"
    r"|(?P<address>https?://[^\s()<>\"]*[^\s()<>\".,;:!?])"
    r"|\*(?P<marked>[^*\s](?:[^*]*[^*\s])?)\*"
)
_LINK = Markup(
    '<a href="{}" target="_blank" rel="noopener noreferrer">{}'
    '<span class="spoken"> (opens a new tab)</span></a>'
)


@dataclass(frozen=True, slots=True)
class ProseBlock:
    """A paragraph or heading (one line), or a list or examples (one line per entry)."""

    kind: BlockKind
    lines: tuple[str, ...]


def prose_blocks(text: str) -> list[ProseBlock]:
    """The blocks of a text: blank lines separate them, "- " begins a list entry, "# " a heading.

    "> " begins an example.

    >>> [one.kind for one in prose_blocks("# How\\nRead it.\\n\\n- first\\n- second\\n> It is so.")]
    ['heading', 'paragraph', 'list', 'examples']
    """
    return [
        block
        for is_blank, lines in groupby(text.splitlines(), lambda line: not line.strip())
        if not is_blank
        for block in _split_blocks([line.strip() for line in lines])
    ]


def inline_html(line: str) -> Markup:
    """A line as HTML: `[words](https://…)` and bare addresses are links, `*words*` are marked.

    >>> print(inline_html("It depends *of* <you>."))
    It depends <mark>of</mark> &lt;you&gt;.
    """
    parts, end = [], 0
    for match in _INLINE.finditer(line):
        parts += [escape(line[end : match.start()]), _element(match)]
        end = match.end()
    return Markup("").join([*parts, escape(line[end:])])


def _element(match: re.Match[str]) -> Markup:
    if match["marked"] is not None:
        return Markup("<mark>{}</mark>").format(match["marked"])
    address = match["named"] or match["address"]
    return _LINK.format(address, match["words"] or address)


def _split_blocks(lines: list[str]) -> Iterator[ProseBlock]:
    for kind, group in groupby(lines, _block_kind):
        if kind in ("list", "examples"):
            yield ProseBlock(kind, tuple(line[2:].strip() for line in group))
        elif kind == "heading":
            yield from (ProseBlock("heading", (line[2:].strip(),)) for line in group)
        else:
            yield ProseBlock("paragraph", (" ".join(group),))


def _block_kind(line: str) -> BlockKind:
    return _BLOCK_KINDS.get(line[:2], "paragraph")


DiffKind = Literal["same", "deleted", "inserted"]


@dataclass(frozen=True, slots=True)
class DiffPiece:
    """Words that stay, go or come."""

    text: str
    kind: DiffKind = "same"


def word_diff(corrected: str, source: str) -> Iterator[DiffPiece]:
    """Yield the pieces of a correction, with those of the source that it deletes.

    >>> [(one.text, one.kind) for one in word_diff("It depends on it.", "It depends of it.")]
    [('It depends', 'same'), ('of', 'deleted'), ('on', 'inserted'), ('it.', 'same')]
    """
    before, after = source.split(), corrected.split()
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for operation, start, end, other_start, other_end in matcher.get_opcodes():
        old, new = " ".join(before[start:end]), " ".join(after[other_start:other_end])
        if operation == "equal":
            yield DiffPiece(new)
            continue
        if old:
            yield DiffPiece(old, "deleted")
        if new:
            yield DiffPiece(new, "inserted")


COOKIE = "solecism_look"
SIZES = {"normal": "Normal", "large": "Large", "largest": "Largest"}
COLOURS = {"auto": "Same as the device", "light": "Light", "dark": "Dark"}
KEYS = {"on": "On", "off": "Off"}
_YEAR_SECONDS = 365 * 86_400
# Pages that have the form: it redirects to these only.
_PAGES = (
    *("/", "/work", "/answers", "/guidelines", "/screening", "/withdraw"),
    *("/admin", "/admin/raters", "/admin/control", "/admin/screening", "/admin/privacy"),
    *("/admin/signs", "/admin/disagreements", "/admin/design"),
    *("/admin/instructions", "/admin/files", "/admin/payments", "/admin/reminders"),
    *("/admin/access", "/admin/account"),
)


@dataclass(frozen=True, slots=True)
class Display:
    """The display settings that a reader chose."""

    size: str = "normal"
    colours: str = "auto"
    keys: str = "on"


def display_of(request: Request) -> Display:
    """The settings in the cookie of a request, or the default ones."""
    parts = request.cookies.get(COOKIE, "").split(".")
    return _checked(*parts) if len(parts) == 3 else Display()


async def save_display(request: Request) -> Response:
    """Save the settings of the form in a cookie, and return to the page."""
    form = await read_form(request)
    display = _checked(*(str(form.get(name, "")) for name in ("size", "colours", "keys")))
    back = str(form.get("back", "/"))
    response = RedirectResponse(back if back in _PAGES else "/", 303)
    text = f"{display.size}.{display.colours}.{display.keys}"
    is_https = is_secure(request)
    response.set_cookie(COOKIE, text, _YEAR_SECONDS, secure=is_https, httponly=True, samesite="lax")
    return response


def _checked(size: str, colours: str, keys: str) -> Display:
    default = Display()
    return Display(
        size if size in SIZES else default.size,
        colours if colours in COLOURS else default.colours,
        keys if keys in KEYS else default.keys,
    )


DISPLAY_ROUTES = [Route("/look", save_display, methods=["POST"])]


ROOT_PATH: ContextVar[str] = ContextVar("root", default="")
"""The path before all addresses of the study that is asked for, without a slash at its end."""

# Texts are escaped in pages, so a quotation mark after a name is always that of an attribute.
_ADDRESS = re.compile(r'(\s(?:href|src|action|formaction)=")/(?!/)')
_COOKIE_PATH = re.compile(r"(?i)(;\s*path=)/admin\b")


def with_root_path(html: str) -> str:
    """A page or a part of one whose addresses lead to the study that is asked for.

    >>> with_root_path('<a href="/work">')
    '<a href="/work">'
    """
    root = ROOT_PATH.get()
    if not root:
        return str(html)
    rooted = _ADDRESS.sub(rf"\g<1>{root}/", str(html))
    return rooted.replace("<html ", f'<html data-root="{root}" ', 1)


def sending_with_root_path(send: Send, root: str) -> Send:
    """A function that sends responses whose redirects and cookies are for this path."""

    async def send_with_root(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            location = headers.get("location", "")
            if location.startswith("/") and not location.startswith("//"):
                headers["location"] = root + location
            message["headers"] = [
                (name, _rooted_cookie(value, root) if name == b"set-cookie" else value)
                for name, value in message["headers"]
            ]
        await send(message)

    return send_with_root


def _rooted_cookie(value: bytes, root: str) -> bytes:
    """A cookie for the administrator's pages of one study only."""
    return _COOKIE_PATH.sub(rf"\g<1>{root}/admin", value.decode("latin-1")).encode("latin-1")
