"""What the scoring commands share: reading, and the cells of their tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.signature import span
from solecism.cli.terminal.tables import figure

if TYPE_CHECKING:
    from solecism.flag import Flag
    from solecism.panels import Duplicates, Panels
    from solecism.score.bins import Bin
    from solecism.score.measure import Measure

_SHOWN = ("precision", "recall", "F0.5", "F1")


def edges(text: str) -> tuple[float, ...]:
    """The edges of bins given in per cent.

    >>> edges("50-75-90-100")
    (0.5, 0.75, 0.9, 1.0)
    """
    try:
        return tuple(float(part) / 100 for part in text.split("-"))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} are no bins, which look like 50-75-90-100.", param_hint="--bins"
        ) from None


def read_panels(judgments: str, duplicates: Duplicates) -> Panels:
    """Judgments of errors and OKs; control items apart."""
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.panels import panels
    from solecism.score.match import LABELS

    return panels(jsonl.read(judgments, Judgment), labels=LABELS, duplicates=duplicates)


def read_flags(path: str) -> Iterator[Flag]:
    """The flags of a file."""
    from solecism.flag import Flag
    from solecism.formats import jsonl

    return jsonl.read(path, Flag)


def measure_cells(measures: dict[str, Measure]) -> list[str]:
    """Each measure and its interval."""
    return [
        cell
        for name in _SHOWN
        for cell in (figure(measures[name].value), span(measures[name].interval))
    ]


def measure_columns(level: float) -> list[str]:
    """The names of those cells."""
    return [column for name in _SHOWN for column in (name, f"{level:.0%}")]


def bin_cells(one: Bin) -> list[str]:
    """Of a bin: its name, sizes, precision, recall and kappa, with intervals."""
    measures = one.score.measures
    figures = (measures["precision"], measures["recall"], one.kappa)
    cells = [cell for each in figures for cell in (figure(each.value), span(each.interval))]
    return [one.name, str(one.n_items), f"{one.n_errors:g}", *cells]


def bin_columns(level: float) -> list[str]:
    """The names of those cells."""
    names = [cell for name in ("precision", "recall", "kappa") for cell in (name, f"{level:.0%}")]
    return ["agreement", "sites", "errors", *names]
