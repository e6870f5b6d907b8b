"""What the scoring commands share: reading files, and the cells of tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.signature import span
from solecism.cli.terminal.tables import figure
from solecism.figure import F05, F1, PRECISION, RECALL

if TYPE_CHECKING:
    from solecism.figure import Figure
    from solecism.flag import Flag
    from solecism.panels import Duplicates, Panels
    from solecism.score.bins import Bin

_SHOWN = (PRECISION, RECALL, F05, F1)


def edges(text: str) -> tuple[float, ...]:
    """The edges of bins given in per cent.

    >>> edges("50-75-90-100")
    (0.5, 0.75, 0.9, 1.0)
    """
    try:
        return tuple(float(part) / 100 for part in text.split("-"))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not a list of bins such as 50-75-90-100.", param_hint="--bins"
        ) from None


def read_panels(judgments: str, duplicates: Duplicates) -> Panels:
    """Judgments with the answers error and ok; control items are kept separately."""
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


def figure_cells(figures: Iterable[Figure]) -> list[str]:
    """Each figure and its interval."""
    return [cell for one in figures for cell in (figure(one), span(one.interval))]


def score_cells(figures: Mapping[str, Figure]) -> list[str]:
    """Precision, recall and F with their intervals."""
    return figure_cells(figures[name] for name in _SHOWN)


def score_columns(level: float) -> list[str]:
    """The names of those cells."""
    return [column for name in _SHOWN for column in (name, f"{level:.0%}")]


def bin_cells(one: Bin) -> list[str]:
    """Of a bin: its name, sizes, precision, recall and kappa, with intervals."""
    figures = one.score.figures
    cells = figure_cells((figures[PRECISION], figures[RECALL], one.kappa))
    return [one.name, str(one.n_items), f"{one.n_errors:g}", *cells]


def bin_columns(level: float) -> list[str]:
    """The names of those cells."""
    names = [cell for name in (PRECISION, RECALL, "kappa") for cell in (name, f"{level:.0%}")]
    return ["agreement", "sites", "errors", *names]
