"""The loops over charts and forests: compiled where numba is installed, else over arrays."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from typing import Any

from solecism.errors import InputError


@dataclass(frozen=True, slots=True)
class Engine:
    """The modules that fill in charts and weigh forests."""

    chart: Any
    forest: Any


def engine(*, is_compiled: bool | None = None) -> Engine:
    """Compiled loops if asked for, or if nothing is asked for and numba is there."""
    is_there = importlib.util.find_spec("numba") is not None
    if is_compiled and not is_there:
        raise InputError(
            "compiled loops need numba. Install it with `pip install solecism[train]`."
        )
    kind = "compiled" if (is_there if is_compiled is None else is_compiled) else "arrays"
    return Engine(
        chart=importlib.import_module(f"solecism.parse.chart_{kind}"),
        forest=importlib.import_module(f"solecism.parse.forest_{kind}"),
    )
