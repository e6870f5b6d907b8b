"""Section 5: two annotators of learners' text, and a system against each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.agreement.coefficients import cohen_kappa
from solecism.agreement.confusion import Confusion, confusion, disagreements
from solecism.detect.registry import loader
from solecism.errors import InputError
from solecism.figure import PRECISION, RECALL, Figure
from solecism.judgment import OK
from solecism.locate.flags_and_judgments import (
    EXTRANEOUS,
    WRONG,
    flagged_sites,
    judgments_of_annotations,
)
from solecism.panel import Panel, from_judgments
from solecism.reporting.table import Cell, table
from solecism.scoring.against_raters import against_rater
from solecism.scoring.match import match
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, is_gap
from solecism.system.display_text import count
from solecism.uncertainty.proportion import wilson
from solecism_lab.papers.page import PaperSection, SavedParts, beside, printed_figures
from solecism_lab.papers.prepositions.inputs import PrepositionInputs, plain

DETECTORS = ("maxent", "maxent-learners", "prepositions")
_LABELS = (EXTRANEOUS, WRONG, OK)


@dataclass(frozen=True, slots=True)
class TwoRaters:
    """The three-way table of the two annotators who share most, and what follows from it."""

    raters: list[str]
    counts: list[list[int]]
    agreement: Figure
    kappa: Figure
    disagreement: list[Figure]
    lowest: float
    highest: float
    n_pairs: int


@dataclass(frozen=True, slots=True)
class AgainstRaters:
    """Precision and recall of a system against each annotator."""

    system: str
    raters: list[str]
    precision: list[Figure]
    recall: list[Figure]


def raters_section(parts: SavedParts, inputs: PrepositionInputs) -> PaperSection:
    """Table 3: two annotators of the same prepositions."""
    both = parts.part("two-raters", TwoRaters, lambda: _two_raters(inputs))
    paper = printed_figures("prepositions")["table_3"]
    first, second = both.raters
    names = ("extraneous", "wrong choice", "OK")
    rows = [
        (name, *ours, *theirs)
        for name, ours, theirs in zip(names, both.counts, paper["counts"], strict=True)
    ]
    caption = f"Annotator {first} (rows) and annotator {second} (columns)"
    columns = (
        f"{first}; {second}",
        *(f"{name}" for name in names),
        *(f"{name}, printed" for name in names),
    )
    return PaperSection(
        "raters",
        "Table 3: two raters of learners' prepositions",
        (
            table("table-3", caption, columns, rows),
            beside(
                "raters",
                "Agreement",
                [
                    ("agreement", both.agreement, paper["agreement"]),
                    ("kappa", both.kappa, paper["kappa"]),
                    *(
                        (f"errors of {one} that {other} accepts", rate, theirs)
                        for one, other, rate, theirs in zip(
                            both.raters,
                            both.raters[::-1],
                            both.disagreement,
                            paper["disagreement"],
                            strict=True,
                        )
                    ),
                ],
                note=f"Kappa of {count(both.n_pairs, 'pair')} of annotators: {both.lowest:.3f} to "
                f"{both.highest:.3f}. In the paper sets of 100 range from 0.411 to 0.786.",
            ),
        ),
        "Nobody asked our annotators about single prepositions: they corrected whole sentences, "
        "and what they left alone counts as accepted, so that they agree less about errors than "
        "raters who look at each preposition. Contexts with other errors could not be left out.",
    )


def against_raters_section(parts: SavedParts, inputs: PrepositionInputs) -> PaperSection:
    """Table 4: the same system against one rater and against the other."""
    systems = parts.part("against-raters", list[AgainstRaters], lambda: _against(inputs))
    paper = printed_figures("prepositions")["table_4"]["raters"]
    rows: list[tuple[Cell, ...]] = []
    for one in systems:
        for rater, precision, recall in zip(one.raters, one.precision, one.recall, strict=True):
            rows.append((one.system, rater, precision, precision.interval, recall, recall.interval))
    rows += [
        ("printed", f"rater {number}", precision, None, recall, None)
        for number, (precision, recall) in enumerate(paper, 1)
    ]
    columns = ("system", "against", "precision", "95%", "recall", "recall 95%")
    spread = _spread(systems)
    return PaperSection(
        "against-raters",
        "Table 4: a system against each rater",
        (table("table-4", "Prepositions that were written; gaps left out", columns, rows),),
        f"{spread} The paper's system differs by .10 in precision and .05 in recall. Ours that has "
        "seen native text alone (maxent) is far less precise than the printed one: open models and "
        "text are smaller, and our annotators were not asked about each preposition.",
    )


def _spread(systems: Sequence[AgainstRaters]) -> str:
    words = [
        f"{one.system} {max(one.precision) - min(one.precision):.2f} in precision and "
        f"{max(one.recall) - min(one.recall):.2f} in recall"
        for one in systems
        if one.precision
    ]
    return f"From rater to rater scores differ: {'; '.join(words)}."


def judged(sentences: Sequence[Sentence], flags: Iterable[Flag], *, three_way: bool) -> Panel:
    """The annotators' answers about all written prepositions, and about flagged words."""
    further = list(flagged_sites(flags))
    judgments = judgments_of_annotations(
        sentences, kinds=(PREPOSITION,), further=further, names_faults=three_way
    )
    return from_judgments(each for each in judgments if not is_gap(each.site))


def _two_raters(inputs: PrepositionInputs) -> TwoRaters:
    panel = judged(inputs.annotated_sentences, (), three_way=True)
    if panel.n_raters < 2:
        raise InputError("the annotated text has one annotator. Give text of two or more.")
    tables = [
        confusion(panel, one, other)
        for place, one in enumerate(panel.raters)
        for other in panel.raters[place + 1 :]
    ]
    kappas = [float(cohen_kappa(each)) for each in tables]
    both = max(tables, key=lambda each: each.n_items)
    n_same = int(np.trace(both.counts))
    rates = [
        Figure(each.rate, interval=wilson(each.n_accepted, each.n_errors))
        for each in disagreements(both)
    ]
    return TwoRaters(
        [both.first, both.second],
        _in_order(both),
        Figure(n_same / both.n_items, interval=wilson(n_same, both.n_items)),
        plain(cohen_kappa(both)),
        rates,
        float(np.nanmin(kappas)),
        float(np.nanmax(kappas)),
        len(tables),
    )


def _in_order(both: Confusion) -> list[list[int]]:
    place = {label: both.labels.index(label) for label in _LABELS if label in both.labels}
    return [
        [
            int(both.counts[place[row], place[column]]) if {row, column} <= set(place) else 0
            for column in _LABELS
        ]
        for row in _LABELS
    ]


def _against(inputs: PrepositionInputs) -> list[AgainstRaters]:
    return [_of_system(name, inputs) for name in DETECTORS]


def _of_system(name: str, inputs: PrepositionInputs) -> AgainstRaters:
    sentences = inputs.annotated_sentences
    flags = [flag for flag in loader(name)().flags(sentences) if not is_gap(flag.site)]
    [whole] = match(flags, judged(sentences, flags, three_way=False))
    scores = [against_rater(whole, rater) for rater in whole.panel.raters]
    return AgainstRaters(
        name,
        list(whole.panel.raters),
        [plain(score.figures[PRECISION]) for score in scores],
        [plain(score.figures[RECALL]) for score in scores],
    )
