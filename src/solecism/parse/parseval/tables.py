"""How good parses are, as tables for people: per cent, as EVALB prints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from solecism.figure import F1, PRECISION, RECALL
from solecism.interval import Interval
from solecism.parse.parseval.counts import COLUMNS, BracketCounts
from solecism.parse.parseval.figures import CROSSING, LEAF_ANCESTOR, TAGS, Figures
from solecism.table import Table, figure_columns, number, table

if TYPE_CHECKING:
    from solecism.figure import Difference, Figure

_SHOWN_BY_GROUP = (PRECISION, RECALL, F1, TAGS, LEAF_ANCESTOR)


def parse_tables(name: str, groups: Mapping[str, Figures]) -> Iterator[Table]:
    """One parse: all sentences beside the short ones, then by type of error."""
    whole, short, *others = groups
    level = groups[whole].figures[F1].interval.level
    yield table(
        f"{name}: {groups[whole].n_sentences} sentences",
        ("figure", *figure_columns((whole, short), level)),
        _whole_rows(groups[whole], groups[short]),
    )
    yield table(
        f"{name}: by type of error",
        ("error", "sentences", *figure_columns(_SHOWN_BY_GROUP, level)),
        [_group_row(group, groups[group]) for group in others],
    )


def difference_tables(
    names: Sequence[str], differences: Mapping[str, Sequence[Difference]]
) -> Iterator[Table]:
    """Two parses: one table of differences per group of sentences."""
    for group, rows in differences.items():
        yield table(
            f"{names[0]} minus {names[1]}: {group}",
            ("figure", "first", "second", "difference", f"{rows[0].interval.level:.0%}", "p"),
            [_difference_row(row) for row in rows],
        )


def sentence_table(name: str, counts: BracketCounts) -> Table:
    """One row per sentence: its counts, and whether its parse failed."""
    rows = zip(counts.ids, counts.table, counts.states, strict=True)
    return table(
        f"{name}: each sentence",
        ("sentence", *(column.replace("_", " ") for column in COLUMNS), "state"),
        [[id, *map(str, row), state] for id, row, state in rows],
    )


def _whole_rows(whole: Figures, short: Figures) -> Sequence[Sequence[str]]:
    return [
        [name, *_cells(one), *_cells(short.figures[name])]
        for name, one in whole.figures.items()
        if one.is_defined
    ]


def _group_row(name: str, group: Figures) -> list[str]:
    cells = [cell for one in _SHOWN_BY_GROUP for cell in _cells(group.figures[one])]
    return [name, str(group.n_sentences), *cells]


def _cells(one: Figure) -> list[str]:
    return [_shown(one.name, one), _span(one)]


def _shown(name: str, value: float) -> str:
    """Per cent, but crossing is a mean."""
    return number(_factor(name) * value, 2)


def _span(one: Figure) -> str:
    if not one.interval.is_defined:
        return ""
    low, high = (_factor(one.name) * end for end in (one.interval.low, one.interval.high))
    return f"{Interval(low, high):.2f}"


def _factor(name: str) -> int:
    return 1 if name == CROSSING else 100


def _difference_row(row: Difference) -> list[str]:
    values = [_shown(row.name, value) for value in (row.first, row.second, row)]
    return [row.name, *values, _span(row), f"{row.p_value:.2g}"]
