"""The loops over charts and forests: compiled where numba is installed, otherwise over arrays.

There are two, because each is needed. The base install parses a sentence with numpy alone; numba
and its compiler would add 208 MB to it. With numba the same trees come 15 to 27 times as fast,
which training and corpora need (docs/parse.md has the figures). Only the innermost loops are
written twice; what charts and forests are, pruning and the choice of the tree are shared.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from solecism.system.extras import is_installed, need


@dataclass(frozen=True, slots=True)
class Engine:
    """The modules with the loops over charts and over forests."""

    chart: Any
    forest: Any


def engine(*, is_compiled: bool | None = None) -> Engine:
    """The compiled loops if `is_compiled`, or by default where numba is installed."""
    if is_compiled is None:
        is_compiled = is_installed("numba")
    elif is_compiled:
        need("numba")
    kind = "compiled" if is_compiled else "arrays"
    return Engine(
        chart=importlib.import_module(f"solecism.parse.chart.chart_{kind}"),
        forest=importlib.import_module(f"solecism.parse.chart.forest_{kind}"),
    )
