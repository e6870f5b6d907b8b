"""The fields of an administrator's form, checked."""

from __future__ import annotations

from starlette.datastructures import FormData

from solecism.errors import InputError

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
