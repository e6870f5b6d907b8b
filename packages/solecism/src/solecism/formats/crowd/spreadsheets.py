"""Tables of judgments in a spreadsheet: one row per judgment, one per item, or lists in a cell.

In a long table, one row is one judgment; our own has the fields of a judgment as columns. Cells
that a spreadsheet would take for a formula are written with an apostrophe before them, which is
taken off again when our own table is read. Numbers need none.

A wide table has one row per item, and one column per rater. Where all answers to an item are in one
cell (`[3, 4, 3]`, `yes;no;yes`), who gave which is not known. Raters are the places in the list, so
that the first rater of one item need not be the first of another: what is computed rater by rater
means nothing then.
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
from solecism.formats.crowd import column_layout, delimited, rows
from solecism.formats.crowd.column_layout import PLAIN, ColumnLayout
from solecism.formats.crowd.delimited import DelimitedTable, Row, quoted
from solecism.formats.crowd.rows import SeenAnswers
from solecism.judgment import Judgment

COLUMN_NAMES = (
    "site rater answer task stage batch confidence alternatives seconds gold notes".split()
)
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_USUAL = {
    "item": "item site question task_id unit hit".split(),
    "rater": "rater worker annotator performer participant".split(),
}
T = TypeVar("T")
_USUAL_ANSWERS = ("answer", "label", "judgment")


def parse_long(
    lines: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of a long table; without a layout its columns need usual names.

    >>> lines = ["question,worker,answer\\n", "7,ann,yes\\n"]
    >>> [(j.site, j.rater, j.answer) for j in parse_long(lines, file="a.csv")]
    [('7', 'ann', 'yes')]
    """
    read = delimited.parse(lines, file=file, **layout.dialect)
    if list(read.names) == COLUMN_NAMES and not layout.places and not layout.answers:
        yield from _own_judgments(read, layout)
        return
    usual = {
        field: next((name for name in names if name in read.names), None)
        for field, names in _USUAL.items()
    }
    layout = layout.or_else(**{field: name for field, name in usual.items() if name is not None})
    answers = [name for name in _USUAL_ANSWERS if name in read.names][:1]
    layout = replace(layout, answers=layout.answers or tuple(answers))
    yield from rows.judgments(read, layout, skipped=skipped)


def format_long(judgments: Iterable[Judgment]) -> Iterator[str]:
    """A header and one line per judgment, as CSV; an empty field stays an empty cell."""
    yield long_line(COLUMN_NAMES)
    for judgment in judgments:
        cells = _cells(judgment)
        if any("\0" in cell for cell in cells):
            raise InputError(f"{judgment.id!r}: NUL cannot be written to a table. Leave it out.")
        yield long_line(cells)


def long_line(cells: Sequence[str]) -> str:
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


def _own_judgments(read: DelimitedTable, layout: ColumnLayout) -> Iterator[Judgment]:
    answered = SeenAnswers(layout.duplicates)
    for line, row in read.rows:
        try:
            judgment = _judgment(dict(zip(COLUMN_NAMES, map(_bare, row), strict=True)), layout)
            if answered.is_new(judgment):
                yield judgment
        except InputError as error:
            raise FormatError(read.file, line, str(error)) from error


def _judgment(cells: dict[str, str], layout: ColumnLayout) -> Judgment:
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
        raise InputError(f"{field} is {quoted(cell)}, which is not JSON: {error}.") from error


def parse_wide(
    lines: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all cells that are not empty, by raters named as their columns.

    Without `answers`, each column that the layout has no other use for is a rater's.

    >>> lines = ["id,ann,bob\\n", "1,ok,error\\n", "2,ok,\\n"]
    >>> layout = ColumnLayout(places={"item": "id"})
    >>> [(j.site, j.rater, j.answer) for j in parse_wide(lines, layout, file="a.csv")]
    [('1', 'ann', 'ok'), ('1', 'bob', 'error'), ('2', 'ann', 'ok')]
    """
    read = delimited.parse(lines, file=file, **layout.dialect)
    used = [*layout.places.values(), *layout.notes.values()]
    others = tuple(
        name
        for name in read.names
        if name not in used and not any(f"{{{name}}}" in place for place in used)
    )
    layout = replace(layout, answers=layout.answers or others)
    yield from rows.judgments(read, layout.or_else(rater="{question}"), skipped=skipped)


_CELL = "answer in the list"
_PLACE = "place in the list"
_SEPARATOR = re.compile(r"[,;|\n]")
_QUOTES = "'\""


def parse_listed(
    lines: Iterable[str],
    layout: ColumnLayout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all lists in the column of answers.

    >>> layout = ColumnLayout(places={"item": "id"}, answers=("grades",))
    >>> lines = ["id\\tgrades\\n", "7\\t[3, 4]\\n"]
    >>> [(j.rater, j.answer) for j in parse_listed(lines, layout, file="a.tsv")]
    [('1', '3'), ('2', '4')]
    """
    skipped = Counter() if skipped is None else skipped
    read = delimited.parse(lines, file=file, **layout.dialect)
    if len(layout.answers) != 1 or layout.answers[0] not in read.names:
        hint = column_layout.columns_hint(read.names)
        raise FormatError(file, 1, f"which column has the answers? Give one --answer. {hint}")
    column = read.names.index(layout.answers[0])
    names = (*read.names, _CELL, _PLACE)
    one_a_row = DelimitedTable(file, names, _single(read.rows, column, skipped))
    layout = replace(layout, answers=(_CELL,)).or_else(rater=_PLACE)
    yield from rows.judgments(one_a_row, layout, skipped=skipped)


def _single(
    lists: Iterator[tuple[int, Row]], column: int, skipped: Counter[str]
) -> Iterator[tuple[int, Row]]:
    """One row per answer of each list, with the place of the answer in it."""
    for line, row in lists:
        answers = _answers_of(row[column])
        if not answers:
            skipped["items without answers"] += 1
        for place, answer in enumerate(answers, 1):
            yield line, [*row, answer, str(place)]


def _answers_of(cell: str) -> Sequence[str]:
    """The answers that a cell lists, without brackets and quotes.

    >>> _answers_of("['yes', 'no']"), _answers_of("[]")
    (['yes', 'no'], [])
    """
    inner = cell.strip().removeprefix("[").removesuffix("]").strip()
    return [piece.strip().strip(_QUOTES) for piece in _SEPARATOR.split(inner)] if inner else []
