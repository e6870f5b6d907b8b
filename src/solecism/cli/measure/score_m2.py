"""`solecism score --m2`: a system's flags against annotated text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from solecism.cli.terminal.tables import show_formatted
from solecism.kind import KINDS
from solecism.signature import settings_signature

if TYPE_CHECKING:
    from solecism.flag import Flag


def show_m2_score(flags: Iterable[Flag], output_format: str, settings: dict[str, Any]) -> None:
    """Score and print."""
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
    content = {"signature": signed, "result": result}
    show_formatted(result, content, output_format=output_format, signature=signed)
