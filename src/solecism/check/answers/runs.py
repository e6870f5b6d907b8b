"""The runs of a paragraph of a Word document, divided where a comment or a change begins or ends.

A run (`w:r`) is a piece of text with one format. Comments and tracked changes can begin and
end only between runs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from solecism.check.answers.elements import Words
from solecism.documents.docx_text import text_elements

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run that holds characters `start` to `end` of its paragraph and nothing else.

    A formula, which counts as one character, is not part of a run; it is its own element.
    """

    start: int
    end: int
    element: Element


def divided(paragraph: Element, cuts: Sequence[int]) -> list[TextRun]:
    """Divide the runs of a paragraph before some characters, which are given in order.

    A run that holds text and other things, such as a picture, is also divided between them.
    """
    words = Words.of(paragraph)
    text_runs: list[TextRun] = []
    start = 0
    pieces = [(element, len(text)) for element, text in text_elements(paragraph) if text]
    for run, group in groupby(pieces, key=lambda piece: _run_of(piece[0], words)):
        sizes = dict(group)
        end = start + sum(sizes.values())
        is_mixed = run.tag == words.tag("r") and len(_content(run, words)) > len(sizes)
        if is_mixed or _inside(cuts, start, end):
            text_runs += _parts(run, sizes, start, cuts)
        else:
            text_runs.append(TextRun(start, end, run))
        start = end
    return text_runs


def new_run(like: Element, words: Words) -> Element:
    """An empty run with the format of another one, or without one where that is no run."""
    format = like.find(words.tag("rPr")) if like.tag == words.tag("r") else None
    return words.element("r", *([] if format is None else [deepcopy(format)]))


def _parts(
    run: Element, sizes: dict[Element, int], start: int, cuts: Sequence[int]
) -> Iterator[TextRun]:
    """The parts of a run that hold text. The run itself becomes the first of all parts."""
    words = Words.of(run)
    pieces: list[TextRun] = []
    for child in _content(run, words):
        end = start + sizes.get(child, 0)
        pieces += _divided_text(child, start, end, _inside(cuts, start, end))
        start = end
    part = None
    # Text between the same two cuts stays together.
    for (is_text, _), group in groupby(
        pieces, key=lambda piece: (piece.start < piece.end, bisect_right(cuts, piece.start))
    ):
        if part is None:
            part = run
        else:
            previous, part = part, new_run(part, words)
            previous.addnext(part)
        own = list(group)
        part.extend(piece.element for piece in own)
        if is_text:
            yield TextRun(own[0].start, own[-1].end, part)


def _divided_text(child: Element, start: int, end: int, cuts: Sequence[int]) -> Iterator[TextRun]:
    """A child of a run, or the pieces of its text if there are cuts inside it."""
    if not cuts:
        yield TextRun(start, end, child)
        return
    words, text = Words.of(child), child.text or ""
    child.getparent().remove(child)
    for a, b in pairwise((start, *cuts, end)):
        yield TextRun(a, b, words.text(text[a - start : b - start]))


def _run_of(element: Element, words: Words) -> Element:
    """The run of an element; a formula has none, and text that has none is given one."""
    parent = element.getparent()
    if parent.tag == words.tag("r"):
        return parent
    if Words.of(element) != words:
        return element
    run = words.element("r")
    element.addprevious(run)
    run.append(element)
    return run


def _content(run: Element, words: Words) -> list[Element]:
    return [child for child in run if child.tag != words.tag("rPr")]


def _inside(cuts: Sequence[int], start: int, end: int) -> Sequence[int]:
    """The cuts after the start and before the end of a piece."""
    return cuts[bisect_right(cuts, start) : bisect_left(cuts, end)]
