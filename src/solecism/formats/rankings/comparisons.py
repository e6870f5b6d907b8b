"""A table of comparisons: one row per pair of systems, with the better one (read only).

sentence,rater,first,second,winner
7,ann,BART,T5,T5
7,ann,PIE,T5,tie
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.errors import FormatError
from solecism.formats.crowd import table
from solecism.ranking import Ranking

TIE = "tie"
_COLUMNS = {
    "sentence": ("sentence", "item", "src-id"),
    "rater": ("rater", "judge", "annotator", "worker"),
    "first": ("first", "system1", "a"),
    "second": ("second", "system2", "b"),
    "winner": ("winner", "better"),
}


def parse(lines: Iterable[str], *, file: str) -> Iterator[Ranking]:
    """One ranking of two systems per row; `winner` is a system's name, first, second or tie.

    >>> lines = ["sentence,judge,first,second,winner\\n", "7,ann,BART,T5,T5\\n"]
    >>> [dict(ranking.ranks) for ranking in parse(lines, file="a.csv")]
    [{'BART': 2, 'T5': 1}]
    """
    read = table.parse(lines, file=file)
    places = [_place(field, names, read.names, file) for field, names in _COLUMNS.items()]
    for number, row in read.rows:
        sentence, rater, first, second, winner = (row[place].strip() for place in places)
        for field, cell in zip(_COLUMNS, (sentence, rater, first, second), strict=False):
            if not cell:
                raise FormatError(file, number, f"the {field} is empty. Fill it in.")
        if first == second:
            raise FormatError(file, number, f"{first!r} is compared with itself.")
        ranks = {(first, "first"): (1, 2), (second, "second"): (2, 1), (TIE, TIE): (1, 1)}
        chosen = next((pair for names, pair in ranks.items() if winner in names), None)
        if chosen is None:
            problem = f"the winner is {table.shown(winner)}. Give {first}, {second} or {TIE}."
            raise FormatError(file, number, problem)
        yield Ranking(sentence, rater, dict(zip((first, second), chosen, strict=True)))


def _place(field: str, names: tuple[str, ...], header: tuple[str, ...], file: str) -> int:
    for name in names:
        if name in header:
            return header.index(name)
    columns = ", ".join(header)
    raise FormatError(file, 1, f"there is no column {field!r} among {columns}. Add it.")
