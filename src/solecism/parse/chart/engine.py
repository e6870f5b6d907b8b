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
    if is_compiled is None:
        is_compiled = has_numba()
    elif is_compiled:
        need_numba("compiled loops need")
    kind = "compiled" if is_compiled else "arrays"
    return Engine(
        chart=importlib.import_module(f"solecism.parse.chart.chart_{kind}"),
        forest=importlib.import_module(f"solecism.parse.chart.forest_{kind}"),
    )


def has_numba() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


def need_numba(what_needs: str) -> None:
    """InputError, saying what needs numba, where it is not installed."""
    if not has_numba():
        raise InputError(f"{what_needs} numba. Install it with `pip install solecism[train]`.")
