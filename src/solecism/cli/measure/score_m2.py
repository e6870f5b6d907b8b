"""`solecism score --m2`: a system's flags against annotated text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_tables import score_cells, score_columns
from solecism.cli.terminal.signature import settings_signature, show_json
from solecism.cli.terminal.tables import show
from solecism.kind import KINDS

if TYPE_CHECKING:
    from solecism.flag import Flag
    from solecism.score.m2 import M2Scores


def show_m2_score(flags: Iterable[Flag], as_json: bool, settings: dict[str, Any]) -> None:
    """Score and print, as a table or as JSON."""
    import numpy as np

    from solecism.formats.registry import FORMATS, read
    from solecism.score.m2 import score_m2

    sentences = list(read([settings["m2"]], FORMATS["m2"], document=settings["document"]))
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
    else:
        _show_m2(result, settings["level"], signed)


def _show_m2(result: M2Scores, level: float, signed: str) -> None:
    show(
        f"Flags in {result.n_sentences} sentences of {len(result.annotators)} annotators",
        ("system", "kind", "counting", "flags", "right", "edits", "found", *score_columns(level)),
        [
            [
                one.system,
                one.kind,
                one.mode,
                *map(str, (one.n_flags, one.n_right, one.n_edits, one.n_found)),
                *score_cells(one.figures),
            ]
            for one in result.scores
        ],
    )
    for system, n_outside in result.n_outside.items():
        if n_outside:
            click.echo(f"{n_outside} flags of {system} are in sentences without annotation.")
    click.echo(signed)
