"""Where a file of JSON Lines says the same thing twice, or something unknown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeVar

from solecism.errors import FormatError
from solecism.flag import Flag
from solecism.formats import files
from solecism.formats.jsonl.lines import parse, read
from solecism.judgment import UNKNOWN, Judgment

T = TypeVar("T", Flag, Judgment)


def read_flags(path: str) -> Iterator[Flag]:
    """The flags of a file; FormatError where a system decides at a site again."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for index, flag in enumerate(read(path, Flag)):
        sites = seen[flag.system]
        if flag.site in sites:
            is_stream = path == files.STANDARD_STREAM
            number = index + 1 if is_stream else _line_number(path, index)
            raise FormatError(
                files.shown_name(path),
                number,
                f"{flag.system} decides twice at {flag.site}. Keep one flag per site.",
            )
        sites.add(flag.site)
        yield flag


def check_judgments(path: str, *, labels: Sequence[str], may_repeat: bool) -> None:
    """FormatError for the first answer that is no label, or is a rater's second about a site."""
    file = files.shown_name(path)
    first: dict[tuple[str, str], int] = {}
    for number, judgment in _numbered(path, Judgment):
        if judgment.answer not in (*labels, UNKNOWN):
            known = ", ".join(labels)
            raise FormatError(
                file, number, f"unknown answer {judgment.answer!r}. The labels are {known}."
            )
        key = judgment.site, judgment.rater
        if key in first and judgment.gold is None and not may_repeat:
            raise FormatError(
                file,
                number,
                f"rater {judgment.rater} answers {judgment.site} twice, first in line "
                f"{first[key]}. Remove one, or give --duplicates first or last.",
            )
        if judgment.gold is None:
            first[key] = number


def _numbered(path: str, item_type: type[T]) -> Iterator[tuple[int, T]]:
    """The objects of a file with their line numbers."""
    for number, line in enumerate(files.read_lines(path), 1):
        for item in parse([line], item_type, file=files.shown_name(path)):
            yield number, item


def _line_number(path: str, index: int) -> int:
    """The number of the line that has the object with this index."""
    filled = (number for number, line in enumerate(files.read_lines(path), 1) if line.strip())
    return next(number for place, number in enumerate(filled) if place == index)
