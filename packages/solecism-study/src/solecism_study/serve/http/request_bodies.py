"""The bodies of requests: how large they may be, the types of their fields, and forms."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from starlette.datastructures import FormData
from starlette.requests import Request

from solecism.errors import InputError

MAX_BODY = 64 * 1024
"""Bytes that a request may have, unless its route allows more."""

MAX_LARGE_BODY = 1 << 20
"""Bytes where long instructions or many names may be sent, in any script."""

_MAX_FIELDS = 100

Name = Annotated[str, Meta(min_length=1, max_length=100, pattern="^[^\x00-\x1f\x7f]+$")]
Reason = Annotated[str, Meta(min_length=1, max_length=2000, pattern="^[^\x00]+$")]
LongText = Annotated[str, Meta(min_length=1, max_length=50_000)]
ShortText = Annotated[str, Meta(max_length=500)]
Days = Annotated[int, Meta(ge=1, le=3650)]
ActiveMilliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]


async def read_form(request: Request) -> FormData:
    """The fields of a form that has no files."""
    return await request.form(max_files=0, max_fields=_MAX_FIELDS)


FIELD, PICK = "field:", "pick:"


def answer_values(form: FormData) -> dict[str, list[str]]:
    """The values by field; a button's choice replaces the text in its box."""
    values: dict[str, list[str]] = {}
    picked: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if not isinstance(value, str):
            raise InputError("an answer cannot be a file.")
        for prefix, into in ((FIELD, values), (PICK, picked)):
            if name.startswith(prefix):
                into.setdefault(name.removeprefix(prefix), []).append(value)
    return {**values, **picked}


MAX_ID = 2**31 - 1
"""The largest number that a row of the database can have."""

MAX_DAYS = 3650
_MAX_DIGITS = 10


def text_field(form: FormData, name: str, *, max_length: int = 2000) -> str:
    """The text in a field; InputError where it is empty, too long or not text."""
    value = form.get(name)
    text = value.strip() if isinstance(value, str) else ""
    if not text:
        raise InputError(f"please fill in the field “{name}”.")
    if len(text) > max_length:
        raise InputError(f"the field “{name}” may have at most {max_length:,} characters.")
    if "\x00" in text:
        raise InputError(f"the field “{name}” holds a NUL character.")
    return text


def number_field(form: FormData, name: str, *, largest: int) -> int:
    """The whole number in a field, from 1 to the largest; InputError where it is another text."""
    text = text_field(form, name)
    digits = text[:_MAX_DIGITS]
    if not (text.isascii() and text.isdigit() and 1 <= int(digits) <= largest):
        raise InputError(f"the field “{name}” must be a whole number from 1 to {largest:,}.")
    return int(digits)
