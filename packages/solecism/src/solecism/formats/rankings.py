"""People's rankings of systems: Appraise XML, tables of comparisons, and JSON Lines (read only).

Appraise XML holds rankings of corrections, as GJG15 and SEEDA publish them: Grundkiewicz,
Junczys-Dowmunt and Gillian (2015), "Human evaluation of grammatical error correction systems";
Kobayashi, Mita and Komachi (2024), "Revisiting meta-evaluation for grammatical error correction".
Several names in one `system` attribute had the same output.

    <ranking-item src-id="12" user="annotator1">
      <translation system="T5 Riken-Tohoku" rank="1" />
      <translation system="PIE" rank="2" />
    </ranking-item>

A table of comparisons has one row per pair of systems, with the better one:

    sentence,rater,first,second,winner
    7,ann,BART,T5,T5
    7,ann,PIE,T5,tie
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from solecism.errors import FormatError, InputError
from solecism.formats import files, jsonl
from solecism.formats.crowd import delimited
from solecism.formats.xml_stream import XmlStream
from solecism.judgment import (
    FIRST,
    SECOND,
    SYSTEM_SEPARATOR,
    TIE,
    Judgment,
    Ranking,
    checked_ranking,
    ranks_of_pairs,
)
from solecism.site import sentence_of

_ROOT, _ITEM, _OUTPUT = "appraise-results", "ranking-item", "translation"


def parse_appraise(lines: Iterable[str], *, file: str) -> Iterator[Ranking]:
    """The rankings of Appraise XML; `src-id` is the name of a sentence, `user` that of a rater."""
    yield from _AppraiseReader(file).items(lines)


class _AppraiseReader(XmlStream[Ranking]):
    """The rankings of a file as they come; nothing but the open one is held."""

    def __init__(self, file: str) -> None:
        super().__init__(file, what="Appraise XML")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self._is_first = True
        self._item: dict[str, str] | None = None
        self._ranks: dict[str, int] = {}
        self._same: list[tuple[str, ...]] = []

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._is_first and name != _ROOT:
            raise self.problem(f"the document is <{name}>, not <{_ROOT}>. Is this Appraise XML?")
        self._is_first = False
        if name == _ITEM:
            for attribute in ("src-id", "user"):
                if not attributes.get(attribute):
                    raise self.problem(f"a <{_ITEM}> without {attribute}.")
            self._item, self._ranks, self._same = attributes, {}, []
        elif name == _OUTPUT:
            self._add(attributes.get("system", "").split(), attributes.get("rank", ""))

    def _add(self, systems: list[str], rank: str) -> None:
        """Take one output into the open ranking."""
        if self._item is None:
            raise self.problem(f"a <{_OUTPUT}> outside any <{_ITEM}>.")
        if not systems:
            raise self.problem(f"a <{_OUTPUT}> without the name of a system.")
        if not (rank.isascii() and rank.isdecimal() and len(rank) < 10):
            raise self.problem(f"the rank {rank!r} is not a whole number. Ranks are 1, 2, 3...")
        for system in systems:
            if system in self._ranks:
                raise self.problem(f"{system!r} is ranked twice. Take one of the ranks out.")
            self._ranks[system] = int(rank)
        if len(systems) > 1:
            self._same.append(tuple(systems))

    def _end(self, name: str) -> None:
        if name != _ITEM or self._item is None:
            return
        sentence, rater = self._item["src-id"], self._item["user"]
        self._item = None
        if len(self._ranks) < 2:
            # An item in which all shown outputs belonged to one system says nothing.
            return
        try:
            self.done.append(
                checked_ranking(Ranking(sentence, rater, self._ranks, tuple(self._same)))
            )
        except InputError as error:
            raise self.problem(str(error)) from error


TIE_CELL = "tie"
_COLUMNS = {
    "sentence": ("sentence", "item", "src-id"),
    "rater": ("rater", "judge", "annotator", "worker"),
    "first": ("first", "system1", "a"),
    "second": ("second", "system2", "b"),
    "winner": ("winner", "better"),
}


def parse_comparisons(lines: Iterable[str], *, file: str) -> Iterator[Ranking]:
    """One ranking of two systems per row; `winner` is a system's name, first, second or tie.

    >>> lines = ["sentence,judge,first,second,winner\\n", "7,ann,BART,T5,T5\\n"]
    >>> [dict(ranking.ranks) for ranking in parse_comparisons(lines, file="a.csv")]
    [{'BART': 2, 'T5': 1}]
    """
    read = delimited.parse(lines, file=file)
    places = [_column_index(field, names, read.names, file) for field, names in _COLUMNS.items()]
    for number, row in read.rows:
        sentence, rater, first, second, winner = (row[place].strip() for place in places)
        for field, cell in zip(_COLUMNS, (sentence, rater, first, second), strict=False):
            if not cell:
                raise FormatError(file, number, f"the {field} is empty. Fill it in.")
        if first == second:
            raise FormatError(file, number, f"{first!r} is compared with itself.")
        ranks = {(first, "first"): (1, 2), (second, "second"): (2, 1), (TIE_CELL, TIE_CELL): (1, 1)}
        chosen = next((pair for names, pair in ranks.items() if winner in names), None)
        if chosen is None:
            problem = (
                f"the winner is {delimited.quoted(winner)}. Give {first}, {second} or {TIE_CELL}."
            )
            raise FormatError(file, number, problem)
        yield Ranking(sentence, rater, dict(zip((first, second), chosen, strict=True)))


def _column_index(field: str, names: tuple[str, ...], header: tuple[str, ...], file: str) -> int:
    for name in names:
        if name in header:
            return header.index(name)
    columns = ", ".join(header)
    raise FormatError(file, 1, f"there is no column {field!r} among {columns}. Add it.")


def read(path: str) -> Iterator[Ranking]:
    """The rankings of a file: Appraise XML, a table of comparisons, otherwise JSON Lines.

    The lines are rankings, or judgments as a ranking study exports them.
    """
    parse = _PARSERS.get(files.unpacked(path).suffix, _parse_jsonl)
    is_empty = True
    for ranking in parse(files.read_lines(path), file=files.shown_name(path)):
        is_empty = False
        yield ranking
    if is_empty:
        raise InputError(f"{files.shown_name(path)}: contains no rankings. Is the file complete?")


def _parse_jsonl(lines: Iterator[str], *, file: str) -> Iterator[Ranking]:
    """The rankings of JSON Lines, the first of which says whether they are judgments."""
    before = []
    for line in lines:
        before.append(line)
        if line.strip():
            break
    every = chain(before, lines)
    if before and jsonl.type_of(before[-1], file=file, number=len(before)) is Judgment:
        return rankings_of_judgments(jsonl.parse(every, Judgment, file=file))
    return jsonl.parse(every, Ranking, file=file)


_PARSERS = {".xml": parse_appraise, ".csv": parse_comparisons, ".tsv": parse_comparisons}


def rankings_of_judgments(judgments: Iterable[Judgment]) -> Iterator[Ranking]:
    """Yield one ranking per rater and sentence; those of control items are left out."""
    answers: dict[tuple[str, str], list[Judgment]] = {}
    for judgment in judgments:
        answers.setdefault((judgment.site, judgment.rater), []).append(judgment)
    for (site, rater), pairs in answers.items():
        if all(pair.gold is None for pair in pairs):
            yield _judged_ranking(sentence_of(site), rater, pairs)


def _judged_ranking(sentence: str, rater: str, judgments: list[Judgment]) -> Ranking:
    pairs = [_judged_pair(judgment) for judgment in judgments]
    outputs = list(dict.fromkeys(name for one, other, _ in pairs for name in (one, other)))
    ranks = ranks_of_pairs(outputs, pairs)
    groups = {output: tuple(output.split(SYSTEM_SEPARATOR)) for output in outputs}
    return Ranking(
        sentence,
        rater,
        {system: ranks[output] for output, group in groups.items() for system in group},
        tuple(group for group in groups.values() if len(group) > 1),
    )


def _judged_pair(judgment: Judgment) -> tuple[str, str, str]:
    notes = judgment.notes
    if judgment.answer not in (FIRST, SECOND, TIE) or not {"first", "second"} <= notes.keys():
        raise InputError(
            f"{judgment.id}: {judgment.answer!r} does not compare two corrections. Give rankings, "
            "or the judgments of a ranking study."
        )
    return notes["first"], notes["second"], judgment.answer
