"""Long tables: one row per judgment. Our own has the fields of a judgment as columns.

Cells that a spreadsheet would take for a formula are written with an apostrophe before them,
which is taken off again when our own table is read. Numbers need none.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import msgspec

from solecism.errors import FormatError, InputError
from solecism.formats.crowd import rows, table
from solecism.formats.crowd.answered import Answered
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.formats.crowd.table import Table, shown
from solecism.judgment import Judgment

NAMES = "site rater answer task stage batch confidence alternatives seconds gold notes".split()
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_USUAL = {
    "item": "item site question task_id unit hit".split(),
    "rater": "rater worker annotator performer participant".split(),
}
T = TypeVar("T")
_USUAL_ANSWERS = ("answer", "label", "judgment")


def parse(
    lines: Iterable[str],
    layout: Layout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of a long table; without a layout its columns need usual names.

    >>> lines = ["question,worker,answer\\n", "7,ann,yes\\n"]
    >>> [(j.site, j.rater, j.answer) for j in parse(lines, file="a.csv")]
    [('7', 'ann', 'yes')]
    """
    read = table.parse(lines, file=file, **layout.dialect)
    if list(read.names) == NAMES and not layout.places and not layout.answers:
        yield from _own(read, layout)
        return
    usual = {
        field: next((name for name in names if name in read.names), None)
        for field, names in _USUAL.items()
    }
    layout = layout.or_else(**{field: name for field, name in usual.items() if name is not None})
    answers = [name for name in _USUAL_ANSWERS if name in read.names][:1]
    layout = replace(layout, answers=layout.answers or tuple(answers))
    yield from rows.judgments(read, layout, skipped=skipped)


def format(judgments: Iterable[Judgment]) -> Iterator[str]:
    """A header and one line per judgment, as CSV; an empty field stays an empty cell."""
    yield line(NAMES)
    for judgment in judgments:
        cells = _cells(judgment)
        if any("\0" in cell for cell in cells):
            raise InputError(f"{judgment.id!r}: NUL cannot be written to a table. Leave it out.")
        yield line(cells)


def line(cells: Sequence[str]) -> str:
    """A line of CSV, without a formula in any cell."""
    # The csv module quotes what is in its line end, and a bare carriage return must be quoted.
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow([_guarded(cell) for cell in cells])
    return text.getvalue().removesuffix("\r\n") + "\n"


def _cells(judgment: Judgment) -> Sequence[str]:
    return [
        judgment.site,
        judgment.rater,
        judgment.answer,
        judgment.task or "",
        judgment.stage or "",
        judgment.batch or "",
        "" if judgment.confidence is None else repr(judgment.confidence),
        msgspec.json.encode(judgment.alternatives).decode() if judgment.alternatives else "",
        "" if judgment.seconds is None else repr(judgment.seconds),
        judgment.gold or "",
        msgspec.json.encode(dict(judgment.notes)).decode() if judgment.notes else "",
    ]


def _guarded(cell: str) -> str:
    """A cell that a spreadsheet does not read as a formula.

    >>> _guarded("=1+1"), _guarded("-1"), _guarded("ok")
    ("'=1+1", '-1', 'ok')
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def _bare(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _own(read: Table, layout: Layout) -> Iterator[Judgment]:
    answered = Answered(layout.duplicates)
    for line, row in read.rows:
        try:
            judgment = _judgment(dict(zip(NAMES, map(_bare, row), strict=True)), layout)
            if answered.is_new(judgment):
                yield judgment
        except InputError as error:
            raise FormatError(read.file, line, str(error)) from error


def _judgment(cells: dict[str, str], layout: Layout) -> Judgment:
    for field in ("site", "rater", "answer"):
        if not cells[field]:
            raise InputError(f"the {field} is empty. Fill it in.")
    confidence, seconds = cells["confidence"], cells["seconds"]
    return Judgment(
        cells["site"],
        cells["rater"],
        rows.renamed(cells["answer"], layout),
        cells["task"] or None,
        cells["stage"] or None,
        cells["batch"] or None,
        rows.number_of(confidence, "confidence", most=1) if confidence else None,
        _decoded(cells["alternatives"] or "[]", tuple[str, ...], "alternatives"),
        rows.number_of(seconds, "seconds") if seconds else None,
        cells["gold"] or None,
        _decoded(cells["notes"] or "{}", dict[str, str], "notes"),
    )


def _decoded(cell: str, kind: type[T], field: str) -> T:
    try:
        return msgspec.json.decode(cell, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InputError(f"{field} is {shown(cell)}, which is not JSON: {error}.") from error
