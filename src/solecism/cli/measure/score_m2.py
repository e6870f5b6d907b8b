"""`solecism score --m2`: a system's flags against annotated text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.terminal.tables import show_json, show_result
from solecism.kind import KINDS
from solecism.signature import settings_signature

if TYPE_CHECKING:
    from solecism.flag import Flag


def show_m2_score(flags: Iterable[Flag], as_json: bool, settings: dict[str, Any]) -> None:
    """Score and print, as a table or as JSON."""
    import numpy as np

    from solecism.formats.registry import FORMATS, read
    from solecism.score.m2 import score_m2

    sentences = list(read(settings["m2"], FORMATS["m2"], document=settings["document"]))
    result = score_m2(
        flags,
        sentences,
        kinds=settings["kinds"] or KINDS,
        rng=np.random.default_rng(settings["seed"]),
        level=settings["level"],
    )
    chosen = {name: settings[name] for name in ("kinds", "level", "seed")}
    signed = settings_signature("score-m2", chosen)
    if as_json:
        show_json({"signature": signed, "result": result})
        return
    show_result(result)
    click.echo(signed)
