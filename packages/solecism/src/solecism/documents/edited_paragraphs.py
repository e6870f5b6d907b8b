"""Paragraphs of Word and OpenDocument files are edited, divided, joined, added and taken away.

Both formats hold the text of a paragraph in pieces: the text of an element, or what comes after it,
or an element that stands for a sign. Edits change these pieces and leave everything else in place.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

from solecism.documents import docx, odt
from solecism.documents.office import Package, xml_text

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


class TextEdit(NamedTuple):
    """Characters `start` to `end` of a text, and what comes in their place."""

    start: int
    end: int
    text: str


class Kept(NamedTuple):
    """Characters `start` to `end` of an old paragraph, which is given by its number."""

    paragraph: int
    start: int
    end: int


# What is kept of old paragraphs, and new text, in order.
NewParagraph = list[Kept | str]


def edits_of(new: NewParagraph, source: int, start: int, end: int) -> list[TextEdit]:
    """The edits that leave of characters `start` to `end` of an old paragraph what is in a new one.

    New text is inserted after what it follows. Offsets are counted from `start`.

    >>> edits_of([Kept(0, 0, 2), "x", Kept(0, 4, 6)], 0, 0, 6)
    [TextEdit(start=2, end=4, text='x')]
    """
    owner = next(part.paragraph for part in new if isinstance(part, Kept))
    edits: list[TextEdit] = []
    place, text = start, ""
    for part in new:
        if isinstance(part, Kept):
            owner = part.paragraph
            if owner == source:
                if text or part.start > place:
                    edits.append(TextEdit(place - start, part.start - start, text))
                place, text = part.end, ""
        elif owner == source:
            text += part
    if text or end > place:
        edits.append(TextEdit(place - start, end - start, text))
    return edits


class TextPiece(NamedTuple):
    """A piece of the text of a paragraph, which begins at character `start` of it.

    `place` is "text" or "tail", as lxml has them, or empty for an element that stands for a sign.
    """

    element: Element
    place: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """The character after the last one."""
        return self.start + len(self.text)

    @property
    def depth(self) -> int:
        """In how many elements the piece is, such as links."""
        return sum(1 for _ in self.element.iterancestors()) + (self.place == "text")


class OfficeText(ABC):
    """The text of an office document, paragraph by paragraph; a class for each format.

    Elements of `containers` keep at least one paragraph. Those of `removable` are taken away when
    nothing is left in them.
    """

    containers: frozenset[str]
    removable: frozenset[str]
    paragraphs: list[Element]

    def text(self, paragraph: Element) -> str:
        """The text of a paragraph."""
        return "".join(piece.text for piece in self._pieces(paragraph))

    @abstractmethod
    def saved(self) -> bytes:
        """The bytes of the file as it is now."""

    @abstractmethod
    def is_note(self, paragraph: Element) -> bool:
        """Whether a paragraph is in a footnote or an endnote."""

    def edit(self, paragraph: Element, edits: Sequence[TextEdit]) -> None:
        """Make edits, which are in order, in the text of a paragraph."""
        pieces = self._pieces(paragraph)
        local: dict[int, list[TextEdit]] = {}
        for edit in edits:
            touched = [n for n, piece in enumerate(pieces) if _overlaps(piece, edit)]
            texts = [n for n in touched if pieces[n].place]
            target = texts[0] if texts else _neighbour(pieces, edit)
            for number in touched:
                piece = pieces[number]
                start, end = max(edit.start, piece.start), min(edit.end, piece.end)
                text = edit.text if number == target else ""
                own = TextEdit(start - piece.start, end - piece.start, text)
                local.setdefault(number, []).append(own)
            if edit.text and target is None:
                before = [n for n, piece in enumerate(pieces) if piece.end <= edit.start]
                self._insert_after(paragraph, pieces[before[-1]] if before else None, edit.text)
            elif edit.text and target is not None and target not in touched:
                place = edit.start - pieces[target].start
                local.setdefault(target, []).append(TextEdit(place, place, edit.text))
        # Elements are taken away at last, because text may come after them.
        order = sorted(local, key=lambda number: not pieces[number].place)
        for number in order:
            if pieces[number].place:
                self._rewrite(pieces[number], local[number])
            else:
                self._shorten(pieces[number], local[number])
        for number in order:
            self._prune(pieces[number].element, paragraph)

    def divide(self, paragraph: Element, offset: int) -> Element:
        """Divide a paragraph before a character; the new paragraph begins with it."""
        pieces = self._pieces(paragraph)
        index = max(0, bisect_right([piece.start for piece in pieces], offset) - 1)
        left, right = self._cut(pieces[index], offset - pieces[index].start)
        while left is not paragraph:
            parent = left.getparent()
            rest = self._shell(parent)
            right.tail, left.tail = left.tail, None
            following = list(left.itersiblings())
            rest.append(right)
            rest.extend(following)
            left, right = parent, rest
        self._place_after(paragraph, right)
        self._prune(pieces[index].element, paragraph)
        return right

    def join(self, paragraph: Element, other: Element) -> None:
        """Move what is in another paragraph to the end of this one, and take the other away.

        Between two cells of a table, or a text and a note, only the text is moved.
        """
        if self._container(paragraph) is not self._container(other):
            length = len(self.text(paragraph))
            self.edit(paragraph, [TextEdit(length, length, self.text(other))])
            self.clear(other)
            return
        self._add_text(paragraph, other.text or "")
        other.text = None
        for child in list(other):
            if not _is_property(child):
                paragraph.append(child)
        self._remove(other)

    def add_after(self, paragraph: Element, text: str) -> Element:
        """Add a paragraph like another one after it."""
        new = self._new_like(paragraph)
        self._place_after(paragraph, new)
        self._insert_after(new, None, text)
        return new

    def add_before(self, paragraph: Element, text: str) -> Element:
        """Add a paragraph like another one before it."""
        new = self._new_like(paragraph)
        paragraph.addprevious(new)
        self._insert_after(new, None, text)
        return new

    @abstractmethod
    def add_last(self, text: str) -> Element:
        """Add a paragraph at the end of a document without any text."""

    def clear(self, paragraph: Element) -> None:
        """Take the text of a paragraph away, and the paragraph itself if nothing else is in it."""
        self.edit(paragraph, [TextEdit(0, len(self.text(paragraph)), "")])
        has_content = any(not _is_property(child) for child in paragraph)
        if not has_content and not self._is_last(paragraph):
            self._remove(paragraph)

    def _is_last(self, paragraph: Element) -> bool:
        """Whether a container has no other paragraph."""
        container = self._container(paragraph)
        others = container.iter(paragraph.tag)
        return not any(
            other is not paragraph and self._container(other) is container for other in others
        )

    def _container(self, paragraph: Element) -> Element:
        above = paragraph.iterancestors(*self.containers)
        return next(above, paragraph.getroottree().getroot())

    def _remove(self, paragraph: Element) -> None:
        paragraph.getparent().remove(paragraph)

    def _place_after(self, paragraph: Element, new: Element) -> None:
        paragraph.addnext(new)

    def _prune(self, element: Element, paragraph: Element) -> None:
        """Take elements away in which nothing is left."""
        while element is not paragraph and element.getparent() is not None:
            parent = element.getparent()
            is_empty = not (element.text or "") and all(map(_is_property, element))
            if element.tag not in self.removable or not is_empty:
                return
            _remove_element(element)
            element = parent

    def _shell(self, element: Element) -> Element:
        """An element with the attributes and properties of another one, and nothing else."""
        shell = element.makeelement(element.tag, dict(element.attrib), element.nsmap)
        for name in list(shell.attrib):
            if name == _XML_ID or name.endswith(("}paraId", "}textId", "text:1.0}id")):
                del shell.attrib[name]
        shell.extend(deepcopy(child) for child in element if _is_property(child))
        return shell

    def _cut(self, piece: TextPiece, place: int) -> tuple[Element, Element]:
        """Divide the element of a piece; both parts of it."""
        left = piece.element if piece.place == "text" else piece.element.getparent()
        right = self._shell(left)
        if piece.place == "text":
            moved = [child for child in left if not _is_property(child)]
        else:
            moved = list(piece.element.itersiblings())
        if piece.place == "":
            moved.insert(0, piece.element)
        else:
            written = getattr(piece.element, piece.place) or ""
            right.text = written[place:]
            setattr(piece.element, piece.place, written[:place])
        right.extend(moved)
        return left, right

    @abstractmethod
    def _pieces(self, paragraph: Element) -> list[TextPiece]: ...

    @abstractmethod
    def _rewrite(self, piece: TextPiece, edits: Sequence[TextEdit]) -> None:
        """Make edits, with offsets in a piece of text, in what is written there."""

    def _shorten(self, piece: TextPiece, edits: Sequence[TextEdit]) -> None:
        """Take a sign away."""
        _remove_element(piece.element)

    def _add_text(self, paragraph: Element, text: str) -> None:  # noqa: B027 - Word has none
        """Add text that is outside of elements to the end of a paragraph."""

    @abstractmethod
    def _insert_after(self, paragraph: Element, piece: TextPiece | None, text: str) -> None:
        """Insert text after a sign, or at the beginning, where there is no text to put it into."""

    @abstractmethod
    def _new_like(self, paragraph: Element) -> Element:
        """An empty paragraph for text that follows another one."""


def _overlaps(piece: TextPiece, edit: TextEdit) -> bool:
    return piece.start < edit.end and edit.start < piece.end


def _neighbour(pieces: Sequence[TextPiece], edit: TextEdit) -> int | None:
    """The number of the piece that text is put into where nothing is taken away.

    It is inside a piece, or between two: then that one which is in fewer elements, such as links,
    or else the one before, unless the text ends in a space, as a word before another one does.
    """
    near = [
        number
        for number, piece in enumerate(pieces)
        if piece.place and piece.start <= edit.start <= piece.end
    ]
    if not near:
        return None
    with_text = [number for number in near if pieces[number].text] or near
    least = min(pieces[number].depth for number in with_text)
    best = [number for number in with_text if pieces[number].depth == least]
    return best[-1] if edit.text.endswith(" ") else best[0]


def _is_property(element: Element) -> bool:
    """Whether an element says how another one looks, as those of Word do whose names end so."""
    return isinstance(element.tag, str) and element.tag.endswith("Pr")


def _remove_element(element: Element) -> None:
    """Take an element away, but not the text after it."""
    parent = element.getparent()
    if element.tail:
        previous = element.getprevious()
        if previous is None:
            parent.text = (parent.text or "") + element.tail
        else:
            previous.tail = (previous.tail or "") + element.tail
    parent.remove(element)


_XML = "{http://www.w3.org/XML/1998/namespace}"
_PRESERVE, _XML_ID = f"{_XML}space", f"{_XML}id"


class WordText(OfficeText):
    """The text of a Word file: each piece is a `w:t`, or a sign, in a run."""

    containers = docx.CELL | docx.TEXT_BOX | docx.NOTE
    removable = docx.word_tags("t", "r", "hyperlink", "smartTag", "ins")

    def __init__(self, data: bytes, file: str) -> None:
        self._package = Package(data, file)
        main = docx.main_part(self._package)
        related = docx.related(self._package, main)
        names = {kind: related[kind] for kind in docx.NOTES if kind in related}
        notes = {kind: self._package.xml(name) for kind, name in names.items()}
        self._main = self._package.xml(main)
        self._parts = {main: self._main, **{names[kind]: root for kind, root in notes.items()}}
        self._styles = self._package.xml(related["styles"]) if "styles" in related else None
        self.paragraphs = [each.element for each in docx.paragraphs(self._main, notes)]
        self._changed: set[Element] = set()
        # Text boxes, and the second version of each for old programs, which has the same text.
        self._boxes = [
            (box, second)
            for box, second in docx.second_boxes(self._main)
            if self._texts(box) == self._texts(second)
        ]

    def _texts(self, box: Element) -> list[str]:
        return [self.text(each) for each in box.iter(*docx.PARAGRAPH)]

    def saved(self) -> bytes:
        for box, second in self._boxes:
            if self._texts(box) != self._texts(second):
                second[:] = deepcopy(box)[:]
        return self._package.saved(
            {name: root for name, root in self._parts.items() if root in self._changed}
        )

    def is_note(self, paragraph: Element) -> bool:
        return next(paragraph.iterancestors(*docx.NOTE), None) is not None

    def edit(self, paragraph: Element, edits: Sequence[TextEdit]) -> None:
        if edits:
            self._changed.add(paragraph.getroottree().getroot())
        super().edit(paragraph, edits)

    def divide(self, paragraph: Element, offset: int) -> Element:
        self._changed.add(paragraph.getroottree().getroot())
        new = super().divide(paragraph, offset)
        # The end of a section stays at the end.
        for section in list(
            paragraph.iterfind(f"{_w(paragraph, 'pPr')}/{_w(paragraph, 'sectPr')}")
        ):
            section.getparent().remove(section)
        return new

    def add_last(self, text: str) -> Element:
        body = next(self._main.iter(*docx.word_tags("body")))
        new = _like(body, "p")
        sections = body.findall(_w(body, "sectPr"))
        if sections:
            sections[-1].addprevious(new)
        else:
            body.append(new)
        self._insert_after(new, None, text)
        return new

    def _remove(self, paragraph: Element) -> None:
        properties = paragraph.find(_w(paragraph, "pPr"))
        # The end of a section, or of a cell, is a paragraph.
        if properties is not None and properties.find(_w(paragraph, "sectPr")) is not None:
            return
        parent = paragraph.getparent()
        previous = paragraph.getprevious()
        is_end = parent.tag in docx.CELL and paragraph.getnext() is None
        if is_end and (previous is None or previous.tag not in docx.PARAGRAPH):
            return
        self._changed.add(paragraph.getroottree().getroot())
        super()._remove(paragraph)

    def _pieces(self, paragraph: Element) -> list[TextPiece]:
        pieces, start = [], 0
        for element, text in docx.text_elements(paragraph):
            place = "text" if element.tag in docx.TEXT else ""
            pieces.append(TextPiece(element, place, text, start))
            start += len(text)
        return pieces

    def _rewrite(self, piece: TextPiece, edits: Sequence[TextEdit]) -> None:
        element, written = piece.element, piece.text
        texts, names, place = [""], [], 0
        for edit in edits:
            texts[-1] += written[place : edit.start]
            first, *others = re.split(r"([\n\t])", edit.text)
            texts[-1] += first
            names += others[::2]
            texts += others[1::2]
            place = edit.end
        texts[-1] += written[place:]
        _set_text(element, texts[0])
        last = element
        for name, text in zip(names, texts[1:], strict=True):
            sign = _like(element, "br" if name == "\n" else "tab")
            following = _like(element, "t")
            _set_text(following, text)
            last.addnext(sign)
            sign.addnext(following)
            last = following
            if not text:
                following.getparent().remove(following)
                last = sign

    def _insert_after(self, paragraph: Element, piece: TextPiece | None, text: str) -> None:
        self._changed.add(paragraph.getroottree().getroot())
        new = _like(paragraph, "t")
        new.text = ""
        if piece is not None and piece.element.getparent().tag in docx.RUN:
            piece.element.addnext(new)
        else:
            run = next(self._empty_runs(paragraph), None)
            if run is None:
                run = _like(paragraph, "r")
            run.append(new)
            if piece is not None:
                piece.element.addnext(run)
            elif run.getparent() is None:
                paragraph.insert(sum(map(_is_property, paragraph)), run)
        self._rewrite(TextPiece(new, "text", "", 0), [TextEdit(0, 0, text)])

    def _empty_runs(self, paragraph: Element) -> Iterator[Element]:
        runs = paragraph.iterchildren(*docx.RUN)
        return (run for run in runs if all(map(_is_property, run)))

    def _new_like(self, paragraph: Element) -> Element:
        new = self._shell(paragraph)
        for section in list(new.iter(_w(paragraph, "sectPr"))):
            section.getparent().remove(section)
        following = self._following_style(paragraph)
        if following:
            properties = new.find(_w(new, "pPr"))
            for child in list(properties):
                properties.remove(child)
            style = _like(new, "pStyle", val=following)
            properties.append(style)
            return new
        runs = [
            run for run in paragraph.iterchildren(*docx.RUN) if run.find(_w(run, "t")) is not None
        ]
        format = runs[-1].find(_w(runs[-1], "rPr")) if runs else None
        if format is not None:
            run = _like(new, "r")
            run.append(deepcopy(format))
            new.append(run)
        return new

    def _following_style(self, paragraph: Element) -> str:
        """The style of the paragraph after one, where its own style says so, as headings do."""
        name = paragraph.find(f"{_w(paragraph, 'pPr')}/{_w(paragraph, 'pStyle')}")
        if name is None or self._styles is None:
            return ""
        for style in self._styles.iter(*docx.word_tags("style")):
            if style.get(_w(style, "styleId")) == name.get(_w(name, "val")):
                following = style.find(_w(style, "next"))
                return "" if following is None else str(following.get(_w(style, "val"), ""))
        return ""


def _w(like: Element, name: str) -> str:
    """The tag or attribute of this name, in the namespace of another element."""
    return f"{like.tag.partition('}')[0]}}}{name}"


def _like(element: Element, name: str, **attributes: str) -> Element:
    """A new element of this name, in the namespace of another one."""
    tags = {_w(element, key): value for key, value in attributes.items()}
    return element.makeelement(_w(element, name), tags, element.nsmap)


def _set_text(element: Element, text: str) -> None:
    element.text = xml_text(text)
    if text != text.strip():
        element.set(_PRESERVE, "preserve")


class OpenText(OfficeText):
    """The text of an OpenDocument file: pieces are between elements as well as inside them."""

    containers = odt.CELL | odt.BOX | odt.NOTE
    removable = odt.tags("text", "span", "a")

    def __init__(self, data: bytes, file: str) -> None:
        self._package = Package(data, file)
        self._root = odt.content_of(self._package)
        self.paragraphs = [element for element, _, _ in odt.paragraphs(self._root)]
        # Paragraphs that were divided off, whose spaces at the beginning count.
        self._parts: set[Element] = set()

    def saved(self) -> bytes:
        return self._package.saved({odt.CONTENT: self._root})

    def is_note(self, paragraph: Element) -> bool:
        return next(paragraph.iterancestors(*odt.NOTE), None) is not None

    def divide(self, paragraph: Element, offset: int) -> Element:
        new = super().divide(paragraph, offset)
        self._parts.add(new)
        return new

    def add_last(self, text: str) -> Element:
        body = next(self._root.iter(*odt.tags("office", "text")))
        (tag,) = odt.tags("text", "p")
        new = body.makeelement(tag, {}, body.nsmap)
        body.append(new)
        self._insert_after(new, None, text)
        return new

    def _remove(self, paragraph: Element) -> None:
        item = paragraph.getparent()
        super()._remove(paragraph)
        while item.tag in odt.LISTS and not len(item):
            parent = item.getparent()
            parent.remove(item)
            item = parent

    def _place_after(self, paragraph: Element, new: Element) -> None:
        item = paragraph.getparent()
        if item.tag not in odt.LIST_ITEM:
            paragraph.addnext(new)
            return
        rest = self._shell(item)
        following = list(paragraph.itersiblings())
        rest.append(new)
        rest.extend(following)
        item.addnext(rest)

    def _pieces(self, paragraph: Element) -> list[TextPiece]:
        """The pieces; the spaces at the beginning are no part of the text."""
        every = list(odt.text_pieces(paragraph))
        whole = "".join(text for _, _, text in every)
        first = 0 if paragraph in self._parts else len(whole) - len(whole.lstrip(" "))
        pieces, start = [], -first
        for element, place, text in every:
            pieces.append(TextPiece(element, place, text, start))
            start += len(text)
        return pieces

    def text(self, paragraph: Element) -> str:
        return super().text(paragraph).strip(" ")

    def _rewrite(self, piece: TextPiece, edits: Sequence[TextEdit]) -> None:
        whole, place = "", 0
        for edit in edits:
            whole += piece.text[place : edit.start] + edit.text
            place = edit.end
        whole += piece.text[place:]
        # One space after another one would not count.
        first, *others = re.split(r"([\n\t]|(?<= ) +)", xml_text(whole))
        setattr(piece.element, piece.place, first)
        is_inside = piece.place == "text"
        parent = piece.element if is_inside else piece.element.getparent()
        index = 0 if is_inside else parent.index(piece.element) + 1
        for sign, text in zip(others[::2], others[1::2], strict=True):
            name = {"\n": "line-break", "\t": "tab"}.get(sign, "s")
            (tag,) = odt.tags("text", name)
            counted = {odt.COUNT: str(len(sign))} if name == "s" else {}
            new = parent.makeelement(tag, counted, parent.nsmap)
            new.tail = text
            parent.insert(index, new)
            index += 1

    def _shorten(self, piece: TextPiece, edits: Sequence[TextEdit]) -> None:
        left = len(piece.text) - sum(edit.end - edit.start for edit in edits)
        if left and piece.element.tag in odt.SPACES:
            piece.element.set(odt.COUNT, str(left))
        else:
            super()._shorten(piece, edits)

    def _add_text(self, paragraph: Element, text: str) -> None:
        if len(paragraph):
            paragraph[-1].tail = (paragraph[-1].tail or "") + text
        else:
            paragraph.text = (paragraph.text or "") + text

    def _insert_after(self, paragraph: Element, piece: TextPiece | None, text: str) -> None:
        # There is always a place for text in this format.
        self._rewrite(TextPiece(paragraph, "text", "", 0), [TextEdit(0, 0, text)])

    def _new_like(self, paragraph: Element) -> Element:
        new = self._shell(paragraph)
        (heading,), (plain,) = odt.tags("text", "h"), odt.tags("text", "p")
        if paragraph.tag == heading:
            body = next((each for each in self.paragraphs if each.tag == plain), None)
            new = paragraph.makeelement(plain, {} if body is None else dict(body.attrib), new.nsmap)
        return new
