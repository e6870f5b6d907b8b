"""The figures that the paper prints, to compare ours with."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

BIKEL, CHARNIAK_JOHNSON = "bikel", "charniak-johnson"
Figures = tuple[float, float, float]
"""Precision, recall and F, in per cent."""


@cache
def printed() -> dict[str, dict[str, dict[str, Figures]]]:
    """Figures by parser, by what it was trained on, by test set or type of error."""
    file = resources.files("solecism.papers.treebanks") / "printed.toml"
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        parser: {
            training: {name: (row[0], row[1], row[2]) for name, row in rows.items()}
            for training, rows in trainings.items()
        }
        for parser, trainings in content.items()
    }
