"""The page to write in, and its requests: check its text, open and save documents.

The HTML document of the page, its script and its style are in the folder `page`, built from `web/`
of the repository.
"""

from __future__ import annotations

import re
from functools import cache, partial
from pathlib import Path, PurePath
from secrets import token_urlsafe
from string import Template
from typing import Annotated
from urllib.parse import quote

import msgspec
from msgspec import Meta, Struct
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from solecism.checking.answers.word_file import new_document
from solecism.checking.html_page import COLOURS, PAGE_STYLE
from solecism.checking.kind_pages import kind_page, markdown_to_html
from solecism.documents.edited import edited
from solecism.errors import InputError
from solecism.web import read_json
from solecism_write.checking import MAX_TEXT, Service, service
from solecism_write.findings import CheckAnswer, all_kinds, check_answer
from solecism_write.settings import MAX_LETTERS, opened_document

_TEXT_TYPE = "text/plain; charset=utf-8"
_DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_BYTES_TYPE = "application/octet-stream"
_CORRECTED = " corrected"
_UNSAFE = re.compile(r'[\x00-\x1f\x7f"\\/:*?<>|]+')

Word = Annotated[str, Meta(max_length=MAX_LETTERS)]


class CheckRequest(Struct, forbid_unknown_fields=True):
    """A text to check, at the operating point of an audience or of a precision, in a variety.

    Without a variety it is that of the project in whose folder the server was started.
    """

    text: str
    audience: str | None = None
    precision: float | None = None
    kinds: list[str] | None = None
    dictionary: Annotated[list[Word], Meta(max_length=10_000)] = []
    markup: bool = True
    variety: str | None = None


class SaveRequest(Struct, forbid_unknown_fields=True):
    """A text to save as a file of this format and name."""

    text: str
    format: str
    name: str = "text"


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


async def show_page(request: Request) -> Response:
    """The page itself."""

    nonce = token_urlsafe(16)
    headers = {"content-security-policy": content_security_policy(nonce=nonce)}
    return Response(page_html(nonce=nonce), media_type="text/html", headers=headers)


async def explain_kind(request: Request) -> Response:
    """The page about a kind of error: the rules, with examples."""
    page = kind_page(request.path_params["name"])
    nonce = token_urlsafe(16)
    headers = {"content-security-policy": content_security_policy(nonce=nonce)}
    text = markdown_to_html(page.text, top=1)
    html = (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{page.title}</title>\n"
        f'<style nonce="{nonce}">{COLOURS}{PAGE_STYLE}{_EXPLANATION_STYLE}</style>\n</head>\n'
        f"<body>\n<main>\n{text}</main>\n</body>\n</html>\n"
    )
    return Response(html, media_type="text/html", headers=headers)


_EXPLANATION_STYLE = """
body { max-width: 46rem; }
h2 { margin: 1.6rem 0 .4rem; }
table { border-collapse: collapse; margin: .4rem 0 1rem; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem 1.4rem .2rem 0; text-align: left;
  vertical-align: top; }
th { color: var(--quiet); font-size: .85em; }
"""


async def show_kinds(request: Request) -> Response:
    """All kinds of error with their names and groups."""
    return _json({"kinds": all_kinds()})


async def show_document(request: Request) -> Response:
    """The document that the server was started with."""
    return _json(service(request).settings.opened)


async def original_file(request: Request) -> Response:
    """The file of that document, if it can be saved again with its format."""
    data = service(request).settings.original
    return Response(data, 200 if data else 404, media_type="application/octet-stream")


async def check(request: Request) -> Response:
    """The findings in a text."""
    given = await read_json(request, CheckRequest)
    serving = service(request)
    return _json(await serving.checking.in_thread(given.text, partial(_checked, serving, given)))


def _checked(serving: Service, given: CheckRequest) -> CheckAnswer:
    if given.kinds is not None and not given.kinds:
        return CheckAnswer([], 0, 0, [])
    checked = serving.checking.check(
        given.text,
        markup=given.markup,
        audience=given.audience,
        precision=None if given.precision is None else round(given.precision, 3),
        kinds=tuple(sorted(given.kinds or ())),
        variety=given.variety,
    )
    dictionary = serving.settings.dictionary
    return check_answer(given.text, checked, partial(dictionary.allows, more=given.dictionary))


