"""The platforms by name, and how their files are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from solecism.errors import InputError
from solecism.formats import files, jsonl
from solecism.formats.crowd import (
    appen,
    label_studio,
    listed,
    long,
    mturk,
    prolific,
    table,
    wide,
)
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.judgment import Judgment

_TABLES = {
    "long": long.parse,
    "wide": wide.parse,
    "list": listed.parse,
    "mturk": mturk.parse,
    "appen": appen.parse,
}


def read(
    path: str,
    platform: str,
    layout: Layout = PLAIN,
    *,
    submissions: str | None = None,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of a platform's file; InputError where there is none in it."""
    is_empty = True
    for judgment in _parsed(path, platform, layout, submissions, skipped):
        is_empty = False
        yield judgment
    if is_empty:
        why = f"left out: {listing(skipped)}" if skipped else "no rows"
        raise InputError(
            f"{files.shown_name(path)}: contains no judgments ({why}). Is the file complete?"
        )


def columns(
    path: str, platform: str, layout: Layout = PLAIN, *, submissions: str | None = None
) -> tuple[str, ...]:
    """The columns of a platform's table, and of its submissions; none where it is no table."""
    if platform not in (*_TABLES, "prolific"):
        return ()
    names = table.parse(files.read_lines(path), file=path, **layout.dialect).names
    if submissions is None:
        return names
    joined = table.parse(files.read_lines(submissions), file=submissions).names
    return (*names, *(f"{prolific.PREFIX}{name}" for name in joined))


def listing(skipped: Counter[str]) -> str:
    """The reasons for which rows were left out, with counts.

    >>> listing(Counter({"empty answers": 3, "second answers": 1}))
    'empty answers (3), second answers (1)'
    """
    return ", ".join(f"{reason} ({count})" for reason, count in skipped.items())


def _parsed(
    path: str,
    platform: str,
    layout: Layout,
    submissions: str | None,
    skipped: Counter[str] | None,
) -> Iterator[Judgment]:
    file = files.shown_name(path)
    if platform == "judgments":
        return jsonl.parse(files.read_lines(path), Judgment, file=file)
    if platform == "label-studio":
        return label_studio.parse(files.read_pieces(path), layout, file=file, skipped=skipped)
    lines = files.read_lines(path)
    if platform != "prolific":
        return _TABLES[platform](lines, layout, file=file, skipped=skipped)
    joined = None
    if submissions is not None:
        joined = table.parse(files.read_lines(submissions), file=files.shown_name(submissions))
    return prolific.parse(lines, layout, file=file, submissions=joined, skipped=skipped)
