"""Plain text: split into sentences and words, and restored character for character."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.language import sentence_splitter
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence, tokenised

# A text without blank lines is not gathered to its end, but up to this many characters.
_LONG_PARAGRAPH = 100_000


def parse(
    lines: Iterable[str],
    *,
    document: str,
    file: str,
    divide: sentence_splitter.SentenceSplitter = sentence_splitter.sentences,
) -> Iterator[Sentence]:
    """The sentences of a text; joining `text` and `after` of all of them rebuilds it.

    `divide` finds the sentences of one paragraph.
    """
    count = 0
    held = ""
    for piece, is_whole in _pieces(lines):
        sentences = divide(held + piece, document, first=count + 1)
        held = ""
        if not is_whole and len(sentences) > 1:
            # The last sentence may go on in the next piece.
            last = sentences.pop()
            held = last.text + last.after
        count += len(sentences)
        yield from sentences
    yield from divide(held, document, first=count + 1)


def parse_lines(lines: Iterable[str], *, document: str) -> Iterator[Sentence]:
    """One sentence per line, even if it looks like several; an empty line has no words.

    >>> [len(sentence) for sentence in parse_lines(["Hi! I am Kim.\\n", "\\n"], document="letter")]
    [6, 0]
    """
    for number, line in enumerate(lines, 1):
        written = line.rstrip("\r\n")
        words, starts = tokenise(written)
        yield tokenised(f"{document}.{number}", written, words, starts, after=line[len(written) :])


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """The text of the sentences, with the white space between them."""
    for sentence in sentences:
        yield sentence.text + sentence.after


def _pieces(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Paragraphs with the blank lines after them, and whether they are whole."""
    gathered: list[str] = []
    size = 0
    has_text = has_ended = False
    for line in lines:
        is_blank = line.isspace()
        is_whole = has_ended and not is_blank
        if is_whole or size > _LONG_PARAGRAPH:
            yield "".join(gathered), is_whole
            gathered, size, has_text = [], 0, False
        gathered.append(line)
        size += len(line)
        has_text = has_text or not is_blank
        has_ended = has_text and is_blank
    yield "".join(gathered), True
