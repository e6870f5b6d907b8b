"""Tables with all answers to an item in one cell: `[3, 4, 3]`, `yes;no;yes`.

Who gave which is not known. Raters are the places in the list, so that the first rater of one
item need not be the first of another: what is computed rater by rater means nothing then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from solecism.errors import FormatError
from solecism.formats.crowd import places, rows, table
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.formats.crowd.table import Row, Table
from solecism.judgment import Judgment

_CELL = "answer in the list"
_PLACE = "place in the list"
_SEPARATOR = re.compile(r"[,;|\n]")
_QUOTES = "'\""


def parse(
    lines: Iterable[str],
    layout: Layout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all lists in the column of answers.

    >>> layout = Layout(places={"item": "id"}, answers=("grades",))
    >>> lines = ["id\\tgrades\\n", "7\\t[3, 4]\\n"]
    >>> [(j.rater, j.answer) for j in parse(lines, layout, file="a.tsv")]
    [('1', '3'), ('2', '4')]
    """
    skipped = Counter() if skipped is None else skipped
    read = table.parse(lines, file=file, **layout.dialect)
    if len(layout.answers) != 1 or layout.answers[0] not in read.names:
        raise FormatError(
            file,
            1,
            f"which column has the answers? Give one --answer. {places.listing(read.names)}",
        )
    column = read.names.index(layout.answers[0])
    names = (*read.names, _CELL, _PLACE)
    one_a_row = Table(file, names, _single(read.rows, column, skipped))
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
