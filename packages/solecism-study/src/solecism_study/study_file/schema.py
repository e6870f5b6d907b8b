"""The JSON schema of study files, and their fields as rows for the documentation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from solecism_study.refusals import plain_type, shown, words_for
from solecism_study.study_file.sections import StudyFile

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the schema with which an editor completes and checks study files."""
    made: dict[str, Any] = msgspec.json.schema(StudyFile)
    return {"$schema": _DIALECT, "title": "Study file of solecism", **made}


def field_tables() -> str:
    """Return a Markdown table for each section, with all fields and what they mean."""
    return "\n\n".join(_tables(StudyFile, ()))


def _tables(section: Any, path: tuple[str, ...]) -> Iterator[str]:
    info = inspect.type_info(section)
    if not isinstance(info, inspect.StructType):
        return
    inner = [(field, _section_of(field.type)) for field in info.fields]
    rows = [_row(field) for field, below in inner if below is None]
    name = f"`[{'.'.join(path)}]`" if path else "Before the first section"
    text = " ".join((section.__doc__ or "").split("\n\n")[0].split())
    head = ["| field | value | default | meaning |", "|---|---|---|---|"]
    yield "\n".join([f"### {name}", "", text, "", *head, *rows])
    for field, below in inner:
        if below is not None:
            yield from _tables(below, (*path, field.encode_name))


def _section_of(kind: inspect.Type) -> Any:
    """The class of a section; None for an ordinary field, or for rules with a page of their own."""
    plain = plain_type(kind)
    parts = plain.types if isinstance(plain, inspect.UnionType) else (plain,)
    for part in map(plain_type, parts):
        if isinstance(part, inspect.VarTupleType):
            return _section_of(part.item_type)
        if isinstance(part, inspect.StructType) and part.cls.__module__ == StudyFile.__module__:
            return part.cls
    return None


def _row(field: inspect.Field) -> str:
    kind = field.type
    about = kind.extra_json_schema if isinstance(kind, inspect.Metadata) else None
    default = "required" if field.required else _default(field.default)
    cells = (f"`{field.encode_name}`", words_for(kind), default, (about or {})["description"])
    return f"| {' | '.join(cells)} |"


def _default(value: Any) -> str:
    if value in (None, (), {}) or value is msgspec.NODEFAULT:
        return ""
    return f"`{value if isinstance(value, float) else shown(value)}`"
