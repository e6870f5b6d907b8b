"""A document: its plain text, and which place of the document each character came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from solecism.documents.source_map import SourceMap

PARAGRAPH_BREAK = "\n\n"


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
    to the text of the file. `notes` are what a reader should know about how the file was read.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    source: SourceMap | None = None
    notes: tuple[str, ...] = ()

    def block_at(self, offset: int) -> Block | None:
        """The block of a character, or else the one before it; None where no block has begun."""
        index = bisect_right(self.blocks, offset, key=lambda block: block.start)
        return self.blocks[index - 1] if index else None

    def labels(self, start: int, end: int) -> tuple[tuple[int, str], ...]:
        """The labels of a stretch of text, each with the offset at which it begins to hold."""
        first = max(0, bisect_right(self.blocks, start, key=lambda block: block.start) - 1)
        last = bisect_right(self.blocks, max(start, end - 1), key=lambda block: block.start)
        return tuple((max(start, block.start), block.label) for block in self.blocks[first:last])


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
