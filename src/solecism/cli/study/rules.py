"""The rules for raters in a TOML file, and the people whom they exclude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism.collect.screening.file import RulesFile


def read_rules(path: str) -> RulesFile:
    """The rules in a file."""
    from solecism.collect.screening.file import parse_rules
    from solecism.formats.files import read_lines, shown_name

    return parse_rules("".join(read_lines(path)), file=shown_name(path))


def excluded_ids(rules: RulesFile, path: str) -> Iterator[tuple[str, list[str]]]:
    """Each source of exclusions with its ids; files and folders are relative to the rules' file."""
    from pathlib import Path

    from solecism.collect.screening.exclusions import ids_of_study
    from solecism.collect.study import open_study
    from solecism.formats.files import read_lines

    beside = Path(path).parent
    for file in rules.exclude.ids:
        yield file, [line.strip() for line in read_lines(str(beside / file)) if line.strip()]
    for location in rules.exclude.studies:
        is_address = location.startswith(("postgresql", "postgres:"))
        other = open_study(location if is_address else str(beside / location))
        ids = ids_of_study(other)
        other.close()
        if not ids:
            raise InputError(f"{location}: nobody has answered in this study, to be excluded.")
        yield location.rpartition("@")[2], ids
