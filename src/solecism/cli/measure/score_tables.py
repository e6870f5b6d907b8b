"""What the scoring commands read: bins, judgments and flags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from solecism.flag import Flag
    from solecism.panels import Duplicates, Panels


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
