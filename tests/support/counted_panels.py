"""Panels made of printed confusion tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from solecism.agreement.confusion import Confusion
from solecism.panel import Panel, from_matrix


def two_rater_panel(table: Confusion) -> Panel:
    """A panel with an item for every one counted, for measures that a table alone does not give."""
    cells = np.argwhere(np.ones_like(table.counts, dtype=bool))
    answers = np.repeat(cells, table.counts.ravel(), axis=0)
    return replace(from_matrix(answers, labels=table.labels), raters=(table.first, table.second))
