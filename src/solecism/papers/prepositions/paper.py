"""All sections of the paper, in its order."""

from __future__ import annotations

from solecism.papers.page.result import PaperSection
from solecism.papers.page.saved_parts import SavedParts
from solecism.papers.prepositions.inputs import Inputs
from solecism.papers.prepositions.learner_raters import against_raters_section, raters_section
from solecism.papers.prepositions.native_raters import choice_section, cloze_section
from solecism.papers.prepositions.sampling import (
    detection_section,
    figure_1_section,
    methods_section,
    table_6_section,
)
from solecism.papers.prepositions.selection import selection_section

# Parts that take time, and are saved.
N_PARTS = 7


def sections(parts: SavedParts, inputs: Inputs) -> list[PaperSection]:
    """The tables and figures of the paper, ours beside the printed ones."""
    return [
        selection_section(parts, inputs),
        detection_section(parts, inputs),
        cloze_section(parts, inputs),
        choice_section(parts, inputs),
        raters_section(parts, inputs),
        against_raters_section(parts, inputs),
        figure_1_section(),
        table_6_section(parts, inputs),
        methods_section(),
    ]
