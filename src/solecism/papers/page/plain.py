"""Figures that can be saved: without what their own classes add."""

from __future__ import annotations

from solecism.figure import Figure


def plain_figure(figure: Figure) -> Figure:
    """The number with its name, interval, note and standard error, and nothing else."""
    return Figure(
        figure.value, name=figure.name, interval=figure.interval, note=figure.note, se=figure.se
    )
