"""Section 3.2 and Table 1: guess the prepositions of native writers."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.detect.prepositions.model import bundled
from solecism.detect.prepositions.selection import select
from solecism.figure import Figure
from solecism.papers.page.printed import printed_figures
from solecism.papers.page.result import PaperSection, beside
from solecism.papers.page.saved_parts import SavedParts
from solecism.papers.prepositions.inputs import Inputs
from solecism.report.table import Cell, table
from solecism.uncertainty.proportion import wilson

MODELS = ("maxent", "light")


@dataclass(frozen=True, slots=True)
class Selected:
    """How well a model guesses: in all, by preposition, and by always taking the commonest."""

    n: int
    accuracy: Figure
    commonest: str
    majority: float
    five: float
    f1: dict[str, float]


def selection_section(parts: SavedParts, inputs: Inputs) -> PaperSection:
    """F-measures by preposition and accuracy beside the printed ones."""
    by_model = parts.part("selection", dict[str, Selected], lambda: _selected(inputs))
    paper = printed_figures("prepositions")
    maxent = by_model["maxent"]
    rows: list[tuple[Cell, ...]] = [
        (word, *(by_model[name].f1.get(word) for name in MODELS), of_paper, of_gamon)
        for word, (of_gamon, of_paper) in paper["table_1"].items()
    ]
    figures = paper["selection"]
    return PaperSection(
        "selection",
        "Table 1: guessing the prepositions of native writers",
        (
            table(
                "table-1",
                f"F-measures on {maxent.n:,} prepositions of native text",
                ("preposition", *MODELS, "printed", "printed, Gamon et al."),
                rows,
            ),
            beside(
                "selection-accuracy",
                "Accuracy among 34 prepositions",
                [
                    ("maxent, the paper's features", maxent.accuracy, figures["accuracy"]),
                    ("light, with a window network", by_model["light"].accuracy, None),
                    (f"always {maxent.commonest!r}", maxent.majority, figures["majority"]),
                    ("five prepositions, each against the rest", maxent.five, figures["five"]),
                ],
            ),
        ),
        "The paper has Encarta and Reuters, which cannot be had together, and keeps all weights; "
        "our model is cut to 3 million weights, and the 34 prepositions are our list, as the paper "
        "does not print its own. The five binary decisions are counted on all prepositions, which "
        "makes them easier than the printed ones.",
    )


def _selected(inputs: Inputs) -> dict[str, Selected]:
    return {name: _of_model(name, inputs) for name in MODELS}


def _of_model(name: str, inputs: Inputs) -> Selected:
    found = select(bundled().context(name), inputs.native_sentences)
    word, share = found.majority
    interval = wilson(round(found.accuracy * found.n), found.n)
    return Selected(
        found.n,
        Figure(found.accuracy, name="accuracy", interval=interval),
        word,
        share,
        found.binary_accuracy,
        {row.preposition: row.f1 for row in found.rows()},
    )
