"""The layout of a tree in a drawing: words on one line, phrases above them."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from solecism.report.tree_outline import is_silent
from solecism.report.words import short
from solecism.tree import NOTHING, Leaf, Tree, unescape

LETTER = 14.0
NOTE = 11.0
_GAP = 14.0
_MOST_LETTERS = 40
# Widths of letters in ems, for want of the font: rather too wide than too narrow.
_NARROW = frozenset("ijltfrI.,:;'`!|()[]{}/\\ ")
_WIDE = frozenset("mwMW@%")


@dataclass(slots=True)
class Box:
    """A phrase or a word in a drawing: its middle in pixels, and how many rows it is above words.

    For a word, `word` is written below its tag and `notes` below that; `mark` is
    "", "wrong", "missing", "extra" or, before the errors, "touched".
    """

    label: str
    parent: int
    word: str = ""
    mark: str = ""
    notes: tuple[str, ...] = ()
    is_leaf: bool = False
    is_trace: bool = False
    width: float = 0.0
    middle: float = 0.0
    height: int = 0
    children: list[int] = field(default_factory=list)


def text_width(text: str, size: float = LETTER) -> float:
    """The approximate width of a text in pixels."""
    return size * sum(map(_ems, text))


def boxes(tree: Tree, *, traces: bool, touched: Collection[int] = ()) -> list[Box]:
    """The boxes of a tree in pre-order; the first one is the root and as wide as the drawing.

    `touched` are the leaves, counted with traces, in which errors are going to be made.
    """
    laid = _listed(tree, traces=traces, touched=touched)
    for box in reversed(laid):
        _measure(box, [laid[child] for child in box.children])
    laid[0].middle = laid[0].width / 2
    for box in laid:
        _place([laid[child] for child in box.children], box.middle)
    for box in reversed(laid):
        if box.children:
            over_children = (laid[box.children[0]].middle + laid[box.children[-1]].middle) / 2
            # A long label over children of unequal width must not leave its own box.
            slack = (box.width - text_width(box.label)) / 2
            box.middle = min(max(over_children, box.middle - slack), box.middle + slack)
    return laid


def _listed(tree: Tree, *, traces: bool, touched: Collection[int]) -> list[Box]:
    if not tree.label and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
    laid: list[Box] = []
    n_leaves = 0
    waiting: list[tuple[Tree | Leaf, int]] = [(tree, -1)]
    while waiting:
        node, parent = waiting.pop()
        place = len(laid)
        if isinstance(node, Leaf):
            n_leaves += 1
            if not traces and is_silent(node):
                continue
            laid.append(_leaf_box(node, parent))
            if n_leaves - 1 in touched:
                laid[-1].mark = "touched"
        elif traces or not place or not is_silent(node):
            waiting.extend((child, place) for child in reversed(node.children))
            laid.append(Box(short(node.label, _MOST_LETTERS), parent))
        else:
            n_leaves += sum(1 for _ in node.leaves(traces=True))
            continue
        if place:
            laid[parent].children.append(place)
    return laid


def _leaf_box(leaf: Leaf, parent: int) -> Box:
    shown, mark, notes = leaf, "", list[str]()
    if leaf.is_missing and leaf.original is not None:
        shown, mark, notes = leaf.original, "missing", ["missing"]
    elif leaf.is_extra:
        mark, notes = "extra", ["extra"]
    elif leaf.original is not None and leaf.original != NOTHING:
        mark, notes = "wrong", [f"for “{_word(leaf.original)}”"]
    if leaf.surface_tag is not None:
        notes.append(f"tag {short(leaf.surface_tag, _MOST_LETTERS)}")
    tag = short(shown.tag, _MOST_LETTERS)
    return Box(tag, parent, _word(shown), mark, tuple(notes), True, shown.is_trace)


def _word(leaf: Leaf) -> str:
    return short(unescape(leaf.word), _MOST_LETTERS)


def _measure(box: Box, children: Sequence[Box]) -> None:
    if box.is_leaf:
        notes = [text_width(note, NOTE) for note in box.notes]
        box.width = max(text_width(box.label), text_width(box.word), *notes, 0) + _GAP
        return
    box.height = 1 + max((child.height for child in children), default=0)
    inner = sum(child.width for child in children)
    box.width = max(text_width(box.label) + _GAP, inner)


def _place(children: Sequence[Box], middle: float) -> None:
    left = middle - sum(child.width for child in children) / 2
    for child in children:
        child.middle = left + child.width / 2
        left += child.width


def _ems(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if unicodedata.combining(letter):
        return 0.0
    return 0.72 if letter.isupper() else 0.6
