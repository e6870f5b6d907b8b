"""A document: its plain text, and which place of the document each character came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from solecism.documents.source_map import PARAGRAPH_BREAK, SourceMap


@dataclass(frozen=True, slots=True)
class Block:
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

    Where the document is a text with markup (HTML, LaTeX, subtitles), `source` maps the plain text
    to the text of the file. `encoding` is that of a text file. `notes` say what a user should know
    about how the file was read.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    source: SourceMap | None = None
    encoding: str = "utf-8"
    notes: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the file is text, with or without markup, which can be changed in place."""
        return self.source is not None or not self.blocks

    def block_at(self, offset: int) -> Block | None:
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


def joined(blocks: Iterable[tuple[str, str, int]], *, notes: tuple[str, ...] = ()) -> Document:
    """The document of blocks that are paragraphs: text, label and number of each.

    >>> document = joined([("One.", "paragraph 1", 1), ("Two.", "paragraph 2", 2)])
    >>> document.text, document.block_at(8).label
    ('One.\\n\\nTwo.', 'paragraph 2')
    """
    texts: list[str] = []
    placed: list[Block] = []
    start = 0
    for text, label, number in blocks:
        texts.append(text)
        placed.append(Block(start, start + len(text), label, number))
        start += len(text) + len(PARAGRAPH_BREAK)
    return Document(PARAGRAPH_BREAK.join(texts), tuple(placed), notes=notes)
