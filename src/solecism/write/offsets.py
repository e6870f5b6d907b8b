"""Places in a text in UTF-16 units, which JavaScript and most editors count in."""

from __future__ import annotations

import re
from bisect import bisect_left

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


class Utf16Offsets:
    """Offsets in the characters of a text as offsets in its UTF-16 units.

    >>> offsets = Utf16Offsets("a \U0001f600 b")
    >>> offsets.units(2), offsets.units(3), offsets.units(4)
    (2, 4, 5)
    """

    def __init__(self, text: str) -> None:
        self._astral = [match.start() for match in _ASTRAL.finditer(text)]

    def units(self, offset: int) -> int:
        """The number of units before a character."""
        return offset + bisect_left(self._astral, offset) if self._astral else offset
