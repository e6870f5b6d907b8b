"""Fenced code blocks of Markdown, line by line."""

from __future__ import annotations

import re

_FENCE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)*(?P<sign>`{3,}|~{3,})(?P<rest>[^`]*)\Z")


class Fences:
    """Whether lines are code, to be asked in the order of the text.

    >>> fences = Fences()
    >>> [fences.is_code(line) for line in ("See:", "```python", "x = 1", "```", "Done.")]
    [False, True, True, True, False]
    """

    def __init__(self) -> None:
        self._sign = ""

    @property
    def is_open(self) -> bool:
        """Whether the next line is in a code block, or ends it."""
        return bool(self._sign)

    def is_code(self, line: str) -> bool:
        """Whether the next line begins a code block, is inside one, or ends it."""
        fence = _FENCE.match(line)
        if not self._sign:
            self._sign = fence["sign"] if fence else ""
            return self.is_open
        if fence and fence["sign"].startswith(self._sign) and not fence["rest"].strip():
            self._sign = ""
        return True
