"""Rows of a table to judgments, by a layout; second answers of a rater are noticed.

All platforms with tables share this code.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from solecism.errors import FormatError, InputError
from solecism.formats.crowd import column_layout
from solecism.formats.crowd.column_layout import QUESTION, CellReader, ColumnLayout, Duplicates
from solecism.formats.crowd.delimited import DelimitedTable, quoted
from solecism.judgment import Judgment

NO_ANSWER, DOUBLE = "empty answers", "second answers"
_ALWAYS_NEEDED = ("item", "rater")


def judgments(
    table: DelimitedTable, layout: ColumnLayout, *, skipped: Counter[str] | None = None
) -> Iterator[Judgment]:
    """One judgment per answer in the rows; `skipped` counts the others, by reason."""
    try:
        ask = questions(table.names, layout)
        status = _status(table.names, layout)
    except InputError as error:
        raise FormatError(table.file, 1, str(error)) from error
    answered = SeenAnswers(layout.duplicates)
    skipped = Counter() if skipped is None else skipped
    for line, row in table.rows:
        if layout.statuses and (row_status := status(row)) not in layout.statuses:
            skipped[f"rows with status {row_status or 'empty'}"] += 1
            continue
        for question in ask:
            try:
                judgment = question(row)
                is_new = judgment is not None and answered.is_new(judgment)
            except InputError as error:
                raise FormatError(table.file, line, str(error)) from error
            if judgment is None:
                skipped[NO_ANSWER] += 1
            elif not is_new:
                skipped[DOUBLE] += 1
            else:
                yield judgment


def questions(
    names: Sequence[str], layout: ColumnLayout
) -> list[Callable[[Sequence[str]], Judgment | None]]:
    """One function per column of answers that reads a judgment from a row (None: no answer)."""
    for field in _ALWAYS_NEEDED:
        if field not in layout.places:
            raise InputError(
                f"which column is the {field}? Give --{field}. {column_layout.columns_hint(names)}"
            )
    if not layout.answers:
        raise InputError(
            f"which column is the answer? Give --answer. {column_layout.columns_hint(names)}"
        )
    asked = list(column_layout.answer_columns(layout, names))
    return [_question(names, layout, values, n_questions=len(asked)) for values in asked]


def renamed(value: str, layout: ColumnLayout) -> str:
    """An answer under its new name; InputError where names are given and it has none."""
    if not layout.labels:
        return value
    try:
        return layout.labels[value]
    except KeyError:
        known = ", ".join(layout.labels)
        raise InputError(
            f"the answer {quoted(value)} is in no --map. There are {known}. Add --map VALUE=NAME."
        ) from None


def answer_of(value: str, layout: ColumnLayout) -> str | None:
    """The answer that a cell gives, None where it gives none."""
    return (renamed(value, layout) or None) if value and value not in layout.missing else None


def gold_of(value: str, answer: str, layout: ColumnLayout) -> str | None:
    """The right answer in a cell; if it lists several, one per line, the one that was given."""
    right = [renamed(line.strip(), layout) for line in value.splitlines() if line.strip()]
    if not right or value in layout.missing:
        return None
    return answer if answer in right else right[0]


def number_of(value: str, field: str, *, most: float = math.inf) -> float:
    """A number that is not negative; InputError with the field and the value otherwise."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 <= number <= most or math.isinf(number):
        bound = "" if math.isinf(most) else f" and at most {most:g}"
        raise InputError(f"{field} is {quoted(value)}. It must be a number of at least 0{bound}.")
    return number


