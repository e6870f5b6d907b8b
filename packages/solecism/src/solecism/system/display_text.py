"""Text for display: counts with their nouns, quotations, unsafe characters, aligned columns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence


def count(n: float, one: str, many: str = "") -> str:
    """A number and the noun that it counts, in the singular or plural.

    >>> count(1, "site"), count(1336, "site"), count(0, "answer")
    ('1 site', '1,336 sites', '0 answers')
    """
    return f"{n:,g} {one}" if n == 1 else f"{n:,.10g} {many or one + 's'}"


# Characters that would end a line, move the cursor, change colours or turn the direction of text.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"\s")
_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


def visible(text: str) -> str:
    r"""The text in one line, with escapes for control characters.

    >>> print(visible("a\tb\x1b[31m\u202ec\udce9"))
    a\tb\x1b[31m\u202ec\xe9
    """
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escaped, text)


def safe(text: str) -> str:
    """The text with characters replaced that cannot be shown in a line.

    >>> safe("a\\x1b[2Jb\\nc")
    'a\ufffd[2Jb c'
    """
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", _SPACE.sub(" ", text))


def well_formed(text: str) -> str:
    r"""The text with escapes for what is no character: bytes of file names that are not UTF-8.

    >>> well_formed("caf\udce9\t!") == "caf\\xe9\t!"
    True
    """
    return text if text.isascii() else _SURROGATE.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    # Python gives such a code to a byte of a file name that it cannot decode.
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


_MOST_LETTERS = 40


def quoted(text: str) -> str:
    """The text in quotation marks, cut if it is very long."""
    return f'"{shortened(text)}"'


def shortened(text: str, most: int = _MOST_LETTERS) -> str:
    """The text, or its beginning if it is longer than `most`.

    >>> shortened("antidisestablishmentarianism", 8)
    'antidis…'
    """
    return text if len(text) <= most else f"{text[: most - 1]}…"


# What changes colours and weight on a terminal, and takes no room.
_STYLES = re.compile("\x1b\\[[0-9;]*m")


def display_width(text: str) -> int:
    """The number of terminal columns that a text takes.

    >>> display_width("abc"), display_width("\u4e2d"), display_width("e\u0301")
    (3, 2, 1)
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_columns, _STYLES.sub("", text)))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


_GAP = "  "


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, broken at spaces; a word that is longer than a line has its own.

    >>> wrapped("finds most, slower", 11)
    ['finds most,', 'slower']
    """
    if display_width(text) <= width:
        return [text]
    lines: list[str] = []
    room = 0
    for word in text.split(" "):
        needed = display_width(word)
        if lines and needed < room:
            lines[-1] += f" {word}"
            room -= needed + 1
        else:
            lines.append(word)
            room = width - needed
    return lines


def aligned(rows: Sequence[Sequence[str]], width: int | None = None) -> list[str]:
    """The lines of rows with their cells in columns, at most `width` wide if words allow it.

    Columns that need not be narrower keep their width, and the others are equally wide.

    >>> aligned([["de", "a good table"], ["f", "a"]], 10)
    ['de  a good', '    table', 'f   a']
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(display_width, column)) for column in columns]
    if width is not None:
        least = [_longest_word(column) for column in columns]
        room = max(sum(least), width - len(_GAP) * (len(columns) - 1))
        limit = max(widths, default=0)
        while sum(widths) > room:
            limit -= 1
            widths = [max(low, min(wide, limit)) for low, wide in zip(least, widths, strict=True)]
    return [line for row in rows for line in _row_lines(row, widths)]


def _longest_word(cells: Sequence[str]) -> int:
    return max(display_width(word) for cell in cells for word in cell.split(" "))


def _row_lines(cells: Sequence[str], widths: Sequence[int]) -> list[str]:
    parts = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for number in range(max(map(len, parts), default=0)):
        line = [part[number] if number < len(part) else "" for part in parts]
        padded = (
            cell + " " * (width - display_width(cell))
            for cell, width in zip(line, widths, strict=True)
        )
        lines.append(_GAP.join(padded).rstrip())
    return lines
