"""The figures that a paper prints, to compare ours with: a file printed.toml in its room."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def printed_figures(paper: str) -> dict[str, Any]:
    """The figures of a paper by the name of its room, such as "turk".

    >>> printed_figures("turk")["detection"]["needed"]
    13
    """
    file = resources.files(f"solecism.papers.{paper}") / "printed.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
