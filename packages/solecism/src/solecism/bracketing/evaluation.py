"""Parseval of one or two parses and its tables: for all sentences, by length and by error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NotRequired, TypedDict

import numpy as np

from solecism.bracketing.brackets import Rules
from solecism.bracketing.column_counts import column_counts
from solecism.bracketing.counts import COLUMNS, BracketCounts, bracket_counts
from solecism.bracketing.figures import (
    CROSSING,
    LEAF_ANCESTOR,
    N_DRAWS,
    TAGS,
    Figures,
    differences,
    figures,
)
from solecism.bracketing.leaf_ancestor import leaf_ancestor
from solecism.figure import DEFAULT_LEVEL, F1, PRECISION, RECALL, Difference, Interval
from solecism.numeric import Floats
from solecism.sentence import Sentence
from solecism.table import Table, Tabular, figure_columns, number, table
from solecism.tree import Tree
from solecism.tree_columns import TreeColumns

if TYPE_CHECKING:
    from solecism.figure import Figure

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


ALL = "all"
AS_IT_WAS = "no error"
PARSES = ("first parse", "second parse")


@dataclass(frozen=True, slots=True, eq=False)
class ParseScores:
    """One parse: the counts of each sentence, and the figures of each group of sentences."""

    counts: BracketCounts
    groups: dict[str, Figures]


@dataclass(frozen=True, slots=True)
class SentenceContent:
    """The counts of a sentence, as `COLUMNS` names them, and how its parse went."""

    id: str
    state: str
    matched: int
    gold: int
    tested: int
    crossing: int
    words: int
    right_tags: int
    length: int


class ParseContent(TypedDict):
    """The figures of one parse, and the counts of its sentences if they were asked for."""

    groups: dict[str, Figures]
    sentences: NotRequired[list[SentenceContent]]


class EvaluationContent(TypedDict):
    """What JSON has of an evaluation."""

    parses: list[ParseContent]
    differences: dict[str, list[Difference]]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evaluation(Tabular):
    """One or two parses by name; of two, each group's differences, first minus second."""

    names: tuple[str, ...]
    parses: list[ParseScores]
    differences: dict[str, list[Difference]]

    def content(self, *, with_sentences: bool = False) -> EvaluationContent:
        """All figures for JSON; `with_sentences`, the counts of each sentence as well."""
        parses: list[ParseContent] = []
        for parse in self.parses:
            parses.append({"groups": parse.groups})
            if with_sentences:
                parses[-1]["sentences"] = [
                    SentenceContent(id, state, *row.tolist())
                    for id, state, row in zip(
                        parse.counts.ids, parse.counts.states, parse.counts.table, strict=True
                    )
                ]
        return {"parses": parses, "differences": self.differences}

    def tables(self) -> Iterator[Table]:
        """The tables of each parse, and of the differences between two."""
        for name, parse in zip(self.names, self.parses, strict=True):
            yield from parse_tables(name, parse.groups)
        yield from difference_tables(self.names, self.differences)

    def remarks(self) -> Iterator[str]:
        """How many parses failed, and how many sentences are not in the figures."""
        for name, parse in zip(self.names, self.parses, strict=True):
            whole = parse.groups[ALL]
            if whole.n_failed:
                yield f"{name}: {whole.n_failed} parses failed: their gold phrases were not found."
            if whole.n_left_out:
                yield f"{name}: {whole.n_left_out} sentences left out, failed or of other words."


def evaluate(
    gold: Sequence[Sentence],
    parses: Sequence[Sequence[Tree | None]],
    *,
    rules: Rules | None = None,
    with_lineages: bool = True,
    level: float = DEFAULT_LEVEL,
    n_draws: int = N_DRAWS,
    seed: int = 0,
    names: Sequence[str] = PARSES,
) -> Evaluation:
    """All figures of one or two parses of the gold sentences."""
    rules = rules or Rules()
    counts = [bracket_counts(gold, parsed, rules=rules) for parsed in parses]
    lineages = [leaf_ancestor(gold, one, rules=rules) if with_lineages else None for one in parses]
    return evaluation(
        counts,
        lineages,
        groups(gold, counts[0], rules=rules),
        level=level,
        n_draws=n_draws,
        seed=seed,
        names=names,
    )


def evaluate_columns(
    gold: TreeColumns,
    parses: Sequence[TreeColumns],
    *,
    ids: Sequence[str],
    rules: Rules | None = None,
    level: float = DEFAULT_LEVEL,
    n_draws: int = N_DRAWS,
    seed: int = 0,
    names: Sequence[str] = PARSES,
) -> Evaluation | None:
    """The same from columns of trees, without leaf-ancestor figures and types of error.

    It is much faster, and None where the trees have to be compared sentence by sentence.
    """
    rules = rules or Rules()
    counts = []
    for parsed in parses:
        parse_counts = column_counts(gold, parsed, ids=ids, rules=rules)
        if parse_counts is None:
            return None
        counts.append(parse_counts)
    return evaluation(
        counts,
        [None] * len(counts),
        groups([], counts[0], rules=rules),
        level=level,
        n_draws=n_draws,
        seed=seed,
        names=names,
    )


def evaluation(
    counts: Sequence[BracketCounts],
    lineages: Sequence[Floats | None],
    places: dict[str, list[int]],
    *,
    level: float = DEFAULT_LEVEL,
    n_draws: int = N_DRAWS,
    seed: int = 0,
    names: Sequence[str] = PARSES,
) -> Evaluation:
    """All figures of one or two parses from their counts, by groups of sentences."""
    rng = np.random.default_rng(seed)
    parses = [
        ParseScores(
            one,
            {
                name: figures(
                    one.select(chosen), rng=rng, lineages=_rows(sums, chosen), level=level
                )
                for name, chosen in places.items()
            },
        )
        for one, sums in zip(counts, lineages, strict=True)
    ]
    if len(counts) < 2:
        return Evaluation(tuple(names[:1]), parses, {})
    sums = [rows for rows in lineages if rows is not None]
    by_group = {
        name: differences(
            counts[0].select(chosen),
            counts[1].select(chosen),
            rng=rng,
            lineages=(sums[0][chosen], sums[1][chosen]) if len(sums) == 2 else None,
            level=level,
            n_draws=n_draws,
        )
        for name, chosen in places.items()
    }
    return Evaluation(tuple(names[:2]), parses, by_group)


def groups(
    gold: Iterable[Sentence], counts: BracketCounts, *, rules: Rules
) -> dict[str, list[int]]:
    """The places of all sentences, of those up to the cut-off length, and per type of error."""
    places: dict[str, list[int]] = {
        ALL: list(range(len(counts))),
        f"up to {rules.cut_off} words": np.flatnonzero(
            counts.column("length") <= rules.cut_off
        ).tolist(),
    }
    by_error: dict[str, list[int]] = {}
    for place, sentence in enumerate(gold):
        for name in error_types(sentence):
            by_error.setdefault(name, []).append(place)
    return {**places, **by_error} if set(by_error) - {AS_IT_WAS} else places


def error_types(sentence: Sentence) -> list[str]:
    """The types of error of a sentence, by its edits: the errors that were made, or their kinds."""
    names = dict.fromkeys(
        edit.comment or edit.kind
        for annotation in sentence.annotations
        for edit in annotation.edits
    )
    return list(names) or [AS_IT_WAS]


def _rows(lineages: Floats | None, chosen: list[int]) -> Floats | None:
    return None if lineages is None else lineages[chosen]
