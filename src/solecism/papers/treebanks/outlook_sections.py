"""The paper's outlook (section 6) on its page: two stages, two grammars, and real errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solecism.papers.page.drawings import Series, bar_drawing
from solecism.papers.page.result import PaperSection
from solecism.papers.treebanks.error_sets import ERROR_TYPES, GRAMMATICAL, ONE_ERROR
from solecism.papers.treebanks.outlook.rerank import RERANKED
from solecism.papers.treebanks.outlook.two_stage import TwoStage
from solecism.papers.treebanks.real_errors import RealErrors
from solecism.papers.treebanks.rows import CHANGE_COLUMNS, change_row
from solecism.papers.treebanks.tables import TreebankTables
from solecism.report.drawing import Drawing
from solecism.report.table import Table, table

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
    contents: list[Table | Drawing] = []
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


def _real_table(name: str, corpus: str, found: list[tuple[str, RealErrors]]) -> Table:
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
