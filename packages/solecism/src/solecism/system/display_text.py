"""Text for display: counts with their nouns, quotations, and unsafe characters escaped."""

from __future__ import annotations

import re


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
