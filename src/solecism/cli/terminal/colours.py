"""Whether standard output shows colours."""

from __future__ import annotations

import os
import sys


def has_colours() -> bool:
    """Whether standard output is a terminal with colours, and nobody asked for none."""
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not is_plain
