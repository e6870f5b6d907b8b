"""Study files as TOML text: read with the line of whatever is wrong, and written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from solecism.errors import FormatError, InputError
from solecism.formats import toml
from solecism_study.refusals import Path, UnfitValueError, dotted, unfit_value
from solecism_study.screening.rater_rules import with_defaults
from solecism_study.study_file.idle_fields import check_idle_fields
from solecism_study.study_file.sections import StudyFile

_HEADER = re.compile(r"^\s*\[\[?\s*([^\[\]]+?)\s*\]\]?")
_KEY = re.compile(r"^\s*([A-Za-z0-9_.\"'-]+)\s*=")
_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def parse(text: str, *, file: str) -> StudyFile:
    """Return the study file in a text; FormatError with the line of what is wrong.

    >>> parse('[task]\\nname = "usage"\\n[items]\\nfile = "sites.jsonl"', file="s").items.judgments
    3
    >>> parse('[task]\\nname = "usage"\\n[items]\\nfile = 7', file="study.toml")
    Traceback (most recent call last):
    solecism.errors.FormatError: study.toml:4: items.file is 7. Give a text in quotation marks.
    """
    table = toml.parse(text, file=file)
    try:
        return study_file_of(table)
    except UnfitValueError as error:
        raise with_line(error, text, file=file) from error
    except InputError as error:
        raise InputError(f"{file}: {error}") from error


def with_line(error: UnfitValueError, text: str, *, file: str) -> FormatError:
    """Return the error of a value as people read it, with the line in the file."""
    return FormatError(file, line_of(text, error.path), f"{dotted(error.path)} {error.problem}")


def study_file_of(table: Mapping[str, Any]) -> StudyFile:
    """Return the study file that a table describes; UnfitValueError where a value is wrong."""
    check_idle_fields(table)
    people = table.get("people")
    rules = people.get("rules") if isinstance(people, dict) else None
    if isinstance(people, dict) and isinstance(rules, dict):
        table = {**table, "people": {**people, "rules": with_defaults(rules)}}
    try:
        return msgspec.convert(table, StudyFile)
    except msgspec.ValidationError as error:
        raise unfit_value(error, table, StudyFile) from error


def line_of(text: str, path: Path) -> int:
    """Return the line where a path is written, or else that of the nearest table around it.

    >>> line_of("seed = 1\\n[items]\\nfile = 3\\n", ("items", "file"))
    3
    >>> line_of('[items]\\n[[items.batch]]\\n[[items.batch]]\\nsize = 0', ("items", "batch", 1))
    3
    """
    best, best_line = 0, 1
    for number, place in _places(text):
        length = _n_shared(place, path)
        if length == len(place) and length > best:
            best, best_line = length, number
    return best_line


def _n_shared(place: Path, path: Path) -> int:
    n = 0
    for own, other in zip(place, path, strict=False):
        if own != other:
            break
        n += 1
    return n


def _places(text: str) -> Iterator[tuple[int, Path]]:
    """The number of each line that begins a table or a value, with the path to it."""
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header is not None:
            table = _numbered(_steps(header[1]), counts, is_entry="[[" in line.partition("#")[0])
            yield number, table
        elif key is not None:
            yield number, (*table, *_steps(key[1]))


def _numbered(steps: Path, counts: dict[Path, int], *, is_entry: bool) -> Path:
    """The path of a table, with the number of the entry that it is in or begins."""
    path: Path = ()
    for place, step in enumerate(steps):
        path = (*path, step)
        if is_entry and place == len(steps) - 1:
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path = (*path, counts[path] - 1)
    return path


def _steps(name: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


def format(study_file: StudyFile) -> str:
    """Return the file as TOML; what is as usual is left out.

    >>> text = '[task]\\nname = "usage"\\n\\n[items]\\nfile = "sites.jsonl"\\nkey = "key.json"\\n'
    >>> format(parse(text, file="study.toml")) == text
    True
    """
    return "".join(_written(msgspec.to_builtins(study_file), ())).lstrip("\n")


def _written(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The values of a table, and then the tables in it."""
    for key, value in table.items():
        if value is not None and not _is_table(value):
            yield f"{_key(key)} = {_value(value)}\n"
    for key, value in table.items():
        inner = (*path, key)
        name = ".".join(map(_key, inner))
        if _is_tables(value):
            for entry in value:
                yield f"\n[[{name}]]\n"
                yield from _written(entry, inner)
        elif isinstance(value, dict):
            yield f"\n[{name}]\n"
            yield from _written(value, inner)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or _is_tables(value)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, dict) for one in value)


def _key(name: str) -> str:
    return name if _BARE.match(name) else _value(name)


_WRITERS: tuple[tuple[type, Callable[[Any], str]], ...] = (
    (bool, lambda value: str(value).lower()),
    (str, lambda value: json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")),
    (int, str),
    (float, repr),
)


def _value(value: Any) -> str:
    """A value as TOML has it."""
    for kind, written in _WRITERS:
        if isinstance(value, kind):
            return written(value)
    return f"[{', '.join(map(_value, value))}]"
