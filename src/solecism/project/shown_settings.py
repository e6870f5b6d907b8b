"""The settings that hold for files, and where each of them comes from, for people to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from solecism.check.people import safe
from solecism.counted import count
from solecism.formats import files
from solecism.project.keys import FIELD_OF, Values
from solecism.project.rules import ProjectRules, shown_path
from solecism.project.settings import Settings, options_of

# Of a longer list, such as a dictionary, only the number of its entries is told.
_MOST_LISTED = 8
_DEFAULTS = {"audience": "author", "min_share": "0", "kinds": "all but capitals and punctuation"}
_COMMAND = "command line"


def format_settings(rules: ProjectRules, paths: Iterable[str]) -> Iterator[str]:
    """For each file its name, and a line per setting: its name, its value, and its source.

    Files with the same settings stand together.
    """
    for (settings, values), alike in groupby(
        paths, key=lambda path: (rules.settings_of(path), rules.values_of(path))
    ):
        yield from (f"{safe(files.shown_name(path))}{_ignored(rules, path)}\n" for path in alike)
        yield from (f"  {line}\n" for line in _lines(rules, settings, values))


def _lines(rules: ProjectRules, settings: Settings | None, values: Values) -> list[str]:
    rows = [(key, *_told(rules, settings, values, field)) for key, field in FIELD_OF.items()]
    rows = [row for row in rows if row[1]]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{key:{widths[0]}}  {value:{widths[1]}}  {source}" for key, value, source in rows]
    idle = settings.ignored.idle_patterns() if settings else []
    return [*lines, *(f"ignore: {safe(pattern)} matches no file." for pattern in idle)]


def _told(
    rules: ProjectRules, settings: Settings | None, values: Values, field: str
) -> tuple[str, str]:
    """The value of a setting and its source; both empty where it has neither value nor default."""
    given, value = getattr(rules.given, field), getattr(values, field)
    if field == "baseline" and rules.baseline is not None:
        given = value = str(rules.baseline)
    if value in (None, ()):
        usual = _default(rules, values, field)
        return usual, "default" if usual else ""
    source = _COMMAND if given == value else shown_path(settings.file) if settings else _COMMAND
    return _listed(value), source


def _default(rules: ProjectRules, values: Values, field: str) -> str:
    if field == "detector":
        return options_of(values, model=rules.model).detector
    if field == "audience" and (values.precision, values.threshold) != (None, None):
        return ""
    return _DEFAULTS.get(field, "")


def _listed(value: object) -> str:
    if not isinstance(value, tuple):
        return safe(str(value))
    if len(value) > _MOST_LISTED:
        return count(len(value), "entry", "entries")
    return safe(", ".join(value))


def _ignored(rules: ProjectRules, path: str) -> str:
    return "" if rules.kept([path], []) else " (ignored)"
