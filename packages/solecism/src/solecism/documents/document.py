"""A document: its plain text, and the place in its file that each character came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from operator import attrgetter

from solecism.language.markup import UnmarkedText
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Characters `start` to `end` of a document's text, and what people call their place.

    `label` is such as "paragraph 3" or "page 2, line 5". `number` tells which paragraph of a .docx
    file it is: the first `w:p` element of its main text has number 1, the next one number 2. It is
    0 for footnotes, and in all other formats.
    """

    start: int
    end: int
    label: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """The plain text of a document, with the blocks that it consists of, in order.

    Where the document is a text with markup (HTML, LaTeX, a program), `source` maps the plain text
    to the text of the file. `encoding` is that of a text file. `notes` say what a user should know
    about how the file was read.
    """

    text: str
    blocks: tuple[TextBlock, ...] = ()
    source: SourceMap | None = None
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the file is text, with or without markup, which can be changed in place."""
        return self.source is not None or not self.blocks

    @property
    def shown_text(self) -> str:
        """The text to show to people: the source where what is not prose was only blanked."""
        is_masked = self.source is not None and self.source.is_identity
        return self.source.source if self.source is not None and is_masked else self.text

    def beginning(self, length: int) -> Document:
        """The document up to the end of the paragraph at a character of its source.

        A text without paragraphs ends with the line or the word.
        """
        start = self.source.offset_of(length) if self.source is not None else length
        if start >= len(self.text):
            return self
        ends = ((sign, self.text.find(sign, start, 2 * start)) for sign in ("\n\n", "\n", " "))
        end = next((found + len(sign) for sign, found in ends if found >= 0), start)
        return replace(self, text=self.text[:end])

    def block_at(self, offset: int) -> TextBlock | None:
        """The block of a character, or else the one before it; None where no block has begun."""
        index = self._index(offset)
        return self.blocks[index] if index >= 0 else None

    def labels(self, start: int, end: int) -> tuple[tuple[int, str], ...]:
        """The labels of a stretch of text, each with the character at which it begins to hold.

        Characters are counted from the beginning of the stretch, in the source if there is one.
        """
        if not self.blocks:
            return ()
        first = max(0, self._index(start))
        last = self._index(max(start, end - 1))
        begin = self._written(start)
        return tuple(
            (max(0, self._written(block.start) - begin), block.label)
            for block in self.blocks[first : last + 1]
        )

    def _index(self, offset: int) -> int:
        """The index of the last block that begins at or before a character, -1 for none."""
        return bisect_right(self.blocks, offset, key=_start) - 1

    def _written(self, offset: int) -> int:
        """The place of a character in the source, or in the text if there is no source."""
        if self.source is None or not offset:
            return offset
        return self.source.start_of(offset)


_start = attrgetter("start")


def joined_paragraphs(
    blocks: Iterable[tuple[str, str, int]], *, notes: tuple[str, ...] = ()
) -> Document:
    """The document of blocks that are paragraphs: text, label and number of each.

    >>> document = joined_paragraphs([("One.", "paragraph 1", 1), ("Two.", "paragraph 2", 2)])
    >>> document.text, document.block_at(8).label
    ('One.\\n\\nTwo.', 'paragraph 2')
    """
    texts: list[str] = []
    placed: list[TextBlock] = []
    start = 0
    for text, label, number in blocks:
        texts.append(text)
        placed.append(TextBlock(start, start + len(text), label, number))
        start += len(text) + len(PARAGRAPH_BREAK)
    return Document(PARAGRAPH_BREAK.join(texts), tuple(placed), notes=notes)


PARAGRAPH_BREAK = "\n\n"


def masked_document(source: str, prose: str) -> Document:
    """The document of a source in which all that is not prose has been blanked, sign by sign.

    >>> document = masked_document("x = 1  # One.", "         One.")
    >>> document.source.start_of(document.text.index("One"))
    9
    """
    lines = UnmarkedText(prose.splitlines(keepends=True), markup=False)
    return Document(
        "".join(lines), source=SourceMap(source, len(source), (0,), (0,), (len(source),))
    )


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

    @property
    def is_identity(self) -> bool:
        """Whether every character of the plain text stands for the same one of the source."""
        return self.plain_starts == (0,) and self.length == len(self.source)

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

    def offset_of(self, character: int) -> int:
        """Where in the plain text the piece begins that a character of the source belongs to.

        In a piece that is mapped character by character it is the place of the character.
        """
        index = bisect_right(self.source_starts, character) - 1
        if index < 0:
            return 0
        start = self.plain_starts[index]
        if not self._is_verbatim(index):
            return start
        return start + min(character, self.source_ends[index]) - self.source_starts[index]

    def written(self, sentence: Sentence, offset: int) -> tuple[int, int, int]:
        """Where the source of a sentence begins and ends, and where that of the next one begins."""
        end = offset + len(sentence.text)
        first = self.start_of(offset) if offset else 0
        last = max(first, self.end_of(end))
        return first, last, max(last, self.start_of(end + len(sentence.after)))

    def restored(self, sentence: Sentence, offset: int) -> Sentence:
        """The sentence as it is written in the source, given the offset of its plain text.

        The restored sentences of a text, joined with what is `after` each, are the source.
        """
        first, last, following = self.written(sentence, offset)
        if self._is_same(sentence, offset, first, following):
            return sentence
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

    def _is_same(self, sentence: Sentence, offset: int, first: int, following: int) -> bool:
        """Whether a sentence, with the space after it, is in one piece as it is in the source."""
        whole = sentence.text + sentence.after
        last = bisect_right(self.plain_starts, offset + len(whole) - 1)
        is_one_piece = bisect_right(self.plain_starts, offset) == last
        return is_one_piece and self.source[first:following] == whole

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

    def drop_last(self, sign: str) -> None:
        """Leave out the last character if it is this one, which the source has as well."""
        if not self._texts or not self._texts[-1].endswith(sign):
            return
        text, start, end = self._texts.pop(), self._source_starts.pop(), self._source_ends.pop()
        self._plain_starts.pop()
        self.length -= len(text)
        self.add(text[:-1], start, end - 1)

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