def _question(
    names: Sequence[str], layout: ColumnLayout, values: Mapping[str, str], *, n_questions: int
) -> Callable[[Sequence[str]], Judgment | None]:
    readers = {
        field: _matching(
            column_layout.cell_reader(place, names, values), layout.patterns.get(field)
        )
        for field, place in layout.places.items()
        if field != "status"
    }
    answer_column = column_layout.cell_reader(values[QUESTION], names, {})
    read_answer = _matching(answer_column, layout.patterns.get("answer"))
    notes = {
        name: _matching(column_layout.cell_reader(place, names, values), layout.patterns.get(name))
        for name, place in layout.notes.items()
    }
    seconds = _seconds(readers, layout.places, n_questions)

    def judgment(row: Sequence[str]) -> Judgment | None:
        answer = answer_of(read_answer(row), layout)
        if answer is None:
            _check_pattern(answer_column(row), layout, values[QUESTION])
            return None
        cells = {field: read(row) for field, read in readers.items()}
        for field in _ALWAYS_NEEDED:
            if not cells[field]:
                raise InputError(f"the {field} is empty ({layout.places[field]}). Fill it in.")
        confidence = cells.get("confidence")
        return Judgment(
            cells["item"],
            cells["rater"],
            answer,
            task=cells.get("task") or None,
            stage=cells.get("stage") or None,
            batch=cells.get("batch") or None,
            confidence=number_of(confidence, "confidence", most=1) if confidence else None,
            seconds=seconds(cells),
            gold=gold_of(cells.get("gold", ""), answer, layout),
            notes={name: value for name, read in notes.items() if (value := read(row))},
        )

    return judgment


def _check_pattern(cell: str, layout: ColumnLayout, column: str) -> None:
    """InputError for a cell with an answer that the pattern does not find."""
    pattern = layout.patterns.get("answer")
    if pattern and cell and cell not in layout.missing and not re.search(pattern, cell):
        raise InputError(
            f"{column} is {quoted(cell)}, which the pattern {pattern!r} does not match. Change the "
            "pattern, or declare that this means no answer (--missing)."
        )


def _matching(read: CellReader, pattern: str | None) -> CellReader:
    if pattern is None:
        return read
    try:
        search = re.compile(pattern).search
    except re.error as error:
        raise InputError(f"{pattern!r} is not a regular expression: {error}.") from error

    def matched(row: Sequence[str]) -> str:
        match = search(read(row))
        if match is None:
            return ""
        return (match[1] if match.re.groups else match[0]) or ""

    return matched


def _seconds(
    readers: Mapping[str, CellReader], where: Mapping[str, str], n_questions: int
) -> Callable[[Mapping[str, str]], float | None]:
    """A function that reads the time of an answer; the questions of a row share its time."""
    field, unit = ("milliseconds", 1000) if "milliseconds" in readers else ("seconds", 1)
    is_own = any(wild in where.get(field, "") for wild in ("{n}", "{name}", "{question}"))
    share = unit if is_own else unit * n_questions
    return lambda cells: number_of(cells[field], field) / share if cells.get(field) else None


def _status(names: Sequence[str], layout: ColumnLayout) -> Callable[[Sequence[str]], str | None]:
    place = layout.places.get("status")
    if layout.statuses and place is None:
        raise InputError(
            f"which column is the status? Give --status. {column_layout.columns_hint(names)}"
        )
    return column_layout.cell_reader(place, names, {}) if place else lambda row: None


class SeenAnswers:
    """The raters of each item so far, as numbers of four bytes; empty if duplicates are kept."""

    def __init__(self, duplicates: Duplicates) -> None:
        self._duplicates = duplicates
        self._numbers: dict[str, int] = {}
        self._raters: dict[tuple[str, str | None], array[int]] = {}

    def is_new(self, judgment: Judgment) -> bool:
        """Whether the judgment counts; InputError where a second answer is a mistake."""
        if self._duplicates == "keep":
            return True
        number = self._numbers.setdefault(judgment.rater, len(self._numbers))
        raters = self._raters.setdefault((judgment.site, judgment.stage), array("I"))
        if number not in raters:
            raters.append(number)
            return True
        if self._duplicates == "error":
            raise InputError(
                f"{judgment.rater!r} answers {judgment.site!r} a second time. Name the column "
                "that distinguishes the answers (--stage), or use the first of them or all "
                "(--duplicates)."
            )
        return False
