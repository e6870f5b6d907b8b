"""Plain text taken out of a text with markup, and the way back to the characters of that text."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from solecism.sentence import Sentence

PARAGRAPH_BREAK = "\n\n"


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Pieces of plain text, and the characters of the source that each of them stands for.

    Piece i begins at `plain_starts[i]` of the plain text and stands for the characters
    `source_starts[i]` to `source_ends[i]` of `source`. A piece that is as long as what it stands
    for is mapped character by character, any other as a whole. What lies between pieces is markup.
    """

    source: str
    length: int
    plain_starts: tuple[int, ...]
    source_starts: tuple[int, ...]
    source_ends: tuple[int, ...]

    def start_of(self, offset: int) -> int:
        """Where in the source a character of the plain text begins."""
        if offset >= self.length:
            return len(self.source)
        index = bisect_right(self.plain_starts, offset) - 1
        if index < 0 or not self._is_verbatim(index):
            return self.source_starts[max(0, index)]
        return self.source_starts[index] + offset - self.plain_starts[index]

    def end_of(self, offset: int) -> int:
        """Where in the source a stretch of plain text ends that ends at this offset."""
        index = bisect_right(self.plain_starts, offset - 1) - 1
        if index < 0:
            return 0
        if not self._is_verbatim(index):
            return self.source_ends[index]
        return self.source_starts[index] + offset - self.plain_starts[index]

    def restored(self, sentence: Sentence, offset: int) -> Sentence:
        """The sentence as it is written in the source, given the offset of its plain text.

        The restored sentences of a text, joined with what is `after` each, are the source.
        """
        length = len(sentence.text)
        end = offset + length
        first = self.start_of(offset) if offset else 0
        last = max(first, self.end_of(end))
        following = max(last, self.start_of(end + len(sentence.after)))
        spans = [
            (max(first, self.start_of(offset + start)), self.end_of(offset + end))
            for start, end in zip(sentence.starts, sentence.ends, strict=True)
        ]
        return replace(
            sentence,
            text=self.source[first:last],
            words=tuple(self.source[start:end] for start, end in spans),
            starts=tuple(start - first for start, _ in spans),
            after=self.source[last:following],
        )

    def _is_verbatim(self, index: int) -> bool:
        following = (*self.plain_starts[index + 1 : index + 2], self.length)[0]
        n_plain = following - self.plain_starts[index]
        return n_plain == self.source_ends[index] - self.source_starts[index]


class PlainText:
    """Collects the pieces of plain text while a source is read from its beginning to its end."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._texts: list[str] = []
        self._plain_starts: list[int] = []
        self._source_starts: list[int] = []
        self._source_ends: list[int] = []
        self.length = 0

    def add(self, text: str, start: int, end: int) -> None:
        """Add text that stands for the characters `start` to `end` of the source.

        White space at the beginning of a paragraph is left out.
        """
        if not text or (text.isspace() and self._is_paragraph_start):
            return
        self._texts.append(text)
        self._plain_starts.append(self.length)
        self._source_starts.append(start)
        self._source_ends.append(end)
        self.length += len(text)

    def keep(self, start: int, end: int) -> None:
        """Add characters of the source as they are."""
        self.add(self._source[start:end], start, end)

    @property
    def _is_paragraph_start(self) -> bool:
        return not self._texts or self._texts[-1].endswith(PARAGRAPH_BREAK)

    @property
    def text(self) -> str:
        """All plain text so far."""
        return "".join(self._texts)

    @property
    def map(self) -> SourceMap:
        """The map from the plain text to its source."""
        return SourceMap(
            self._source,
            self.length,
            tuple(self._plain_starts),
            tuple(self._source_starts),
            tuple(self._source_ends),
        )
