"""Kappa by agreement of raters: systems on different corpora in one figure (section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence

from solecism.figure import Figure
from solecism.papers.page.drawings import Series, line_drawing
from solecism.report.drawing import Drawing

# The edges of a bin of agreement, and the kappa of the sites in it.
KappaBin = tuple[float, float, Figure]


def kappa_drawing(
    corpora: Sequence[tuple[str, Sequence[KappaBin]]], *, name: str = "kappa-by-agreement"
) -> Drawing:
    """The kappa of each system with the majority, by bin of agreement; empty bins are left out."""
    series = [
        Series(
            label,
            tuple(50 * (low + high) for low, high, kappa in bins if kappa.is_defined),
            tuple(kappa for _, _, kappa in bins if kappa.is_defined),
        )
        for label, bins in corpora
    ]
    return line_drawing(
        name,
        "Kappa with the majority, by agreement of raters",
        series,
        x="agreement of raters (%, middle of the bin)",
        y="kappa",
        caption="Kappa can be compared between corpora with different shares of errors.",
    )
