"""The loops over charts and forests: compiled where numba is installed, else over arrays."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from solecism.extras import is_installed, need


@dataclass(frozen=True, slots=True)
class Engine:
    """The modules that fill in charts and weigh forests."""

    chart: Any
    forest: Any


def engine(*, is_compiled: bool | None = None) -> Engine:
    """Compiled loops if asked for, or if nothing is asked for and numba is there."""
    if is_compiled is None:
        is_compiled = is_installed("numba")
    elif is_compiled:
        need("numba")
    kind = "compiled" if is_compiled else "arrays"
    return Engine(
        chart=importlib.import_module(f"solecism.parse.chart.chart_{kind}"),
        forest=importlib.import_module(f"solecism.parse.chart.forest_{kind}"),
    )
