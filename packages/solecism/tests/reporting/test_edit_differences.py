"""The drawing of differences between systems' edits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.reporting.drawing import ONE_COLUMN, RenderedDrawing
from solecism.reporting.system_drawings import edit_differences_drawing
from solecism.scoring.edit_comparison import EditComparison, compare_edits
from solecism.sentence import from_words

AT = Edit(2, ("to",), ("at",), "R:PREP")
N = 8


def compared(n_systems: int) -> EditComparison:
    sentence = from_words("d.1", ["I", "arrived", "to", "work"])
    sentences = [replace(sentence, annotations=(Annotation("0", (AT,)),))] * N
    systems = {f"s{n}": [[AT]] * n + [[]] * (N - n) for n in range(n_systems)}
    return compare_edits(systems, sentences, measures=["recall", "F"], n_draws=200)


def test_every_pair_is_drawn_with_its_numbers() -> None:
    result = compared(3)
    drawing = edit_differences_drawing(result)
    assert [row[1:4] for row in drawing.data.rows] == [
        (one.first_system, one.second_system, one.name) for one in result.differences
    ]
    assert drawing.data.rows[0][4] == -1 / N
    assert "errant, s0 − s1: recall −0.12" in drawing.alt
    svg = RenderedDrawing(drawing, ONE_COLUMN).svg()
    assert "errant: s0 − s1" in svg
    assert "F0.5" in svg


def test_too_many_pairs_are_refused() -> None:
    with pytest.raises(InputError, match="36 pairs of systems are too many for a figure"):
        edit_differences_drawing(compared(9))
