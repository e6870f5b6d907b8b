"""Scores in bins of agreement (section 5): what the paper proposes, on systems' flags."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solecism.figure import PRECISION, RECALL, Figure
from solecism.flag import Flag
from solecism.panels import from_judgments
from solecism.papers.page.drawings import Series, bar_drawing
from solecism.papers.page.result import PaperSection
from solecism.papers.page.saved_parts import SavedParts
from solecism.papers.turk.inputs import RaterStudy
from solecism.report.table import table
from solecism.score.bins import agreement_bins
from solecism.score.match import match


@dataclass(frozen=True, slots=True)
class BinScore:
    """A system's precision and recall where raters agree to some degree."""

    system: str
    bin: str
    n_items: int
    n_errors: float
    precision: Figure
    recall: Figure


def bins_section(
    parts: SavedParts, study: RaterStudy, flags: Callable[[], list[Flag]]
) -> PaperSection:
    """Precision and recall of each system in each bin of agreement."""

    def compute() -> list[BinScore]:
        panel = from_judgments(study.read())
        judged = set(panel.items)
        near = [flag for flag in flags() if flag.site in judged]
        return [
            BinScore(
                one.system,
                each.name,
                each.n_items,
                each.n_errors,
                each.score.figures[PRECISION],
                each.score.figures[RECALL],
            )
            for one in match(near, panel)
            for each in agreement_bins(one)
        ]

    found = parts.part("bins", list[BinScore], compute)
    names = list(dict.fromkeys(one.bin for one in found))
    series = [
        Series(
            f"{system}, {measure}",
            tuple(range(len(names))),
            tuple(float(getattr(one, measure)) for one in found if one.system == system),
        )
        for system in dict.fromkeys(one.system for one in found)
        for measure in ("precision", "recall")
    ]
    return PaperSection(
        "bins",
        "Evaluation in bins of agreement (section 5)",
        (
            bar_drawing(
                "bins",
                "Precision and recall by agreement of raters",
                series,
                names,
                x="agreement of raters",
                y="precision, recall",
            ),
            table(
                "bins-scores",
                f"Against the majority of raters, {study.name}",
                ("system", "agreement", "sites", "errors", "precision", "interval of precision",
                 "recall", "interval of recall"),
                [
                    (one.system, one.bin, one.n_items, one.n_errors, one.precision.value,
                     one.precision.interval, one.recall.value, one.recall.interval)
                    for one in found
                ],
            ),
        ),
        "The paper proposes this evaluation and prints no figures for it.",
        simulated=study.simulated,
    )  # fmt: skip
