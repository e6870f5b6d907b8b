"""Trees with the errors in them marked: as indented text, or as an SVG drawing.

Marks differ in shape and in words, not in colour alone; on a dark screen the drawing is dark. A
drawing has words on one line and phrases above them, before and after the errors.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from solecism.corruption.gold_trees import undo
from solecism.reporting.svg import with_description
from solecism.reporting.wording import listed, printable, shortened
from solecism.system.display_text import count
from solecism.tree import NOTHING, Leaf, Tree, unescape

_NO_LABEL = "·"
_NO_WORD = "∅"
_ARROW = "→"


def outline(tree: Tree, *, traces: bool = True, highlight: Callable[[str], str] = str) -> str:
    """The tree with one phrase or word per line; a phrase of words only is one line.

    Where an error was made, `[is→in]/VBZ` shows what was there and what is there now,
    under the tag of the right word, and `highlight` gets to change how that is shown.

    >>> print(outline(Tree("S", (Tree("NP", (Leaf("PRP", "We"),)), Leaf("VBP", "go")))))
    S
    ├─ NP  We/PRP
    └─ go/VBP
    """
    if not tree.label and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
    lines: list[str] = []
    waiting: list[tuple[Tree | Leaf, str, str]] = [(tree, "", "")]
    while waiting:
        node, branch, margin = waiting.pop()
        lines.append(branch + _outline_node(node, traces, highlight))
        if isinstance(node, Tree) and not _is_flat(node):
            children = [child for child in node.children if traces or not is_silent(child)]
            ways = [("├─ ", "│  ")] * (len(children) - 1) + [("└─ ", "   ")]
            for child, (corner, rule) in zip(reversed(children), reversed(ways), strict=False):
                waiting.append((child, margin + corner, margin + rule))
    return "\n".join(line.rstrip() for line in lines)


def shown_word(leaf: Leaf) -> str:
    """The word; if an error changed it, the word before and after.

    >>> shown_word(Leaf("TO", "to", None, NOTHING)), shown_word(Leaf("IN", "in"))
    ('[∅→to]', 'in')
    """
    word = printable(unescape(leaf.word))
    if leaf.original is None:
        return word
    old = _NO_WORD if leaf.original == NOTHING else printable(unescape(leaf.original.word))
    return f"[{old}{_ARROW}{_NO_WORD if leaf.is_trace else word}]"


def _outline_node(node: Tree | Leaf, traces: bool, highlight: Callable[[str], str]) -> str:
    if isinstance(node, Leaf):
        return _outline_leaf(node, highlight)
    label = printable(node.label) or _NO_LABEL
    if not _is_flat(node):
        return label
    leaves = [leaf for leaf in node.leaves(traces=True) if traces or not is_silent(leaf)]
    return "  ".join([label, " ".join(_outline_leaf(leaf, highlight) for leaf in leaves)])


def _outline_leaf(leaf: Leaf, highlight: Callable[[str], str]) -> str:
    drawn = leaf.original if leaf.is_missing and leaf.original else leaf
    surface = f"~{leaf.surface_tag}" if leaf.surface_tag else ""
    shown = f"{shown_word(leaf)}/{printable(drawn.tag + surface)}"
    return shown if leaf.original is None else highlight(shown)


def _is_flat(tree: Tree) -> bool:
    return all(isinstance(child, Leaf) for child in tree.children)


def is_silent(node: Tree | Leaf) -> bool:
    """Whether a node has only traces, none of them of a missing word."""
    leaves = node.leaves(traces=True) if isinstance(node, Tree) else (node,)
    return all(leaf.is_trace and leaf.original is None for leaf in leaves)


LETTER = 14.0
NOTE = 11.0
_GAP = 14.0
_MOST_LETTERS = 40
# Widths of letters in ems, for want of the font: rather too wide than too narrow.
_NARROW = frozenset("ijltfrI.,:;'`!|()[]{}/\\ ")
_WIDE = frozenset("mwMW@%")


@dataclass(slots=True)
class TreeBox:
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
    return size * sum(map(_letter_width, text))


def lay_out_tree(tree: Tree, *, traces: bool, touched: Collection[int] = ()) -> list[TreeBox]:
    """The boxes of a tree in pre-order; the first one is the root and as wide as the drawing.

    `touched` are the leaves, counted with traces, in which errors are going to be made.
    """
    laid = _boxes_in_preorder(tree, traces=traces, touched=touched)
    for box in reversed(laid):
        _set_size(box, [laid[child] for child in box.children])
    laid[0].middle = laid[0].width / 2
    for box in laid:
        _set_middles([laid[child] for child in box.children], box.middle)
    for box in reversed(laid):
        if box.children:
            over_children = (laid[box.children[0]].middle + laid[box.children[-1]].middle) / 2
            # A long label over children of unequal width must not leave its own box.
            slack = (box.width - text_width(box.label)) / 2
            box.middle = min(max(over_children, box.middle - slack), box.middle + slack)
    return laid


def _boxes_in_preorder(tree: Tree, *, traces: bool, touched: Collection[int]) -> list[TreeBox]:
    if not tree.label and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
    laid: list[TreeBox] = []
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
            laid.append(TreeBox(shortened(node.label, _MOST_LETTERS), parent))
        else:
            n_leaves += sum(1 for _ in node.leaves(traces=True))
            continue
        if place:
            laid[parent].children.append(place)
    return laid


def _leaf_box(leaf: Leaf, parent: int) -> TreeBox:
    shown, mark, notes = leaf, "", list[str]()
    if leaf.is_missing and leaf.original is not None:
        shown, mark, notes = leaf.original, "missing", ["missing"]
    elif leaf.is_extra:
        mark, notes = "extra", ["extra"]
    elif leaf.original is not None and leaf.original != NOTHING:
        mark, notes = "wrong", [f"for “{_word(leaf.original)}”"]
    if leaf.surface_tag is not None:
        notes.append(f"tag {shortened(leaf.surface_tag, _MOST_LETTERS)}")
    tag = shortened(shown.tag, _MOST_LETTERS)
    return TreeBox(tag, parent, _word(shown), mark, tuple(notes), True, shown.is_trace)


def _word(leaf: Leaf) -> str:
    return shortened(unescape(leaf.word), _MOST_LETTERS)


def _set_size(box: TreeBox, children: Sequence[TreeBox]) -> None:
    if box.is_leaf:
        notes = [text_width(note, NOTE) for note in box.notes]
        box.width = max(text_width(box.label), text_width(box.word), *notes, 0) + _GAP
        return
    box.height = 1 + max((child.height for child in children), default=0)
    inner = sum(child.width for child in children)
    box.width = max(text_width(box.label) + _GAP, inner)


def _set_middles(children: Sequence[TreeBox], middle: float) -> None:
    left = middle - sum(child.width for child in children) / 2
    for child in children:
        child.middle = left + child.width / 2
        left += child.width


def _letter_width(letter: str) -> float:
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if unicodedata.combining(letter):
        return 0.0
    return 0.72 if letter.isupper() else 0.6


_ROW_HEIGHT = 46.0
_LINE_HEIGHT = 18.0
_MARGIN = 16.0
_CAPTION = 30.0
_WIDEST_ROW = 1100.0
_STYLE = """
text { font: 14px 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif;
  text-anchor: middle; fill: #1a1a1a }
.caption { font-weight: bold; text-anchor: start }
.tag { fill: #555555 } .trace { fill: #6b6b6b; font-style: italic } .note { font-size: 11px }
.paper { fill: #ffffff } .edge { stroke: #767676; stroke-width: 1; fill: none }
.mark { fill: #fde7e4; stroke: #b3261e; stroke-width: 1.5 }
.missing { stroke-dasharray: 4 3 } .touched { fill: none } .extra { stroke-width: 3 }
.error { fill: #8c1d18 } .gone { text-decoration: line-through }
@media (prefers-color-scheme: dark) {
text { fill: #ececf1 } .tag { fill: #b8b8c2 } .trace { fill: #a0a0aa }
.paper { fill: #17181c } .edge { stroke: #9a9aa3 }
.mark { fill: #4a1512; stroke: #ffb4ab } .touched { fill: none } .error { fill: #ffdad6 } }
"""


@dataclass(frozen=True, slots=True)
class TreePanel:
    """One tree of a drawing; `touched` are leaves, traces counted, where errors will be made."""

    caption: str
    tree: Tree
    touched: frozenset[int] = frozenset()


def before_and_after(golds: Sequence[Tree]) -> list[TreePanel]:
    """The original tree and the gold trees after the errors; only the tree if it has no errors."""
    first = golds[0]
    marks = [leaf.original for leaf in first.leaves(traces=True) if leaf.original != NOTHING]
    touched = frozenset(place for place, original in enumerate(marks) if original is not None)
    if not error_marks(first):
        return [TreePanel("", gold) for gold in golds]
    names = ["After"] if len(golds) == 1 else [f"After, gold {n}" for n in range(1, len(golds) + 1)]
    after = [TreePanel(name, gold) for name, gold in zip(names, golds, strict=True)]
    return [TreePanel("Before", undo(first), touched), *after]


def error_marks(tree: Tree) -> list[str]:
    """The changes in a tree from left to right, as `[is→in]`."""
    return [shown_word(leaf) for leaf in tree.leaves(traces=True) if leaf.original is not None]


def draw_trees(panels: Sequence[TreePanel], *, name: str = "tree", traces: bool = False) -> str:
    """The drawing: panels side by side where they fit on a page, else one under another.

    `name` begins the ids in it, so that a page can hold several drawings.
    """
    drawn = [
        (panel, lay_out_tree(panel.tree, traces=traces, touched=panel.touched)) for panel in panels
    ]
    widths = [_panel_width(panel, laid) for panel, laid in drawn]
    heights = [_panel_height(panel, laid) for panel, laid in drawn]
    is_row = sum(widths) + _MARGIN * (len(widths) + 1) <= _WIDEST_ROW
    x = y = _MARGIN
    parts: list[str] = []
    for (panel, laid), width, height in zip(drawn, widths, heights, strict=True):
        parts.append(_panel_svg(panel, laid, x, y))
        x, y = (x + width + _MARGIN, y) if is_row else (x, y + height + _MARGIN)
    full_width = x if is_row else max(widths) + 2 * _MARGIN
    full_height = max(heights) + 2 * _MARGIN if is_row else y
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="drawing" width="{full_width:.0f}" '
        f'height="{full_height:.0f}" viewBox="0 0 {full_width:.0f} {full_height:.0f}">'
        f"<style>{_scoped(name)}</style>"
        f'<rect class="paper" width="100%" height="100%"/>\n{"".join(parts)}</svg>'
    )
    return with_description(svg, name, *_description(panels))


def _description(panels: Sequence[TreePanel]) -> tuple[str, str]:
    """The title and description, for people who cannot see the drawing."""
    last = panels[-1].tree
    text = " ".join(map(unescape, last.words())) or "no words"
    n_phrases = sum(1 for _ in last.phrases())
    error_list = error_marks(last)
    description = f" Errors, before → after: {listed(error_list)}." if error_list else ""
    drawings = count(len(panels), "tree")
    return (
        f"Tree of: {text}",
        f"{drawings}; the last has {count(n_phrases, 'phrase')}.{description}",
    )


def _scoped(name: str) -> str:
    """The style, for this drawing only."""
    lines = _STYLE.strip().replace("\n  ", " ").replace("} .", "}\n.").split("\n")
    return "\n".join(
        line if line.startswith(("@", "}")) else f"#{name}-drawing {line}" for line in lines
    )


def _panel_width(panel: TreePanel, laid: Sequence[TreeBox]) -> float:
    return max(laid[0].width, text_width(shortened(panel.caption)) + _MARGIN)


def _panel_height(panel: TreePanel, laid: Sequence[TreeBox]) -> float:
    n_notes = max(len(box.notes) for box in laid)
    return _words_at(panel, laid) + (1 + n_notes) * _LINE_HEIGHT + 4


def _words_at(panel: TreePanel, laid: Sequence[TreeBox]) -> float:
    """The distance of the words' tags from the top of a panel."""
    return LETTER + (_CAPTION if panel.caption else 0) + laid[0].height * _ROW_HEIGHT


def _panel_svg(panel: TreePanel, laid: Sequence[TreeBox], x: float, y: float) -> str:
    parts = [_text_svg(shortened(panel.caption), x, y + LETTER, "caption")] if panel.caption else []
    words_at = y + _words_at(panel, laid)
    for box in laid:
        middle, at = x + box.middle, words_at - box.height * _ROW_HEIGHT
        if box.parent >= 0:
            parent = laid[box.parent]
            start = words_at - parent.height * _ROW_HEIGHT + 5
            # Along, then down: slanting lines would cross words that hang lower.
            way = f"M{x + parent.middle:.1f} {start:.1f} v7 H{middle:.1f} V{at - LETTER:.1f}"
            parts.append(f'<path class="edge" d="{way}"/>')
        parts.append(
            _leaf_svg(box, middle, at) if box.is_leaf else _text_svg(box.label, middle, at)
        )
    return "\n".join(parts) + "\n"


def _leaf_svg(box: TreeBox, middle: float, at: float) -> str:
    kind = " trace" if box.is_trace else ""
    error = " error" if box.mark else ""
    gone = " gone" if box.mark == "missing" else ""
    parts = []
    if box.mark:
        width, height = box.width - 6, 2 * _LINE_HEIGHT + 4
        parts.append(
            f'<rect class="mark {box.mark}" x="{middle - width / 2:.1f}" y="{at - LETTER - 1:.1f}" '
            f'width="{width:.1f}" height="{height:.1f}" rx="4"/>'
        )
    parts.append(_text_svg(box.label, middle, at, f"tag{kind}{error}"))
    parts.append(_text_svg(box.word, middle, at + _LINE_HEIGHT, f"word{kind}{error}{gone}"))
    for line, note in enumerate(box.notes, 2):
        parts.append(_text_svg(note, middle, at + line * _LINE_HEIGHT + 2, f"note{error}"))
    return "".join(parts)


def _text_svg(text: str, x: float, y: float, kind: str = "phrase") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(printable(text))}</text>'
