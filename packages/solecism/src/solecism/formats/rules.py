"""Files of rules in TOML, as people write their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solecism.errors import FormatError, InputError
from solecism.formats import files, toml
from solecism.rulebook.bundled import bundled_lists
from solecism.rulebook.rule import Rule, rules_in

TABLES = ("rule", "lists")
MOST_BYTES = 16_000_000


def read(path: str) -> tuple[Rule, ...]:
    """The rules in a file; its name is their subject.

    InputError, with the line of the rule, for one that cannot be used.
    """
    file = files.shown_name(path)
    data = files.read_unpacked(path, most=MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(file, line, "is not UTF-8. Save the file as UTF-8.") from error
    table = toml.parse(text, file=file)
    for key in table:
        if key not in TABLES:
            raise InputError(f"{file}: there is no table {key!r}. Write [[rule]] and [lists].")
    return in_table(table, file=file, subject=files.document_name(path), text=text)


def in_table(
    table: Mapping[str, Any], *, file: str, subject: str, text: str = ""
) -> tuple[Rule, ...]:
    """The rules in a table, which may refer to its own lists and those of the bundled rules."""
    return rules_in(table, file=file, subject=subject, text=text, lists=bundled_lists())
