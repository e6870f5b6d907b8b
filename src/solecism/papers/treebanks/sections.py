"""The sections of the paper's page: its tables, ours beside the printed ones, and its outlook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solecism.papers.page.drawings import Series, bar_drawing
from solecism.papers.page.result import PaperSection
from solecism.papers.treebanks.error_sets import BOTH, ERROR_TYPES
from solecism.papers.treebanks.lines import Line
from solecism.papers.treebanks.outlook_sections import outlook_sections
from solecism.papers.treebanks.printed import BIKEL, CHARNIAK_JOHNSON
from solecism.papers.treebanks.rows import CHANGE_COLUMNS, SCORE_COLUMNS, change_row, score_row
from solecism.papers.treebanks.side_by_side import SideBySide
from solecism.papers.treebanks.tables import TreebankTables
from solecism.report.drawing import Drawing
from solecism.report.table import Table, table

MADE = (
    "the errors are made by a program (solecism corrupt), as they were in the paper; no person "
    "made or judged them."
)
_PRINTED = {"Bikel (printed)": BIKEL, "C&J (printed)": CHARNIAK_JOHNSON}
_TRAINED_ON_LESS = (
    "The paper trains on sections 2 to 21 of the Wall Street Journal and tests on section 23 with "
    "two parsers of 2004 and 2006; here the parsers of this package learn from the trees that were "
    "given, so F is lower throughout, and changes of F are what can be compared."
)


def sections(
    tables: Mapping[str, TreebankTables], differing: Sequence[SideBySide]
) -> tuple[PaperSection, ...]:
    """The sections in the order of the paper, for the tables of each parser."""
    return (
        *_robustness_sections(tables),
        *_retraining_sections(tables),
        *outlook_sections(tables),
        *_side_by_side_sections(tables, differing),
        _claims(tables),
    )


def _robustness_sections(tables: Mapping[str, TreebankTables]) -> Iterator[PaperSection]:
    whole = [
        (parser, line)
        for parser, each in tables.items()
        for line in (each.grammatical, *each.robustness)
    ]
    yield PaperSection(
        "table-2",
        "Table 2: text as it is, with one error and with two errors per sentence",
        (_score_table("table_2", [row for row in whole if row[1].name not in ERROR_TYPES]),),
        _TRAINED_ON_LESS,
        simulated=MADE,
    )
    by_type = [row for row in whole if row[1].name in ERROR_TYPES]
    yield PaperSection(
        "table-3",
        "Table 3: by type of error",
        (
            _score_table("table_3", by_type),
            _by_type("table_3_changes", "What each type of error costs", by_type),
        ),
        "The paper divides one test set by type of error, so that verb forms have 133 sentences; "
        "here every sentence that has a place for a type gets an error of that type.",
        simulated=MADE,
    )
    yield PaperSection(
        "subtypes",
        "Section 5.1.3: kinds of errors within a type",
        tuple(_subtype_tables(tables)),
        "The paper tells these findings in words, without figures. Groups are small: a difference "
        "between two of them is not to be trusted unless it is many times its ±.",
        simulated=MADE,
    )


def _subtype_tables(tables: Mapping[str, TreebankTables]) -> Iterator[Table]:
    for error_type in ERROR_TYPES:
        rows = [
            (parser, line)
            for parser, each in tables.items()
            for line in each.subtypes.get(error_type, ())
        ]
        if rows:
            name = f"subtypes_{error_type.replace('-', '_')}"
            yield table(
                name,
                f"Changes of F, {error_type}",
                ("parser", "error", *CHANGE_COLUMNS),
                [(parser, line.name, *change_row(line)) for parser, line in rows],
            )


def _retraining_sections(tables: Mapping[str, TreebankTables]) -> Iterator[PaperSection]:
    rows = [(parser, line) for parser, each in tables.items() for line in each.retraining]
    if not rows:
        return
    for name, title, is_type in (
        ("table-4", "Table 4: trained on errors, on both, and on ten copies beside them", False),
        ("table-5", "Table 5: the same by type of error", True),
    ):
        chosen = [row for row in rows if (row[1].name in ERROR_TYPES) == is_type]
        scores = _score_table(name.replace("-", "_"), chosen, is_retrained=True)
        contents: list[Table | Drawing] = [scores]
        if is_type:
            both = [row for row in chosen if row[1].training == BOTH]
            contents.append(_by_type("table_5_changes", "What training on both gains", both))
        yield PaperSection(
            name,
            title,
            tuple(contents),
            "Changes are from the parser trained on grammatical text, on the same sentences. The "
            "paper has no figures for ten copies, only that they did not improve results.",
            simulated=MADE,
        )


def _side_by_side_sections(
    tables: Mapping[str, TreebankTables], differing: Sequence[SideBySide]
) -> Iterator[PaperSection]:
    if not differing:
        return
    first, second, *_ = tables
    rows = [
        cells
        for each in differing
        for cells in (
            (each.error, "sentence", each.words, None),
            (each.error, "gold", each.gold, None),
            (each.error, first, each.trees[0], each.f[0]),
            (each.error, second, each.trees[1], each.f[1]),
        )
    ]
    yield PaperSection(
        "side-by-side",
        "Examples (30) to (35): sentences in which the two parsers differ",
        (
            table(
                "side_by_side",
                f"Where {first} and {second} differ most, by type of error",
                ("error", "", "sentence or tree", "F1"),
                rows,
            ),
        ),
        "The paper shows trees of Bikel's and of Charniak and Johnson's parser for sentences of "
        "its own; these are the sentences of up to 16 words, one in either direction per type of "
        "error, for which F differs most with the first seed.",
        simulated=MADE,
    )


def _claims(tables: Mapping[str, TreebankTables]) -> PaperSection:
    rows = [
        (claim.text, parser, "yes" if claim.holds else "no", claim.figures)
        for parser, each in tables.items()
        for claim in each.claims
    ]
    return PaperSection(
        "claims",
        "What the paper found, and whether it is so here",
        (table("claims", "Claims", ("the paper says", "parser", "here", "figures"), rows),),
        "Yes is the sign of the means of the seeds, no more: a claim about a small group, such as "
        "missing nouns and conjunctions, may hold for three seeds and not for one of them.",
        simulated=MADE,
    )


def _score_table(
    name: str, rows: Sequence[tuple[str, Line]], *, is_retrained: bool = False
) -> Table:
    return table(
        name,
        "Precision, recall and F1 in per cent",
        ("parser", "trained on", "set", *SCORE_COLUMNS),
        [
            (parser, line.training if is_retrained else "", line.name, *score_row(line))
            for parser, line in rows
        ],
        note="Means over seeds, ± standard deviation; p is the largest of the seeds', by "
        "stratified shuffling; LA is the leaf-ancestor score.",
    )


def _by_type(name: str, title: str, rows: Sequence[tuple[str, Line]]) -> Drawing:
    places = tuple(map(float, range(len(ERROR_TYPES))))
    series = []
    for parser in dict.fromkeys(parser for parser, _ in rows):
        change = {line.name: line.change for each, line in rows if each == parser}
        series.append(Series(parser, places, tuple(change[name] for name in ERROR_TYPES)))
    printed = {line.name: line.printed_change for _, line in rows}
    for label, key in _PRINTED.items():
        values = tuple(printed[name][key] for name in ERROR_TYPES)
        series.append(Series(label, places, values))
    ticks = [name.replace("-", " ") for name in ERROR_TYPES]
    return bar_drawing(name, title, series, ticks, x="type of error", y="change of F1")
