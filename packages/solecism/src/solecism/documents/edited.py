"""Word and OpenDocument files with a text that was edited elsewhere, as plain text.

The new text is compared with that of the file, and only the differences are written into it. A word
takes the format of the one whose place it takes, and whatever is not text stays as it is: styles,
pictures, notes, links, tables. Blank lines divide paragraphs, as they do where the file is read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from solecism.documents import kinds
from solecism.documents.document import PARAGRAPH_BREAK
from solecism.documents.edited_paragraphs import (
    Kept,
    NewParagraph,
    OfficeText,
    OpenText,
    TextEdit,
    WordText,
    edits_of,
)
from solecism.errors import InputError

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

FORMATS = {kinds.DOCX: WordText, kinds.ODT: OpenText}


def editable_suffix(data: bytes, name: str) -> str:
    """The ending of a file whose text `edited` can change; empty for all others."""
    kind = kinds.by_content(data, file=name)
    if kind not in FORMATS:
        return ""
    return next((end for end in kind.suffixes if name.lower().endswith(end)), kind.suffixes[0])


def edited(data: bytes, text: str, *, file: str) -> bytes:
    """The bytes of a Word or OpenDocument file with this text; the same bytes if it has it."""
    kind = kinds.by_content(data, file=file)
    if kind not in FORMATS:
        raise InputError(
            f"{file}: is not a Word or OpenDocument file, and has no format that could be kept. "
            "Save the text as .docx or .txt."
        )
    office = FORMATS[kind](data, file)
    old = [office.text(each) for each in office.paragraphs]
    new = new_paragraphs(old, text)
    if new == [[Kept(number, 0, len(each))] for number, each in enumerate(old)]:
        return data
    _Writer(office, old).write(new)
    return office.saved()


class _Writer:
    """Gives the paragraphs of a file a new text."""

    def __init__(self, office: OfficeText, old: Sequence[str]) -> None:
        self._office, self._old = office, old
        self._main = [not office.is_note(each) for each in office.paragraphs]

    def write(self, new: Sequence[NewParagraph]) -> None:
        """Write the new paragraphs; those of which nothing is left are taken away."""
        elements = self._elements(new)
        former: Element | None = None
        waiting: list[str] = []
        for paragraph, parts in zip(new, elements, strict=True):
            if not parts:
                text = "".join(part for part in paragraph if isinstance(part, str))
                if former is None:
                    waiting.append(text)
                else:
                    former = self._office.add_after(self._anchor(former), text)
                continue
            former = self._joined(paragraph, parts)
            for text in waiting:
                self._office.add_before(former, text)
            waiting.clear()
        for text in waiting:
            self._office.add_last(text)
        used = {number for parts in elements for number, _ in parts}
        for number, element in enumerate(self._office.paragraphs):
            if number not in used:
                self._office.clear(element)

    def _anchor(self, element: Element) -> Element:
        """The paragraph after which a new one comes: that of the main text, and never of a note."""
        if not self._office.is_note(element):
            return element
        main = [
            each
            for each, is_main in zip(self._office.paragraphs, self._main, strict=True)
            if is_main and each.getparent() is not None
        ]
        return main[-1] if main else element

    def _elements(self, new: Sequence[NewParagraph]) -> list[list[tuple[int, Element]]]:
        """For each new paragraph, the old ones that it is made of: number and element of each.

        A paragraph that was divided has an element for each part. All edits are made.
        """
        users: dict[int, list[int]] = {}
        for number, paragraph in enumerate(new):
            kept = (part.paragraph for part in paragraph if isinstance(part, Kept))
            for source in dict.fromkeys(kept):
                users.setdefault(source, []).append(number)
        result: list[list[tuple[int, Element]]] = [[] for _ in new]
        for source, numbers in sorted(users.items()):
            starts = [_first_kept(new[number], source) for number in numbers]
            ends = [*starts[1:], len(self._old[source])]
            element = self._office.paragraphs[source]
            # From the last to the first, so that offsets stay as they are.
            parts = [self._office.divide(element, start) for start in reversed(starts[1:])]
            for number, part, start, end in zip(
                numbers, [element, *reversed(parts)], [0, *starts[1:]], ends, strict=True
            ):
                edits = edits_of(new[number], source, start, end)
                self._office.edit(part, edits)
                result[number].append((source, part))
        return result

    def _joined(self, paragraph: NewParagraph, parts: Sequence[tuple[int, Element]]) -> Element:
        """The element of a new paragraph, to which its other parts are added."""
        (_, first), *others = parts
        for _, other in others:
            self._office.join(first, other)
        return first


def _first_kept(paragraph: NewParagraph, source: int) -> int:
    return min(
        part.start for part in paragraph if isinstance(part, Kept) and part.paragraph == source
    )


_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")


def new_paragraphs(old: Sequence[str], text: str) -> list[NewParagraph]:
    """The paragraphs of a text: which parts of old paragraphs, and which new text, each has.

    >>> new_paragraphs(["He depends of you.", "Bye."], "He depends on you.\\n\\nBye.\\n\\nNew?")
    ... # doctest: +NORMALIZE_WHITESPACE
    [[Kept(paragraph=0, start=0, end=11), 'on', Kept(paragraph=0, start=13, end=18)],
     [Kept(paragraph=1, start=0, end=4)],
     ['New?']]
    """
    joined = PARAGRAPH_BREAK.join(old)
    found = _Paragraphs(old)
    place = 0
    for edit in differences(joined, text.replace("\r\n", "\n").replace("\r", "\n")):
        found.keep(place, edit.start)
        found.insert(edit.text)
        place = edit.end
    found.keep(place, len(joined))
    return _with_replaced(found.result(), len(old))


class _Paragraphs:
    """Collects new paragraphs from kept and inserted characters, from left to right."""

    def __init__(self, old: Sequence[str]) -> None:
        self._spans: list[tuple[int, int]] = []
        start = 0
        for each in old:
            self._spans.append((start, start + len(each)))
            start += len(each) + len(PARAGRAPH_BREAK)
        self._ends = [end for _, end in self._spans]
        self._all: list[NewParagraph] = [[]]

    def keep(self, start: int, end: int) -> None:
        """Keep characters of the old text, and the ends of paragraphs among them."""
        number = bisect_left(self._ends, start - len(PARAGRAPH_BREAK) + 1)
        for first, last in self._spans[number:]:
            if first >= end:
                return
            begin, stop = max(start, first), min(end, last)
            if begin < stop:
                self._all[-1].append(Kept(number, begin - first, stop - first))
            if max(start, last) < min(end, last + len(PARAGRAPH_BREAK)):
                self._all.append([])
            number += 1

    def insert(self, text: str) -> None:
        """Insert new text, in which blank lines divide paragraphs."""
        first, *others = _BLANK_LINES.split(text)
        self._all[-1].append(first)
        self._all += ([each] for each in others)

    def result(self) -> list[NewParagraph]:
        """All paragraphs that are not empty."""
        return [tidy for each in self._all if (tidy := _tidy(each))]


def _tidy(paragraph: NewParagraph) -> NewParagraph:
    """A paragraph without empty text, and without line ends before or after it."""
    parts = list(paragraph)
    if parts and isinstance(parts[0], str):
        parts[0] = parts[0].lstrip("\n")
    if parts and isinstance(parts[-1], str):
        parts[-1] = parts[-1].rstrip("\n")
    parts = [part for part in parts if part]
    has_text = any(isinstance(part, Kept) or not part.isspace() for part in parts)
    return parts if has_text else []


def _with_replaced(new: list[NewParagraph], n_old: int) -> list[NewParagraph]:
    """The paragraphs; a new one takes the place of an old one of which nothing was kept."""
    used = {part.paragraph for each in new for part in each if isinstance(part, Kept)}
    last = n_old
    for each in reversed(new):
        sources = [part.paragraph for part in each if isinstance(part, Kept)]
        if not sources and last - 1 >= 0 and last - 1 not in used:
            last -= 1
            each.insert(0, Kept(last, 0, 0))
        elif sources:
            last = sources[0]
    return new


# Paragraphs, then sentences and lines, then words: what differs is compared more closely.
_UNITS = (
    re.compile(r"(?<=\n\n)"),
    re.compile(r"(?<=[.!?]\s)|(?<=\n)"),
    re.compile(r"(?<=\n\n)|(?<=\w)(?=\W)|(?<=\s)(?=\S)|(?<=[^\w\s])|(?<=[ \t])"),
)
# So many pairs of equal units are compared at most; else all that lies between counts as new.
_MOST_PAIRS = 2_000_000


def differences(old: str, new: str) -> Iterator[TextEdit]:
    """The edits that make a new text of an old one, word by word.

    >>> [tuple(edit) for edit in differences("I depend of it. Yes.", "I depend on it. Yes.")]
    [(9, 11, 'on')]
    """
    yield from _differences(old, new, 0, 0)


def _differences(old: str, new: str, offset: int, level: int) -> Iterator[TextEdit]:
    before, after = ([each for each in _UNITS[level].split(text) if each] for text in (old, new))
    n_same = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        n_same += 1
    n_last = 0
    while (
        n_last < min(len(before), len(after)) - n_same and before[-1 - n_last] == after[-1 - n_last]
    ):
        n_last += 1
    offset += sum(map(len, before[:n_same]))
    before = before[n_same : len(before) - n_last]
    after = after[n_same : len(after) - n_last]
    starts = [0]
    for unit in before:
        starts.append(starts[-1] + len(unit))
    for tag, first, last, start, end in _operations(before, after):
        if tag == "equal":
            continue
        place, removed, added = offset + starts[first], before[first:last], after[start:end]
        if tag == "replace" and level + 1 < len(_UNITS):
            yield from _differences("".join(removed), "".join(added), place, level + 1)
        else:
            yield TextEdit(place, offset + starts[last], "".join(added))


def _operations(before: list[str], after: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    if not before and not after:
        return []
    counts = Counter(after)
    # The matcher leaves out units that are in many places.
    most = len(after) // 100 + 1 if len(after) >= 200 else len(after)
    n_pairs = sum(counts[unit] for unit in before if counts[unit] <= most)
    if not before or not after or n_pairs > _MOST_PAIRS:
        return [("replace", 0, len(before), 0, len(after))]
    return SequenceMatcher(None, before, after).get_opcodes()