async def open_document(request: Request) -> Response:
    """The text of a document that is sent as the file of a form."""
    async with request.form(max_files=1, max_fields=2) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise InputError("there is no file in the request.")
        name, data = file.filename or "text", await file.read()
    return _json(await service(request).in_thread(partial(opened_document, name, data)))


async def save_document(request: Request) -> Response:
    """The text as a file to save."""
    given = await read_json(request, SaveRequest)
    name = _UNSAFE.sub("_", given.name)[:100] or "text"
    if given.format == "txt":
        data, kind = given.text.encode(errors="replace"), _TEXT_TYPE
    elif given.format == "docx":
        work = partial(new_document, given.text, title=given.name)
        data, kind = await service(request).in_thread(work), _DOCX_TYPE
    else:
        raise InputError(f"there is no format {given.format!r}. There are txt and docx.")
    return _download(f"{name}.{given.format}", data, kind)


async def save_edited(request: Request) -> Response:
    """A Word or OpenDocument file, which is sent with another text, with this text in it."""
    async with request.form(max_files=2, max_fields=0) as form:
        file, text = form.get("file"), form.get("text")
        if not isinstance(file, UploadFile) or not isinstance(text, UploadFile):
            raise InputError("the request has no file, or no text.")
        name, data, new = file.filename or "text", await file.read(), await text.read()
    if len(new) > MAX_TEXT:
        raise InputError(f"the text is too long: at most {MAX_TEXT:,} bytes are written to a file.")
    work = partial(edited, data, new.decode(errors="replace"), file=name)
    return _download(_corrected_name(name), await service(request).in_thread(work), _BYTES_TYPE)


def _corrected_name(name: str) -> str:
    """The name of a file that was corrected.

    >>> _corrected_name("letter.docx"), _corrected_name("letter corrected.odt")
    ('letter corrected.docx', 'letter corrected.odt')
    """
    path = PurePath(_UNSAFE.sub("_", name)[-100:])
    stem = path.stem.removesuffix(_CORRECTED)
    return f"{stem}{_CORRECTED}{path.suffix}"


def _download(name: str, data: bytes, kind: str) -> Response:
    disposition = f"attachment; filename*=utf-8''{quote(name)}"
    return Response(data, media_type=kind, headers={"content-disposition": disposition})


ROUTES: list[BaseRoute] = [
    Route("/", show_page),
    Route("/kinds", show_kinds),
    Route("/explain/{name}", explain_kind),
    Route("/document", show_document),
    Route("/document/original", original_file),
    Route("/open", open_document, methods=["POST"]),
    Route("/save", save_document, methods=["POST"]),
    Route("/edited", save_edited, methods=["POST"]),
]


_FOLDER = Path(__file__).parent / "page"
# Served below STATIC_PATH, which has no slash before it: the page may be below any path of a proxy.
STATIC_FOLDER = _FOLDER / "static"
STATIC_PATH = "page"


def page_html(*, nonce: str) -> str:
    """The document. The editor puts style rules into it, which the nonce allows.

    >>> 'nonce="n0"' in page_html(nonce="n0")
    True
    """
    return _template().substitute(nonce=nonce)


def content_security_policy(*, nonce: str) -> str:
    """The policy: everything comes from this server, and no script or style is inline.

    >>> content_security_policy(nonce="n0").split("; ")[:2]
    ["default-src 'self'", "style-src 'self' 'nonce-n0'"]
    """
    rules = (
        "default-src 'self'",
        f"style-src 'self' 'nonce-{nonce}'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return "; ".join(rules)


@cache
def _template() -> Template:
    digests = msgspec.json.decode((_FOLDER / "built.json").read_bytes())["static"]
    text = (_FOLDER / "index.html").read_text(encoding="utf-8")
    # The address of a file changes with its content, so that browsers may keep it.
    for name in ("write.css", "write.js"):
        text = text.replace(f"$static/{name}", f"{STATIC_PATH}/{name}?{digests[name][:16]}")
    return Template(text.replace("$static", STATIC_PATH))
