"""The sections of the paper's page: its tables, ours beside the printed ones, and its outlook.

The outlook (section 6) has two-stage parsing, two grammars combined, and real errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solecism.reporting.charts import Series, bar_drawing
from solecism.reporting.drawing import Drawing
from solecism.reporting.table import ReportTable, table
from solecism_lab.papers.page import PaperSection
from solecism_lab.papers.treebanks.error_sets import BOTH, ERROR_TYPES, GRAMMATICAL, ONE_ERROR
from solecism_lab.papers.treebanks.rerank import RERANKED
from solecism_lab.papers.treebanks.score_lines import (
    BIKEL,
    CHANGE_COLUMNS,
    CHARNIAK_JOHNSON,
    SCORE_COLUMNS,
    ScoreLine,
    change_row,
    score_row,
)
from solecism_lab.papers.treebanks.side_by_side import SideBySide
from solecism_lab.papers.treebanks.treebank_tables import RealErrors, TreebankTables
from solecism_lab.papers.treebanks.two_stage import TwoStage

_NO_FIGURES = "The paper proposes this as further work and has no figures for it. "
# What is hoped for: points of F gained on one error, and lost on grammatical text at most.
LEAST_GAIN, MOST_LOSS = 1.5, 0.1


def outlook_sections(tables: Mapping[str, TreebankTables]) -> Iterator[PaperSection]:
    """The sections that the runs have something for."""
    if any(each.two_stage for each in tables.values()):
        yield _two_stages(tables)
    if any(each.together for each in tables.values()):
        yield _together(tables)
    if any(each.real for each in tables.values()):
        yield _real(tables)


def _two_stages(tables: Mapping[str, TreebankTables]) -> PaperSection:
    rows = [
        (parser, each.training, each.signal, line.name, each.shares[line.name], *change_row(line))
        for parser, one in tables.items()
        for each in one.two_stage
        for line in each.lines
    ]
    verdicts = tuple(
        f"{parser}: {_verdict(each)}"
        for parser, one in tables.items()
        for each in one.two_stage
        if each.signal == RERANKED
    )
    return PaperSection(
        "two-stage",
        "Section 6: the other grammar only where something suggests an error",
        (
            table(
                "two_stage",
                "Changes from the parser trained on grammatical text",
                ("parser", "other grammar", "signal", "set", "used", *CHANGE_COLUMNS),
                rows,
            ),
        ),
        _NO_FIGURES + "Thresholds are chosen on the dev part and, for the grammar of both, on "
        "training sentences parsed by parsers of the other half; the test part has no say.",
        text=verdicts,
        simulated="the errors are made by a program, also those that signals are learned from.",
    )


def _verdict(each: TwoStage) -> str:
    """Whether reranking does what was hoped for."""
    change = {line.name: line.change for line in each.lines}
    gain, loss = change[ONE_ERROR], -change[GRAMMATICAL]
    is_reached = gain >= LEAST_GAIN and loss <= MOST_LOSS
    return (
        f"with both grammars' trees reranked, one error gains {gain:+.2f} and grammatical text "
        f"changes by {-loss:+.2f}. Hoped for were {LEAST_GAIN} gained and at most {MOST_LOSS} "
        f"lost: {'reached' if is_reached else 'not reached'}."
    )


def _together(tables: Mapping[str, TreebankTables]) -> PaperSection:
    rows = [
        (parser, each.training, each.compared_with, line.name, *change_row(line))
        for parser, one in tables.items()
        for each in one.together
        for line in each.lines
    ]
    return PaperSection(
        "together",
        "Section 6: two grammars decide together",
        (
            table(
                "together",
                "Two grammars that score every phrase",
                ("parser", "grammars", "compared with", "set", *CHANGE_COLUMNS),
                rows,
            ),
        ),
        _NO_FIGURES + "Two grammars are better than one whatever they have learned, so two "
        "grammatical ones stand beside them.",
        simulated="the errors are made by a program.",
    )


def _real(tables: Mapping[str, TreebankTables]) -> PaperSection:
    contents: list[ReportTable | Drawing] = []
    corpora = list(dict.fromkeys(real.corpus for one in tables.values() for real in one.real))
    for number, corpus in enumerate(corpora, 1):
        found = [
            (parser, real)
            for parser, one in tables.items()
            for real in one.real
            if real.corpus == corpus
        ]
        contents.append(_real_table(f"real_errors_{number}", corpus, found))
    drawing = _made_and_real(tables)
    return PaperSection(
        "real-errors",
        "Section 6, the immediate aim: real errors of learners",
        (*contents, *([drawing] if drawing else [])),
        _NO_FIGURES + "Nobody has drawn trees for these sentences: the gold tree is the parse of "
        "the corrected sentence by the bundled parser, which favours parsers that are like it, "
        "and the annotator's edits. Only changes mean something, not F itself.",
        text=(
            "From the sentences as corrected to the same sentences as written, by type of error "
            "where there is one error; then what other trainings change on both.",
        ),
    )


def _real_table(name: str, corpus: str, found: list[tuple[str, RealErrors]]) -> ReportTable:
    rows = []
    for parser, real in found:
        rows.append((parser, GRAMMATICAL, "", real.corrected.name, *change_row(real.corrected)))
        rows += [
            (parser, GRAMMATICAL, "as corrected", line.name, *change_row(line))
            for line in real.lines
        ]
        rows += [
            (parser, line.training, GRAMMATICAL, line.name, *change_row(line))
            for line in real.retrained
        ]
    return table(
        name,
        corpus,
        ("parser", "trained on", "change from", "set", *CHANGE_COLUMNS),
        rows,
    )


def _made_and_real(tables: Mapping[str, TreebankTables]) -> Drawing | None:
    """What each type of error costs the first parser, made and real."""
    parser, first = next(iter(tables.items()))
    made = {line.name: line.change for line in first.robustness}
    columns = {"made errors": made}
    for real in first.real:
        columns[real.corpus] = {line.name: line.change for line in real.lines}
    shared = [name for name in ERROR_TYPES if all(name in column for column in columns.values())]
    if not shared:
        return None
    places = tuple(map(float, range(len(shared))))
    series = [
        Series(label, places, tuple(column[name] for name in shared))
        for label, column in columns.items()
    ]
    ticks = [name.replace("-", " ") for name in shared]
    title = f"Made and real errors, parser {parser}"
    return bar_drawing("made_and_real", title, series, ticks, x="type of error", y="change of F1")


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


def treebank_sections(
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


def _subtype_tables(tables: Mapping[str, TreebankTables]) -> Iterator[ReportTable]:
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
        contents: list[ReportTable | Drawing] = [scores]
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
    name: str, rows: Sequence[tuple[str, ScoreLine]], *, is_retrained: bool = False
) -> ReportTable:
    return table(
        name,
        "Precision, recall and F1 in per cent",
        ("parser", "trained on", "set", *SCORE_COLUMNS),
        [
            (parser, line.training if is_retrained else "", line.name, *score_row(line))
            for parser, line in rows
        ],
        note="Means over seeds, ± standard deviation; the interval is that of the mean change, by "
        "drawing sentences; p is the largest of the seeds', by stratified shuffling; LA is the "
        "leaf-ancestor score.",
    )


def _by_type(name: str, title: str, rows: Sequence[tuple[str, ScoreLine]]) -> Drawing:
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
