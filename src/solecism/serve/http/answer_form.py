"""The answer to a question in the fields of a form."""

from __future__ import annotations

from starlette.datastructures import FormData

from solecism.errors import InputError

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
