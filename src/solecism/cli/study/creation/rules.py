"""The rules for raters in a TOML file, and the people whom they exclude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.collect.configuration import Configuration
    from solecism.collect.screening.file import Exclude, RulesFile


def with_rules(made: Configuration, path: str | None, retention: int | None) -> Configuration:
    """The configuration with the rules for raters that a file declares, and their retention."""
    import msgspec

    if retention is not None:
        made = msgspec.structs.replace(made, retention_days=retention)
    if path is None:
        return made
    rules = _read_rules(path)
    parts = {"screening": rules.screening, "limits": rules.limits, "signs": rules.signs}
    given = {name: part for name, part in parts.items() if part is not None}
    return msgspec.structs.replace(made, **given)


def excluded_by(path: str | None) -> list[tuple[str, list[str]]]:
    """Each source of exclusions that a file of rules names, with its ids."""
    return [] if path is None else list(_excluded_ids(_read_rules(path).exclude, path))


def _read_rules(path: str) -> RulesFile:
    from solecism.collect.screening.file import parse_rules
    from solecism.formats.files import read_lines, shown_name

    return parse_rules("".join(read_lines(path)), file=shown_name(path))


def _excluded_ids(exclude: Exclude, path: str) -> Iterator[tuple[str, list[str]]]:
    """The ids by source; files and folders are relative to the rules' own file."""
    from pathlib import Path

    from solecism.collect.screening.exclusions import ids_of_study
    from solecism.collect.study import open_study
    from solecism.formats.files import read_lines

    beside = Path(path).parent
    for file in exclude.ids:
        yield file, [line.strip() for line in read_lines(str(beside / file)) if line.strip()]
    for location in exclude.studies:
        is_address = location.startswith(("postgresql", "postgres:"))
        other = open_study(location if is_address else str(beside / location))
        ids = ids_of_study(other)
        other.close()
        if not ids:
            raise InputError(f"{location}: nobody has answered in this study, to be excluded.")
        yield location.rpartition("@")[2], ids
