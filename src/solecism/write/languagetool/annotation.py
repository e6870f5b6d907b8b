"""Texts with markup, as clients of LanguageTool send them in `data`: what to check, and places.

The client divides its document into text and markup. Markup may be interpreted as text, such as a
line break for `<br>`; that text is checked, too, and stands for the markup.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

import msgspec
from msgspec import Struct

from solecism.errors import InputError


class Part(Struct, rename="camel"):
    """A part of a document: text, or markup with the text that it is interpreted as."""

    text: str | None = None
    markup: str | None = None
    interpret_as: str = ""


class _Data(Struct):
    annotation: list[Part]


@dataclass(frozen=True, slots=True)
class AnnotatedText:
    """The text to check, the whole document, and where their parts begin in both.

    `is_text` says of each part whether it is text.
    """

    text: str
    document: str
    text_starts: tuple[int, ...]
    starts: tuple[int, ...]
    is_text: tuple[bool, ...]

    def start(self, offset: int) -> int:
        """The place in the document of a character of the text."""
        part = self._part(offset)
        return self.starts[part] + (offset - self.text_starts[part] if self.is_text[part] else 0)

    def end(self, offset: int) -> int:
        """The place in the document after the character before an offset in the text."""
        part = self._part(offset - 1)
        if self.is_text[part]:
            return self.starts[part] + offset - self.text_starts[part]
        return self.starts[part + 1]

    def is_plain(self, start: int, end: int) -> bool:
        """Whether a stretch of the text is in the document as it is."""
        return self.document[self.start(start) : self.end(end)] == self.text[start:end]

    def _part(self, offset: int) -> int:
        """The last part that begins at or before a character; parts without text are skipped."""
        return max(0, bisect_right(self.text_starts, offset) - 1)


def plain(text: str) -> AnnotatedText:
    """A text without markup."""
    return AnnotatedText(text, text, (0,), (0, len(text)), (True,))


def parse(data: str) -> AnnotatedText:
    """The text and markup in the JSON of a request.

    >>> parse('{"annotation": [{"text": "I "}, {"markup": "<b>"}, {"text": "am"}]}').text
    'I am'
    """
    try:
        parts = msgspec.json.decode(data.encode(), type=_Data).annotation
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        problem = "could not parse 'data': it must be JSON with an 'annotation' list of objects"
        raise InputError(f"{problem} that have 'text' or 'markup'.") from error
    if any((part.text is None) == (part.markup is None) for part in parts):
        raise InputError("every part of 'annotation' has either 'text' or 'markup'.")
    texts = [part.interpret_as if part.text is None else part.text for part in parts]
    pieces = [part.markup or "" if part.text is None else part.text for part in parts]
    return AnnotatedText(
        "".join(texts),
        "".join(pieces),
        tuple(accumulate(map(len, texts), initial=0))[:-1] or (0,),
        tuple(accumulate(map(len, pieces), initial=0)),
        tuple(part.text is not None for part in parts) or (True,),
    )
