"""`solecism score --m2`: a system's flags against annotated text."""

from __future__ import annotations

from typing import Any

from solecism.cli.measure.score_tables import read_flags
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted
from solecism.kind import KINDS


def show_m2_score(flags: str, output_format: str, settings: dict[str, Any]) -> None:
    """Score and print."""
    import numpy as np

    from solecism.formats.registry import FORMATS, read
    from solecism.score.m2 import score_m2

    sentences = list(read(settings["m2"], FORMATS["m2"], document=settings["document"]))
    result = score_m2(
        read_flags(flags),
        sentences,
        kinds=settings["kinds"] or KINDS,
        rng=np.random.default_rng(settings["seed"]),
        level=settings["level"],
    )
    chosen = {name: settings[name] for name in ("kinds", "level", "seed")}
    signature = signed(
        "score-m2",
        chosen,
        [flags, *settings["m2"]],
        n_sentences=result.n_sentences,
        n_annotators=len(result.annotators),
    )
    content = {"signature": signature, "result": result}
    show_formatted(result, content, output_format=output_format, signature=signature)
