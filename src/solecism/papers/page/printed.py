"""The figures that a paper prints, to compare ours with: a file printed.toml in its room."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def printed(room: str) -> dict[str, Any]:
    """The printed figures of the paper of this room, such as "prepositions"."""
    file = resources.files(f"solecism.papers.{room}") / "printed.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
