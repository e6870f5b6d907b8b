"""Names of people as names of files that every file system accepts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_MOST_LETTERS = 40
_RESERVED = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])", re.I)
_NO_NAME = "student"


def file_names(names: Iterable[str]) -> dict[str, str]:
    """A file name without ending for each name; no two differ only by case or accents' encoding.

    >>> file_names(["Zoë / Kim", "zoë-kim", "CON", "..."])
    {'Zoë / Kim': 'Zoë-Kim', 'zoë-kim': 'zoë-kim-2', 'CON': 'student-CON', '...': 'student'}
    """
    chosen: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        first = _safe(name)
        file_name, n = first, 1
        while file_name.casefold() in taken:
            n += 1
            file_name = f"{first}-{n}"
        taken.add(file_name.casefold())
        chosen[name] = file_name
    return chosen


def _safe(name: str) -> str:
    composed = unicodedata.normalize("NFKC", name)
    words = re.findall(r"\w+", composed.replace("_", " "))
    safe = "-".join(words)[:_MOST_LETTERS].strip("-")
    if _RESERVED.fullmatch(safe):
        return f"{_NO_NAME}-{safe}"
    return safe or _NO_NAME
